//===- Mfma.cpp - Matrix instructions -------------------------------------===//
//
// D = A B + C. Products are exact and go into an f32 accumulator in ascending
// k, one fused multiply-add each: for bf16, f16 and fp8 operands that is one
// rounding per product. EXEC and the denormal modes have no influence.
//
// Registers, lane l, M = 16 or 32: row i of A (column j of B) is lane l % M;
// D's row i lies in 4-row groups, see `Result`. Which k element e of lane l
// holds: E (l / M) + e for E elements per lane, but for fp8 with K = 128 or 64,
// which come in runs of 16.
//
//===----------------------------------------------------------------------===//

#include "Float16.h"
#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;

// One row of 16 columns.
typedef float Vec16 __attribute__((vector_size(64), aligned(64)));

SPMLA_INLINE Vec16 fma16(float a, Vec16 b, Vec16 c) {
  Vec16 spread = a - Vec16{};
#if defined(__clang__)
  return __builtin_elementwise_fma(spread, b, c);
#else
  for (unsigned j = 0; j < 16; ++j)
    c[j] = __builtin_fmaf(spread[j], b[j], c[j]);
  return c;
#endif
}

// Accumulators that fit the host's registers.
#if defined(__AVX512F__)
constexpr unsigned kRowsAtOnce = 16;
#else
constexpr unsigned kRowsAtOnce = 4;
#endif

//===----------------------------------------------------------------------===//
// Operand elements
//===----------------------------------------------------------------------===//

// decode(word, n): element n of a register. kBits: size of one.
struct ElementF32 {
  static constexpr unsigned kBits = 32;
  static SPMLA_INLINE float decode(u32 word, unsigned) {
    return bitsAs<float>(word);
  }
};
struct ElementBf16 {
  static constexpr unsigned kBits = 16;
  static SPMLA_INLINE float decode(u32 word, unsigned n) {
    return bitsAs<float>(n ? word & 0xffff0000u : word << 16);
  }
};
struct ElementF16 {
  static constexpr unsigned kBits = 16;
  static SPMLA_INLINE float decode(u32 word, unsigned n) {
    return toFloat(Half{static_cast<uint16_t>(word >> (16 * n))});
  }
};
template <class Format> struct ElementFp8 {
  static constexpr unsigned kBits = 8;
  static SPMLA_INLINE float decode(u32 word, unsigned n) {
    return decodeFp8<Format>(word >> (8 * n) & 0xff);
  }
};

// A or B as [k][i], widened to f32.
template <unsigned M, unsigned K> struct Matrix {
  alignas(64) float at[K][M];
};

