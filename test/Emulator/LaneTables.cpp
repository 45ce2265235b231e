//===- LaneTables.cpp - Moving data between lanes and registers -----------===//

#include "CustomCase.h"
#include "Tables.h"
#include "Valu.h"

using namespace spmla::emutest;

static void addScalarMoves(Table &T) {
  addCase(T, "", "v_readfirstlane_b32 s28, v14",
          [](const WaveState &In, Expected &Out) {
            unsigned First = 0; // lane 0 if no lane is active
            for (unsigned Lane = kLanes; Lane-- > 0;)
              if (In.active(Lane))
                First = Lane;
            Out.s(28) = In.v(14, First);
          });
  addCase(
      T, "no_active_lane", "v_readfirstlane_b32 s28, v14",
      [](const WaveState &In, Expected &Out) { Out.s(28) = In.v(14, 0); },
      [](WaveState &S, unsigned, Rng &) { S.Exec = 0; });
  // v_readlane and v_writelane ignore EXEC.
  addCase(T, "", "v_readlane_b32 s28, v14, s20",
          [](const WaveState &In, Expected &Out) {
            Out.s(28) = In.v(14, In.s(20) & 63);
          });
  addCase(T, "constant", "v_readlane_b32 s28, v14, 63",
          [](const WaveState &In, Expected &Out) { Out.s(28) = In.v(14, 63); });
  addCase(T, "vcc", "v_readlane_b32 vcc_hi, v14, 17",
          [](const WaveState &In, Expected &Out) {
            Out.Vcc = uint32_t(In.Vcc) | uint64_t(In.v(14, 17)) << 32;
          });
  // One SGPR can be read, here as value and lane.
  addCase(T, "", "v_writelane_b32 v10, s16, s16",
          [](const WaveState &In, Expected &Out) {
            Out.set(10, In.s(16) & 63, In.s(16));
          });
  addCase(
      T, "constant", "v_writelane_b32 v10, -7, 32",
      [](const WaveState &, Expected &Out) { Out.set(10, 32, uint32_t(-7)); });
  addCase(T, "m0", "v_writelane_b32 v10, s16, m0",
          [](const WaveState &In, Expected &Out) {
            Out.set(10, In.M0 & 63, In.s(16));
          });
}

static void addSwaps(Table &T) {
  auto AllLanes = [](WaveState &S, unsigned, Rng &) { S.Exec = ~0ull; };
  for (const char *Mnemonic :
       {"v_permlane16_swap_b32_e32", "v_permlane16_swap_b32_e64"})
    addCase(
        T, "", std::string(Mnemonic) + " v10, v14",
        [](const WaveState &In, Expected &Out) {
          // Odd rows of the destination change places with even rows of
          // the source, in both halves of the wave.
          for (unsigned Lane = 0; Lane < kLanes; ++Lane)
            if (Lane / 16 % 2 == 0) {
              Out.set(14, Lane, In.v(10, Lane + 16));
              Out.set(10, Lane + 16, In.v(14, Lane));
            }
        },
        AllLanes);
  for (const char *Mnemonic :
       {"v_permlane32_swap_b32_e32", "v_permlane32_swap_b32_e64"})
    addCase(
        T, "", std::string(Mnemonic) + " v10, v14",
        [](const WaveState &In, Expected &Out) {
          for (unsigned Lane = 0; Lane < 32; ++Lane) {
            Out.set(14, Lane, In.v(10, Lane + 32));
            Out.set(10, Lane + 32, In.v(14, Lane));
          }
        },
        AllLanes);
  addCase(T, "", "v_swap_b32 v10, v14",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Out.set(10, Lane, In.v(14, Lane));
            Out.set(14, Lane, In.v(10, Lane));
          }));
}

static void addAccumulatorMoves(Table &T) {
  auto WithAgprs = [](Case &C) { C.Win.A = 8; };
  WithAgprs(
      addCase(T, "", "v_accvgpr_read_b32 v10, a3",
              perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
                Out.set(10, Lane, In.a(3, Lane));
              })));
  WithAgprs(
      addCase(T, "", "v_accvgpr_write_b32 a3, v14",
              perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
                Out.setA(3, Lane, In.v(14, Lane));
              })));
  WithAgprs(
      addCase(T, "sgpr", "v_accvgpr_write_b32 a3, s20",
              perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
                Out.setA(3, Lane, In.s(20));
              })));
  WithAgprs(
      addCase(T, "constant", "v_accvgpr_write_b32 a3, -4.0",
              perLane([](const WaveState &, Expected &Out, unsigned Lane) {
                Out.setA(3, Lane, 0xc0800000);
              })));
  WithAgprs(
      addCase(T, "", "v_accvgpr_mov_b32 a3, a6",
              perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
                Out.setA(3, Lane, In.a(6, Lane));
              })));
}

