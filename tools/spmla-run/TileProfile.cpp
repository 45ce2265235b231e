//===- TileProfile.cpp - What a kernel does per tile ----------------------===//

#include "TileProfile.h"

#include "AdoptKernel.h"
#include "Launcher.h"
#include "ProfileSession.h"

#include <algorithm>

using namespace spmla;
using namespace spmla::run;
using nlohmann::ordered_json;

namespace {
ordered_json profileRow(ProblemSpec spec, int64_t length, const Device &device,
                        const Kernel &kernel, bool withLse) {
  spec.queries = 1;
  spec.lengths = {length};
  Problem problem = buildProblem(spec);
  Launcher launcher(problem, device, kernel);
  ProfileSession session(device.hip());
  launcher.launch(withLse);
  return session.take().at("kernels").at(0);
}

/// (longer - shorter) / parts of every counter.
ordered_json perPart(const ordered_json &longer, const ordered_json &shorter,
                     double parts) {
  ordered_json result = ordered_json::object();
  for (const auto &[name, value] : longer.items()) {
    double difference = value.get<double>() - shorter.value(name, 0.0);
    if (difference != 0)
      result[name] = difference / parts;
  }
  return result;
}
} // namespace

TileRows spmla::run::chooseTileRows(int64_t longest, int64_t tile) {
  constexpr int64_t leastTiles = 8;
  int64_t tiles = std::max((longest + tile - 1) / tile, leastTiles);
  return {(tiles + 1) / 2 * tile, tiles * tile};
}

ordered_json spmla::run::profileTiles(ProblemSpec spec, const Device &device,
                                      const Kernel &kernel, bool withLse) {
  int64_t tile = keyOf(kernel.info()).keyTile;
  TileRows rows = chooseTileRows(
      *std::max_element(spec.lengths.begin(), spec.lengths.end()), tile);
  ordered_json longer = profileRow(spec, rows.longer, device, kernel, withLse);
  ordered_json shorter =
      profileRow(spec, rows.shorter, device, kernel, withLse);
  auto workgroups = longer.at("workgroups").get<int64_t>();
  double tiles = double((rows.longer - rows.shorter) / tile);
  double parts = tiles * double(workgroups);

  ordered_json result;
  result["tokens"] = tile;
  result["rows"] = {rows.shorter, rows.longer};
  result["workgroups"] = workgroups;
  result["waves"] = longer.at("waves");
  for (const char *lines : {"distinct_lines_read", "distinct_lines_written"})
    result[lines] =
        (longer.at(lines).get<double>() - shorter.at(lines).get<double>()) /
        tiles;
  result["total"] = perPart(longer.at("total"), shorter.at("total"), parts);
  for (const auto &[name, counters] : longer.at("classes").items())
    result["classes"][name] =
        perPart(counters, shorter.at("classes").at(name), parts);
  return result;
}
