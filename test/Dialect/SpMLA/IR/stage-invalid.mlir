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
