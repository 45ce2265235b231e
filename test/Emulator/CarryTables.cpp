//===- CarryTables.cpp - Instructions with a lane mask operand ------------===//
//
// Carries, selection and 64-bit multiply-add. The carry-out of lanes that EXEC
// disables is not specified.
//
//===----------------------------------------------------------------------===//

#include "CustomCase.h"
#include "Tables.h"

using namespace spmla::emutest;

namespace {
struct SumAndCarry {
  uint32_t Sum;
  bool Carry;
};
using CarryFn = SumAndCarry (*)(uint32_t A, uint32_t B, bool In);

struct CarryOp {
  const char *Name;
  bool TakesCarry;
  CarryFn Fn;
};
} // namespace

static SumAndCarry add(uint32_t A, uint32_t B, bool C) {
  uint64_t Sum = uint64_t(A) + B + C;
  return {uint32_t(Sum), Sum >> 32 != 0};
}
static SumAndCarry subtract(uint32_t A, uint32_t B, bool C) {
  return {A - B - C, uint64_t(B) + C > A};
}
static SumAndCarry subtractReverse(uint32_t A, uint32_t B, bool C) {
  return subtract(B, A, C);
}

static const CarryOp kCarryOps[] = {
    {"v_add_co_u32", false, add},
    {"v_sub_co_u32", false, subtract},
    {"v_subrev_co_u32", false, subtractReverse},
    {"v_addc_co_u32", true, add},
    {"v_subb_co_u32", true, subtract},
    {"v_subbrev_co_u32", true, subtractReverse},
};

static void addCarryOp(Table &T, const CarryOp &Op, bool Short) {
  std::string Text =
      std::string(Op.Name) +
      (Short ? "_e32 v10, vcc, v14, v16" : "_e64 v10, s[28:29], v14, v16");
  if (Op.TakesCarry)
    Text += Short ? ", vcc" : ", s[24:25]";
  addCase(
      T, "", Text,
      [=](const WaveState &In, Expected &Out) {
        uint64_t CarryIn = Short ? In.Vcc : In.s64(24), CarryOut = 0;
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          if (!In.active(Lane))
            continue;
          SumAndCarry R = Op.Fn(In.v(14, Lane), In.v(16, Lane),
                                Op.TakesCarry && CarryIn >> Lane & 1);
          Out.set(10, Lane, R.Sum);
          CarryOut |= uint64_t(R.Carry) << Lane;
        }
        Out.setMask(Short, 28, CarryOut);
      },
      fillVgprs({{14, Kind::U32}, {16, Kind::U32}}));
}

static void addSelect(Table &T) {
  addCase(T, "", "v_cndmask_b32_e32 v10, v14, v16, vcc",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Out.set(10, Lane, In.v(In.Vcc >> Lane & 1 ? 16 : 14, Lane));
          }));
  addCase(T, "", "v_cndmask_b32_e64 v10, v14, v16, s[24:25]",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Out.set(10, Lane, In.v(In.s64(24) >> Lane & 1 ? 16 : 14, Lane));
          }));
  addCase(T, "constants", "v_cndmask_b32_e64 v10, 0, -1, s[24:25]",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Out.set(10, Lane, In.s64(24) >> Lane & 1 ? ~0u : 0);
          }));
  addCase(T, "neg_abs", "v_cndmask_b32_e64 v10, -v14, |v16|, vcc",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Out.set(10, Lane,
                    In.Vcc >> Lane & 1 ? In.v(16, Lane) & 0x7fffffff
                                       : In.v(14, Lane) ^ 0x80000000);
          }));
  addCase(T, "",
          "v_cndmask_b32_sdwa v10, v14, v16, vcc dst_sel:DWORD "
          "dst_unused:UNUSED_PAD src0_sel:BYTE_2 src1_sel:WORD_1",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Out.set(10, Lane,
                    In.Vcc >> Lane & 1 ? In.v(16, Lane) >> 16
                                       : In.v(14, Lane) >> 16 & 0xff);
          }));
  addCase(T, "",
          "v_cndmask_b32_dpp v10, v14, v16, vcc quad_perm:[1,0,3,2] "
          "row_mask:0xf bank_mask:0xf bound_ctrl:1",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            uint32_t First = In.active(Lane ^ 1) ? In.v(14, Lane ^ 1) : 0;
            Out.set(10, Lane, In.Vcc >> Lane & 1 ? In.v(16, Lane) : First);
          }));
}

