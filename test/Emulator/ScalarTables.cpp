//===- ScalarTables.cpp - Scalar arithmetic and SCC -----------------------===//

#include "CustomCase.h"
#include "Tables.h"

#include <algorithm>

using namespace spmla::emutest;

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

namespace {
/// A scalar result: the destination's value and the new SCC.
struct ScalarResult {
  u64 Value;
  bool Scc;
};
/// Operand values zero-extended to 64 bits, the destination's old value, SCC.
struct ScalarArgs {
  u64 A, B, Old;
  bool Scc;
};
using ScalarFn = std::function<ScalarResult(const ScalarArgs &)>;
} // namespace

static std::string sreg(unsigned Reg, unsigned Bits) {
  std::string First = std::to_string(Reg);
  return Bits == 32 ? "s" + First
                    : "s[" + First + ":" + std::to_string(Reg + 1) + "]";
}

static void fillScalars(WaveState &S, unsigned, Rng &R) {
  for (unsigned Reg : {16, 20, 24})
    S.setS64(Reg, R() % 2 ? mixedValue(Kind::U64, R)
                          : mixedValue(Kind::U32, R) | mixedValue(Kind::U32, R)
                                                           << 32);
  // Equal operands, and equal but for one bit.
  if (R() % 4 == 0)
    S.setS64(20, S.s64(16) ^ (R() % 2 ? 0 : 1ull << (R() % 64)));
}

static Case &addScalar(Table &T, const std::string &Suffix,
                       const std::string &Text, ModelFn Model) {
  Case &C = addCase(T, Suffix, Text, std::move(Model), fillScalars);
  C.Win.V = 1;
  C.Waves = 160;
  return C;
}

/// dst s24, sources s16 and s20 of the given widths; Bits 0 means absent.
static void scalar(Table &T, const std::string &Mnemonic, unsigned DstBits,
                   unsigned ABits, unsigned BBits, ScalarFn Fn,
                   const std::string &Constant = "", u64 ConstantValue = 0) {
  std::string Text = Mnemonic;
  std::string Separator = " ";
  auto Append = [&](const std::string &Operand) {
    Text += Separator + Operand;
    Separator = ", ";
  };
  if (DstBits)
    Append(sreg(24, DstBits));
  if (ABits)
    Append(sreg(16, ABits));
  if (BBits)
    Append(Constant.empty() ? sreg(20, BBits) : Constant);
  auto Get = [](const WaveState &In, unsigned Reg, unsigned Bits) {
    return Bits == 64 ? In.s64(Reg) : In.s(Reg);
  };
  addScalar(T, Constant.empty() ? "" : "constant", Text,
            [=](const WaveState &In, Expected &Out) {
              ScalarArgs Args{Get(In, 16, ABits),
                              Constant.empty() ? Get(In, 20, BBits)
                                               : ConstantValue,
                              Get(In, 24, DstBits), In.Scc != 0};
              ScalarResult R = Fn(Args);
              if (DstBits == 64)
                Out.setS64(24, R.Value);
              else if (DstBits)
                Out.s(24) = u32(R.Value);
              Out.Scc = R.Scc;
            });
}

