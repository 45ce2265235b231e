// RUN: spmla-opt %s | spmla-opt | FileCheck %s
// RUN: spmla-opt --mlir-print-op-generic %s | spmla-opt | FileCheck %s

%tile = unrealized_conversion_cast to index

// CHECK: %[[TILE:.*]] = unrealized_conversion_cast to index
// CHECK: %[[LIST:.*]] = spmla.list : !spmla.list
%list = spmla.list : !spmla.list

// CHECK: spmla.load_q from 0 : <16x576xbf16>
%q = spmla.load_q from 0 : <16x576xbf16>
// CHECK: spmla.load_q from 0 : <16x512xbf16, operand8>
%latent = spmla.load_q from 0 : <16x512xbf16, operand8>
// CHECK: spmla.load_q from 512 : <16x64xbf16, operand16>
%rope = spmla.load_q from 512 : <16x64xbf16, operand16>
// CHECK: spmla.score_scale : <16xf32, heads>
%scale = spmla.score_scale : <16xf32, heads>

// Tile 0, tile 1, the loop's tile, and the one two further on.
// CHECK: %[[SLOTS:.*]] = spmla.slots %[[LIST]] : <64>
%slots = spmla.slots %list : <64>
// CHECK: spmla.slots %[[LIST]] ahead 1 : <64>
%ahead = spmla.slots %list ahead 1 : <64>
// CHECK: spmla.slots %[[LIST]], %[[TILE]] : <64>
%slotsOfTile = spmla.slots %list, %tile : <64>
// CHECK: spmla.slots %[[LIST]], %[[TILE]] ahead 2 : <64>
%aheadOfTile = spmla.slots %list, %tile ahead 2 : <64>

// CHECK: %[[ROWS:.*]] = spmla.rows %[[LIST]], %[[SLOTS]] : <64> -> <64>
%rows = spmla.rows %list, %slots : <64> -> <64>
// CHECK: spmla.rows %[[LIST]], %[[SLOTS]], %[[TILE]] ahead 1 : <64> -> <64>
%rowsAhead = spmla.rows %list, %slots, %tile ahead 1 : <64> -> <64>

// CHECK: spmla.gather %[[ROWS]] from 0 : <64> -> <64x576xbf16>
%keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
// CHECK: spmla.gather %[[ROWS]] from 0 : <64> -> <64x512xbf16, rows8>
%rows8 = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
// CHECK: spmla.gather %[[ROWS]] from 0 : <64> -> <64x512xf8E4M3FN, rows16>
%rows16 = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, rows16>
// CHECK: spmla.gather %[[ROWS]] from 512 : <64> -> <64x64xbf16, operand8>
%operand8 = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
// CHECK: spmla.gather %[[ROWS]] from 512 : <64> -> <64x64xf8E4M3FN, operand16>
%operand16 = spmla.gather %rows from 512 : <64> -> <64x64xf8E4M3FN, operand16>
// Rows of 576 bytes as whole lines.
// CHECK: spmla.gather %[[ROWS]] from 0 : <64> -> <64x576xf8E4M3FN, lines>
%lines = spmla.gather %rows from 0 : <64> -> <64x576xf8E4M3FN, lines>
// CHECK: spmla.load_q from 0 : <16x576xf8E4M3FN, operand16>
%codes = spmla.load_q from 0 : <16x576xf8E4M3FN, operand16>
