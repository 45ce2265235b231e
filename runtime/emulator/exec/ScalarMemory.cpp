//===- ScalarMemory.cpp - s_load and its kin ------------------------------===//
//
// Operands: dst[0] destination, src[0] base pair or descriptor, src[1] scalar
// offset if there is one. Addresses are dword aligned by the hardware.
//
//===----------------------------------------------------------------------===//

#include "Address.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

uint64_t scalarOffset(const Wave &w, const Instruction &in) {
  uint64_t offset = static_cast<uint64_t>(static_cast<int64_t>(in.imm));
  if (in.src[1].kind != OperandKind::None)
    offset += static_cast<uint32_t>(readScalar(w, in.src[1]));
  return offset;
}

template <unsigned N> Next execLoad(Wave &w, const Instruction &in) {
  const uint32_t *base = w.s + in.src[0].index;
  uint64_t address =
      (base[0] | static_cast<uint64_t>(base[1]) << 32) + scalarOffset(w, in);
  address &= ~uint64_t(3);
  if (!isAllocated(w, address, 4 * N))
    return fault(w, FaultKind::OutsideAllocations, 0, address, 4 * N);
  __builtin_memcpy(w.s + in.dst[0].index, hostPointer(address), 4 * N);
  return Next::Continue;
}

// Dwords beyond num_records read 0.
template <unsigned N> Next execBufferLoad(Wave &w, const Instruction &in) {
  const uint32_t *d = w.s + in.src[0].index;
  if ((d[1] >> 16) & 0x3fff) {
    w.fault = {FaultKind::UnsupportedDescriptor, 0, d[1], 0};
    return Next::Fault;
  }
  uint64_t base = d[0] | static_cast<uint64_t>(d[1] & 0xffff) << 32;
  uint64_t numRecords = d[2];
  uint64_t offset = scalarOffset(w, in) & ~uint64_t(3);
  uint32_t data[N];
  for (unsigned i = 0; i < N; ++i) {
    uint64_t at = offset + 4 * i;
    data[i] = 0;
    if (at + 4 > numRecords)
      continue;
    if (!isAllocated(w, base + at, 4))
      return fault(w, FaultKind::OutsideAllocations, 0, base + at, 4);
    data[i] = loadDword(hostPointer(base + at));
  }
  __builtin_memcpy(w.s + in.dst[0].index, data, sizeof(data));
  return Next::Continue;
}

Next execNothing(Wave &, const Instruction &) { return Next::Continue; }

void load(Registry &r, const char *name, ExecFn fn, Type result, Type base) {
  OpInfo info;
  info.fn = fn;
  info.format = Format::Smem;
  info.cls = InstClass::Smem;
  info.numDsts = 1;
  info.dsts[0] = result;
  info.numSrcs = 1;
  info.srcs[0] = base;
  vop(r, name, info);
}

} // namespace

void registerScalarMemory(Registry &r) {
  load(r, "s_load_dword", &execLoad<1>, Type::B32, Type::B64);
  load(r, "s_load_dwordx2", &execLoad<2>, Type::B64, Type::B64);
  load(r, "s_load_dwordx4", &execLoad<4>, Type::Regs4, Type::B64);
  load(r, "s_load_dwordx8", &execLoad<8>, Type::Regs8, Type::B64);
  load(r, "s_load_dwordx16", &execLoad<16>, Type::Regs16, Type::B64);
  load(r, "s_buffer_load_dword", &execBufferLoad<1>, Type::B32, Type::Regs4);
  load(r, "s_buffer_load_dwordx2", &execBufferLoad<2>, Type::B64, Type::Regs4);
  load(r, "s_buffer_load_dwordx4", &execBufferLoad<4>, Type::Regs4,
       Type::Regs4);
  load(r, "s_buffer_load_dwordx8", &execBufferLoad<8>, Type::Regs8,
       Type::Regs4);
  load(r, "s_buffer_load_dwordx16", &execBufferLoad<16>, Type::Regs16,
       Type::Regs4);
  OpInfo nothing;
  nothing.fn = &execNothing;
  nothing.format = Format::SOpp;
  nothing.cls = InstClass::Nop;
  vop(r, "s_dcache_inv", nothing);
  vop(r, "s_dcache_wb", nothing);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