static void addArithmetic(Table &T) {
  auto Op = [&](const char *Name, ScalarFn Fn) {
    scalar(T, Name, 32, 32, 32, Fn);
    scalar(T, Name, 32, 32, 32, Fn, "-5", u32(-5));
    scalar(T, std::string(Name), 32, 32, 32, Fn, "0x12345678", 0x12345678);
    T.Cases.back().Name += "_literal";
  };
  Op("s_add_u32", [](const ScalarArgs &X) {
    return ScalarResult{X.A + X.B, (X.A + X.B) >> 32 != 0};
  });
  Op("s_sub_u32",
     [](const ScalarArgs &X) { return ScalarResult{X.A - X.B, X.B > X.A}; });
  Op("s_addc_u32", [](const ScalarArgs &X) {
    u64 Sum = X.A + X.B + X.Scc;
    return ScalarResult{Sum, Sum >> 32 != 0};
  });
  Op("s_subb_u32", [](const ScalarArgs &X) {
    return ScalarResult{X.A - X.B - X.Scc, X.B + X.Scc > X.A};
  });
  Op("s_add_i32", [](const ScalarArgs &X) {
    i64 Sum = i64(i32(X.A)) + i32(X.B);
    return ScalarResult{u64(Sum), Sum != i32(Sum)};
  });
  Op("s_sub_i32", [](const ScalarArgs &X) {
    i64 Sum = i64(i32(X.A)) - i32(X.B);
    return ScalarResult{u64(Sum), Sum != i32(Sum)};
  });
  Op("s_min_i32", [](const ScalarArgs &X) {
    bool Less = i32(X.A) < i32(X.B);
    return ScalarResult{Less ? X.A : X.B, Less};
  });
  Op("s_min_u32", [](const ScalarArgs &X) {
    return ScalarResult{std::min(X.A, X.B), X.A < X.B};
  });
  // CDNA documents the SCC of a maximum of equal operands as 1.
  Op("s_max_i32", [](const ScalarArgs &X) {
    bool First = i32(X.A) >= i32(X.B);
    return ScalarResult{First ? X.A : X.B, First};
  });
  Op("s_max_u32", [](const ScalarArgs &X) {
    return ScalarResult{std::max(X.A, X.B), X.A >= X.B};
  });
  Op("s_mul_i32",
     [](const ScalarArgs &X) { return ScalarResult{X.A * X.B, X.Scc}; });
  Op("s_mul_hi_u32",
     [](const ScalarArgs &X) { return ScalarResult{X.A * X.B >> 32, X.Scc}; });
  Op("s_mul_hi_i32", [](const ScalarArgs &X) {
    return ScalarResult{u64(i64(i32(X.A)) * i32(X.B)) >> 32, X.Scc};
  });
  Op("s_absdiff_i32", [](const ScalarArgs &X) {
    u32 D = u32(X.A) - u32(X.B);
    D = i32(D) < 0 ? 0u - D : D;
    return ScalarResult{D, D != 0};
  });
  for (unsigned Shift = 1; Shift <= 4; ++Shift) {
    std::string Name = "s_lshl" + std::to_string(Shift) + "_add_u32";
    Op(Name.c_str(), [Shift](const ScalarArgs &X) {
      u64 Sum = (X.A << Shift) + X.B;
      return ScalarResult{Sum, Sum >> 32 != 0};
    });
  }
  scalar(T, "s_pack_ll_b32_b16", 32, 32, 32, [](const ScalarArgs &X) {
    return ScalarResult{(X.A & 0xffff) | (X.B & 0xffff) << 16, X.Scc};
  });
  scalar(T, "s_pack_lh_b32_b16", 32, 32, 32, [](const ScalarArgs &X) {
    return ScalarResult{(X.A & 0xffff) | (X.B & 0xffff0000), X.Scc};
  });
  scalar(T, "s_pack_hh_b32_b16", 32, 32, 32, [](const ScalarArgs &X) {
    return ScalarResult{X.A >> 16 | (X.B & 0xffff0000), X.Scc};
  });
  scalar(T, "s_abs_i32", 32, 32, 0, [](const ScalarArgs &X) {
    u32 D = i32(X.A) < 0 ? 0u - u32(X.A) : u32(X.A);
    return ScalarResult{D, D != 0};
  });
  scalar(T, "s_sext_i32_i8", 32, 32, 0, [](const ScalarArgs &X) {
    return ScalarResult{u32(int8_t(X.A)), X.Scc};
  });
  scalar(T, "s_sext_i32_i16", 32, 32, 0, [](const ScalarArgs &X) {
    return ScalarResult{u32(int16_t(X.A)), X.Scc};
  });
}