// Run: consecutive k that a lane holds (see the file comment).
template <class Element, unsigned M, unsigned K, unsigned Run>
void readMatrix(const Wave &w, const Operand &o, Matrix<M, K> &out) {
  constexpr unsigned groups = kLanes / M, perLane = K / groups;
  constexpr unsigned perWord = 32 / Element::kBits;
  static_assert(perLane % Run == 0, "");
  for (unsigned e = 0; e < perLane; ++e) {
    const u32 *row = w.v[o.index + e / perWord];
    alignas(64) float lanes[kLanes];
    // All 64 lanes at once: loops over fewer are unrolled, not vectorised.
    SPMLA_LANE_LOOP
    for (unsigned l = 0; l < kLanes; ++l)
      lanes[l] = Element::decode(row[l], e % perWord);
    for (unsigned g = 0; g < groups; ++g) {
      unsigned k = e / Run * (Run * groups) + Run * g + e % Run;
      __builtin_memcpy(out.at[k], lanes + g * M, M * sizeof(float));
    }
  }
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

// D[4 (l / 16) + r][l % 16] for M = 16, D[8 (r / 4) + 4 (l / 32) + r % 4][l %
// 32] for M = 32: register and first lane of row i.
template <unsigned M> struct Result {
  static constexpr unsigned reg(unsigned i) {
    return M == 16 ? i % 4 : 4 * (i / 8) + i % 4;
  }
  static constexpr unsigned lane(unsigned i) {
    return M == 16 ? 16 * (i / 4) : 32 * (i % 8 / 4);
  }
};

template <unsigned M> struct Accumulator {
  static constexpr unsigned kParts = M / 16;
  Vec16 at[M][kParts];

  void read(const Wave &w, const Operand &c) {
    for (unsigned i = 0; i < M; ++i)
      for (unsigned p = 0; p < kParts; ++p) {
        if (c.kind == OperandKind::Vgpr)
          __builtin_memcpy(&at[i][p],
                           w.v[c.index + Result<M>::reg(i)] +
                               Result<M>::lane(i) + 16 * p,
                           sizeof(Vec16));
        else
          __builtin_memcpy(&at[i][p], c.row, sizeof(Vec16));
      }
  }
  void write(Wave &w, const Operand &d) const {
    for (unsigned i = 0; i < M; ++i)
      for (unsigned p = 0; p < kParts; ++p) {
        // The one NaN that results have.
        Vec16 row = at[i][p], nan = bitsAs<float>(0x7fc00000u) - Vec16{};
        row = row == row ? row : nan;
        __builtin_memcpy(w.v[d.index + Result<M>::reg(i)] + Result<M>::lane(i) +
                             16 * p,
                         &row, sizeof(row));
      }
  }
};

template <unsigned M, unsigned K>
void multiply(const Matrix<M, K> &a, const Matrix<M, K> &b,
              Accumulator<M> &acc) {
  for (unsigned first = 0; first < M; first += kRowsAtOnce)
    for (unsigned p = 0; p < M / 16; ++p) {
      Vec16 rows[kRowsAtOnce];
      for (unsigned i = 0; i < kRowsAtOnce; ++i)
        rows[i] = acc.at[first + i][p];
      for (unsigned k = 0; k < K; ++k) {
        Vec16 columns;
        __builtin_memcpy(&columns, &b.at[k][16 * p], sizeof(columns));
        for (unsigned i = 0; i < kRowsAtOnce; ++i)
          rows[i] = fma16(a.at[k][first + i], columns, rows[i]);
      }
      for (unsigned i = 0; i < kRowsAtOnce; ++i)
        acc.at[first + i][p] = rows[i];
    }
}

template <class EA, class EB, unsigned M, unsigned K, unsigned Run>
Next execMfma(Wave &w, const Instruction &in) {
  Matrix<M, K> a, b;
  readMatrix<EA, M, K, Run>(w, in.src[0], a);
  readMatrix<EB, M, K, Run>(w, in.src[1], b);
  Accumulator<M> acc;
  acc.read(w, in.src[2]);
  multiply<M, K>(a, b, acc);
  acc.write(w, in.dst[0]);
  return Next::Continue;
}

template <class Ocp, class OcpB, class Fnuz, class FnuzB, unsigned M,
          unsigned K, unsigned Run>
Next execFp8(Wave &w, const Instruction &in) {
  return w.group->fnuz
             ? execMfma<ElementFp8<Fnuz>, ElementFp8<FnuzB>, M, K, Run>(w, in)
             : execMfma<ElementFp8<Ocp>, ElementFp8<OcpB>, M, K, Run>(w, in);
}

//===----------------------------------------------------------------------===//
// f8f6f4
//===----------------------------------------------------------------------===//

template <unsigned M, unsigned K>
void readFp8(const Wave &w, const Operand &o, bool isE5M2, Matrix<M, K> &out) {
  if (isE5M2)
    readMatrix<ElementFp8<E5M2>, M, K, 16>(w, o, out);
  else
    readMatrix<ElementFp8<E4M3>, M, K, 16>(w, o, out);
}

// imm2: bits 0-2 type of A, 4-6 type of B (0 e4m3, 1 e5m2; the decoder refuses
// others), 8-9 and 12-13 the scale bytes of A and B.
template <unsigned M, unsigned K>
Next execF8f6f4(Wave &w, const Instruction &in) {
  Matrix<M, K> a, b;
  readFp8<M, K>(w, in.src[0], in.imm2 & 7, a);
  readFp8<M, K>(w, in.src[1], in.imm2 >> 4 & 7, b);
  Accumulator<M> acc;
  acc.read(w, in.src[2]);
  multiply<M, K>(a, b, acc);
  acc.write(w, in.dst[0]);
  return Next::Continue;
}

// Exponents of one side's block scales: lane i + M b, byte s scales row i for k
// in [32 b, 32 b + 32) of the logical k.
template <unsigned M, unsigned K> struct Scales {
  int exponent[K / 32][M]; // 128 for NaN
  bool extreme = false;    // a scaled operand could be beyond f32

  void read(Wave &w, const Operand &o, unsigned byte, unsigned slot) {
    const u32 *row = source(w, o, slot, Type::B32).lo;
    for (unsigned b = 0; b < K / 32; ++b)
      for (unsigned i = 0; i < M; ++i) {
        int e = static_cast<int>(row[i + M * b] >> (8 * byte) & 0xff) - 127;
        exponent[b][i] = e;
        extreme |= e > 112;
      }
  }
};

// Exact: the smallest fp8 value times 2^-127 is still an f32, if a denormal
// one. The factor itself may not be, hence two of half the exponent.
template <unsigned M, unsigned K>
void applyScales(const Scales<M, K> &s, Matrix<M, K> &m) {
  for (unsigned b = 0; b < K / 32; ++b) {
    alignas(64) float first[M], second[M];
    for (unsigned i = 0; i < M; ++i) {
      int e = s.exponent[b][i];
      first[i] = powerOfTwo(e / 2);
      second[i] = powerOfTwo(e - e / 2);
    }
    for (unsigned k = 32 * b; k < 32 * b + 32; ++k)
      for (unsigned i = 0; i < M; ++i)
        m.at[k][i] = m.at[k][i] * first[i] * second[i];
  }
}

// Operands that would leave f32's range: products in double, one rounding each.
template <unsigned M, unsigned K>
void multiplyExtreme(const Matrix<M, K> &a, const Scales<M, K> &sa,
                     const Matrix<M, K> &b, const Scales<M, K> &sb,
                     Accumulator<M> &acc) {
  for (unsigned i = 0; i < M; ++i)
    for (unsigned j = 0; j < M; ++j) {
      float sum = acc.at[i][j / 16][j % 16];
      for (unsigned k = 0; k < K; ++k) {
        int ea = sa.exponent[k / 32][i], eb = sb.exponent[k / 32][j];
        double product = static_cast<double>(a.at[k][i]) * b.at[k][j];
        uint64_t factor = static_cast<uint64_t>(ea + eb + 1023) << 52;
        product *= bitsAs<double>(factor);
        if (ea == 128 || eb == 128)
          product = __builtin_nan("");
        sum = static_cast<float>(addToOdd(product, sum));
      }
      acc.at[i][j / 16][j % 16] = sum;
    }
}

template <unsigned M, unsigned K>
Next execScaled(Wave &w, const Instruction &in) {
  Matrix<M, K> a, b;
  readFp8<M, K>(w, in.src[0], in.imm2 & 7, a);
  readFp8<M, K>(w, in.src[1], in.imm2 >> 4 & 7, b);
  Scales<M, K> sa, sb;
  sa.read(w, in.src[3], in.imm2 >> 8 & 3, 3);
  sb.read(w, in.src[4], in.imm2 >> 12 & 3, 4);
  Accumulator<M> acc;
  acc.read(w, in.src[2]);
  if (sa.extreme || sb.extreme) {
    multiplyExtreme<M, K>(a, sa, b, sb, acc);
  } else {
    applyScales<M, K>(sa, a);
    applyScales<M, K>(sb, b);
    multiply<M, K>(a, b, acc);
  }
  acc.write(w, in.dst[0]);
  return Next::Continue;
}

Type registersType(unsigned dwords) {
  return dwords == 1   ? Type::B32
         : dwords == 2 ? Type::B64
         : dwords == 4 ? Type::Regs4
         : dwords == 8 ? Type::Regs8
                       : Type::Regs16;
}
void mfma(Registry &r, const char *name, ExecFn fn, unsigned m,
          unsigned operandDwords, bool scaled = false) {
  OpInfo info;
  info.fn = fn;
  info.format = Format::Mfma;
  info.cls = InstClass::Mfma;
  info.numDsts = 1;
  info.numSrcs = scaled ? 5 : 3;
  info.dsts[0] = info.srcs[2] = registersType(m == 16 ? 4 : 16);
  info.srcs[0] = info.srcs[1] = registersType(operandDwords);
  info.srcs[3] = info.srcs[4] = Type::B32;
  vop(r, name, info);
}

template <class E> void registerHalf(Registry &r, const char *const *names) {
  mfma(r, names[0], &execMfma<E, E, 16, 16, 4>, 16, 2);
  mfma(r, names[1], &execMfma<E, E, 32, 8, 4>, 32, 2);
  mfma(r, names[2], &execMfma<E, E, 16, 32, 8>, 16, 4);
  mfma(r, names[3], &execMfma<E, E, 32, 16, 8>, 32, 4);
}

#define FP8_SHAPES(A, B, FA, FB, SUFFIX)                                       \
  mfma(r, "v_mfma_f32_16x16x32_" SUFFIX, &execFp8<A, B, FA, FB, 16, 32, 8>,    \
       16, 2);                                                                 \
  mfma(r, "v_mfma_f32_32x32x16_" SUFFIX, &execFp8<A, B, FA, FB, 32, 16, 8>,    \
       32, 2)

} // namespace

