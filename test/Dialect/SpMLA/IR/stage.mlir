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

// Codes go to LDS as they were gathered.
// CHECK: %[[V:.*]] = unrealized_conversion_cast to !spmla.shared<64x512xf8E4M3FN>
%v = unrealized_conversion_cast to !spmla.shared<64x512xf8E4M3FN>
%latent = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, operand16>
// CHECK: spmla.stage %{{.*}} into %[[V]] : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
spmla.stage %latent into %v : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
%lines = unrealized_conversion_cast to !spmla.tile<64x576xf8E4M3FN, lines>
// CHECK: %[[ROWS:.*]] = unrealized_conversion_cast to !spmla.shared<64x576xf8E4M3FN>
%rows = unrealized_conversion_cast to !spmla.shared<64x576xf8E4M3FN>
// CHECK: spmla.stage %{{.*}} into %[[ROWS]] : <64x576xf8E4M3FN, lines>, <64x576xf8E4M3FN>
spmla.stage %lines into %rows : <64x576xf8E4M3FN, lines>, <64x576xf8E4M3FN>

// ... and come back as operands of the second product: all keys for some of the
// columns, leading columns of longer rows, a wave's own keys.
// CHECK: %[[FETCHED:.*]] = spmla.fetch %[[V]] : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
%fetched = spmla.fetch %v : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
// CHECK: spmla.dequant %[[FETCHED]] : <64x512xf8E4M3FN, keys> -> <64x512xbf16, keys>
%dequantised = spmla.dequant %fetched : <64x512xf8E4M3FN, keys> -> <64x512xbf16, keys>
// CHECK: spmla.fetch %[[ROWS]] : <64x576xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
%leading = spmla.fetch %rows : <64x576xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
%chunk = unrealized_conversion_cast to !spmla.shared<128x128xf8E4M3FN>
// CHECK: spmla.fetch %{{.*}} : <128x128xf8E4M3FN> -> <128x128xf8E4M3FN, own_keys>
%own = spmla.fetch %chunk : <128x128xf8E4M3FN> -> <128x128xf8E4M3FN, own_keys>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
// CHECK: spmla.fetch %{{.*}} : <64x16xbf16, keys> -> <64x16xbf16, keys>
%probabilities = spmla.fetch %p : <64x16xbf16, keys> -> <64x16xbf16, keys>

%q = unrealized_conversion_cast to !spmla.tile<16x128xf8E4M3FN, operand16>
%shared_q = unrealized_conversion_cast to !spmla.shared<16x128xf8E4M3FN, operand16>
// CHECK: spmla.share %{{.*}} into %{{.*}} : <16x128xf8E4M3FN, operand16>, <16x128xf8E4M3FN, operand16>
spmla.share %q into %shared_q : <16x128xf8E4M3FN, operand16>, <16x128xf8E4M3FN, operand16>