/// Every DPP control, under masks and both bound_ctrl settings.
static void addDppControls(Table &T) {
  std::vector<std::string> Controls = {
      "quad_perm:[3,2,1,0]", "quad_perm:[0,0,2,2]", "row_mirror",
      "row_half_mirror",     "row_bcast:15",        "row_bcast:31",
      "wave_shl:1",          "wave_shr:1",          "wave_rol:1",
      "wave_ror:1"};
  for (unsigned N : {1, 2, 4, 8, 15})
    for (const char *Name : {"row_shl:", "row_shr:", "row_ror:"})
      Controls.push_back(Name + std::to_string(N));
  for (unsigned N : {0, 1, 7, 8, 15})
    Controls.push_back("row_newbcast:" + std::to_string(N));
  for (const std::string &Control : Controls)
    for (unsigned Setting = 0; Setting < 4; ++Setting) {
      bool BoundCtrl = Setting & 1;
      unsigned RowMask = Setting & 2 ? 0x6 : 0xf,
               BankMask = Setting & 2 ? 0x9 : 0xf;
      std::string Name = "dpp" + std::to_string(Setting) + "_" + Control;
      for (char &C : Name)
        if (!std::isalnum(C))
          C = '_';
      addCase(T, Name,
              "v_mov_b32_dpp v10, v14 " + Control +
                  " row_mask:" + std::to_string(RowMask) + " bank_mask:" +
                  std::to_string(BankMask) + (BoundCtrl ? " bound_ctrl:1" : ""),
              perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                if (!(RowMask >> (Lane / 16) & 1) ||
                    !(BankMask >> (Lane / 4 % 4) & 1))
                  return;
                int From = dppSource(Control, Lane);
                bool Valid = From >= 0 && In.active(From);
                if (Valid || BoundCtrl)
                  Out.set(10, Lane, Valid ? In.v(14, From) : 0);
              }));
    }
  // The 64-bit move knows row_newbcast only.
  addCase(T, "row_newbcast",
          "v_mov_b64_dpp v[10:11], v[14:15] row_newbcast:5 row_mask:0xf "
          "bank_mask:0xf bound_ctrl:1",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            unsigned From = Lane / 16 * 16 + 5;
            Out.set64(10, Lane, In.active(From) ? In.v64(14, From) : 0);
          }));
}

