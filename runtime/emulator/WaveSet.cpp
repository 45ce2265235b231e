//===- WaveSet.cpp - The waves of a workgroup -----------------------------===//

#include "WaveSet.h"

#include <algorithm>
#include <cstring>

namespace spmla {
namespace emu {

namespace {

// For a stack whose depth the compiler does not know.
constexpr uint32_t kDynamicStackBytes = 16384;

} // namespace

WaveSet::WaveSet(const LaunchConfig &config, uint64_t kernargAddress,
                 uint64_t packetAddress, const MemorySnapshot &memory,
                 uint32_t undefined)
    : config(config), kernel(*config.kernel),
      code(kernel.program->view(config.loadBase)),
      kernargAddress(kernargAddress), packetAddress(packetAddress),
      undefined(undefined) {
  // Room for a full word, so that filling it needs no special end.
  lds.resize((config.ldsBytes() + 3) / 4 * 4);
  group.lds = lds.data();
  group.ldsBytes = config.ldsBytes();
  group.ranges = memory.ranges.data();
  group.numRanges = memory.ranges.size();
  group.fnuz = config.arch->fp8IsFnuz;
  unsigned count = (config.workitems() + kLanes - 1) / kLanes;
  uint32_t scratchBytes = kernel.descriptor.scratchBytes;
  if (kernel.metadata.usesDynamicStack)
    scratchBytes += kDynamicStackBytes;
  for (unsigned i = 0; i < count; ++i) {
    void *p = ::operator new(sizeof(Wave), std::align_val_t(alignof(Wave)));
    waves.emplace_back(static_cast<Wave *>(p));
    scratch.emplace_back(size_t(scratchBytes) * kLanes);
    Wave &w = *waves.back();
    w.code = &code;
    w.group = &group;
    w.waveInGroup = i;
    w.scratch = scratch.back().data();
    w.scratchBytes = scratchBytes;
    w.recent[0] = w.recent[1] = MemoryRange();
    w.mask = w.execRow;
  }
}

void WaveSet::start(const Dim3 &id) {
  std::fill_n(reinterpret_cast<uint32_t *>(lds.data()), lds.size() / 4,
              undefined);
  for (unsigned i = 0; i < waves.size(); ++i)
    start(*waves[i], i, id);
}

void WaveSet::start(Wave &w, unsigned index, const Dim3 &id) {
  const KernelDescriptor &d = kernel.descriptor;
  auto poison = [&](unsigned first, unsigned last) {
    std::fill_n(&w.v[first][0], size_t(last - first) * kLanes, undefined);
  };
  unsigned archVgprs = std::min({d.vgprs(), d.firstAccVgpr(), kAccBase});
  unsigned accVgprs = std::min(d.vgprs() - archVgprs, kAccBase);
  poison(0, archVgprs);
  poison(kAccBase, kAccBase + accVgprs);
  std::fill(std::begin(w.s), std::end(w.s), undefined);
  std::fill(std::begin(w.executed), std::end(w.executed), 0);
  std::fill_n(w.scratch, size_t(w.scratchBytes) * kLanes,
              static_cast<uint8_t>(undefined));
  w.s[kScc] = 0;
  w.pc = kernel.entry;
  w.mode = d.mode();
  w.fault = Fault();

  // User SGPRs, in the order of the ABI.
  unsigned s = 0;
  auto push = [&](uint32_t value) {
    if (s < kNumSgprs)
      w.s[s++] = value;
  };
  auto push64 = [&](uint64_t value) {
    push(static_cast<uint32_t>(value));
    push(static_cast<uint32_t>(value >> 32));
  };
  if (d.hasDispatchPtr())
    push64(packetAddress);
  if (d.hasQueuePtr())
    push64(0); // using it faults
  if (d.hasKernargPtr())
    push64(kernargAddress);
  if (d.hasDispatchId())
    push64(0);
  if (d.hasPrivateSegmentSize())
    push(w.scratchBytes);
  for (unsigned i = 0; i < d.preloadDwords(); ++i) {
    uint32_t value = 0;
    uint64_t offset = 4ull * (d.preloadOffset() + i);
    if (offset + 4 <= kernel.metadata.kernargSize)
      std::memcpy(&value,
                  reinterpret_cast<const uint8_t *>(kernargAddress) + offset,
                  sizeof(value));
    push(value);
  }
  s = d.userSgprs();
  for (unsigned dim = 0; dim < 3; ++dim)
    if (d.hasWorkgroupId(dim))
      push(id[dim]);

  // Work-item ids, packed x | y << 10 | z << 20, and the lanes that exist.
  uint64_t exec = 0;
  std::fill(std::begin(w.execRow), std::end(w.execRow), 0);
  const Dim3 &b = config.block;
  for (unsigned l = 0; l < kLanes; ++l) {
    uint32_t item = index * kLanes + l;
    if (item >= config.workitems())
      break;
    exec |= uint64_t(1) << l;
    w.execRow[l] = ~0u;
    w.v[0][l] =
        item % b[0] | item / b[0] % b[1] << 10 | item / (b[0] * b[1]) << 20;
  }
  w.s[kExec] = static_cast<uint32_t>(exec);
  w.s[kExec + 1] = static_cast<uint32_t>(exec >> 32);
}

} // namespace emu
} // namespace spmla
