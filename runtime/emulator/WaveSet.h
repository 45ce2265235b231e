//===- WaveSet.h - The waves of a workgroup -------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_WAVESET_H
#define SPMLA_EMULATOR_WAVESET_H

#include "Launch.h"

#include <new>

namespace spmla {
namespace emu {

// What registers, LDS and private memory hold before anything is written: NaN
// as f32, f16 and bf16, far out of range as an index or address, so that a
// kernel that relies on it does not look right by accident.
constexpr uint32_t kUndefined = 0xfff7fff7u;

// The state of one workgroup: its waves, their private memory, and LDS. Used
// for many workgroups, one after the other.
class WaveSet {
public:
  // `undefined` stands for kUndefined. `config` and `memory` outlive the set.
  WaveSet(const LaunchConfig &config, uint64_t kernargAddress,
          uint64_t packetAddress, const MemorySnapshot &memory,
          uint32_t undefined);
  WaveSet(const WaveSet &) = delete;
  WaveSet &operator=(const WaveSet &) = delete;

  // Workgroup `id` begins: registers as the ABI says.
  void start(const Dim3 &id);
  size_t size() const { return waves.size(); }
  Wave &operator[](size_t i) { return *waves[i]; }

private:
  struct Deallocate {
    void operator()(Wave *w) const {
      ::operator delete(w, std::align_val_t(alignof(Wave)));
    }
  };
  void start(Wave &w, unsigned index, const Dim3 &id);

  const LaunchConfig &config;
  const Kernel &kernel;
  CodeView code;
  uint64_t kernargAddress, packetAddress;
  uint32_t undefined;
  Workgroup group;
  std::vector<uint8_t> lds;
  std::vector<std::unique_ptr<Wave, Deallocate>> waves;
  std::vector<std::vector<uint8_t>> scratch;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_WAVESET_H
