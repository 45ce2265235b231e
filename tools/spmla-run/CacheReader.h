//===- CacheReader.h - The exact values of a cache row ----------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_CACHEREADER_H
#define SPMLA_TOOLS_RUN_CACHEREADER_H

#include "CacheRow.h"

namespace spmla {
namespace run {

/// The value of an encoding's bit pattern, by its definition: OCP "8-bit
/// floating point" 1.0 for e4m3fn, LLVM's Float8E4M3FNUZ, and IEEE single
/// without its low half for bf16.
double decodeBf16(uint16_t bits);
double decodeE4m3fn(uint8_t code);
double decodeE4m3fnuz(uint8_t code);

/// Decodes format.bytes() bytes into format.columns() values, times `scale`
/// (of the fp8 formats).
void readRow(const RowFormat &format, const uint8_t *row, double scale,
             double *values);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_CACHEREADER_H