/// Bitwise operations in both widths; SCC says whether the result is not zero.
static void addBitwise(Table &T) {
  auto Both = [&](const std::string &Name, u64 (*Fn)(u64, u64)) {
    for (unsigned Bits : {32, 64}) {
      u64 Mask = ~0ull >> (64 - Bits);
      ScalarFn Model = [=](const ScalarArgs &X) {
        u64 R = Fn(X.A, X.B) & Mask;
        return ScalarResult{R, R != 0};
      };
      std::string Full = Name + "_b" + std::to_string(Bits);
      scalar(T, Full, Bits, Bits, Bits, Model);
      scalar(T, Full, Bits, Bits, Bits, Model, "-16", u64(-16) & Mask);
    }
  };
  Both("s_and", [](u64 A, u64 B) { return A & B; });
  Both("s_or", [](u64 A, u64 B) { return A | B; });
  Both("s_xor", [](u64 A, u64 B) { return A ^ B; });
  Both("s_andn2", [](u64 A, u64 B) { return A & ~B; });
  Both("s_orn2", [](u64 A, u64 B) { return A | ~B; });
  Both("s_nand", [](u64 A, u64 B) { return ~(A & B); });
  Both("s_nor", [](u64 A, u64 B) { return ~(A | B); });
  Both("s_xnor", [](u64 A, u64 B) { return ~(A ^ B); });
}

static void addShifts(Table &T) {
  auto Shift = [&](const char *Name, unsigned Bits, u64 (*Fn)(u64, unsigned)) {
    scalar(T, Name, Bits, Bits, 32, [=](const ScalarArgs &X) {
      u64 R = Fn(X.A, X.B & (Bits - 1)) & (~0ull >> (64 - Bits));
      return ScalarResult{R, R != 0};
    });
  };
  Shift("s_lshl_b32", 32, [](u64 A, unsigned B) { return A << B; });
  Shift("s_lshl_b64", 64, [](u64 A, unsigned B) { return A << B; });
  Shift("s_lshr_b32", 32, [](u64 A, unsigned B) { return A >> B; });
  Shift("s_lshr_b64", 64, [](u64 A, unsigned B) { return A >> B; });
  Shift("s_ashr_i32", 32, [](u64 A, unsigned B) { return u64(i32(A) >> B); });
  Shift("s_ashr_i64", 64, [](u64 A, unsigned B) { return u64(i64(A) >> B); });
  scalar(T, "s_bfm_b32", 32, 32, 32, [](const ScalarArgs &X) {
    return ScalarResult{((1ull << (X.A & 31)) - 1) << (X.B & 31), X.Scc};
  });
  scalar(T, "s_bfm_b64", 64, 32, 32, [](const ScalarArgs &X) {
    return ScalarResult{((1ull << (X.A & 63)) - 1) << (X.B & 63), X.Scc};
  });
}

/// Bit field extract. Widths of the whole register and more are not defined
/// alike everywhere; fields that reach past the top are.
static void addExtract(Table &T, const std::string &Mnemonic, unsigned Bits,
                       bool Signed) {
  scalar(T, Mnemonic, Bits, Bits, 32, [=](const ScalarArgs &X) {
    unsigned Offset = X.B & (Bits - 1), Width = X.B >> 16 & 0x7f;
    i64 Wide = Bits == 64 ? i64(X.A) : Signed ? i64(i32(X.A)) : i64(X.A);
    u64 Field = Signed ? u64(Wide >> Offset) : X.A >> Offset;
    Field &= (1ull << Width) - 1;
    if (Signed && Width && Field >> (Width - 1) & 1)
      Field |= ~0ull << Width;
    Field &= ~0ull >> (64 - Bits);
    return ScalarResult{Field, Field != 0};
  });
  T.Cases.back().Fill = [Bits](WaveState &S, unsigned W, Rng &R) {
    fillScalars(S, W, R);
    S.s(20) = R() % Bits | (R() % Bits) << 16;
  };
}