/// Every SDWA selector on both sides of a move.
static void addSdwaSelectors(Table &T) {
  static const char *const Sel[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
                                    "WORD_0", "WORD_1", "DWORD"};
  static const unsigned Shift[] = {0, 8, 16, 24, 0, 16, 0};
  static const unsigned Bits[] = {8, 8, 8, 8, 16, 16, 32};
  static const char *const Unused[] = {"UNUSED_PAD", "UNUSED_SEXT",
                                       "UNUSED_PRESERVE"};
  for (unsigned Dst = 0; Dst < 7; ++Dst)
    for (unsigned Src = 0; Src < 7; ++Src)
      for (bool Sext : {false, true}) {
        unsigned Mode = (Dst + Src + Sext) % 3;
        std::string Text = "v_mov_b32_sdwa v10, ";
        Text += Sext ? "sext(v14)" : "v14";
        Text += std::string(" dst_sel:") + Sel[Dst] +
                " dst_unused:" + Unused[Mode] + " src0_sel:" + Sel[Src];
        addCase(T,
                std::string(Sel[Dst]) + "_" + Unused[Mode] + "_" + Sel[Src] +
                    (Sext ? "_sext" : ""),
                Text,
                perLane([=](const WaveState &In, Expected &Out, unsigned L) {
                  int64_t Value = In.v(14, L) >> Shift[Src];
                  Value &= (1ll << Bits[Src]) - 1;
                  if (Sext && Value >> (Bits[Src] - 1) & 1)
                    Value -= 1ll << Bits[Src];
                  uint64_t Field = uint64_t(Value) & ((1ull << Bits[Dst]) - 1);
                  uint64_t Result = Field << Shift[Dst];
                  if (Mode == 2) {
                    uint64_t Mask = ((1ull << Bits[Dst]) - 1) << Shift[Dst];
                    Result |= In.v(10, L) & ~Mask;
                  } else if (Mode == 1 && Field >> (Bits[Dst] - 1) & 1) {
                    Result |= ~0ull << (Shift[Dst] + Bits[Dst]);
                  }
                  Out.set(10, L, uint32_t(Result));
                }));
      }
  // A comparison can select and extend its sources too.
  addCase(T, "",
          "v_cmp_lt_i32_sdwa s[28:29], sext(v14), v16 src0_sel:BYTE_1 "
          "src1_sel:WORD_1",
          [](const WaveState &In, Expected &Out) {
            uint64_t Mask = 0;
            for (unsigned Lane = 0; Lane < kLanes; ++Lane)
              if (In.active(Lane) &&
                  int8_t(In.v(14, Lane) >> 8) < int32_t(In.v(16, Lane) >> 16))
                Mask |= 1ull << Lane;
            Out.setS64(28, Mask);
          });
  addCase(
      T, "vcc",
      "v_cmp_eq_u32_sdwa vcc, v14, v16 src0_sel:BYTE_3 src1_sel:BYTE_0",
      [](const WaveState &In, Expected &Out) {
        Out.Vcc = 0;
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          if (In.active(Lane) &&
              In.v(14, Lane) >> 24 == (In.v(16, Lane) & 0xff))
            Out.Vcc |= 1ull << Lane;
      },
      [](WaveState &S, unsigned, Rng &R) {
        for (unsigned Lane = 0; Lane < kLanes; Lane += 2)
          S.v(16, Lane) = (R() & ~0xffu) | S.v(14, Lane) >> 24;
      });
}

/// Relative register numbers, as LLVM indexes arrays in registers: M0 takes the
/// index in bits 0 to 7 and the mode in 12 to 15.
static void addRelativeMoves(Table &T) {
  auto Add = [&](const char *Mode, unsigned ModeBits, ModelFn Move) {
    addCase(
        T, ModeBits == 1 ? "source" : "destination",
        std::string("s_set_gpr_idx_on s16, gpr_idx(") + Mode +
            ")\n  v_mov_b32_e32 v10, v14\n  s_set_gpr_idx_off",
        [=](const WaveState &In, Expected &Out) {
          Move(In, Out);
          Out.M0 = (In.M0 & ~0xf0ffu) | (In.s(16) & 0xff) | ModeBits << 12;
        },
        [](WaveState &S, unsigned, Rng &R) {
          S.s(16) = (S.s(16) & ~0xffu) | R() % 8;
        });
  };
  Add("SRC0", 1, perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
        Out.set(10, Lane, In.v(14 + (In.s(16) & 0xff), Lane));
      }));
  addCase(T, "", "s_set_gpr_idx_idx s16",
          [](const WaveState &In, Expected &Out) {
            Out.M0 = (In.M0 & ~0xffu) | (In.s(16) & 0xff);
          });
  addCase(T, "", "s_set_gpr_idx_mode gpr_idx(SRC0,DST)",
          [](const WaveState &In, Expected &Out) {
            Out.M0 = (In.M0 & ~0xf000u) | 9 << 12;
          });
  Add("DST", 8, perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
        Out.set(10 + (In.s(16) & 0xff), Lane, In.v(14, Lane));
      }));
}

void spmla::emutest::addLaneTables(std::vector<Table> &Tables) {
  Table Moves{"LaneMoves", "gfx950", {}}, Dpp{"Dpp", "gfx950", {}},
      Sdwa{"Sdwa", "gfx950", {}};
  addScalarMoves(Moves);
  addSwaps(Moves);
  addAccumulatorMoves(Moves);
  addRelativeMoves(Moves);
  addDppControls(Dpp);
  addSdwaSelectors(Sdwa);
  for (Table *T : {&Moves, &Dpp, &Sdwa})
    Tables.push_back(std::move(*T));
}
