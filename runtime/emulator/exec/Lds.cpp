//===- Lds.cpp - LDS reads, writes and lane exchanges ---------------------===//
//
// Operands: dst[0] result; src[0] byte address, src[1] and src[2] data. imm and
// imm2 are byte offsets (ds_read2 counts in elements; the decoder multiplies).
//
//===----------------------------------------------------------------------===//

#include "Lds.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

template <Part P, unsigned N> Next execRead(Wave &w, const Instruction &in) {
  constexpr unsigned bytes = partBytes<P>(N);
  const uint32_t *address = w.v[in.src[0].index];
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    const uint8_t *from = ldsPointer(w, l, address[l], in.imm, bytes);
    if (!from)
      return Next::Fault;
    loadLane<P, N>(w, in.dst[0].index, l, from);
  }
  return Next::Continue;
}

template <Part P, unsigned N, bool High>
Next execWrite(Wave &w, const Instruction &in) {
  constexpr unsigned bytes = partBytes<P>(N);
  const uint32_t *address = w.v[in.src[0].index];
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint8_t *to = ldsPointer(w, l, address[l], in.imm, bytes);
    if (!to)
      return Next::Fault;
    storeLane<P, N, High>(w, in.src[1].index, l, to);
  }
  return Next::Continue;
}

// Two elements of N dwords at two offsets.
template <unsigned N> Next execRead2(Wave &w, const Instruction &in) {
  const uint32_t *address = w.v[in.src[0].index];
  unsigned row = in.dst[0].index;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint32_t base = address[l]; // the result may overwrite its register
    const uint8_t *first = ldsPointer(w, l, base, in.imm, 4 * N);
    const uint8_t *second =
        ldsPointer(w, l, base, static_cast<int32_t>(in.imm2), 4 * N);
    if (!first || !second)
      return Next::Fault;
    loadLane<Part::Dwords, N>(w, row, l, first);
    loadLane<Part::Dwords, N>(w, row + N, l, second);
  }
  return Next::Continue;
}
template <unsigned N> Next execWrite2(Wave &w, const Instruction &in) {
  const uint32_t *address = w.v[in.src[0].index];
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint8_t *first = ldsPointer(w, l, address[l], in.imm, 4 * N);
    uint8_t *second =
        ldsPointer(w, l, address[l], static_cast<int32_t>(in.imm2), 4 * N);
    if (!first || !second)
      return Next::Fault;
    storeLane<Part::Dwords, N, false>(w, in.src[1].index, l, first);
    storeLane<Part::Dwords, N, false>(w, in.src[2].index, l, second);
  }
  return Next::Continue;
}

// ds_read_b64_tr_bN: within 16 lanes, destination lane i takes its element j of
// N bits from lane L j + i / E, element i % E, where E = 64 / N elements are in
// a lane and L = 16 / E lanes in a row.
template <unsigned Bits>
Next execReadTransposed(Wave &w, const Instruction &in) {
  constexpr unsigned E = 64 / Bits, L = 16 / E;
  uint64_t lane[kLanes];
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      return fault(w, FaultKind::MissingLanes, l, 0, 8);
    uint32_t base = w.v[in.src[0].index][l];
    const uint8_t *from = ldsPointer(w, l, base, in.imm, 8);
    if (!from)
      return Next::Fault;
    if ((base + static_cast<uint32_t>(in.imm)) % 8)
      return fault(w, FaultKind::Misaligned, l,
                   base + static_cast<uint32_t>(in.imm), 8);
    __builtin_memcpy(&lane[l], from, 8);
  }
  uint32_t *lo = w.v[in.dst[0].index], *hi = w.v[in.dst[0].index + 1];
  constexpr uint64_t element = (uint64_t(1) << Bits) - 1;
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned group = l & ~15u, i = l & 15;
    uint64_t result = 0;
    for (unsigned j = 0; j < E; ++j)
      result |= (lane[group + L * j + i / E] >> (Bits * (i % E)) & element)
                << (Bits * j);
    lo[l] = static_cast<uint32_t>(result);
    hi[l] = static_cast<uint32_t>(result >> 32);
  }
  return Next::Continue;
}

// Pull: inactive source lanes give 0. Addresses are bytes, 4 per lane.
Next execBpermute(Wave &w, const Instruction &in) {
  const uint32_t *address = w.v[in.src[0].index], *data = w.v[in.src[1].index];
  uint32_t result[kLanes];
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned from = (address[l] + static_cast<uint32_t>(in.imm)) / 4 % kLanes;
    result[l] = w.mask[from] ? data[from] : 0;
  }
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l])
      w.v[in.dst[0].index][l] = result[l];
  return Next::Continue;
}
// Push: lanes nobody writes get 0; the highest writer wins.
Next execPermute(Wave &w, const Instruction &in) {
  const uint32_t *address = w.v[in.src[0].index], *data = w.v[in.src[1].index];
  uint32_t result[kLanes] = {};
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l])
      result[(address[l] + static_cast<uint32_t>(in.imm)) / 4 % kLanes] =
          data[l];
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l])
      w.v[in.dst[0].index][l] = result[l];
  return Next::Continue;
}
// imm is the raw offset field: bit 15 quad permutation, else and/or/xor masks
// on the lane number within 32. (The rotate and FFT modes are refused at load.)
Next execSwizzle(Wave &w, const Instruction &in) {
  const uint32_t *data = w.v[in.src[0].index];
  unsigned control = static_cast<unsigned>(in.imm);
  uint32_t result[kLanes];
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned from;
    if (control & 0x8000) {
      from = (l & ~3u) | (control >> (2 * (l & 3)) & 3);
    } else {
      unsigned i = l & 31;
      from = (l & 32) | ((((i & (control & 31)) | (control >> 5 & 31)) ^
                          (control >> 10 & 31)) &
                         31);
    }
    result[l] = w.mask[from] ? data[from] : 0;
  }
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l])
      w.v[in.dst[0].index][l] = result[l];
  return Next::Continue;
}

