//===- Npy.h - NumPy's file format ------------------------------*- C++ -*-===//
//
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html:
// versions 1 to 3, elements without structure, little-endian, in C order.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_NPY_H
#define SPMLA_TOOLS_RUN_NPY_H

#include <cstdint>
#include <string>
#include <vector>

namespace spmla {
namespace run {

/// An array's type and shape, as a .npy file begins with them.
struct NpyHeader {
  /// NumPy's name of the element type: "<f4". bf16 and fp8 arrays of ml_dtypes
  /// are "<V2" and "|V1".
  std::string type;
  std::vector<uint64_t> shape;

  /// Bytes of one element, and of all.
  uint64_t elementBytes() const;
  uint64_t dataBytes() const;
  /// "<f4 (2, 3)".
  std::string str() const;
};

/// Elements of an array of this shape. False: their bytes do not fit in 63
/// bits.
bool countBytes(const std::vector<uint64_t> &shape, uint64_t elementBytes,
                uint64_t &bytes);

/// Reads the header of a whole file; the data begins at `dataOffset` and has
/// header.dataBytes() bytes, exactly to the file's end. Throws
/// std::runtime_error, with `path`, on anything else.
NpyHeader parseNpy(const std::string &file, const std::string &path,
                   size_t &dataOffset);

/// What a file of this header has before its data.
std::string formatNpyHeader(const NpyHeader &header);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_NPY_H
