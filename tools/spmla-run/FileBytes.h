//===- FileBytes.h - Whole files in and out ---------------------*- C++ -*-===//
//
// The generator's functions (spmla/Target/HSACO/Files.h), for callers that do
// without LLVM. False: `error` has one line that names the path.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_FILEBYTES_H
#define SPMLA_TOOLS_RUN_FILEBYTES_H

#include <string>

namespace spmla {
namespace run {

bool readFileBytes(const std::string &path, std::string &bytes,
                   std::string &error);

/// The file is there as a whole or as it was.
bool replaceFileBytes(const std::string &path, const std::string &bytes,
                      std::string &error);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_FILEBYTES_H
