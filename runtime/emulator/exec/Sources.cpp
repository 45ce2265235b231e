//===- Sources.cpp - Operands with modifiers ------------------------------===//

#include "Float16.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

void broadcast(uint32_t *row, uint32_t value) {
  for (unsigned l = 0; l < kLanes; ++l)
    row[l] = value;
}

bool isPacked16(Type type) {
  return type == Type::PkB16 || type == Type::PkF16;
}
bool isPacked32(Type type) {
  return type == Type::PkF32 || type == Type::PkB32;
}
bool is16(Type type) {
  return type == Type::B16 || type == Type::F16 || type == Type::BF16;
}

// Sign bit operations on one row.
void signs(uint32_t *to, const uint32_t *from, uint32_t bit, bool abs,
           bool neg) {
  uint32_t clear = abs ? ~bit : ~0u, flip = neg ? bit : 0;
  for (unsigned l = 0; l < kLanes; ++l)
    to[l] = (from[l] & clear) ^ flip;
}

void selectPart(uint32_t *to, const uint32_t *from, Select select, bool sext) {
  unsigned s = static_cast<unsigned>(select);
  bool isByte = s <= static_cast<unsigned>(Select::Byte3);
  unsigned shift = isByte ? 8 * s : 16 * (s - 4);
  unsigned width = isByte ? 8 : 16;
  for (unsigned l = 0; l < kLanes; ++l) {
    uint32_t top = (from[l] >> shift) << (32 - width);
    to[l] =
        sext ? static_cast<uint32_t>(static_cast<int32_t>(top) >> (32 - width))
             : top >> (32 - width);
  }
}

} // namespace

Rows slowSource(Wave &w, const Operand &o, unsigned slot, Type type) {
  uint32_t *lo = w.scratchRows[slot][0], *hi = w.scratchRows[slot][1];
  Rows raw;
  if (o.kind == OperandKind::Vgpr) {
    raw = {w.v[o.index], w.v[o.index + 1]};
  } else if (o.kind == OperandKind::Sgpr) {
    broadcast(lo, w.s[o.index]);
    if (o.dwords > 1)
      broadcast(hi, w.s[o.index + 1]);
    raw = {lo, hi};
  } else {
    raw = {o.row, o.row + kLanes};
  }

  if (o.select != Select::Dword) {
    selectPart(lo, raw.lo, o.select, o.mods & kModSext);
    raw.lo = lo;
  }
  if (!o.mods)
    return raw;

  bool neg = o.mods & kModNeg, abs = o.mods & kModAbs;
  bool fromHigh = o.mods & kModFromHigh, hiFromLow = o.mods & kModHiFromLow;
  if (isPacked32(type)) {
    // Both rows are read before either is written: an SGPR pair or a constant
    // already lies in lo and hi.
    uint32_t flipLo = neg ? 0x80000000u : 0;
    uint32_t flipHi = o.mods & kModNegHi ? 0x80000000u : 0;
    const uint32_t *first = fromHigh ? raw.hi : raw.lo;
    const uint32_t *second = hiFromLow ? raw.lo : raw.hi;
    for (unsigned l = 0; l < kLanes; ++l) {
      uint32_t a = first[l] ^ flipLo, b = second[l] ^ flipHi;
      lo[l] = a;
      hi[l] = b;
    }
    return {lo, hi};
  }
  if (isPacked16(type)) {
    uint32_t flip =
        (neg ? 0x8000u : 0) | (o.mods & kModNegHi ? 0x80000000u : 0);
    unsigned loShift = fromHigh ? 16 : 0, hiShift = hiFromLow ? 0 : 16;
    for (unsigned l = 0; l < kLanes; ++l) {
      uint32_t a = (raw.lo[l] >> loShift) & 0xffff;
      uint32_t b = (raw.lo[l] >> hiShift) & 0xffff;
      lo[l] = (a | b << 16) ^ flip;
    }
    return {lo, hi};
  }
  if (is16(type) || type == Type::Fp8Pair || type == Type::MixF) {
    const uint32_t *from = raw.lo;
    // An f32 operand of a mix has no halves.
    if (fromHigh && (type != Type::MixF || (o.mods & kModHalf))) {
      for (unsigned l = 0; l < kLanes; ++l)
        lo[l] = raw.lo[l] >> 16;
      from = lo;
    }
    if (type == Type::MixF) {
      if (o.mods & kModHalf) {
        for (unsigned l = 0; l < kLanes; ++l)
          lo[l] =
              bitsAs<uint32_t>(toFloat(Half{static_cast<uint16_t>(from[l])}));
        from = lo;
      }
      signs(lo, from, 0x80000000u, abs, neg);
    } else {
      signs(lo, from, 0x8000u, abs, neg);
    }
    return {lo, hi};
  }
  if (type == Type::F64) {
    signs(hi, raw.hi, 0x80000000u, abs, neg);
    return {raw.lo, hi};
  }
  signs(lo, raw.lo, 0x80000000u, abs, neg);
  return {lo, raw.hi};
}

