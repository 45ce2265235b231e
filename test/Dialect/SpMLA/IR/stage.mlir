// RUN: spmla-opt %s | spmla-opt | FileCheck %s
// RUN: spmla-opt --mlir-print-op-generic %s | spmla-opt | FileCheck %s

// CHECK: %[[CODES:.*]] = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
%codes = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// CHECK: %[[ROPE:.*]] = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FNUZ, operand16>
%rope = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FNUZ, operand16>
// CHECK: %[[VALUES:.*]] = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
%values = unrealized_conversion_cast to !spmla.shared<64x512xbf16>

// CHECK: %[[PART:.*]] = spmla.slice %[[CODES]] part 3 of 4 : <64x512xf8E4M3FN, rows16> -> <16x512xf8E4M3FN, rows16>
%part = spmla.slice %codes part 3 of 4 : <64x512xf8E4M3FN, rows16> -> <16x512xf8E4M3FN, rows16>
// CHECK: %[[PIECE:.*]] = spmla.dequant %[[PART]] : <16x512xf8E4M3FN, rows16> -> <16x512xbf16, rows16>
%piece = spmla.dequant %part : <16x512xf8E4M3FN, rows16> -> <16x512xbf16, rows16>
// CHECK: spmla.dequant %[[ROPE]] : <64x64xf8E4M3FNUZ, operand16> -> <64x64xbf16, operand16>
%operand = spmla.dequant %rope : <64x64xf8E4M3FNUZ, operand16> -> <64x64xbf16, operand16>

// Part 0 of several is a part: it prints as one.
// CHECK: spmla.stage %[[PIECE]] into %[[VALUES]] part 0 of 4 : <16x512xbf16, rows16>, <64x512xbf16>
spmla.stage %piece into %values part 0 of 4 : <16x512xbf16, rows16>, <64x512xbf16>
// CHECK: spmla.stage %[[PIECE]] into %[[VALUES]] part 3 of 4 : <16x512xbf16, rows16>, <64x512xbf16>
spmla.stage %piece into %values part 3 of 4 : <16x512xbf16, rows16>, <64x512xbf16>

// CHECK: %[[WHOLE:.*]] = unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
%whole = unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
// CHECK: spmla.stage %[[WHOLE]] into %[[VALUES]] : <64x512xbf16, rows8>, <64x512xbf16>
spmla.stage %whole into %values : <64x512xbf16, rows8>, <64x512xbf16>
