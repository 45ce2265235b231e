//===- Global.cpp - global, flat and scratch accesses ---------------------===//
//
// Operands: dst[0] or src[2] data, src[0] vector address, src[1] scalar address
// (either may be absent).
//
//===----------------------------------------------------------------------===//

#include "Address.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

template <Part P, unsigned N> Next execLoad(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  if (!checkLanes(w, a, partBytes<P>(N)))
    return Next::Fault;
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l])
      loadLane<P, N>(w, in.dst[0].index, l, hostPointer(a.at[l]));
  return Next::Continue;
}

template <Part P, unsigned N, bool High>
Next execStore(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  if (!checkLanes(w, a, partBytes<P>(N)))
    return Next::Fault;
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l])
      storeLane<P, N, High>(w, in.src[2].index, l, hostPointer(a.at[l]));
  return Next::Continue;
}

// LDS byte = M0 + offset + lane * size; the offset counts on both sides.
template <Part P, unsigned N> Next execLoadLds(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  if (!checkLanes(w, a, partBytes<P>(N)))
    return Next::Fault;
  constexpr unsigned size = P == Part::Dwords ? 4 * N : 4;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint64_t to = uint64_t(w.s[kM0]) + static_cast<uint32_t>(in.imm) + l * size;
    if (to + size > w.group->ldsBytes)
      return fault(w, FaultKind::OutsideLds, l, to, size);
    if constexpr (P == Part::Dwords)
      __builtin_memcpy(w.group->lds + to, hostPointer(a.at[l]), size);
    else
      storeDword(w.group->lds + to, loadPart<P>(hostPointer(a.at[l])));
  }
  return Next::Continue;
}

// Private memory of one lane.
uint8_t *scratchPointer(Wave &w, unsigned l, uint64_t offset, unsigned bytes) {
  if (offset + bytes > w.scratchBytes || offset + bytes < offset) {
    fault(w, FaultKind::OutsideScratch, l, offset, bytes);
    return nullptr;
  }
  return w.scratch + static_cast<size_t>(l) * w.scratchBytes + offset;
}

// Host pointer behind a flat address, or null with the fault set.
uint8_t *flatPointer(Wave &w, unsigned l, uint64_t address, unsigned bytes) {
  uint32_t high = static_cast<uint32_t>(address >> 32);
  uint64_t low = static_cast<uint32_t>(address);
  if (high == kSharedApertureHi) {
    if (low + bytes <= w.group->ldsBytes)
      return w.group->lds + low;
    fault(w, FaultKind::OutsideLds, l, low, bytes);
    return nullptr;
  }
  if (high == kPrivateApertureHi)
    return scratchPointer(w, l, low, bytes);
  if (isAllocated(w, address, bytes))
    return hostPointer(address);
  fault(w, FaultKind::OutsideAllocations, l, address, bytes);
  return nullptr;
}

template <Part P, unsigned N>
Next execFlatLoad(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    const uint8_t *from = flatPointer(w, l, a.at[l], partBytes<P>(N));
    if (!from)
      return Next::Fault;
    loadLane<P, N>(w, in.dst[0].index, l, from);
  }
  return Next::Continue;
}
template <Part P, unsigned N, bool High>
Next execFlatStore(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint8_t *to = flatPointer(w, l, a.at[l], partBytes<P>(N));
    if (!to)
      return Next::Fault;
    storeLane<P, N, High>(w, in.src[2].index, l, to);
  }
  return Next::Continue;
}

// Scratch offsets: 32-bit vector, scalar and immediate parts.
template <Part P, unsigned N>
Next execScratchLoad(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    const uint8_t *from = scratchPointer(w, l, a.at[l], partBytes<P>(N));
    if (!from)
      return Next::Fault;
    loadLane<P, N>(w, in.dst[0].index, l, from);
  }
  return Next::Continue;
}
template <Part P, unsigned N, bool High>
Next execScratchStore(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint8_t *to = scratchPointer(w, l, a.at[l], partBytes<P>(N));
    if (!to)
      return Next::Fault;
    storeLane<P, N, High>(w, in.src[2].index, l, to);
  }
  return Next::Continue;
}

Type registersType(unsigned dwords) {
  return dwords == 1   ? Type::B32
         : dwords == 2 ? Type::B64
         : dwords == 3 ? Type::Regs3
                       : Type::Regs4;
}