namespace {

uint32_t flush32(uint32_t bits) {
  return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}
uint32_t flush16(uint32_t bits) { // one half, upper bits zero
  return bits & 0x7c00u ? bits : bits & 0x8000u;
}
uint32_t flushPacked16(uint32_t bits) {
  return flush16(bits & 0xffff) | flush16(bits >> 16) << 16;
}

// Flushes denormals in the lanes of `mask` (null: all).
void flushRows(uint32_t *lo, uint32_t *hi, const uint32_t *fromLo,
               const uint32_t *fromHi, Type type, const uint32_t *mask) {
  for (unsigned l = 0; l < kLanes; ++l) {
    uint32_t a = fromLo[l], b = 0;
    bool wide = type == Type::F64 || type == Type::PkF32;
    if (wide)
      b = fromHi[l];
    if (type == Type::F32) {
      a = flush32(a);
    } else if (type == Type::PkF32) {
      a = flush32(a);
      b = flush32(b);
    } else if (type == Type::F64) {
      if (!(b & 0x7ff00000u)) {
        a = 0;
        b &= 0x80000000u;
      }
    } else if (type == Type::PkF16) {
      a = flushPacked16(a);
    } else {
      a = flush16(a & 0xffff);
    }
    if (mask && !mask[l])
      continue;
    lo[l] = a;
    if (wide)
      hi[l] = b;
  }
}

} // namespace

void flushSource(Wave &w, Rows &rows, unsigned slot, Type type) {
  uint32_t *lo = w.scratchRows[slot][0], *hi = w.scratchRows[slot][1];
  flushRows(lo, hi, rows.lo, rows.hi, type, nullptr);
  rows = {lo, hi};
}

uint32_t *unpackMask(Wave &w, uint64_t mask, unsigned slot) {
  uint32_t *row = w.scratchRows[slot][0];
  uint32_t lo = static_cast<uint32_t>(mask);
  uint32_t hi = static_cast<uint32_t>(mask >> 32);
  for (unsigned l = 0; l < 32; ++l)
    row[l] = 0u - ((lo >> l) & 1);
  for (unsigned l = 0; l < 32; ++l)
    row[32 + l] = 0u - ((hi >> l) & 1);
  return row;
}

uint64_t packMask(const uint8_t *bytes) {
  uint64_t mask = 0;
  for (unsigned i = 0; i < 8; ++i) {
    uint64_t eight;
    __builtin_memcpy(&eight, bytes + 8 * i, 8);
    // Moves bit 0 of byte j to bit 56 + j.
    mask |= (eight * 0x0102040810204080ull) >> 56 << (8 * i);
  }
  return mask;
}

namespace {

float modify32(float f, unsigned mods, bool dx10) {
  if (mods & kMul2)
    f *= 2.0f;
  if (mods & kMul4)
    f *= 4.0f;
  if (mods & kDiv2)
    f *= 0.5f;
  if (mods & kClamp) {
    if (f != f)
      return dx10 ? 0.0f : f;
    f = f > 0.0f ? (f < 1.0f ? f : 1.0f) : 0.0f;
  }
  return f;
}

double modify64(double f, unsigned mods, bool dx10) {
  if (mods & kMul2)
    f *= 2.0;
  if (mods & kMul4)
    f *= 4.0;
  if (mods & kDiv2)
    f *= 0.5;
  if (mods & kClamp) {
    if (f != f)
      return dx10 ? 0.0 : f;
    f = f > 0.0 ? (f < 1.0 ? f : 1.0) : 0.0;
  }
  return f;
}

uint32_t modify16(uint32_t bits, unsigned mods, bool dx10) {
  return toHalf(
             modify32(toFloat(Half{static_cast<uint16_t>(bits)}), mods, dx10))
      .bits;
}

} // namespace

Next modifyResult(Wave &w, const Instruction &in, Type type) {
  // Saturating f16 results need to know inputs that were infinite already.
  if ((type == Type::F16 || type == Type::PkF16) &&
      (w.mode & kModeFp16Overflow)) {
    w.fault = {FaultKind::UnsupportedMode, 0, w.mode, 0};
    return Next::Fault;
  }
  uint32_t *lo = w.v[in.dst[0].index], *hi = w.v[in.dst[0].index + 1];
  unsigned mods = in.resultMods;
  bool dx10 = w.mode & kModeDx10Clamp;
  unsigned shift = mods & kResultHigh ? 16 : 0;
  for (unsigned l = 0; l < kLanes && (mods & ~kResultHigh); ++l) {
    if (!w.mask[l])
      continue;
    switch (type) {
    case Type::F32:
      lo[l] = bitsAs<uint32_t>(modify32(bitsAs<float>(lo[l]), mods, dx10));
      break;
    case Type::PkF32:
      lo[l] = bitsAs<uint32_t>(modify32(bitsAs<float>(lo[l]), mods, dx10));
      hi[l] = bitsAs<uint32_t>(modify32(bitsAs<float>(hi[l]), mods, dx10));
      break;
    case Type::F64: {
      uint64_t bits = static_cast<uint64_t>(hi[l]) << 32 | lo[l];
      bits = bitsAs<uint64_t>(modify64(bitsAs<double>(bits), mods, dx10));
      lo[l] = static_cast<uint32_t>(bits);
      hi[l] = static_cast<uint32_t>(bits >> 32);
      break;
    }
    case Type::PkF16:
      lo[l] = modify16(lo[l] & 0xffff, mods, dx10) |
              modify16(lo[l] >> 16, mods, dx10) << 16;
      break;
    default: { // F16, in either half
      uint32_t half = modify16((lo[l] >> shift) & 0xffff, mods, dx10);
      lo[l] = (lo[l] & ~(0xffffu << shift)) | half << shift;
      break;
    }
    }
  }
  bool is32 = type == Type::F32 || type == Type::PkF32;
  if (w.mode & (is32 ? kModeDenormOut32 : kModeDenormOut64))
    return Next::Continue;
  if (type != Type::F16) {
    flushRows(lo, hi, lo, hi, type, w.mask);
    return Next::Continue;
  }
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l]) {
      uint32_t half = flush16((lo[l] >> shift) & 0xffff);
      lo[l] = (lo[l] & ~(0xffffu << shift)) | half << shift;
    }
  return Next::Continue;
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
