//===- PrintProfile.h - A profile as text -----------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_PRINTPROFILE_H
#define SPMLA_TOOLS_RUN_PRINTPROFILE_H

#include <nlohmann/json.hpp>
#include <string>

namespace spmla {
namespace run {

/// A table by class, totals and the annotated hot loop of each kernel of a
/// profile (ProfileSession).
std::string printProfile(const nlohmann::ordered_json &profile);

/// The figures of profileTiles.
std::string printTileProfile(const nlohmann::ordered_json &tile);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_PRINTPROFILE_H