void load(Registry &r, const char *name, ExecFn fn, Format format,
          unsigned dwords) {
  OpInfo info;
  info.fn = fn;
  info.format = format;
  info.cls = InstClass::VmemLoad;
  info.numDsts = 1;
  info.dsts[0] = registersType(dwords);
  vop(r, name, info);
}
void store(Registry &r, const char *name, ExecFn fn, Format format,
           unsigned dwords) {
  OpInfo info;
  info.fn = fn;
  info.format = format;
  info.cls = InstClass::VmemStore;
  info.numSrcs = 1;
  info.srcs[0] = registersType(dwords);
  vop(r, name, info);
}
void loadLds(Registry &r, const char *name, ExecFn fn) {
  OpInfo info;
  info.fn = fn;
  info.format = Format::Global;
  info.cls = InstClass::VmemLoad;
  vop(r, name, info, kOpLdsDma);
}

// The same names under three prefixes.
#define ACCESSES(PREFIX, FORMAT, LOAD, STORE)                                  \
  load(r, PREFIX "_load_dword", &LOAD<Part::Dwords, 1>, FORMAT, 1);            \
  load(r, PREFIX "_load_dwordx2", &LOAD<Part::Dwords, 2>, FORMAT, 2);          \
  load(r, PREFIX "_load_dwordx3", &LOAD<Part::Dwords, 3>, FORMAT, 3);          \
  load(r, PREFIX "_load_dwordx4", &LOAD<Part::Dwords, 4>, FORMAT, 4);          \
  load(r, PREFIX "_load_ubyte", &LOAD<Part::U8, 1>, FORMAT, 1);                \
  load(r, PREFIX "_load_sbyte", &LOAD<Part::I8, 1>, FORMAT, 1);                \
  load(r, PREFIX "_load_ushort", &LOAD<Part::U16, 1>, FORMAT, 1);              \
  load(r, PREFIX "_load_sshort", &LOAD<Part::I16, 1>, FORMAT, 1);              \
  load(r, PREFIX "_load_ubyte_d16", &LOAD<Part::U8Low, 1>, FORMAT, 1);         \
  load(r, PREFIX "_load_ubyte_d16_hi", &LOAD<Part::U8High, 1>, FORMAT, 1);     \
  load(r, PREFIX "_load_sbyte_d16", &LOAD<Part::I8Low, 1>, FORMAT, 1);         \
  load(r, PREFIX "_load_sbyte_d16_hi", &LOAD<Part::I8High, 1>, FORMAT, 1);     \
  load(r, PREFIX "_load_short_d16", &LOAD<Part::U16Low, 1>, FORMAT, 1);        \
  load(r, PREFIX "_load_short_d16_hi", &LOAD<Part::U16High, 1>, FORMAT, 1);    \
  store(r, PREFIX "_store_dword", &STORE<Part::Dwords, 1, false>, FORMAT, 1);  \
  store(r, PREFIX "_store_dwordx2", &STORE<Part::Dwords, 2, false>, FORMAT,    \
        2);                                                                    \
  store(r, PREFIX "_store_dwordx3", &STORE<Part::Dwords, 3, false>, FORMAT,    \
        3);                                                                    \
  store(r, PREFIX "_store_dwordx4", &STORE<Part::Dwords, 4, false>, FORMAT,    \
        4);                                                                    \
  store(r, PREFIX "_store_byte", &STORE<Part::U8, 1, false>, FORMAT, 1);       \
  store(r, PREFIX "_store_short", &STORE<Part::U16, 1, false>, FORMAT, 1);     \
  store(r, PREFIX "_store_byte_d16_hi", &STORE<Part::U8, 1, true>, FORMAT, 1); \
  store(r, PREFIX "_store_short_d16_hi", &STORE<Part::U16, 1, true>, FORMAT, 1)

} // namespace

void registerGlobal(Registry &r) {
  ACCESSES("global", Format::Global, execLoad, execStore);
  ACCESSES("flat", Format::Flat, execFlatLoad, execFlatStore);
  ACCESSES("scratch", Format::Scratch, execScratchLoad, execScratchStore);
  loadLds(r, "global_load_lds_dword", &execLoadLds<Part::Dwords, 1>);
  loadLds(r, "global_load_lds_dwordx3", &execLoadLds<Part::Dwords, 3>);
  loadLds(r, "global_load_lds_dwordx4", &execLoadLds<Part::Dwords, 4>);
  loadLds(r, "global_load_lds_ubyte", &execLoadLds<Part::U8, 1>);
  loadLds(r, "global_load_lds_sbyte", &execLoadLds<Part::I8, 1>);
  loadLds(r, "global_load_lds_ushort", &execLoadLds<Part::U16, 1>);
  loadLds(r, "global_load_lds_sshort", &execLoadLds<Part::I16, 1>);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
