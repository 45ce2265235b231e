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

// Two e4m3 terms, published as two tiles.
// CHECK: %[[HI:.*]] = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FN, keys>
%hi = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FN, keys>
// CHECK: %[[LO:.*]] = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FN, keys>
%lo = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FN, keys>
// CHECK: %[[P:.*]] = spmla.publish %[[MASKED]] scaled by %[[SCALE]] against %[[REFERENCE]] into(%[[HI]], %[[LO]]) %[[MAXIMA]] : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
%p5 = spmla.publish %masked scaled by %scale against %reference into(%hi, %lo) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
// CHECK: %{{.*}}, %{{.*}}, %[[OUT:.*]] = spmla.rereference %[[MASKED]], %[[P]] scaled by %[[SCALE]] state(%[[REFERENCE]], %[[SUM]], %[[OUTPUT]]) with(%[[HI]], %[[LO]]) %[[MAXIMA]] : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
%r5, %l5, %o5 = spmla.rereference %masked, %p5 scaled by %scale state(%reference, %sum, %output) with(%hi, %lo) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>

// The second product from registers.
%v = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, keys>
%hi_tile = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, keys>
%lo_tile = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, keys>
// CHECK: spmla.pv %{{.*}}, (%{{.*}}, %{{.*}}), %[[OUT]] : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>, !spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
%o6 = spmla.pv %v, (%hi_tile, %lo_tile), %o5 : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>, !spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>

// q as one or two terms; K is gathered once and meets each term.
%q_bf16 = unrealized_conversion_cast to !spmla.tile<16x512xbf16, operand16>
%q_bf16_rope = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
// CHECK: %[[ONE:.*]]:2, %{{.*}} = spmla.encode_q(%{{.*}}, %{{.*}}) scaled by %[[SCALE]] : (!spmla.tile<16x512xbf16, operand16>, !spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)
%one:2, %scale1 = spmla.encode_q(%q_bf16, %q_bf16_rope) scaled by %scale : (!spmla.tile<16x512xbf16, operand16>, !spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)
// CHECK: %[[TWO:.*]]:4, %{{.*}} = spmla.encode_q(%{{.*}}, %{{.*}}) scaled by %[[SCALE]] :
%two:4, %scale2 = spmla.encode_q(%q_bf16, %q_bf16_rope) scaled by %scale : (!spmla.tile<16x512xbf16, operand16>, !spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)
// CHECK: %[[SPLIT:.*]], %{{.*}} = spmla.encode_q(%{{.*}}) scaled by %[[SCALE]] split : (!spmla.tile<16x512xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x512xf8E4M3FN, operand16>)
%split, %scale3 = spmla.encode_q(%q_bf16) scaled by %scale split : (!spmla.tile<16x512xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x512xf8E4M3FN, operand16>)
%k = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, operand16>
// CHECK: %[[S:.*]] = spmla.qk(%[[K:.*]], %[[K]]) (%[[TWO]]#0, %[[TWO]]#2) :
%s2 = spmla.qk(%k, %k) (%two#0, %two#2) : (!spmla.tile<64x512xf8E4M3FN, operand16>, !spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
// CHECK: spmla.fold %[[S]] : <64x16xf32, accumulator>
%folded = spmla.fold %s2 : <64x16xf32, accumulator>
// Rows of 8 bits in LDS are read in runs of 16.
%rows8 = unrealized_conversion_cast to !spmla.shared<64x576xf8E4M3FN>
%q_row = unrealized_conversion_cast to !spmla.tile<16x576xf8E4M3FN, operand16>
// CHECK: spmla.qk(%{{.*}}) (%{{.*}}) : (!spmla.shared<64x576xf8E4M3FN>) (!spmla.tile<16x576xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
%s3 = spmla.qk(%rows8) (%q_row) : (!spmla.shared<64x576xf8E4M3FN>) (!spmla.tile<16x576xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>

// Waves with keys of their own: q in LDS, four outputs stacked, merged at the end.
%own_k = unrealized_conversion_cast to !spmla.tile<128x128xf8E4M3FN, operand16>
%shared_q = unrealized_conversion_cast to !spmla.shared<16x128xf8E4M3FN, operand16>
// CHECK: %[[S:.*]] = spmla.qk(%{{.*}}) (%{{.*}}) : (!spmla.tile<128x128xf8E4M3FN, operand16>) (!spmla.shared<16x128xf8E4M3FN, operand16>) -> <128x16xf32, accumulator>
%s4 = spmla.qk(%own_k) (%shared_q) : (!spmla.tile<128x128xf8E4M3FN, operand16>) (!spmla.shared<16x128xf8E4M3FN, operand16>) -> <128x16xf32, accumulator>
// CHECK: %[[TERM:.*]] = spmla.encode %[[S]] : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>)
%term = spmla.encode %s4 : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>)
// CHECK: %[[TERMS:.*]]:2 = spmla.encode %[[S]] : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>)
%terms:2 = spmla.encode %s4 : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>)
// CHECK: spmla.encode %[[S]] split : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>)
%split_term = spmla.encode %s4 split : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>)
%chunk = unrealized_conversion_cast to !spmla.tile<128x128xf8E4M3FN, own_keys>
%stacked = unrealized_conversion_cast to !spmla.tile<2048x16xf32, accumulator>
// Part 0 of several is a part: it prints as one.
// CHECK: %[[O:.*]] = spmla.pv %{{.*}}, (%[[TERM]]), %{{.*}} part 0 of 4 : !spmla.tile<128x128xf8E4M3FN, own_keys>, (!spmla.tile<128x16xf8E4M3FN, own_keys>), <2048x16xf32, accumulator>
%o7 = spmla.pv %chunk, (%term), %stacked part 0 of 4 : !spmla.tile<128x128xf8E4M3FN, own_keys>, (!spmla.tile<128x16xf8E4M3FN, own_keys>), <2048x16xf32, accumulator>
// CHECK: spmla.pv %{{.*}}, (%[[TERMS]]#0, %[[TERMS]]#1), %[[O]] part 3 of 4 :
%o8 = spmla.pv %chunk, (%terms#0, %terms#1), %o7 part 3 of 4 : !spmla.tile<128x128xf8E4M3FN, own_keys>, (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>), <2048x16xf32, accumulator>
%exchange = unrealized_conversion_cast to !spmla.shared<512x16xf32>
// CHECK: %{{.*}}, %{{.*}}, %{{.*}} = spmla.merge %[[REFERENCE]], %[[SUM]], %{{.*}} through %{{.*}} : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32, accumulator>
%r9, %l9, %o9 = spmla.merge %reference, %sum, %o8 through %exchange : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32, accumulator>
