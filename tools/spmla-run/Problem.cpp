//===- Problem.cpp - A seeded attention problem ---------------------------===//

#include "Problem.h"

#include "CacheWriter.h"
#include "QueryWriter.h"
#include "Random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

using namespace spmla::run;

namespace {
// Codes of the fp8 formats then have a standard deviation of 27: every exponent
// of e4m3 occurs, and nothing saturates. Not a power of two, so that a scale
// that is lost or applied twice shows.
constexpr float KvScaleWhole = 0.037f;
constexpr float ScaleHostPart = 0.37f;

// The shifts of the logits lie in the last columns: that many, and that large
// in rows, keep q's largest value within 3000 standard deviations of q, so that
// the terms of an fp8 q still tell its other values.
constexpr int ShiftColumns = 32;
constexpr double ShiftAmplitude = 8;

constexpr uint32_t PoisonPattern = 0xffffffff;
constexpr int64_t MostInvalidBeyond = 1000;
constexpr uint64_t QStream = uint64_t(1) << 40, ListStream = uint64_t(1) << 41;

/// Values of a row in the shift columns, ShiftAmplitude in the mean: all
/// different, so that they round differently where they are V, and at most 13,
/// which the KV scale makes 340 of e4m3's 448.
double shiftValue(int column) {
  return ShiftAmplitude * (0.5625 + 0.875 * column / (ShiftColumns - 1));
}

class Builder {
public:
  explicit Builder(const ProblemSpec &spec) { problem.spec = spec; }

  Problem build() {
    check();
    placeTensors();
    placeCache();
    chooseKvScale();
    writeQ();
    writeLists();
    writeRows();
    return std::move(problem);
  }

private:
  const ProblemSpec &spec() const { return problem.spec; }

  void check() const {
    auto require = [](bool holds, const std::string &what,
                      const std::string &wanted, const std::string &got) {
      if (!holds)
        throw std::invalid_argument("expects " + what + " to be " + wanted +
                                    ", got " + got);
    };
    require(!spec().lengths.empty(), "lengths", "a list", "nothing");
    for (int64_t length : spec().lengths)
      require(length >= 0, "a length", "at least 0", std::to_string(length));
    bool fits = spec().slots > slotsNeeded() || listedSlots() == 0;
    require(fits, "slots",
            "at least " + std::to_string(slotsNeeded() + 1) +
                " in this scenario",
            std::to_string(spec().slots));
    require(listedSlots() <= std::numeric_limits<int32_t>::max(),
            "the sum of all lengths", "at most 2147483647",
            std::to_string(listedSlots()));
  }

  /// The largest class that the scenario picks from.
  int64_t slotsNeeded() const {
    switch (spec().scenario) {
    case Scenario::NegativeFirst:
      return 1;
    case Scenario::LateJump:
    case Scenario::Extremes:
    case Scenario::NanRow:
      return 2;
    default:
      return -1;
    }
  }

  int64_t lengthOf(int64_t query) const {
    return spec().lengths[size_t(query) % spec().lengths.size()];
  }

  int64_t listedSlots() const {
    int64_t sum = 0;
    for (int64_t query = 0; query != spec().queries; ++query)
      sum += lengthOf(query);
    return sum;
  }

  /// A tensor [C, H, width]; the pads keep rows aligned to 16 bytes, and differ
  /// between tensors so that no stride serves for another.
  TensorLayout place(int64_t width, int64_t headPad, int64_t queryPad) const {
    int64_t heads = spec().heads, queries = spec().queries;
    switch (spec().layout) {
    case Layout::Packed:
      return {heads * width, width};
    case Layout::Padded:
      return {heads * (width + headPad) + queryPad, width + headPad};
    case Layout::HeadsFirst:
      return {width, queries * width};
    }
    throw std::logic_error("unknown layout");
  }

  int64_t elements(const TensorLayout &layout, int64_t width) const {
    if (spec().queries == 0)
      return 0;
    return layout.at(spec().queries - 1, spec().heads - 1) + width;
  }

