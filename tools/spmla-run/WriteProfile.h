//===- WriteProfile.h - A profile as a file ---------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_WRITEPROFILE_H
#define SPMLA_TOOLS_RUN_WRITEPROFILE_H

#include <nlohmann/json.hpp>

#include <string>

namespace spmla {
namespace run {

/// Writes what --profile=FILE asks for; an empty path asks for nothing. Throws
/// std::runtime_error.
void writeProfile(const nlohmann::ordered_json &profile,
                  const std::string &path);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_WRITEPROFILE_H