Type registersType(unsigned dwords) {
  return dwords == 1   ? Type::B32
         : dwords == 2 ? Type::B64
         : dwords == 3 ? Type::Regs3
                       : Type::Regs4;
}
void read(Registry &r, const char *name, ExecFn fn, unsigned dwords,
          unsigned data = 0, unsigned scale = 1) {
  OpInfo info;
  info.fn = fn;
  info.format = Format::Ds;
  info.cls = InstClass::LdsRead;
  info.numDsts = 1;
  info.dsts[0] = registersType(dwords);
  info.srcs[info.numSrcs++] = Type::B32; // address
  for (unsigned i = 0; i < data; ++i)
    info.srcs[info.numSrcs++] = Type::B32;
  info.extra = scale;
  vop(r, name, info);
}
void write(Registry &r, const char *name, ExecFn fn, unsigned dwords,
           unsigned count = 1, unsigned scale = 1) {
  OpInfo info;
  info.fn = fn;
  info.format = Format::Ds;
  info.cls = InstClass::LdsWrite;
  info.srcs[info.numSrcs++] = Type::B32; // address
  for (unsigned i = 0; i < count; ++i)
    info.srcs[info.numSrcs++] = registersType(dwords);
  info.extra = scale;
  vop(r, name, info);
}

} // namespace

void registerLds(Registry &r) {
  read(r, "ds_read_b32", &execRead<Part::Dwords, 1>, 1);
  read(r, "ds_read_b64", &execRead<Part::Dwords, 2>, 2);
  read(r, "ds_read_b96", &execRead<Part::Dwords, 3>, 3);
  read(r, "ds_read_b128", &execRead<Part::Dwords, 4>, 4);
  read(r, "ds_read_u8", &execRead<Part::U8, 1>, 1);
  read(r, "ds_read_i8", &execRead<Part::I8, 1>, 1);
  read(r, "ds_read_u16", &execRead<Part::U16, 1>, 1);
  read(r, "ds_read_i16", &execRead<Part::I16, 1>, 1);
  read(r, "ds_read_u8_d16", &execRead<Part::U8Low, 1>, 1);
  read(r, "ds_read_u8_d16_hi", &execRead<Part::U8High, 1>, 1);
  read(r, "ds_read_i8_d16", &execRead<Part::I8Low, 1>, 1);
  read(r, "ds_read_i8_d16_hi", &execRead<Part::I8High, 1>, 1);
  read(r, "ds_read_u16_d16", &execRead<Part::U16Low, 1>, 1);
  read(r, "ds_read_u16_d16_hi", &execRead<Part::U16High, 1>, 1);
  read(r, "ds_read2_b32", &execRead2<1>, 2, 0, 4);
  read(r, "ds_read2_b64", &execRead2<2>, 4, 0, 8);
  read(r, "ds_read2st64_b32", &execRead2<1>, 2, 0, 4 * 64);
  read(r, "ds_read2st64_b64", &execRead2<2>, 4, 0, 8 * 64);
  read(r, "ds_read_b64_tr_b16", &execReadTransposed<16>, 2);
  read(r, "ds_read_b64_tr_b8", &execReadTransposed<8>, 2);
  read(r, "ds_read_b64_tr_b4", &execReadTransposed<4>, 2);
  read(r, "ds_bpermute_b32", &execBpermute, 1, 1);
  read(r, "ds_permute_b32", &execPermute, 1, 1);
  read(r, "ds_swizzle_b32", &execSwizzle, 1, 0, 0);

  write(r, "ds_write_b32", &execWrite<Part::Dwords, 1, false>, 1);
  write(r, "ds_write_b64", &execWrite<Part::Dwords, 2, false>, 2);
  write(r, "ds_write_b96", &execWrite<Part::Dwords, 3, false>, 3);
  write(r, "ds_write_b128", &execWrite<Part::Dwords, 4, false>, 4);
  write(r, "ds_write_b8", &execWrite<Part::U8, 1, false>, 1);
  write(r, "ds_write_b16", &execWrite<Part::U16, 1, false>, 1);
  write(r, "ds_write_b8_d16_hi", &execWrite<Part::U8, 1, true>, 1);
  write(r, "ds_write_b16_d16_hi", &execWrite<Part::U16, 1, true>, 1);
  write(r, "ds_write2_b32", &execWrite2<1>, 1, 2, 4);
  write(r, "ds_write2_b64", &execWrite2<2>, 2, 2, 8);
  write(r, "ds_write2st64_b32", &execWrite2<1>, 1, 2, 4 * 64);
  write(r, "ds_write2st64_b64", &execWrite2<2>, 2, 2, 8 * 64);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
