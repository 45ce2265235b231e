// RUN: spmla-opt %s -split-input-file -verify-diagnostics

// expected-error@below {{expects a tile in layout rows8 to have 2 dimensions, got 1}}
%0 = unrealized_conversion_cast to !spmla.tile<512xbf16, rows8>

// -----

// expected-error@below {{expects a tile in layout heads to have 1 dimensions, got 2}}
%0 = unrealized_conversion_cast to !spmla.tile<16x4xf32, heads>

// -----

// expected-error@below {{expects a tile in layout abstract to have 2 dimensions, got 0}}
%0 = unrealized_conversion_cast to !spmla.tile<bf16>

// -----

// expected-error@below {{expects the dimensions of a tile to be from 1 to 65536, got 0}}
%0 = unrealized_conversion_cast to !spmla.tile<0x512xbf16, rows8>

// -----

// expected-error@below {{expects the dimensions of a tile to be from 1 to 65536, got 65537}}
%0 = unrealized_conversion_cast to !spmla.tile<65537x16xbf16>

// -----

// expected-error@below {{expects the element type of a tile to be an integer or a float of whole bytes, got 'index'}}
%0 = unrealized_conversion_cast to !spmla.tile<64x512xindex>

// -----

// expected-error@below {{expects the element type of a tile to be an integer or a float of whole bytes, got 'f4E2M1FN'}}
%0 = unrealized_conversion_cast to !spmla.tile<64x512xf4E2M1FN>

// -----

// expected-error@below {{expects a tile in layout heads to be f32, got 'bf16'}}
%0 = unrealized_conversion_cast to !spmla.tile<16xbf16, heads>

// -----

// expected-error@below {{expects a row in layout rows8 to have 512 columns, got 576}}
%0 = unrealized_conversion_cast to !spmla.tile<64x576xbf16, rows8>

// -----

// expected-error@below {{expects a row in layout rows16 to have 512 columns, got 64}}
%0 = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FN, rows16>

// -----

// expected-error@below {{expects the columns of layout operand8 to be a multiple of 32, got 48}}
%0 = unrealized_conversion_cast to !spmla.tile<16x48xbf16, operand8>

// -----

// expected-error@below {{expects the columns of layout operand16 to be a multiple of 64, got 96}}
%0 = unrealized_conversion_cast to !spmla.tile<16x96xf8E4M3FN, operand16>

// -----

// expected-error@below {{expects a tile in layout accumulator to be f32 with 16 columns and a multiple of 16 rows, got 24x16x'f32'}}
%0 = unrealized_conversion_cast to !spmla.tile<24x16xf32, accumulator>

// -----

// expected-error@below {{expects a tile in layout accumulator to be f32 with 16 columns and a multiple of 16 rows, got 64x32x'f32'}}
%0 = unrealized_conversion_cast to !spmla.tile<64x32xf32, accumulator>

// -----

// expected-error@below {{expects a tile in layout accumulator to be f32 with 16 columns and a multiple of 16 rows, got 64x16x'bf16'}}
%0 = unrealized_conversion_cast to !spmla.tile<64x16xbf16, accumulator>

// -----

// expected-error@below {{expected one of [abstract, rows8, rows16, operand8, operand16, accumulator, keys, own_keys, lines, heads]}}
%0 = unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows12>

// -----

// expected-error@below {{expected static shape}}
%0 = unrealized_conversion_cast to !spmla.tile<?x512xbf16>

// -----

// expected-error@below {{expected '>'}}
%0 = unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8, rows8>

// -----

// expected-error@below {{expected keyword for where the elements of a tile are}}
%0 = unrealized_conversion_cast to !spmla.tile<64x512xbf16, 8>

// -----

// expected-error@below {{expected 'x' in dimension list}}
%0 = unrealized_conversion_cast to !spmla.tile<64x512>

// -----

// expected-error@below {{expected '<'}}
%0 = unrealized_conversion_cast to !spmla.tile 64x512xbf16

// -----

// expected-error@below {{expects a shared tile to be row-major or in layout keys or operand16, got rows8}}
%0 = unrealized_conversion_cast to !spmla.shared<64x512xbf16, rows8>

// -----

