//===- TileProfile.h - What a kernel does per tile --------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_TILEPROFILE_H
#define SPMLA_TOOLS_RUN_TILEPROFILE_H

#include "Device.h"
#include "Problem.h"

#include <nlohmann/json.hpp>

namespace spmla {
namespace run {

/// Two row lengths, whole numbers of tiles.
struct TileRows {
  int64_t shorter, longer;
};

/// The longer one is `longest` rounded up, but at least 8 tiles, so that both
/// rows are past a kernel's prologue; the shorter one has half the tiles.
TileRows chooseTileRows(int64_t longest, int64_t tile);

/// Profiles the kernel on one query with a row of either length, otherwise as
/// `spec` says, and divides the difference by the tiles between. Counters are
/// those of one workgroup; distinct lines those of all that share the tile:
///   {"tokens": of a tile, "rows": [shorter, longer],
///    "workgroups", "waves": of either launch,
///    "distinct_lines_read", "distinct_lines_written",
///    "total": COUNTERS, "classes": {CLASS: COUNTERS}}
nlohmann::ordered_json profileTiles(ProblemSpec spec, const Device &device,
                                    const Kernel &kernel, bool withLse);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_TILEPROFILE_H
