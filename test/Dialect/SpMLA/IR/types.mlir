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
// CHECK: !spmla.tile<16xf32, heads>{{$}}
%heads = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// The largest dimensions that a tile may have.
// CHECK: !spmla.tile<65536x65536xi32>{{$}}
%largest = unrealized_conversion_cast to !spmla.tile<65536x65536xi32>

// CHECK: !spmla.shared<64x512xbf16>{{$}}
%rowMajor = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
// CHECK: !spmla.shared<64x16xbf16, keys>{{$}}
%published = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>

// CHECK: !spmla.list{{$}}
%list = unrealized_conversion_cast to !spmla.list
// CHECK: !spmla.slots<64>{{$}}
%slots = unrealized_conversion_cast to !spmla.slots<64>
// CHECK: !spmla.rows<64>{{$}}
%rows = unrealized_conversion_cast to !spmla.rows<64>
