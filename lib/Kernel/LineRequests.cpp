//===- LineRequests.cpp - What a tile's gathers ask memory for ------------===//
//
// The addresses are those of lib/Conversion/SpMLAToROCDL/LoadPatterns.cpp, in
// the order in which the tile loop asks for them;
// test/Codegen/executed-lines.test compares the counts with what the shipped
// kernels execute.
//
//===----------------------------------------------------------------------===//

#include "spmla/Kernel/LineRequests.h"

#include "spmla/Kernel/KernelSpec.h"
#include "spmla/Kernel/TargetLimits.h"

#include <array>
#include <set>
#include <vector>

namespace spmla {

namespace {

constexpr int64_t LINE_BYTES = 128;
/// A request of an MFMA operand takes so much of every row.
constexpr int64_t HALF_BYTES = LINE_BYTES / 2;
/// What a lane loads, and the rows of an MFMA.
constexpr int64_t LANE_BYTES = 16;
constexpr int64_t BLOCK_ROWS = 16;

/// Where each lane's bytes begin.
using Request = std::array<int64_t, WAVE_SIZE>;

/// The gathers of one wave and one step of the tile loop.
class WaveGathers {
public:
  WaveGathers(const KernelSpec &spec, bool hasOddRows)
      : spec(spec), hasOddRows(hasOddRows),
        columnBytes(rowBytes(spec) / (spec.latent + spec.rope)) {}

  std::vector<Request> collect() {
    switch (spec.gather) {
    case Gather::row:
      gatherRows();
      gatherHalves(0, spec.latent * columnBytes, rowBytes(spec));
      break;
    case Gather::half:
      gatherOperands();
      break;
    case Gather::line:
      gatherLines();
      break;
    }
    return std::move(requests);
  }

private:
  /// First byte of row `row` of the wave.
  int64_t address(int64_t row) const {
    return (2 * row + hasOddRows) * rowBytes(spec);
  }

  template <typename AddressOf> void add(AddressOf addressOf) {
    Request &request = requests.emplace_back();
    for (int64_t lane = 0; lane < WAVE_SIZE; ++lane)
      request[lane] = addressOf(lane);
  }

  /// The latent columns of one row, or of rows i and i + 8 where two fit.
  void gatherRows() {
    int64_t latentBytes = spec.latent * columnBytes;
    int64_t lanes = latentBytes / LANE_BYTES;
    int64_t rowsPerRequest = WAVE_SIZE / lanes;
    int64_t count = BLOCK_ROWS / rowsPerRequest;
    for (int64_t i = 0; i < count; ++i)
      add([&](int64_t lane) {
        return address(i + lane / lanes * count) + lane % lanes * LANE_BYTES;
      });
  }

  /// Bytes [first, end) of the sixteen rows of a block, 64 per request.
  void gatherHalves(int64_t block, int64_t first, int64_t end) {
    for (int64_t byte = first; byte < end; byte += HALF_BYTES)
      add([&](int64_t lane) {
        return address(BLOCK_ROWS * block + lane % BLOCK_ROWS) + byte +
               lane / BLOCK_ROWS * LANE_BYTES;
      });
  }

  /// Two blocks take turns, a chunk of columns each. The rope columns may as
  /// well come first: between two blocks they meet no half of theirs.
  void gatherOperands() {
    int64_t blocks = spec.keyTile / spec.waves / BLOCK_ROWS;
    int64_t latentBytes = spec.latent * columnBytes;
    int64_t chunk = blocks > 1 ? LINE_BYTES : latentBytes;
    for (int64_t first = 0; first < latentBytes; first += chunk)
      for (int64_t block = 0; block < blocks; ++block)
        gatherHalves(block, first, first + chunk);
    for (int64_t block = 0; block < blocks; ++block)
      gatherHalves(block, latentBytes, rowBytes(spec));
  }

  /// Lines of eight rows, then the half line at the end of even rows or at the
  /// beginning of odd ones.
  void gatherLines() {
    constexpr int64_t lanes = LINE_BYTES / LANE_BYTES;
    constexpr int64_t rows = WAVE_SIZE / lanes;
    int64_t lineCount = rowBytes(spec) / LINE_BYTES;
    auto isOdd = [&](int64_t row) {
      return address(row) % LINE_BYTES == HALF_BYTES;
    };
    for (int64_t line = 0; line < lineCount; ++line)
      for (int64_t first = 0; first < BLOCK_ROWS; first += rows)
        add([&](int64_t lane) {
          int64_t row = first + lane / lanes;
          return address(row) + (isOdd(row) ? HALF_BYTES : 0) +
                 line * LINE_BYTES + lane % lanes * LANE_BYTES;
        });
    add([&](int64_t lane) {
      int64_t row = lane % BLOCK_ROWS;
      return address(row) + (isOdd(row) ? 0 : lineCount * LINE_BYTES) +
             lane / BLOCK_ROWS * LANE_BYTES;
    });
  }

  const KernelSpec &spec;
  bool hasOddRows;
  int64_t columnBytes;
  std::vector<Request> requests;
};

std::set<int64_t> linesOf(const Request &request) {
  std::set<int64_t> lines;
  for (int64_t first : request)
    lines.insert(first / LINE_BYTES);
  return lines;
}

} // namespace

LineRequests countLineRequests(const KernelSpec &spec, bool hasOddRows) {
  LineRequests ofWave = {0, 0};
  std::set<int64_t> before;
  for (const Request &request : WaveGathers(spec, hasOddRows).collect()) {
    std::set<int64_t> lines = linesOf(request);
    ofWave.perLoad += lines.size();
    for (int64_t line : lines)
      ofWave.merged += !before.count(line);
    before = std::move(lines);
  }
  auto perTile = [&](int count) {
    return count * spec.waves * 64 / spec.keyTile;
  };
  return {perTile(ofWave.perLoad), perTile(ofWave.merged)};
}

} // namespace spmla
