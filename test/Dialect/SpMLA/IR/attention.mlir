// RUN: spmla-opt %s | spmla-opt | FileCheck %s
// RUN: spmla-opt --mlir-print-op-generic %s | spmla-opt | FileCheck %s

%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>

// CHECK: %[[ROWS:.*]] = unrealized_conversion_cast to !spmla.rows<64>
// CHECK: %[[SCALE:.*]] = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// CHECK: %[[REFERENCE:.*]], %[[SUM:.*]], %[[OUTPUT:.*]] = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
%reference, %sum, %output = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>

// Algorithm form.
%keys = unrealized_conversion_cast to !spmla.tile<64x576xbf16>
%q = unrealized_conversion_cast to !spmla.tile<16x576xbf16>
// CHECK: %[[S:.*]] = spmla.qk(%[[KEYS:.*]]) (%{{.*}}) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
%s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
// CHECK: %[[P:.*]], %{{.*}}, %{{.*}}, %[[OUT:.*]] = spmla.online_softmax %[[S]] masked by %[[ROWS]] scaled by %[[SCALE]] state(%[[REFERENCE]], %[[SUM]], %[[OUTPUT]]) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
%p, %r1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%reference, %sum, %output) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
// CHECK: spmla.pv %[[KEYS]], (%[[P]]), %[[OUT]] : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
%o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
// CHECK: spmla.finalize %[[REFERENCE]], %[[SUM]], %[[OUTPUT]] : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>{{$}}
spmla.finalize %reference, %sum, %output : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>

// Tile form.
%values = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
%published = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
%rope = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand16>
%q8 = unrealized_conversion_cast to !spmla.tile<16x512xbf16, operand8>
%q16 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
// CHECK: %[[S:.*]] = spmla.qk(%[[VALUES:.*]], %{{.*}}) (%{{.*}}, %{{.*}}) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand16>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand16>) -> <64x16xf32, accumulator>
%scores = spmla.qk(%values, %rope) (%q8, %q16) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand16>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand16>) -> <64x16xf32, accumulator>
// CHECK: %[[MASKED:.*]] = spmla.mask %[[S]], %[[ROWS]] : <64x16xf32, accumulator>, <64>
%masked = spmla.mask %scores, %rows : <64x16xf32, accumulator>, <64>
// CHECK: %[[P:.*]] = spmla.publish %[[MASKED]] scaled by %[[SCALE]] against %[[REFERENCE]] into(%[[PUBLISHED:.*]]) %[[MAXIMA:.*]] : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
%p1 = spmla.publish %masked scaled by %scale against %reference into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
// CHECK: %{{.*}}, %{{.*}}, %[[OUT:.*]] = spmla.rereference %[[MASKED]], %[[P]] scaled by %[[SCALE]] state(%[[REFERENCE]], %[[SUM]], %[[OUTPUT]]) with(%[[PUBLISHED]]) %[[MAXIMA]] : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
%r3, %l3, %o3 = spmla.rereference %masked, %p1 scaled by %scale state(%reference, %sum, %output) with(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
// CHECK: spmla.pv %[[VALUES]], (%[[PUBLISHED]]), %[[OUT]] : !spmla.shared<64x512xbf16>, (!spmla.shared<64x16xbf16, keys>), <512x16xf32, accumulator>
%o4 = spmla.pv %values, (%published), %o3 : !spmla.shared<64x512xbf16>, (!spmla.shared<64x16xbf16, keys>), <512x16xf32, accumulator>
// CHECK: spmla.finalize %[[REFERENCE]], %[[SUM]], %[[OUTPUT]] with %[[MAXIMA]] : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
spmla.finalize %reference, %sum, %output with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