void registerMfma(Registry &r) {
  mfma(r, "v_mfma_f32_16x16x4_f32", &execMfma<ElementF32, ElementF32, 16, 4, 1>,
       16, 1);
  mfma(r, "v_mfma_f32_32x32x2_f32", &execMfma<ElementF32, ElementF32, 32, 2, 1>,
       32, 1);
  const char *const bf16[] = {
      "v_mfma_f32_16x16x16_bf16", "v_mfma_f32_32x32x8_bf16",
      "v_mfma_f32_16x16x32_bf16", "v_mfma_f32_32x32x16_bf16"};
  registerHalf<ElementBf16>(r, bf16);
  const char *const f16[] = {
      "v_mfma_f32_16x16x16_f16", "v_mfma_f32_32x32x8_f16",
      "v_mfma_f32_16x16x32_f16", "v_mfma_f32_32x32x16_f16"};
  registerHalf<ElementF16>(r, f16);
  FP8_SHAPES(E4M3, E4M3, E4M3Fnuz, E4M3Fnuz, "fp8_fp8");
  FP8_SHAPES(E4M3, E5M2, E4M3Fnuz, E5M2Fnuz, "fp8_bf8");
  FP8_SHAPES(E5M2, E4M3, E5M2Fnuz, E4M3Fnuz, "bf8_fp8");
  FP8_SHAPES(E5M2, E5M2, E5M2Fnuz, E5M2Fnuz, "bf8_bf8");
  mfma(r, "v_mfma_f32_16x16x128_f8f6f4", &execF8f6f4<16, 128>, 16, 8);
  mfma(r, "v_mfma_f32_32x32x64_f8f6f4", &execF8f6f4<32, 64>, 32, 8);
  mfma(r, "v_mfma_scale_f32_16x16x128_f8f6f4", &execScaled<16, 128>, 16, 8,
       true);
  mfma(r, "v_mfma_scale_f32_32x32x64_f8f6f4", &execScaled<32, 64>, 32, 8, true);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
