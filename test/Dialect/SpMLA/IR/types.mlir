// RUN: spmla-opt %s | spmla-opt | FileCheck %s
// RUN: spmla-opt --mlir-print-op-generic %s | spmla-opt | FileCheck %s

// CHECK: !spmla.tile<64x576xbf16>{{$}}
%abstract = unrealized_conversion_cast to !spmla.tile<64x576xbf16>
// The layout of an abstract tile may be written, and is not printed.
// CHECK: !spmla.tile<16x16xf32>{{$}}
%written = unrealized_conversion_cast to !spmla.tile<16x16xf32, abstract>
// CHECK: !spmla.tile<64x512xbf16, rows8>{{$}}
%rows8 = unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
// CHECK: !spmla.tile<64x512xf8E4M3FN, rows16>{{$}}
%rows16 = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
// CHECK: !spmla.tile<16x96xbf16, operand8>{{$}}
%operand8 = unrealized_conversion_cast to !spmla.tile<16x96xbf16, operand8>
// CHECK: !spmla.tile<64x64xf8E4M3FNUZ, operand16>{{$}}
%operand16 = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FNUZ, operand16>
// CHECK: !spmla.tile<512x16xf32, accumulator>{{$}}
%accumulator = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// Values, and probabilities of sixteen heads, as operands of the second product.
// CHECK: !spmla.tile<64x512xf8E4M3FN, keys>{{$}}
%keys = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, keys>
// CHECK: !spmla.tile<32x16xbf16, keys>{{$}}
%keys16 = unrealized_conversion_cast to !spmla.tile<32x16xbf16, keys>
// CHECK: !spmla.tile<128x128xf8E4M3FN, own_keys>{{$}}
%ownKeys = unrealized_conversion_cast to !spmla.tile<128x128xf8E4M3FN, own_keys>
// CHECK: !spmla.tile<64x576xf8E4M3FN, lines>{{$}}
%lines = unrealized_conversion_cast to !spmla.tile<64x576xf8E4M3FN, lines>
// CHECK: !spmla.tile<16xf32, heads>{{$}}
%heads = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// The largest dimensions that a tile may have.
// CHECK: !spmla.tile<65536x65536xi32>{{$}}
%largest = unrealized_conversion_cast to !spmla.tile<65536x65536xi32>

// CHECK: !spmla.shared<64x512xbf16>{{$}}
%rowMajor = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// CHECK: !spmla.shared<64x16xbf16, keys>{{$}}
%published = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
// CHECK: !spmla.shared<64x16xf8E4M3FN, keys>{{$}}
%term = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FN, keys>
// CHECK: !spmla.shared<16x128xf8E4M3FN, operand16>{{$}}
%query = unrealized_conversion_cast to !spmla.shared<16x128xf8E4M3FN, operand16>

// CHECK: !spmla.list{{$}}
%list = unrealized_conversion_cast to !spmla.list
// CHECK: !spmla.slots<64>{{$}}
%slots = unrealized_conversion_cast to !spmla.slots<64>
// CHECK: !spmla.rows<64>{{$}}
%rows = unrealized_conversion_cast to !spmla.rows<64>