  void placeTensors() {
    int64_t columns = spec().row.columns(), value = spec().row.value;
    problem.qLayout = place(columns, 16, 16);
    problem.outLayout = place(value, 8, 24);
    problem.lseLayout = place(1, 2, 5);
    problem.q = Image(elementBytes(spec().qEncoding) *
                          elements(problem.qLayout, columns),
                      PoisonPattern);
    problem.out = Image(elementBytes(spec().outEncoding) *
                            elements(problem.outLayout, value),
                        UnwrittenPattern);
    problem.lse = Image(4 * elements(problem.lseLayout, 1), UnwrittenPattern);
  }

  void placeCache() {
    bool padded = spec().layout != Layout::Packed;
    problem.rowStride =
        spec().row.bytes() + (padded ? spec().cacheStrideAlignment : 0);
    problem.pageStride = spec().pageSize * problem.rowStride;
    if (padded && spec().pageSize > 1)
      problem.pageStride += 320;
    int64_t size = 0;
    if (spec().slots)
      size = problem.rowOffset(spec().slots - 1) + spec().row.bytes();
    problem.cache = SparseImage(size);
  }

  /// A scale that is `whole` up to rounding.
  static Scale makeScale(ScalePlace place, float whole) {
    Scale scale;
    float device = 1;
    if (place == ScalePlace::Device)
      device = whole;
    else if (place == ScalePlace::Host)
      scale.host = whole;
    else
      device = whole / ScaleHostPart, scale.host = ScaleHostPart;
    if (place != ScalePlace::Host) {
      scale.device = Image(sizeof device, PoisonPattern);
      scale.device.set(0, device);
    }
    scale.product = double(device) * double(scale.host);
    return scale;
  }

  void chooseKvScale() {
    if (spec().row.format != SPMLA_CACHE_BF16)
      problem.kvScale = makeScale(spec().kvScale, KvScaleWhole);
  }

  double largestShift() const {
    double largest = 0;
    for (int slotClass = 0; slotClass != PoisonClass; ++slotClass)
      largest =
          std::max(largest, std::fabs(logitShift(spec().scenario, slotClass)));
    return largest;
  }

  /// Rows have a standard deviation of 1, so q's sets that of the logits. In
  /// the shift columns q is as large as the largest shift asks for, and rows
  /// have a factor from -1 to 1.
  std::vector<double> queryValues() const {
    const int columns = spec().row.columns();
    double deviation =
        spec().logitStd / (spec().softmaxScale * std::sqrt(double(columns)));
    double shift =
        largestShift() / (spec().softmaxScale * ShiftColumns * ShiftAmplitude);
    Random random(spec().seed, QStream);
    std::vector<double> values;
    values.reserve(size_t(spec().queries * spec().heads * columns));
    for (int64_t row = 0; row != spec().queries * spec().heads; ++row)
      for (int column = 0; column != columns; ++column) {
        double value = deviation * random.gaussian();
        if (spec().scenario == Scenario::ZeroQ)
          value = 0;
        else if (shift != 0 && column >= columns - ShiftColumns)
          value = shift;
        values.push_back(value);
      }
    return values;
  }

  void writeQ() {
    const int columns = spec().row.columns();
    const std::vector<double> values = queryValues();
    if (spec().qEncoding != SPMLA_ENCODING_BF16)
      problem.qScale = makeScale(spec().qScale, queryScale(values));
    const double *row = values.data();
    for (int64_t query = 0; query != spec().queries; ++query)
      for (int64_t head = 0; head != spec().heads; ++head, row += columns)
        writeQuery(spec().qEncoding, row, columns, problem.qScale.product,
                   problem.q, problem.qLayout.at(query, head));
  }

  /// Slots of a class: slotClass, slotClass + 4, ...
  int64_t slotsOfClass(int slotClass) const {
    return (spec().slots - slotClass + SlotClasses - 1) / SlotClasses;
  }

  int64_t nanSlot() const { return 2 + SlotClasses * (slotsOfClass(2) - 1); }

  int32_t invalidEntry(Random &random) const {
    constexpr int32_t Least = std::numeric_limits<int32_t>::min(),
                      Most = std::numeric_limits<int32_t>::max();
    // A slot number beyond the last that an i32 holds wraps to a negative one,
    // which is as invalid.
    auto narrow = [](int64_t value) { return int32_t(uint32_t(value)); };
    switch (random.below(7)) {
    case 0:
      return -1;
    case 1:
      return -int32_t(random.below(MostInvalidBeyond)) - 2;
    case 2:
      return Least;
    case 3:
      return Least + int32_t(random.below(MostInvalidBeyond));
    case 4:
      return narrow(spec().slots);
    case 5:
      return narrow(std::min<int64_t>(
          spec().slots + int64_t(random.below(MostInvalidBeyond)), Most));
    default:
      return spec().slots <= Most ? Most : Least;
    }
  }