// expected-error@below {{expects a tile in layout abstract to have 2 dimensions, got 1}}
%0 = unrealized_conversion_cast to !spmla.shared<512xbf16>

// -----

// expected-error@below {{expects the element type of a tile to be an integer or a float of whole bytes, got 'i4'}}
%0 = unrealized_conversion_cast to !spmla.shared<64x512xi4>

// -----

// Sixteen bytes of a lane are four keys of each of two blocks of 16-bit elements.
// expected-error@below {{expects a tile of 'bf16' in layout keys to have a multiple of 32 rows and of 16 columns, got 48x16}}
%0 = unrealized_conversion_cast to !spmla.shared<48x16xbf16, keys>

// -----

// expected-error@below {{expects a tile of 'bf16' in layout keys to have a multiple of 32 rows and of 16 columns, got 64x8}}
%0 = unrealized_conversion_cast to !spmla.shared<64x8xbf16, keys>

// -----

// expected-error@below {{expects a shared tile to be row-major or in layout keys or operand16, got accumulator}}
%0 = unrealized_conversion_cast to !spmla.shared<64x16xf32, accumulator>

// -----

// expected-error@below {{expects the keys of a tile to be from 1 to 65536, got 0}}
%0 = unrealized_conversion_cast to !spmla.slots<0>

// -----

// expected-error@below {{expects the keys of a tile to be from 1 to 65536, got 65537}}
%0 = unrealized_conversion_cast to !spmla.rows<65537>

// -----

// expected-error@below {{expects the keys of a tile to be from 1 to 65536, got -64}}
%0 = unrealized_conversion_cast to !spmla.rows<-64>

// -----

// expected-error@below {{expected '<'}}
%0 = unrealized_conversion_cast to !spmla.rows

// -----

// expected-error@below {{expected '>'}}
%0 = unrealized_conversion_cast to !spmla.slots<64, 64>

// -----

// expected-error@below {{unknown  type `tiles` in dialect `spmla`}}
%0 = unrealized_conversion_cast to !spmla.tiles<64>

// -----

// Sixteen bytes of a lane are four 8-bit keys of each of four blocks.
// expected-error@below {{expects a tile of 'f8E4M3FN' in layout keys to have a multiple of 64 rows and of 16 columns, got 32x512}}
%0 = unrealized_conversion_cast to !spmla.tile<32x512xf8E4M3FN, keys>

// -----

// expected-error@below {{expects a tile of 'f8E4M3FN' in layout keys to have a multiple of 64 rows and of 16 columns, got 32x16}}
%0 = unrealized_conversion_cast to !spmla.shared<32x16xf8E4M3FN, keys>

// -----

// expected-error@below {{expects a tile in layout own_keys to have a multiple of 32 rows and of 16 columns of 8 bits, got 48x128x'f8E4M3FN'}}
%0 = unrealized_conversion_cast to !spmla.tile<48x128xf8E4M3FN, own_keys>

// -----

// expected-error@below {{expects a tile in layout own_keys to have a multiple of 32 rows and of 16 columns of 8 bits, got 128x8x'f8E4M3FN'}}
%0 = unrealized_conversion_cast to !spmla.tile<128x8xf8E4M3FN, own_keys>

// -----

// expected-error@below {{expects a tile in layout own_keys to have a multiple of 32 rows and of 16 columns of 8 bits, got 128x128x'bf16'}}
%0 = unrealized_conversion_cast to !spmla.tile<128x128xbf16, own_keys>

// -----

// expected-error@below {{expects a row in layout lines to be 576 bytes, got 512}}
%0 = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, lines>

// -----

// expected-error@below {{expects a row in layout lines to be 576 bytes, got 1152}}
%0 = unrealized_conversion_cast to !spmla.tile<64x576xbf16, lines>

// -----

// expected-error@below {{expects a shared tile to be row-major or in layout keys or operand16, got own_keys}}
%0 = unrealized_conversion_cast to !spmla.shared<128x128xf8E4M3FN, own_keys>

// -----

// expected-error@below {{expects the columns of layout operand16 to be a multiple of 64, got 96}}
%0 = unrealized_conversion_cast to !spmla.shared<16x96xf8E4M3FN, operand16>
