//===- CacheWriter.h - Writing cache rows as a server does ------*- C++ -*-===//
//
// Shares no code with CacheReader: a decoding error in one does not hide in
// the other.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_CACHEWRITER_H
#define SPMLA_TOOLS_RUN_CACHEWRITER_H

#include "CacheRow.h"

namespace spmla {
namespace run {

/// Nearest bf16, ties to even; NaN stays NaN.
uint16_t encodeBf16(double value);

/// Nearest e4m3 code, ties to even, saturating at the largest finite value as
/// vLLM's and SGLang's cache writers do. `encoding` is one of the two fp8 ones.
uint8_t encodeE4m3(double value, spmla_encoding encoding);

/// Encodes one row of format.columns() values into format.bytes() bytes.
/// `scale` is the fp8 formats' KV scale: codes hold value / scale.
void writeRow(const RowFormat &format, const double *values, double scale,
              uint8_t *row);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_CACHEWRITER_H
