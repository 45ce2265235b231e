// RUN: spmla-opt %s -split-input-file -verify-diagnostics

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects part to be in [0, 4), got 4}}
%part = spmla.slice %codes part 4 of 4 : <64x512xf8E4M3FN, rows16> -> <16x512xf8E4M3FN, rows16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects part to be in [0, 0), got 0}}
%part = spmla.slice %codes part 0 of 0 : <64x512xf8E4M3FN, rows16> -> <64x512xf8E4M3FN, rows16>

// -----

%rope = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FN, operand16>
// expected-error@below {{expects its source to be in layout rows8 or rows16, got operand16}}
%part = spmla.slice %rope part 0 of 4 : <64x64xf8E4M3FN, operand16> -> <16x64xf8E4M3FN, operand16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects the rows of its source to be a multiple of 3 parts, got 64}}
%part = spmla.slice %codes part 0 of 3 : <64x512xf8E4M3FN, rows16> -> <21x512xf8E4M3FN, rows16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects its result to be 16x512, got 32x512}}
%part = spmla.slice %codes part 0 of 4 : <64x512xf8E4M3FN, rows16> -> <32x512xf8E4M3FN, rows16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects source and result to agree in element type and layout}}
%part = spmla.slice %codes part 0 of 4 : <64x512xf8E4M3FN, rows16> -> <16x512xf8E4M3FN, rows8>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects source and result to agree in element type and layout}}
%part = spmla.slice %codes part 0 of 4 : <64x512xf8E4M3FN, rows16> -> <16x512xf8E4M3FNUZ, rows16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects f8E4M3FN or f8E4M3FNUZ to become bf16, got 'f8E4M3FN' and 'f32'}}
%t = spmla.dequant %codes : <64x512xf8E4M3FN, rows16> -> <64x512xf32, rows16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E5M2, rows16>
// expected-error@below {{expects f8E4M3FN or f8E4M3FNUZ to become bf16, got 'f8E5M2' and 'bf16'}}
%t = spmla.dequant %codes : <64x512xf8E5M2, rows16> -> <64x512xbf16, rows16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FN, operand8>
// expected-error@below {{expects its source to be in layout rows16 or operand16 or keys, got operand8}}
%t = spmla.dequant %codes : <64x64xf8E4M3FN, operand8> -> <64x64xbf16, operand8>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects source and result to agree in shape and layout}}
%t = spmla.dequant %codes : <64x512xf8E4M3FN, rows16> -> <32x512xbf16, rows16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// expected-error@below {{expects source and result to agree in shape and layout}}
%t = spmla.dequant %codes : <64x512xf8E4M3FN, rows16> -> <64x512xbf16, rows8>

// -----

%tile = unrealized_conversion_cast to !spmla.tile<16x512xbf16, rows16>
%values = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// expected-error@below {{expects part to be in [0, 4), got -1}}
spmla.stage %tile into %values part -1 of 4 : <16x512xbf16, rows16>, <64x512xbf16>

// -----

%tile = unrealized_conversion_cast to !spmla.tile<64x512xbf16, operand8>
%values = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// expected-error@below {{expects its source to be in layout rows8 or rows16 or operand16 or lines, got operand8}}
spmla.stage %tile into %values : <64x512xbf16, operand8>, <64x512xbf16>

// -----

%tile = unrealized_conversion_cast to !spmla.tile<16x512xbf16, rows16>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
// expected-error@below {{expects its target to be row-major, got '!spmla.shared<64x16xbf16, keys>'}}
spmla.stage %tile into %p : <16x512xbf16, rows16>, <64x16xbf16, keys>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
%values = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// expected-error@below {{expects source and target to agree in element type, got 'f8E4M3FN' and 'bf16'}}
spmla.stage %codes into %values : <64x512xf8E4M3FN, rows16>, <64x512xbf16>

// -----

%tile = unrealized_conversion_cast to !spmla.tile<21x512xbf16, rows16>
%values = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// expected-error@below {{expects the rows of its target to be a multiple of 3 parts, got 64}}
spmla.stage %tile into %values part 0 of 3 : <21x512xbf16, rows16>, <64x512xbf16>

// -----

