//===- ControlTables.cpp - Branches, waits, MODE, scalar loads ------------===//

#include "CustomCase.h"
#include "Tables.h"

#include <algorithm>

using namespace spmla::emutest;

static Case &addControl(Table &T, const std::string &Suffix,
                        const std::string &Text, ModelFn Model,
                        FillFn Fill = nullptr) {
  Case &C = addCase(T, Suffix, Text, std::move(Model), std::move(Fill));
  C.Win.V = 2;
  return C;
}

/// A branch over an instruction that overwrites s24.
static void addBranch(Table &T, const std::string &Mnemonic,
                      bool (*Taken)(const WaveState &)) {
  addControl(
      T, "", Mnemonic + " 1f\n  s_mov_b32 s24, 77\n1:",
      [Taken](const WaveState &In, Expected &Out) {
        if (!Taken(In))
          Out.s(24) = 77;
      },
      [](WaveState &S, unsigned Wave, Rng &) {
        if (Wave & 1)
          S.Vcc = 0;
        if (Wave & 2)
          S.Exec = 0;
      });
}

/// Instruction addresses are not part of the comparison.
static void openPair(Expected &Out, unsigned Reg) {
  Out.SOpen[Reg - kFirstS] = Out.SOpen[Reg + 1 - kFirstS] = ~0u;
}

static void addBranches(Table &T) {
  addBranch(T, "s_branch", [](const WaveState &) { return true; });
  addBranch(T, "s_cbranch_scc0", [](const WaveState &S) { return !S.Scc; });
  addBranch(T, "s_cbranch_scc1", [](const WaveState &S) { return S.Scc != 0; });
  addBranch(T, "s_cbranch_vccz", [](const WaveState &S) { return !S.Vcc; });
  addBranch(T, "s_cbranch_vccnz",
            [](const WaveState &S) { return S.Vcc != 0; });
  addBranch(T, "s_cbranch_execz", [](const WaveState &S) { return !S.Exec; });
  addBranch(T, "s_cbranch_execnz",
            [](const WaveState &S) { return S.Exec != 0; });
  addControl(
      T, "backwards",
      "s_cbranch_scc1 2f\n1:\n  s_add_u32 s24, s24, 3\n"
      "  s_sub_u32 s16, s16, 1\n2:\n  s_cmp_gt_i32 s16, 0\n"
      "  s_cbranch_scc1 1b",
      [](const WaveState &In, Expected &Out) {
        uint32_t Rounds = In.Scc ? In.s(16) : std::max(In.s(16), 1u);
        Out.s(24) = In.s(24) + 3 * Rounds;
        Out.s(16) = In.s(16) - Rounds;
        Out.Scc = 0;
      },
      [](WaveState &S, unsigned Wave, Rng &) { S.s(16) = Wave; });
  addControl(T, "", "s_endpgm",
             // Nothing of the state is stored: the record keeps its poison.
             [](const WaveState &, Expected &Out) {
               constexpr uint32_t Poison = 0xa5a5a5a5;
               constexpr uint64_t Poison64 = 0xa5a5a5a5a5a5a5a5;
               for (VReg &Register : Out.Vgprs)
                 Register.fill(Poison);
               Out.Sgprs.fill(Poison);
               Out.Exec = Out.Vcc = Out.MemBase = Poison64;
               Out.M0 = Out.Scc = Poison;
             });
}

static void addCalls(Table &T) {
  // The callee returns to the instruction after the call.
  addControl(T, "",
             "s_call_b64 s[24:25], 1f\n  s_mov_b32 s29, 22\n  s_branch 2f\n"
             "1:\n  s_mov_b32 s28, 11\n  s_setpc_b64 s[24:25]\n2:",
             [](const WaveState &, Expected &Out) {
               Out.s(28) = 11;
               Out.s(29) = 22;
               openPair(Out, 24);
             });
  std::string Address = "s_getpc_b64 s[20:21]\n3:\n"
                        "  s_add_u32 s20, s20, 1f-3b\n"
                        "  s_addc_u32 s21, s21, 0\n";
  addControl(T, "and_s_swappc_b64",
             Address + "  s_swappc_b64 s[24:25], s[20:21]\n"
                       "  s_mov_b32 s29, 22\n  s_branch 2f\n"
                       "1:\n  s_mov_b32 s28, 11\n  s_setpc_b64 s[24:25]\n2:",
             [](const WaveState &, Expected &Out) {
               Out.s(28) = 11;
               Out.s(29) = 22;
               Out.Scc = 0;
               openPair(Out, 20);
               openPair(Out, 24);
             });
  addControl(T, "and_s_setpc_b64",
             Address + "  s_setpc_b64 s[20:21]\n  s_mov_b32 s28, 1\n1:",
             [](const WaveState &, Expected &Out) {
               Out.Scc = 0;
               openPair(Out, 20);
             });
}

/// Instructions that change nothing a wave can see.
static void addWaits(Table &T) {
  struct Op {
    const char *Suffix, *Text;
  };
  for (const Op &O : {Op{"0", "s_nop 0"},
                      {"15", "s_nop 15"},
                      {"vmcnt", "s_waitcnt vmcnt(0)"},
                      {"lgkmcnt", "s_waitcnt lgkmcnt(0)"},
                      {"none", "s_waitcnt vmcnt(63) expcnt(7) lgkmcnt(15)"},
                      {"all", "s_waitcnt 0"},
                      {"one_wave", "s_barrier"},
                      {"", "s_sleep 1"},
                      {"", "s_setprio 3"},
                      {"", "s_wakeup"},
                      {"", "s_icache_inv"},
                      {"", "s_dcache_inv"},
                      {"", "s_dcache_wb"},
                      {"", "buffer_inv sc1"},
                      {"", "buffer_wbl2 sc1"}})
    addControl(T, O.Suffix, O.Text, [](const WaveState &, Expected &) {});
}

