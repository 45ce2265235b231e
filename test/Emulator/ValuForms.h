//===- ValuForms.h - One encoding of a vector instruction -------*- C++ -*-===//
//
// What the forms of an instruction have in common: v10 is the destination, v14,
// v16 and v18 (or s16, s20 and s24) are the sources.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TEST_EMULATOR_VALUFORMS_H
#define SPMLA_TEST_EMULATOR_VALUFORMS_H

#include "Valu.h"

namespace spmla::emutest {

constexpr unsigned kDst = 10;
constexpr unsigned kSrcV[] = {14, 16, 18};
constexpr unsigned kSrcS[] = {16, 20, 24};

/// A register or register pair in assembly: v10, s[16:17].
std::string registerText(char Space, unsigned Reg, Kind K);

/// A source operand of a case: where its bits come from and what is done to
/// them before the model sees them.
struct Source {
  Kind K;
  char Space; // v, s, or k for a constant
  unsigned Reg;
  std::string Text;
  uint64_t Constant = 0;
  bool Neg = false, Abs = false;
  bool High = false; // op_sel

  uint64_t read(const WaveState &In, unsigned Lane) const {
    uint64_t Bits = Constant;
    if (Space == 'v')
      Bits = isWide(K) ? In.v64(Reg, Lane) : In.v(Reg, Lane);
    else if (Space == 's')
      Bits = isWide(K) ? In.s64(Reg) : In.s(Reg);
    return modify(High ? Bits >> 16 : Bits);
  }
  uint64_t modify(uint64_t Bits) const {
    Bits &= maskOf(K);
    uint64_t Sign = 1ull << (bitsOf(K) - 1);
    if (Abs)
      Bits &= ~Sign;
    return Neg ? Bits ^ Sign : Bits;
  }
  std::string text() const {
    std::string Result = Abs ? "|" + Text + "|" : Text;
    return Neg ? "-" + Result : Result;
  }
};

/// What happens to a result on its way into the destination.
struct Destination {
  Kind K;
  bool Clamp = false;
  bool Preserve = false; // the half that is not written
  bool High = false;     // op_sel

  void write(Expected &Out, unsigned Lane, LaneResult R) const;
};

/// An instruction under one mnemonic, without its encoding suffix.
struct Instruction {
  std::string Mnemonic;
  unsigned Forms;
  LaneModel Model;

  size_t numSources() const {
    return Model.Args.size() - (Forms & kAccumulates ? 1 : 0);
  }
  Source vgpr(size_t I) const {
    Kind K = Model.Args[I];
    return {K, 'v', kSrcV[I], registerText('v', kSrcV[I], K)};
  }
  Source sgpr(size_t I) const {
    Kind K = Model.Args[I];
    return {K, 's', kSrcS[I], registerText('s', kSrcS[I], K)};
  }
  std::vector<Source> vgprs() const {
    std::vector<Source> Result;
    for (size_t I = 0; I < numSources(); ++I)
      Result.push_back(vgpr(I));
    return Result;
  }
  uint64_t oldDestination(const WaveState &In, unsigned Lane) const {
    return isWide(Model.Result) ? In.v64(kDst, Lane)
                                : In.v(kDst, Lane) & maskOf(Model.Result);
  }
};

/// Adds a case; its operands run through all edge values if \p Main.
Case &addForm(Table &T, const Instruction &I, const std::string &Name,
              const std::string &Text, ModelFn Model, bool Main = false);
/// Adds SDWA and DPP forms. Their fields are the same for every instruction:
/// each instruction gets two combinations, the next one others.
void addSdwaAndDpp(Table &T, const Instruction &I);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_VALUFORMS_H
