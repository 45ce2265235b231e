//===- LdsAtomics.cpp - Atomics in LDS ------------------------------------===//
//
// All waves of a workgroup run on one host thread, one instruction at a time:
// nothing here needs to be atomic. Lanes go in order.
//
//===----------------------------------------------------------------------===//

#include "Atomic.h"
#include "Lds.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

template <class Op, class T, bool Returns>
Next execAtomic(Wave &w, const Instruction &in) {
  const uint32_t *address = w.v[in.src[0].index];
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint8_t *p = ldsPointer(w, l, address[l], in.imm, sizeof(T));
    if (!p)
      return Next::Fault;
    if (reinterpret_cast<uintptr_t>(p) % sizeof(T))
      return fault(w, FaultKind::Misaligned, l,
                   address[l] + static_cast<uint32_t>(in.imm), sizeof(T));
    T old;
    __builtin_memcpy(&old, p, sizeof(T));
    T result = Op::apply(old, laneValue<T>(w, in.src[1].index, l));
    __builtin_memcpy(p, &result, sizeof(T));
    if (Returns)
      setLaneValue(w, in.dst[0].index, l, old);
  }
  return Next::Continue;
}

// ds_cmpst: src[1] is compared, src[2] stored.
template <class T, bool Returns>
Next execCompareStore(Wave &w, const Instruction &in) {
  const uint32_t *address = w.v[in.src[0].index];
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint8_t *p = ldsPointer(w, l, address[l], in.imm, sizeof(T));
    if (!p)
      return Next::Fault;
    if (reinterpret_cast<uintptr_t>(p) % sizeof(T))
      return fault(w, FaultKind::Misaligned, l,
                   address[l] + static_cast<uint32_t>(in.imm), sizeof(T));
    T old;
    __builtin_memcpy(&old, p, sizeof(T));
    T wanted = laneValue<T>(w, in.src[1].index, l);
    T value = laneValue<T>(w, in.src[2].index, l);
    if (old == wanted)
      __builtin_memcpy(p, &value, sizeof(T));
    if (Returns)
      setLaneValue(w, in.dst[0].index, l, old);
  }
  return Next::Continue;
}

// src[1]: bits to clear, src[2]: bits to set.
template <class T> Next execMaskOr(Wave &w, const Instruction &in) {
  const uint32_t *address = w.v[in.src[0].index];
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint8_t *p = ldsPointer(w, l, address[l], in.imm, sizeof(T));
    if (!p)
      return Next::Fault;
    T value;
    __builtin_memcpy(&value, p, sizeof(T));
    value = (value & ~laneValue<T>(w, in.src[1].index, l)) |
            laneValue<T>(w, in.src[2].index, l);
    __builtin_memcpy(p, &value, sizeof(T));
  }
  return Next::Continue;
}

// Two exchanges at two offsets.
template <class T> Next execExchange2(Wave &w, const Instruction &in) {
  constexpr unsigned dwords = sizeof(T) / 4;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint32_t base = w.v[in.src[0].index][l];
    T values[2] = {laneValue<T>(w, in.src[1].index, l),
                   laneValue<T>(w, in.src[2].index, l)};
    int32_t offsets[2] = {in.imm, static_cast<int32_t>(in.imm2)};
    for (unsigned i = 0; i < 2; ++i) {
      uint8_t *p = ldsPointer(w, l, base, offsets[i], sizeof(T));
      if (!p)
        return Next::Fault;
      T old;
      __builtin_memcpy(&old, p, sizeof(T));
      __builtin_memcpy(p, &values[i], sizeof(T));
      setLaneValue(w, in.dst[0].index + i * dwords, l, old);
    }
  }
  return Next::Continue;
}

template <class T>
void add(Registry &r, const char *name, ExecFn fn, bool returns,
         unsigned data = 1, unsigned offsetScale = 1) {
  OpInfo info;
  info.fn = fn;
  info.format = Format::Ds;
  info.cls = returns ? InstClass::LdsRead : InstClass::LdsWrite;
  if (returns)
    info.dsts[info.numDsts++] = offsetScale == 1 ? AtomicType<T>::type
                                : sizeof(T) == 4 ? Type::B64
                                                 : Type::Regs4;
  info.srcs[info.numSrcs++] = Type::B32;
  for (unsigned i = 0; i < data; ++i)
    info.srcs[info.numSrcs++] = AtomicType<T>::type;
  info.extra = offsetScale;
  vop(r, name, info);
}
template <class Op, class T>
void both(Registry &r, const char *plain, const char *returning) {
  add<T>(r, plain, &execAtomic<Op, T, false>, false);
  add<T>(r, returning, &execAtomic<Op, T, true>, true);
}