static void addCounts(Table &T) {
  auto Count = [&](const std::string &Name, unsigned Bits,
                   ScalarResult (*Fn)(u64, unsigned, bool)) {
    scalar(T, Name, 32, Bits, 0,
           [=](const ScalarArgs &X) { return Fn(X.A, Bits, X.Scc); });
  };
  for (unsigned Bits : {32, 64}) {
    std::string Type = "_b" + std::to_string(Bits);
    Count("s_bcnt1_i32" + Type, Bits, [](u64 A, unsigned Bits, bool) {
      u32 N = 0;
      for (unsigned I = 0; I < Bits; ++I)
        N += A >> I & 1;
      return ScalarResult{N, N != 0};
    });
    Count("s_bcnt0_i32" + Type, Bits, [](u64 A, unsigned Bits, bool) {
      u32 N = 0;
      for (unsigned I = 0; I < Bits; ++I)
        N += ~A >> I & 1;
      return ScalarResult{N, N != 0};
    });
    Count("s_ff1_i32" + Type, Bits, [](u64 A, unsigned Bits, bool Scc) {
      for (u32 I = 0; I < Bits; ++I)
        if (A >> I & 1)
          return ScalarResult{I, Scc};
      return ScalarResult{~0u, Scc};
    });
    Count("s_ff0_i32" + Type, Bits, [](u64 A, unsigned Bits, bool Scc) {
      for (u32 I = 0; I < Bits; ++I)
        if (!(A >> I & 1))
          return ScalarResult{I, Scc};
      return ScalarResult{~0u, Scc};
    });
    Count("s_flbit_i32" + Type, Bits, [](u64 A, unsigned Bits, bool Scc) {
      for (u32 I = 0; I < Bits; ++I)
        if (A >> (Bits - 1 - I) & 1)
          return ScalarResult{I, Scc};
      return ScalarResult{~0u, Scc};
    });
    Count(Bits == 32 ? "s_flbit_i32" : "s_flbit_i32_i64", Bits,
          [](u64 A, unsigned Bits, bool Scc) {
            for (u32 I = 1; I < Bits; ++I)
              if ((A >> (Bits - 1 - I) & 1) != (A >> (Bits - 1) & 1))
                return ScalarResult{I, Scc};
            return ScalarResult{~0u, Scc};
          });
  }
}

static void addMovesAndMasks(Table &T) {
  for (unsigned Bits : {32, 64}) {
    std::string Type = "_b" + std::to_string(Bits);
    u64 Mask = ~0ull >> (64 - Bits);
    scalar(T, "s_mov" + Type, Bits, Bits, 0,
           [](const ScalarArgs &X) { return ScalarResult{X.A, X.Scc}; });
    scalar(
        T, "s_mov" + Type, Bits, 0, Bits,
        [](const ScalarArgs &X) { return ScalarResult{X.B, X.Scc}; },
        Bits == 32 ? "0.15915494" : "-9", Bits == 32 ? 0x3e22f983 : u64(-9));
    scalar(T, "s_cmov" + Type, Bits, Bits, 0, [](const ScalarArgs &X) {
      return ScalarResult{X.Scc ? X.A : X.Old, X.Scc};
    });
    scalar(T, "s_cselect" + Type, Bits, Bits, Bits, [](const ScalarArgs &X) {
      return ScalarResult{X.Scc ? X.A : X.B, X.Scc};
    });
    scalar(T, "s_not" + Type, Bits, Bits, 0, [=](const ScalarArgs &X) {
      return ScalarResult{~X.A & Mask, (~X.A & Mask) != 0};
    });
    scalar(T, "s_brev" + Type, Bits, Bits, 0, [=](const ScalarArgs &X) {
      u64 R = 0;
      for (unsigned I = 0; I < Bits; ++I)
        R |= (X.A >> I & 1) << (Bits - 1 - I);
      return ScalarResult{R, X.Scc};
    });
    scalar(T, "s_wqm" + Type, Bits, Bits, 0, [=](const ScalarArgs &X) {
      u64 R = 0;
      for (unsigned I = 0; I < Bits; ++I)
        R |= u64((X.A >> (I & ~3u) & 15) != 0) << I;
      return ScalarResult{R, R != 0};
    });
    scalar(T, "s_quadmask" + Type, Bits, Bits, 0, [=](const ScalarArgs &X) {
      u64 R = 0;
      for (unsigned I = 0; I < Bits / 4; ++I)
        R |= u64((X.A >> (4 * I) & 15) != 0) << I;
      return ScalarResult{R, R != 0};
    });
    scalar(T, "s_bitset0" + Type, Bits, 32, 0, [=](const ScalarArgs &X) {
      return ScalarResult{X.Old & ~(1ull << (X.A & (Bits - 1))), X.Scc};
    });
    scalar(T, "s_bitset1" + Type, Bits, 32, 0, [=](const ScalarArgs &X) {
      return ScalarResult{X.Old | 1ull << (X.A & (Bits - 1)), X.Scc};
    });
    scalar(T, "s_bitcmp0" + Type, 0, Bits, 32, [=](const ScalarArgs &X) {
      return ScalarResult{0, !(X.A >> (X.B & (Bits - 1)) & 1)};
    });
    scalar(T, "s_bitcmp1" + Type, 0, Bits, 32, [=](const ScalarArgs &X) {
      return ScalarResult{0, (X.A >> (X.B & (Bits - 1)) & 1) != 0};
    });
  }
  scalar(T, "s_bitreplicate_b64_b32", 64, 32, 0, [](const ScalarArgs &X) {
    u64 R = 0;
    for (unsigned I = 0; I < 32; ++I)
      R |= (X.A >> I & 1 ? 3ull : 0) << (2 * I);
    return ScalarResult{R, X.Scc};
  });
}