/// MODE: FP_ROUND in bits 0 to 3, FP_DENORM in 4 to 7 (4 and 5 are f32's),
/// DX10_CLAMP 8, IEEE 9. The kernels run with 0x3f0.
static void addMode(Table &T) {
  addControl(T, "", "s_getreg_b32 s24, hwreg(HW_REG_MODE, 0, 10)",
             [](const WaveState &, Expected &Out) { Out.s(24) = 0x3f0; });
  auto Sum = [](const WaveState &In, Expected &Out, bool Flush) {
    auto Mode = [Flush](float X) { return Flush ? flush(X) : X; };
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      if (!In.active(Lane))
        continue;
      float A = Mode(bitCast<float>(In.v(8, Lane))),
            B = Mode(bitCast<float>(In.v(9, Lane)));
      Out.set(9, Lane, bitCast<uint32_t>(Mode(A + B)), Match::NanF32);
    }
  };
  auto Tiny = [](WaveState &S, unsigned, Rng &R) {
    for (unsigned Reg : {8, 9})
      for (unsigned Lane = 0; Lane < kLanes; ++Lane)
        S.v(Reg, Lane) = R() & 0x80ffffff;
  };
  std::string Add = "\n  v_add_f32_e32 v9, v8, v9";
  addControl(
      T, "flushes_f32_denormals",
      "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0" + Add,
      [Sum](const WaveState &In, Expected &Out) { Sum(In, Out, true); }, Tiny);
  addControl(
      T, "of_f16_leaves_f32_denormals",
      "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 6, 2), 0" + Add,
      [Sum](const WaveState &In, Expected &Out) { Sum(In, Out, false); }, Tiny);
  addControl(
      T, "flushes_f32_denormals",
      "s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s16" + Add,
      [Sum](const WaveState &In, Expected &Out) {
        Sum(In, Out, (In.s(16) & 3) == 0);
      },
      [Tiny](WaveState &S, unsigned Wave, Rng &R) {
        Tiny(S, Wave, R);
        S.s(16) = Wave & 1 ? 0 : 3;
      });
}

/// Scalar loads from the wave's memory window.
static void addLoads(Table &T) {
  struct Width {
    const char *Suffix;
    unsigned Words;
  };
  static const Width Widths[] = {
      {"", 1}, {"x2", 2}, {"x4", 4}, {"x8", 8}, {"x16", 16}};
  auto Dest = [](unsigned Words) {
    return Words == 1 ? std::string("s32")
                      : "s[32:" + std::to_string(31 + Words) + "]";
  };
  auto Load = [](const WaveState &In, Expected &Out, unsigned Words,
                 unsigned Offset) {
    for (unsigned I = 0; I < Words; ++I)
      Out.s(32 + I) = loadBytes<uint32_t>(In.Mem, Offset + 4 * I);
  };
  for (const Width &W : Widths) {
    unsigned Words = W.Words;
    auto WithMemory = [&](Case &C) { C.Win.Mem = 512; };
    std::string Name = std::string("s_load_dword") + W.Suffix + " ";
    WithMemory(addControl(T, "", Name + Dest(Words) + ", s[14:15], 0x44",
                          [=](const WaveState &In, Expected &Out) {
                            Load(In, Out, Words, 0x44);
                          }));
    WithMemory(addControl(
        T, "sgpr", Name + Dest(Words) + ", s[14:15], s20",
        [=](const WaveState &In, Expected &Out) {
          Load(In, Out, Words, In.s(20));
        },
        [](WaveState &S, unsigned, Rng &R) { S.s(20) = R() % 64 * 4; }));
    WithMemory(addControl(
        T, "sgpr_and_offset",
        Name + Dest(Words) + ", s[14:15], s20 offset:0x28",
        [=](const WaveState &In, Expected &Out) {
          Load(In, Out, Words, In.s(20) + 0x28);
        },
        [](WaveState &S, unsigned, Rng &R) { S.s(20) = R() % 64 * 4; }));
    // A buffer descriptor in s[16:19]: base, stride 0, bytes, raw format.
    Case &Buffer = addControl(
        T, "",
        std::string("s_buffer_load_dword") + W.Suffix + " " + Dest(Words) +
            ", s[16:19], 0x44",
        [=](const WaveState &In, Expected &Out) { Load(In, Out, Words, 0x44); },
        [](WaveState &S, unsigned, Rng &) {
          S.setS64(16, S.MemBase);
          S.s(18) = 512;
          S.s(19) = 0x00027000;
        });
    WithMemory(Buffer);
  }
}

void spmla::emutest::addControlTables(std::vector<Table> &Tables) {
  Table Branches{"Branches", "gfx950", {}}, Waits{"Waits", "gfx950", {}},
      Mode{"Mode", "gfx950", {}}, Loads{"ScalarLoads", "gfx950", {}};
  addBranches(Branches);
  addCalls(Branches);
  addWaits(Waits);
  addMode(Mode);
  addLoads(Loads);
  for (Table *T : {&Branches, &Waits, &Mode, &Loads})
    Tables.push_back(std::move(*T));
}
