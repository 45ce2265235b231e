// RUN: spmla-opt %s -split-input-file -verify-diagnostics

// expected-error@below {{expects its first column to be 0 or more, got -1}}
%q = spmla.load_q from -1 : <16x576xbf16>

// -----

// expected-error@below {{expects its result to be in layout abstract or operand8 or operand16, got rows8}}
%q = spmla.load_q from 0 : <16x512xbf16, rows8>

// -----

// expected-error@below {{expects its result to be in layout heads, got abstract}}
%scale = spmla.score_scale : <16x1xf32>

// -----

%list = spmla.list : !spmla.list
// expected-error@below {{expects ahead to be 0 or more, got -1}}
%slots = spmla.slots %list ahead -1 : <64>

// -----

%list = spmla.list : !spmla.list
%slots = unrealized_conversion_cast to !spmla.slots<64>
// expected-error@below {{expects ahead to be 0 or more, got -2}}
%rows = spmla.rows %list, %slots ahead -2 : <64> -> <64>

// -----

%list = spmla.list : !spmla.list
%slots = unrealized_conversion_cast to !spmla.slots<64>
// expected-error@below {{expects the keys of its rows to be 64, got 32}}
%rows = spmla.rows %list, %slots : <64> -> <32>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects its first column to be 0 or more, got -64}}
%k = spmla.gather %rows from -64 : <64> -> <64x576xbf16>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects its result to be in layout abstract or rows8 or rows16 or operand8 or operand16 or lines, got accumulator}}
%k = spmla.gather %rows from 0 : <64> -> <64x16xf32, accumulator>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects its result to be 64x576, got 32x576}}
%k = spmla.gather %rows from 0 : <64> -> <32x576xbf16>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects the elements of layout rows8 to have 16 bits, got 'f8E4M3FN'}}
%k = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, rows8>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects the elements of layout rows16 to have 8 bits, got 'bf16'}}
%k = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows16>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects the elements of layout operand8 to have 16 bits, got 'f8E4M3FN'}}
%k = spmla.gather %rows from 512 : <64> -> <64x64xf8E4M3FN, operand8>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects the elements of layout operand16 to have 8 bits, got 'bf16'}}
%k = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand16>

// -----

%rows = unrealized_conversion_cast to !spmla.rows<64>
// 288 columns of 16 bits are 576 bytes, too, but not sixteen codes to a lane.
// expected-error@below {{expects the elements of layout lines to have 8 bits, got 'bf16'}}
%k = spmla.gather %rows from 0 : <64> -> <64x288xbf16, lines>