template <class Type>
static void addCompare(Table &T, const std::string &Name,
                       bool (*Fn)(Type, Type)) {
  unsigned Bits = 8 * sizeof(Type);
  scalar(T, "s_cmp_" + Name, 0, Bits, Bits, [=](const ScalarArgs &X) {
    return ScalarResult{0, Fn(Type(X.A), Type(X.B))};
  });
}
/// s_cmpk compares with a 16-bit immediate, extended by the type's rule.
template <class Type>
static void addCompareK(Table &T, const std::string &Name,
                        bool (*Fn)(Type, Type)) {
  for (u32 Immediate : {0x7fffu, 0x8003u}) {
    Type Value = std::is_signed<Type>::value ? Type(int16_t(Immediate))
                                             : Type(Immediate);
    addScalar(T, std::to_string(Immediate),
              "s_cmpk_" + Name + " s16, " + std::to_string(i64(Value)),
              [=](const WaveState &In, Expected &Out) {
                Out.Scc = Fn(Type(In.s(16)), Value);
              })
        .Fill = [=](WaveState &S, unsigned, Rng &R) {
      S.s(16) =
          R() % 2 ? u32(Value) + R() % 3 - 1 : u32(mixedValue(Kind::U32, R));
    };
  }
}
template <class Type> static void addOrder(Table &T, const std::string &Type_) {
  struct Op {
    const char *Name;
    bool (*Fn)(Type, Type);
  };
  static const Op Ops[] = {{"eq_", [](Type A, Type B) { return A == B; }},
                           {"lg_", [](Type A, Type B) { return A != B; }},
                           {"gt_", [](Type A, Type B) { return A > B; }},
                           {"ge_", [](Type A, Type B) { return A >= B; }},
                           {"lt_", [](Type A, Type B) { return A < B; }},
                           {"le_", [](Type A, Type B) { return A <= B; }}};
  for (const Op &O : Ops) {
    addCompare<Type>(T, O.Name + Type_, O.Fn);
    addCompareK<Type>(T, O.Name + Type_, O.Fn);
  }
}

static void addImmediates(Table &T) {
  for (i32 K : {0x7f01, -0x7abc}) {
    std::string Text = std::to_string(K), Suffix = K < 0 ? "negative" : "";
    addScalar(T, Suffix, "s_movk_i32 s24, " + Text,
              [=](const WaveState &, Expected &Out) { Out.s(24) = u32(K); });
    addScalar(T, Suffix, "s_cmovk_i32 s24, " + Text,
              [=](const WaveState &In, Expected &Out) {
                if (In.Scc)
                  Out.s(24) = u32(K);
              });
    addScalar(T, Suffix, "s_addk_i32 s24, " + Text,
              [=](const WaveState &In, Expected &Out) {
                i64 Sum = i64(i32(In.s(24))) + K;
                Out.s(24) = u32(Sum);
                Out.Scc = Sum != i32(Sum);
              });
    addScalar(T, Suffix, "s_mulk_i32 s24, " + Text,
              [=](const WaveState &In, Expected &Out) {
                Out.s(24) = In.s(24) * u32(K);
              });
  }
}

