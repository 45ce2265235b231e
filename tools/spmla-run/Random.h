//===- Random.h - Reproducible random numbers -------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_RANDOM_H
#define SPMLA_TOOLS_RUN_RANDOM_H

#include <cmath>
#include <cstdint>

namespace spmla {
namespace run {

/// splitmix64 (Steele, Lea, Flood 2014): the same numbers with every standard
/// library, and streams that are cheap to start, one for each cache row.
class Random {
public:
  Random(uint64_t seed, uint64_t stream)
      : state(seed * 0x9e3779b97f4a7c15 + stream * 0xd1342543de82ef95) {
    next();
  }

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }

  /// In [0, bound); the bias of the modulo is below 2^-32 for 32-bit bounds.
  uint64_t below(uint64_t bound) { return next() % bound; }

  /// In [0, 1).
  double uniform() { return double(next() >> 11) * 0x1p-53; }

  /// Mean 0, standard deviation 1 (Box and Muller, who give two at a time).
  double gaussian() {
    if (hasSecond) {
      hasSecond = false;
      return second;
    }
    double radius = std::sqrt(-2 * std::log(1 - uniform()));
    double angle = 6.283185307179586 * uniform();
    second = radius * std::sin(angle);
    hasSecond = true;
    return radius * std::cos(angle);
  }

private:
  uint64_t state;
  double second = 0;
  bool hasSecond = false;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_RANDOM_H
