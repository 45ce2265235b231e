//===- ValuCompare.cpp - Forms of v_cmp and v_cmpx ------------------------===//

#include "ValuForms.h"

using namespace spmla::emutest;

namespace {
/// Where a comparison's mask goes: VCC or s[28:29], and EXEC for v_cmpx.
struct MaskTarget {
  bool Vcc;
  bool Exec;
};
} // namespace

static void addCompareForm(Table &T, const Instruction &I,
                           const std::string &Text, const std::string &Name,
                           const std::vector<Source> &Sources,
                           MaskTarget Target, bool Main) {
  addForm(
      T, I, Name, Text,
      [=](const WaveState &In, Expected &Out) {
        uint64_t Mask = 0;
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          if (!In.active(Lane))
            continue;
          uint64_t Args[2];
          for (size_t A = 0; A < Sources.size(); ++A)
            Args[A] = Sources[A].read(In, Lane);
          Mask |= uint64_t(I.Model.Eval(Args).Bits & 1) << Lane;
        }
        // Disabled lanes read as 0.
        if (Target.Vcc)
          Out.Vcc = Mask;
        else
          Out.setS64(28, Mask);
        if (Target.Exec)
          Out.Exec = Mask;
      },
      Main);
}

void spmla::emutest::addCompare(Table &T, const std::string &Name,
                                const LaneModel &Model) {
  for (bool Exec : {false, true}) {
    Instruction I{(Exec ? "v_cmpx_" : "v_cmp_") + Name, kVop12, Model};
    Source A = I.vgpr(0), B = I.vgpr(1), S = I.sgpr(0);
    const std::string &M = I.Mnemonic;
    std::string Sources = A.Text + ", " + B.Text;
    addCompareForm(T, I, M + "_e32 vcc, " + Sources, M + "_e32", {A, B},
                   {true, Exec}, true);
    addCompareForm(T, I, M + "_e64 s[28:29], " + Sources, M + "_e64", {A, B},
                   {false, Exec}, false);
    if (Exec)
      continue;
    addCompareForm(T, I, M + "_e32 vcc, " + S.Text + ", " + B.Text,
                   M + "_e32_sgpr", {S, B}, {true, false}, false);
    if (isFloat(A.K)) {
      A.Neg = true;
      B.Abs = isFloat(B.K);
      addCompareForm(T, I, M + "_e64 s[28:29], " + A.text() + ", " + B.text(),
                     M + "_e64_neg_abs", {A, B}, {false, false}, false);
    }
  }
}