#define BOTH(OP, TYPE, NAME, SUFFIX)                                           \
  both<OP, TYPE>(r, "ds_" NAME "_" SUFFIX, "ds_" NAME "_rtn_" SUFFIX)

} // namespace

void registerLdsAtomics(Registry &r) {
  BOTH(AtomicAdd, uint32_t, "add", "u32");
  BOTH(AtomicSub, uint32_t, "sub", "u32");
  BOTH(AtomicReverseSub, uint32_t, "rsub", "u32");
  BOTH(AtomicInc, uint32_t, "inc", "u32");
  BOTH(AtomicDec, uint32_t, "dec", "u32");
  BOTH(AtomicMin, int32_t, "min", "i32");
  BOTH(AtomicMax, int32_t, "max", "i32");
  BOTH(AtomicMin, uint32_t, "min", "u32");
  BOTH(AtomicMax, uint32_t, "max", "u32");
  BOTH(AtomicAnd, uint32_t, "and", "b32");
  BOTH(AtomicOr, uint32_t, "or", "b32");
  BOTH(AtomicXor, uint32_t, "xor", "b32");
  BOTH(AtomicFloatAdd, float, "add", "f32");
  BOTH(AtomicFloatMin, float, "min", "f32");
  BOTH(AtomicFloatMax, float, "max", "f32");
  BOTH(AtomicPackedAdd<Half>, uint32_t, "pk_add", "f16");
  BOTH(AtomicPackedAdd<BFloat>, uint32_t, "pk_add", "bf16");
  BOTH(AtomicAdd, uint64_t, "add", "u64");
  BOTH(AtomicSub, uint64_t, "sub", "u64");
  BOTH(AtomicReverseSub, uint64_t, "rsub", "u64");
  BOTH(AtomicInc, uint64_t, "inc", "u64");
  BOTH(AtomicDec, uint64_t, "dec", "u64");
  BOTH(AtomicMin, int64_t, "min", "i64");
  BOTH(AtomicMax, int64_t, "max", "i64");
  BOTH(AtomicMin, uint64_t, "min", "u64");
  BOTH(AtomicMax, uint64_t, "max", "u64");
  BOTH(AtomicAnd, uint64_t, "and", "b64");
  BOTH(AtomicOr, uint64_t, "or", "b64");
  BOTH(AtomicXor, uint64_t, "xor", "b64");
  BOTH(AtomicFloatAdd, double, "add", "f64");
  BOTH(AtomicFloatMin, double, "min", "f64");
  BOTH(AtomicFloatMax, double, "max", "f64");
  add<uint32_t>(r, "ds_wrxchg_rtn_b32", &execAtomic<AtomicSwap, uint32_t, true>,
                true);
  add<uint64_t>(r, "ds_wrxchg_rtn_b64", &execAtomic<AtomicSwap, uint64_t, true>,
                true);
  add<uint32_t>(r, "ds_wrxchg2_rtn_b32", &execExchange2<uint32_t>, true, 2, 4);
  add<uint64_t>(r, "ds_wrxchg2_rtn_b64", &execExchange2<uint64_t>, true, 2, 8);
  add<uint32_t>(r, "ds_wrxchg2st64_rtn_b32", &execExchange2<uint32_t>, true, 2,
                4 * 64);
  add<uint64_t>(r, "ds_wrxchg2st64_rtn_b64", &execExchange2<uint64_t>, true, 2,
                8 * 64);
  add<uint32_t>(r, "ds_mskor_b32", &execMaskOr<uint32_t>, false, 2);
  add<uint64_t>(r, "ds_mskor_b64", &execMaskOr<uint64_t>, false, 2);
  add<uint32_t>(r, "ds_cmpst_b32", &execCompareStore<uint32_t, false>, false,
                2);
  add<uint64_t>(r, "ds_cmpst_b64", &execCompareStore<uint64_t, false>, false,
                2);
  add<uint32_t>(r, "ds_cmpst_rtn_b32", &execCompareStore<uint32_t, true>, true,
                2);
  add<uint64_t>(r, "ds_cmpst_rtn_b64", &execCompareStore<uint64_t, true>, true,
                2);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