/// s_<op>_saveexec_b64 and s_<op>_wrexec_b64; Fn(source, EXEC).
static void addExec(Table &T) {
  struct Op {
    const char *Name;
    u64 (*Fn)(u64, u64);
  };
  static const Op Ops[] = {
      {"and", [](u64 S, u64 E) { return S & E; }},
      {"or", [](u64 S, u64 E) { return S | E; }},
      {"xor", [](u64 S, u64 E) { return S ^ E; }},
      {"andn2", [](u64 S, u64 E) { return S & ~E; }},
      {"orn2", [](u64 S, u64 E) { return S | ~E; }},
      {"nand", [](u64 S, u64 E) { return ~(S & E); }},
      {"nor", [](u64 S, u64 E) { return ~(S | E); }},
      {"xnor", [](u64 S, u64 E) { return ~(S ^ E); }},
      {"andn1", [](u64 S, u64 E) { return ~S & E; }},
      {"orn1", [](u64 S, u64 E) { return ~S | E; }},
  };
  for (const Op &O : Ops)
    addScalar(T, "",
              std::string("s_") + O.Name + "_saveexec_b64 s[24:25], s[16:17]",
              [Fn = O.Fn](const WaveState &In, Expected &Out) {
                Out.setS64(24, In.Exec);
                Out.Exec = Fn(In.s64(16), In.Exec);
                Out.Scc = Out.Exec != 0;
              });
  for (unsigned I : {3, 8}) // andn2, andn1
    addScalar(T, "",
              std::string("s_") + Ops[I].Name +
                  "_wrexec_b64 s[24:25], s[16:17]",
              [Fn = Ops[I].Fn](const WaveState &In, Expected &Out) {
                Out.Exec = Fn(In.s64(16), In.Exec);
                Out.setS64(24, Out.Exec);
                Out.Scc = Out.Exec != 0;
              });
}

/// The special registers as sources and destinations.
static void addSpecialRegisters(Table &T) {
  addScalar(T, "special", "s_and_b64 vcc, exec, s[16:17]",
            [](const WaveState &In, Expected &Out) {
              Out.Vcc = In.Exec & In.s64(16);
              Out.Scc = Out.Vcc != 0;
            });
  addScalar(T, "special", "s_add_u32 m0, vcc_hi, exec_lo",
            [](const WaveState &In, Expected &Out) {
              u64 Sum = (In.Vcc >> 32) + u32(In.Exec);
              Out.M0 = u32(Sum);
              Out.Scc = Sum >> 32 != 0;
            });
  addScalar(T, "special", "s_mov_b32 exec_hi, m0",
            [](const WaveState &In, Expected &Out) {
              Out.Exec = u32(In.Exec) | u64(In.M0) << 32;
            });
  addScalar(T, "scc_source", "s_mov_b32 s24, src_scc",
            [](const WaveState &In, Expected &Out) { Out.s(24) = In.Scc; });
}

void spmla::emutest::addScalarTables(std::vector<Table> &Tables) {
  Table Arithmetic{"ScalarArithmetic", "gfx950", {}},
      Bits{"ScalarBits", "gfx950", {}}, Compare{"ScalarCompare", "gfx950", {}},
      Exec{"ScalarExec", "gfx950", {}};
  addArithmetic(Arithmetic);
  addImmediates(Arithmetic);
  addBitwise(Bits);
  addShifts(Bits);
  addExtract(Bits, "s_bfe_u32", 32, false);
  addExtract(Bits, "s_bfe_i32", 32, true);
  addExtract(Bits, "s_bfe_u64", 64, false);
  addExtract(Bits, "s_bfe_i64", 64, true);
  addCounts(Bits);
  addMovesAndMasks(Bits);
  addOrder<i32>(Compare, "i32");
  addOrder<u32>(Compare, "u32");
  addCompare<u64>(Compare, "eq_u64", [](u64 A, u64 B) { return A == B; });
  addCompare<u64>(Compare, "lg_u64", [](u64 A, u64 B) { return A != B; });
  addExec(Exec);
  addSpecialRegisters(Exec);
  for (Table *T : {&Arithmetic, &Bits, &Compare, &Exec})
    Tables.push_back(std::move(*T));
}