  int32_t validEntry(Random &random, int64_t query, int64_t position) const {
    int64_t length = lengthOf(query);
    if (spec().scenario == Scenario::NanRow && query % 2 &&
        position == length / 2)
      return int32_t(nanSlot());
    int slotClass = classAt(spec().scenario, position, length);
    if (slotClass < 0)
      slotClass = int(
          random.below(uint64_t(std::min<int64_t>(PoisonClass, spec().slots))));
    int64_t count = slotsOfClass(slotClass);
    if (spec().scenario == Scenario::Duplicates)
      count = 1;
    int64_t pick = int64_t(random.below(uint64_t(count)));
    // The ends of the cache are listed too.
    if (query == 0 && position < 3)
      pick = 0;
    else if (query == 0 && position < 6)
      pick = count - 1;
    return int32_t(slotClass + SlotClasses * pick);
  }

  void writeLists() {
    problem.indptr = Image(4 * (spec().queries + 1), 0x7fffffff);
    int64_t total = listedSlots();
    // Behind the list: a legal slot whose row is poison, or if there is none,
    // one that is out of range.
    uint32_t decoy = spec().slots > PoisonClass ? PoisonClass : 0x7fffffff;
    problem.indices = Image(4 * total, decoy);
    int64_t next = 0;
    problem.indptr.set(0, int32_t(0));
    for (int64_t query = 0; query != spec().queries; ++query) {
      Random random(spec().seed, ListStream + uint64_t(query));
      std::vector<int32_t> list;
      for (int64_t position = 0; position != lengthOf(query); ++position) {
        bool invalid = spec().slots == 0 ||
                       invalidAt(spec().scenario, query, position) ||
                       random.uniform() < spec().invalid;
        list.push_back(invalid ? invalidEntry(random)
                               : validEntry(random, query, position));
        problem.indices.set(next++, list.back());
      }
      problem.indptr.set(query + 1, int32_t(next));
      problem.lists.push_back(std::move(list));
    }
  }

  void writeRows() {
    std::set<int32_t> slots;
    for (const std::vector<int32_t> &list : problem.lists)
      for (int32_t slot : list)
        if (problem.isValid(slot))
          slots.insert(slot);
    std::vector<uint8_t> row(size_t(spec().row.bytes()));
    for (int32_t slot : slots) {
      std::vector<double> values = rowValues(slot);
      writeRow(spec().row, values.data(), problem.kvScale.product, row.data());
      problem.cache.write(problem.rowOffset(slot), row.data(),
                          int64_t(row.size()));
    }
  }

  std::vector<double> rowValues(int32_t slot) const {
    size_t columns = size_t(spec().row.columns());
    std::vector<double> values(columns);
    if (spec().scenario == Scenario::ZeroQ) {
      // A small multiple of the scale: exact in every format.
      std::fill_n(values.begin(), spec().row.value,
                  (1 + slot % 13) * problem.kvScale.product);
      return values;
    }
    Random random(spec().seed, uint64_t(slot));
    for (double &value : values)
      value = random.gaussian();
    if (double largest = largestShift()) {
      double factor = logitShift(spec().scenario, slot % SlotClasses) / largest;
      for (int column = 0; column != ShiftColumns; ++column)
        values[columns - ShiftColumns + size_t(column)] =
            factor * shiftValue(column);
    }
    if (spec().scenario == Scenario::NanRow && slot == nanSlot())
      values[7] = std::numeric_limits<double>::quiet_NaN();
    return values;
  }

  Problem problem;
};
} // namespace

int64_t Problem::listedSlots() const {
  int64_t sum = 0;
  for (const std::vector<int32_t> &list : lists)
    sum += int64_t(list.size());
  return sum;
}

Problem spmla::run::buildProblem(const ProblemSpec &spec) {
  return Builder(spec).build();
}
