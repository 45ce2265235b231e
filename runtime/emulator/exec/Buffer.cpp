//===- Buffer.cpp - Buffer loads and stores -------------------------------===//
//
// Range checks are per dword: what is out of range loads 0 and stores nothing.
// What is in range must be allocated.
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

template <Part P, unsigned N> Next execLoad(Wave &w, const Instruction &in) {
  BufferAccess b;
  if (!readBuffer(w, in, b))
    return Next::Fault;
  constexpr unsigned bytes = partBytes<P>(N);
  constexpr unsigned unit = P == Part::Dwords ? 4 : bytes;
  unsigned row = in.dst[0].index;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint64_t offset = b.at(l);
    if (offset + bytes <= b.numRecords) {
      if (!isAllocated(w, b.base + offset, bytes))
        return fault(w, FaultKind::OutsideAllocations, l, b.base + offset,
                     bytes);
      loadLane<P, N>(w, row, l, hostPointer(b.base + offset));
      continue;
    }
    for (unsigned i = 0; i < bytes / unit; ++i) {
      uint64_t at = offset + i * unit;
      if (isHalf(P))
        w.v[row][l] &= isHigh(P) ? 0xffffu : 0xffff0000u;
      else
        w.v[row + i][l] = 0;
      if (at + unit > b.numRecords)
        continue;
      if (!isAllocated(w, b.base + at, unit))
        return fault(w, FaultKind::OutsideAllocations, l, b.base + at, unit);
      loadLane<P, 1>(w, row + i, l, hostPointer(b.base + at));
    }
  }
  return Next::Continue;
}

template <Part P, unsigned N, bool High>
Next execStore(Wave &w, const Instruction &in) {
  BufferAccess b;
  if (!readBuffer(w, in, b))
    return Next::Fault;
  constexpr unsigned bytes = partBytes<P>(N);
  constexpr unsigned unit = P == Part::Dwords ? 4 : bytes;
  unsigned row = in.src[3].index;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint64_t offset = b.at(l);
    for (unsigned i = 0; i < bytes / unit; ++i) {
      uint64_t at = offset + i * unit;
      if (at + unit > b.numRecords)
        continue;
      if (!isAllocated(w, b.base + at, unit))
        return fault(w, FaultKind::OutsideAllocations, l, b.base + at, unit);
      storeLane<P, 1, High>(w, row + i, l, hostPointer(b.base + at));
    }
  }
  return Next::Continue;
}

// LDS byte = M0 + offset + lane * size. Dwords out of range write 0 here;
// the hardware's behaviour is not documented, so no kernel may rely on it.
template <unsigned N> Next execLoadLds(Wave &w, const Instruction &in) {
  BufferAccess b;
  if (!readBuffer(w, in, b))
    return Next::Fault;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint64_t to = uint64_t(w.s[kM0]) + b.offset + l * 4 * N;
    if (to + 4 * N > w.group->ldsBytes)
      return fault(w, FaultKind::OutsideLds, l, to, 4 * N);
    for (unsigned i = 0; i < N; ++i) {
      uint64_t at = b.at(l) + 4 * i;
      uint32_t value = 0;
      if (at + 4 <= b.numRecords) {
        if (!isAllocated(w, b.base + at, 4))
          return fault(w, FaultKind::OutsideAllocations, l, b.base + at, 4);
        value = loadDword(hostPointer(b.base + at));
      }
      storeDword(w.group->lds + to + 4 * i, value);
    }
  }
  return Next::Continue;
}

void access(Registry &r, const char *name, ExecFn fn, InstClass cls,
            unsigned dwords, uint16_t flags = 0) {
  OpInfo info;
  info.fn = fn;
  info.format = Format::Buffer;
  info.cls = cls;
  Type type = dwords == 1   ? Type::B32
              : dwords == 2 ? Type::B64
              : dwords == 3 ? Type::Regs3
                            : Type::Regs4;
  if (cls == InstClass::VmemStore)
    info.srcs[info.numSrcs++] = type;
  else if (!(flags & kOpLdsDma))
    info.dsts[info.numDsts++] = type;
  vop(r, name, info, flags);
}
Next execNothing(Wave &, const Instruction &) { return Next::Continue; }

} // namespace

void registerBuffer(Registry &r) {
  constexpr InstClass load = InstClass::VmemLoad, store = InstClass::VmemStore;
  access(r, "buffer_load_dword", &execLoad<Part::Dwords, 1>, load, 1);
  access(r, "buffer_load_dwordx2", &execLoad<Part::Dwords, 2>, load, 2);
  access(r, "buffer_load_dwordx3", &execLoad<Part::Dwords, 3>, load, 3);
  access(r, "buffer_load_dwordx4", &execLoad<Part::Dwords, 4>, load, 4);
  access(r, "buffer_load_ubyte", &execLoad<Part::U8, 1>, load, 1);
  access(r, "buffer_load_sbyte", &execLoad<Part::I8, 1>, load, 1);
  access(r, "buffer_load_ushort", &execLoad<Part::U16, 1>, load, 1);
  access(r, "buffer_load_sshort", &execLoad<Part::I16, 1>, load, 1);
  access(r, "buffer_load_ubyte_d16", &execLoad<Part::U8Low, 1>, load, 1);
  access(r, "buffer_load_ubyte_d16_hi", &execLoad<Part::U8High, 1>, load, 1);
  access(r, "buffer_load_sbyte_d16", &execLoad<Part::I8Low, 1>, load, 1);
  access(r, "buffer_load_sbyte_d16_hi", &execLoad<Part::I8High, 1>, load, 1);
  access(r, "buffer_load_short_d16", &execLoad<Part::U16Low, 1>, load, 1);
  access(r, "buffer_load_short_d16_hi", &execLoad<Part::U16High, 1>, load, 1);
  access(r, "buffer_store_dword", &execStore<Part::Dwords, 1, false>, store, 1);
  access(r, "buffer_store_dwordx2", &execStore<Part::Dwords, 2, false>, store,
         2);
  access(r, "buffer_store_dwordx3", &execStore<Part::Dwords, 3, false>, store,
         3);
  access(r, "buffer_store_dwordx4", &execStore<Part::Dwords, 4, false>, store,
         4);
  access(r, "buffer_store_byte", &execStore<Part::U8, 1, false>, store, 1);
  access(r, "buffer_store_short", &execStore<Part::U16, 1, false>, store, 1);
  access(r, "buffer_store_byte_d16_hi", &execStore<Part::U8, 1, true>, store,
         1);
  access(r, "buffer_store_short_d16_hi", &execStore<Part::U16, 1, true>, store,
         1);
  // The decoder appends " lds" to the mnemonic of a load with that modifier.
  access(r, "buffer_load_dword lds", &execLoadLds<1>, load, 1, kOpLdsDma);
  access(r, "buffer_load_dwordx3 lds", &execLoadLds<3>, load, 3, kOpLdsDma);
  access(r, "buffer_load_dwordx4 lds", &execLoadLds<4>, load, 4, kOpLdsDma);

  // Host memory is coherent: cache maintenance has nothing to do.
  OpInfo control;
  control.fn = &execNothing;
  control.format = Format::BufferControl;
  control.cls = InstClass::Nop;
  vop(r, "buffer_wbl2", control);
  vop(r, "buffer_inv", control);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
