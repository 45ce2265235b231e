//===- CustomCase.h - Cases written one by one ------------------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_CUSTOMCASE_H
#define SPMLA_TEST_EMULATOR_CUSTOMCASE_H

#include "Values.h"

namespace spmla::emutest {

/// VGPRs in assembly: v10, or v[10:11].
inline std::string vregs(unsigned First, unsigned Count) {
  std::string Text = std::to_string(First);
  return Count == 1
             ? "v" + Text
             : "v[" + Text + ":" + std::to_string(First + Count - 1) + "]";
}

/// Adds a case and returns it for adjustment. The name is the mnemonic and
/// \p Suffix.
inline Case &addCase(Table &T, const std::string &Suffix,
                     const std::string &Text, ModelFn Model,
                     FillFn Fill = nullptr) {
  Case C;
  C.Text = Text;
  C.Name = C.mnemonic() + (Suffix.empty() ? "" : "_" + Suffix);
  C.Model = std::move(Model);
  C.Fill = std::move(Fill);
  T.Cases.push_back(std::move(C));
  return T.Cases.back();
}

/// A model that runs once per active lane.
template <class F> ModelFn perLane(F Fn) {
  return [Fn](const WaveState &In, Expected &Out) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      if (In.active(Lane))
        Fn(In, Out, Lane);
  };
}

/// Fills VGPRs with values of a kind: register, kind.
inline FillFn fillVgprs(std::vector<std::pair<unsigned, Kind>> Registers) {
  return [Registers](WaveState &S, unsigned, Rng &R) {
    for (auto [Reg, K] : Registers)
      for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
        uint64_t Value = mixedValue(K, R);
        if (isWide(K))
          S.setV64(Reg, Lane, Value);
        else if (isHalf(K))
          S.v(Reg, Lane) = uint32_t(Value | mixedValue(K, R) << 16);
        else
          S.v(Reg, Lane) = uint32_t(Value);
      }
  };
}

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_CUSTOMCASE_H