%tile = unrealized_conversion_cast to !spmla.tile<16x512xbf16, rows16>
%values = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// expected-error@below {{expects its source to be 64x512, got 16x512}}
spmla.stage %tile into %values : <16x512xbf16, rows16>, <64x512xbf16>

// -----

%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
%v = unrealized_conversion_cast to !spmla.shared<64x512xf8E4M3FN>
// expected-error@below {{expects the elements of layout rows16 to have 16 bits, got 'f8E4M3FN'}}
spmla.stage %codes into %v : <64x512xf8E4M3FN, rows16>, <64x512xf8E4M3FN>

// -----

%rope = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand16>
%v = unrealized_conversion_cast to !spmla.shared<64x64xbf16>
// expected-error@below {{expects the elements of layout operand16 to have 8 bits, got 'bf16'}}
spmla.stage %rope into %v : <64x64xbf16, operand16>, <64x64xbf16>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x512xf8E4M3FN>
// expected-error@below {{expects its result in layout keys or own_keys, got operand16}}
%t = spmla.fetch %v : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, operand16>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x512xf8E4M3FN>
// expected-error@below {{expects source and result to agree in element type, got 'f8E4M3FN' and 'bf16'}}
%t = spmla.fetch %v : <64x512xf8E4M3FN> -> <64x512xbf16, keys>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// expected-error@below {{expects a row-major source to have 8 bits an element, got 'bf16'}}
%t = spmla.fetch %v : <64x512xbf16> -> <64x512xbf16, keys>

// -----

%p = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FN, keys>
// expected-error@below {{expects its source to be row-major, got '!spmla.shared<64x16xf8E4M3FN, keys>'}}
%t = spmla.fetch %p : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, own_keys>

// -----

%q = unrealized_conversion_cast to !spmla.shared<64x128xf8E4M3FN, operand16>
// expected-error@below {{expects its source to be row-major or in layout keys, got '!spmla.shared<64x128xf8E4M3FN, operand16>'}}
%t = spmla.fetch %q : <64x128xf8E4M3FN, operand16> -> <64x128xf8E4M3FN, keys>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x512xf8E4M3FN>
// expected-error@below {{expects its result to have at most the 512 columns of its source, got 576}}
%t = spmla.fetch %v : <64x512xf8E4M3FN> -> <64x576xf8E4M3FN, keys>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x512xf8E4M3FN>
// expected-error@below {{expects its result to be 64x512, got 128x512}}
%t = spmla.fetch %v : <64x512xf8E4M3FN> -> <128x512xf8E4M3FN, keys>

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x128xbf16, operand8>
%shared = unrealized_conversion_cast to !spmla.shared<16x128xbf16, operand16>
// expected-error@below {{expects source and target in layout operand16}}
spmla.share %q into %shared : <16x128xbf16, operand8>, <16x128xbf16, operand16>

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x128xf8E4M3FN, operand16>
%shared = unrealized_conversion_cast to !spmla.shared<16x128xf8E4M3FN>
// expected-error@below {{expects source and target in layout operand16}}
spmla.share %q into %shared : <16x128xf8E4M3FN, operand16>, <16x128xf8E4M3FN>

// -----

// Rows of keys are dealt to the waves.
%k = unrealized_conversion_cast to !spmla.tile<64x128xf8E4M3FN, operand16>
%shared = unrealized_conversion_cast to !spmla.shared<64x128xf8E4M3FN, operand16>
// expected-error@below {{expects its source to have 16 rows, got 64}}
spmla.share %k into %shared : <64x128xf8E4M3FN, operand16>, <64x128xf8E4M3FN, operand16>

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x128xf8E4M3FN, operand16>
%shared = unrealized_conversion_cast to !spmla.shared<16x128xbf16, operand16>
// expected-error@below {{expects source and target to agree in element type, got 'f8E4M3FN' and 'bf16'}}
spmla.share %q into %shared : <16x128xf8E4M3FN, operand16>, <16x128xbf16, operand16>

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x128xf8E4M3FN, operand16>
%shared = unrealized_conversion_cast to !spmla.shared<16x64xf8E4M3FN, operand16>
// expected-error@below {{expects its source to be 16x64, got 16x128}}
spmla.share %q into %shared : <16x128xf8E4M3FN, operand16>, <16x64xf8E4M3FN, operand16>