static void addMultiplyAdd64(Table &T, bool Signed) {
  std::string Name = Signed ? "v_mad_i64_i32" : "v_mad_u64_u32";
  addCase(
      T, "", Name + " v[10:11], s[28:29], v14, v16, v[18:19]",
      [Signed](const WaveState &In, Expected &Out) {
        uint64_t Carry = 0;
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          if (!In.active(Lane))
            continue;
          // 65 bits of result; bit 64 is the mask.
          __int128 A = In.v(14, Lane), B = In.v(16, Lane), C = In.v64(18, Lane);
          if (Signed) {
            A = int32_t(In.v(14, Lane));
            B = int32_t(In.v(16, Lane));
            C = int64_t(In.v64(18, Lane));
          }
          __int128 Sum = A * B + C;
          Out.set64(10, Lane, uint64_t(Sum));
          Carry |= uint64_t(Sum >> 64 & 1) << Lane;
        }
        Out.setMask(false, 28, Carry);
      },
      fillVgprs({{14, Kind::U32}, {16, Kind::U32}, {18, Kind::U64}}));
  addCase(
      T, "sgpr", Name + " v[10:11], s[28:29], v14, s20, v[18:19]",
      [Signed](const WaveState &In, Expected &Out) {
        uint64_t Carry = 0;
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          if (!In.active(Lane))
            continue;
          __int128 Product =
              Signed ? __int128(int32_t(In.v(14, Lane))) * int32_t(In.s(20))
                     : __int128(In.v(14, Lane)) * In.s(20);
          __int128 Sum = Product + (Signed ? __int128(int64_t(In.v64(18, Lane)))
                                           : __int128(In.v64(18, Lane)));
          Out.set64(10, Lane, uint64_t(Sum));
          Carry |= uint64_t(Sum >> 64 & 1) << Lane;
        }
        Out.setMask(false, 28, Carry);
      },
      fillVgprs({{14, Kind::U32}, {18, Kind::U64}}));
}

/// Counts mask bits below the lane; the usual way to a lane number.
static void addMaskedCount(Table &T) {
  for (bool High : {false, true})
    addCase(T, "",
            std::string("v_mbcnt_") + (High ? "hi" : "lo") +
                "_u32_b32 v10, v14, v16",
            perLane([High](const WaveState &In, Expected &Out, unsigned Lane) {
              uint64_t Below = (1ull << Lane) - 1;
              uint32_t Mask = uint32_t(High ? Below >> 32 : Below);
              uint32_t Count = In.v(16, Lane);
              for (unsigned I = 0; I < 32; ++I)
                Count += (In.v(14, Lane) & Mask) >> I & 1;
              Out.set(10, Lane, Count);
            }));
  addCase(T, "lane_id",
          "v_mbcnt_lo_u32_b32 v10, -1, 0\n  v_mbcnt_hi_u32_b32 v10, -1, v10",
          perLane([](const WaveState &, Expected &Out, unsigned Lane) {
            Out.set(10, Lane, Lane);
          }));
}

void spmla::emutest::addCarryTables(std::vector<Table> &Tables) {
  Table T{"Carry", "gfx950", {}};
  for (const CarryOp &Op : kCarryOps)
    for (bool Short : {true, false})
      addCarryOp(T, Op, Short);
  addSelect(T);
  addMultiplyAdd64(T, false);
  addMultiplyAdd64(T, true);
  addMaskedCount(T);
  Tables.push_back(std::move(T));
}
