//===- GlobalAtomics.cpp - Atomics on global memory -----------------------===//
//
// Workgroups run on several host threads: each update is a compare-and-exchange
// loop on host memory. Lanes go in order. The forms that return the old value
// (sc0) are loads, the others stores.
//
//===----------------------------------------------------------------------===//

#include "Atomic.h"
#include "Buffer.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

template <unsigned Bytes> struct Word;
template <> struct Word<4> {
  using type = uint32_t;
};
template <> struct Word<8> {
  using type = uint64_t;
};

template <class Op, class T> T update(uint8_t *p, T operand) {
  using U = typename Word<sizeof(T)>::type;
  U *word = reinterpret_cast<U *>(p);
  U old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  while (true) {
    U wanted = bitsAs<U>(Op::apply(bitsAs<T>(old), operand));
    if (__atomic_compare_exchange_n(word, &old, wanted, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      return bitsAs<T>(old);
  }
}

// Old value of memory at p after one lane's operation; `row` holds its data.
template <class Op, class T> struct Simple {
  static constexpr unsigned bytes = sizeof(T);
  static constexpr Type data = AtomicType<T>::type, result = data;
  static void lane(Wave &w, const Instruction &in, unsigned row, unsigned l,
                   uint8_t *p) {
    T old = update<Op, T>(p, laneValue<T>(w, row, l));
    if (in.numDsts)
      setLaneValue(w, in.dst[0].index, l, old);
  }
};
// Data: the new value, then the one to compare with.
template <class T> struct CompareSwap {
  static constexpr unsigned bytes = sizeof(T), dwords = bytes / 4;
  static constexpr Type data = bytes == 4 ? Type::B64 : Type::Regs4,
                        result = AtomicType<T>::type;
  static void lane(Wave &w, const Instruction &in, unsigned row, unsigned l,
                   uint8_t *p) {
    T value = laneValue<T>(w, row, l);
    T old = laneValue<T>(w, row + dwords, l);
    __atomic_compare_exchange_n(reinterpret_cast<T *>(p), &old, value, false,
                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (in.numDsts)
      setLaneValue(w, in.dst[0].index, l, old);
  }
};

template <class Op, bool Flat> Next execGlobal(Wave &w, const Instruction &in) {
  LaneAddresses a;
  globalAddresses(w, in, a);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint64_t at = a.at[l];
    uint8_t *p = hostPointer(at);
    if (at % Op::bytes)
      return fault(w, FaultKind::Misaligned, l, at, Op::bytes);
    if (!isAllocated(w, at, Op::bytes)) {
      // A flat address may be LDS, which this thread owns.
      bool isLds = Flat && (at >> 32) == kSharedApertureHi &&
                   uint32_t(at) + uint64_t(Op::bytes) <= w.group->ldsBytes;
      if (!isLds)
        return fault(w, FaultKind::OutsideAllocations, l, at, Op::bytes);
      p = w.group->lds + uint32_t(at);
    }
    Op::lane(w, in, in.src[2].index, l, p);
  }
  return Next::Continue;
}

template <class Op> Next execBuffer(Wave &w, const Instruction &in) {
  BufferAccess b;
  if (!readBuffer(w, in, b))
    return Next::Fault;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    uint64_t offset = b.at(l), at = b.base + offset;
    if (offset + Op::bytes > b.numRecords) {
      for (unsigned i = 0; in.numDsts && i < Op::bytes / 4; ++i)
        w.v[in.dst[0].index + i][l] = 0;
      continue;
    }
    if (at % Op::bytes)
      return fault(w, FaultKind::Misaligned, l, at, Op::bytes);
    if (!isAllocated(w, at, Op::bytes))
      return fault(w, FaultKind::OutsideAllocations, l, at, Op::bytes);
    Op::lane(w, in, in.src[3].index, l, hostPointer(at));
  }
  return Next::Continue;
}

template <class Op>
void add(Registry &r, const char *name, ExecFn fn, Format format) {
  OpInfo info;
  info.fn = fn;
  info.format = format;
  info.cls = InstClass::VmemStore;
  info.numDsts = 1; // only with sc0
  info.dsts[0] = Op::result;
  info.numSrcs = 1;
  info.srcs[0] = Op::data;
  vop(r, name, info, kOpAtomic);
}
template <class Op>
void all(Registry &r, const char *global, const char *flat,
         const char *buffer) {
  add<Op>(r, global, &execGlobal<Op, false>, Format::Global);
  add<Op>(r, flat, &execGlobal<Op, true>, Format::Flat);
  add<Op>(r, buffer, &execBuffer<Op>, Format::Buffer);
}

#define ALL(OP, NAME)                                                          \
  all<OP>(r, "global_atomic_" NAME, "flat_atomic_" NAME, "buffer_atomic_" NAME)
#define INTEGER(OP, TYPE32, TYPE64, NAME)                                      \
  all<Simple<OP, TYPE32>>(r, "global_atomic_" NAME, "flat_atomic_" NAME,       \
                          "buffer_atomic_" NAME);                              \
  all<Simple<OP, TYPE64>>(r, "global_atomic_" NAME "_x2",                      \
                          "flat_atomic_" NAME "_x2",                           \
                          "buffer_atomic_" NAME "_x2")
#define FLOAT(OP, TYPE, NAME)                                                  \
  all<Simple<OP, TYPE>>(r, "global_atomic_" NAME, "flat_atomic_" NAME,         \
                        "buffer_atomic_" NAME)

} // namespace

void registerGlobalAtomics(Registry &r) {
  INTEGER(AtomicSwap, uint32_t, uint64_t, "swap");
  INTEGER(AtomicAdd, uint32_t, uint64_t, "add");
  INTEGER(AtomicSub, uint32_t, uint64_t, "sub");
  INTEGER(AtomicMin, int32_t, int64_t, "smin");
  INTEGER(AtomicMax, int32_t, int64_t, "smax");
  INTEGER(AtomicMin, uint32_t, uint64_t, "umin");
  INTEGER(AtomicMax, uint32_t, uint64_t, "umax");
  INTEGER(AtomicAnd, uint32_t, uint64_t, "and");
  INTEGER(AtomicOr, uint32_t, uint64_t, "or");
  INTEGER(AtomicXor, uint32_t, uint64_t, "xor");
  INTEGER(AtomicInc, uint32_t, uint64_t, "inc");
  INTEGER(AtomicDec, uint32_t, uint64_t, "dec");
  ALL(CompareSwap<uint32_t>, "cmpswap");
  ALL(CompareSwap<uint64_t>, "cmpswap_x2");
  FLOAT(AtomicFloatAdd, float, "add_f32");
  FLOAT(AtomicPackedAdd<Half>, uint32_t, "pk_add_f16");
  FLOAT(AtomicPackedAdd<BFloat>, uint32_t, "pk_add_bf16");
  FLOAT(AtomicFloatAdd, double, "add_f64");
  FLOAT(AtomicFloatMin, double, "min_f64");
  FLOAT(AtomicFloatMax, double, "max_f64");
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
