//===- Valu.cpp - Plain forms of vector instructions ----------------------===//

#include "ValuForms.h"

#include <algorithm>

using namespace spmla::emutest;

/// Waves beyond those that enumerate edge values; they run through every EXEC.
static constexpr unsigned kMixedWaves = 16;

std::string spmla::emutest::registerText(char Space, unsigned Reg, Kind K) {
  std::string First = std::to_string(Reg);
  if (!isWide(K))
    return Space + First;
  return std::string(1, Space) + "[" + First + ":" + std::to_string(Reg + 1) +
         "]";
}

void Destination::write(Expected &Out, unsigned Lane, LaneResult R) const {
  if (Clamp) {
    float X = bitCast<float>(uint32_t(R.Bits));
    // With DX10_CLAMP a NaN clamps to zero.
    X = std::isnan(X) || X < 0 ? 0 : std::min(X, 1.0f);
    R = {bitCast<uint32_t>(X), Match::ZeroF32};
  }
  if (isWide(K))
    return Out.set64(kDst, Lane, R.Bits, R.How);
  if (!isHalf(K))
    return Out.set(kDst, Lane, uint32_t(R.Bits), R.How);
  uint32_t Old = Preserve ? Out.v(kDst, Lane) : 0;
  if (!High)
    return Out.set(kDst, Lane, (Old & 0xffff0000) | uint32_t(R.Bits), R.How);
  Out.set(kDst, Lane, (Old & 0xffff) | uint32_t(R.Bits) << 16,
          R.How == Match::NanF16 ? Match::NanF16High : R.How);
}

/// An inline constant of the operand's type.
static Source inlineConstant(const Source &S) {
  Source C = S;
  C.Space = 'k';
  C.Text = isFloat(S.K) ? "-4.0" : "-16";
  switch (S.K) {
  case Kind::BF16: // no document says how floats are encoded for it
    C.Text = "64";
    C.Constant = 64;
    break;
  case Kind::F16:
    C.Constant = 0xc400;
    break;
  case Kind::F32:
    C.Constant = 0xc0800000;
    break;
  case Kind::F64:
    C.Constant = 0xc010000000000000;
    break;
  default:
    C.Constant = uint64_t(-16) & maskOf(S.K);
  }
  return C;
}

static void fillOperands(const Instruction &I, size_t EdgeWaves, WaveState &S,
                         unsigned Wave, Rng &R) {
  if (Wave < EdgeWaves)
    S.Exec = ~0ull;
  const std::vector<Kind> &Kinds = I.Model.Args;
  // An accumulator is the last operand and lives in the destination.
  auto RegOf = [&](size_t Arg) {
    return Arg < I.numSources() ? kSrcV[Arg] : kDst;
  };
  for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
    std::vector<uint64_t> Tuple =
        operandTuple(Kinds, Wave * size_t(kLanes) + Lane, R);
    for (size_t Arg = 0; Arg < Kinds.size(); ++Arg) {
      if (isWide(Kinds[Arg]))
        S.setV64(RegOf(Arg), Lane, Tuple[Arg]);
      else if (isHalf(Kinds[Arg]))
        S.v(RegOf(Arg), Lane) =
            uint32_t(Tuple[Arg]) | uint32_t(mixedValue(Kinds[Arg], R)) << 16;
      else
        S.v(RegOf(Arg), Lane) = uint32_t(Tuple[Arg]);
    }
  }
  for (size_t Arg = 0; Arg < I.numSources(); ++Arg)
    S.setS64(kSrcS[Arg], mixedValue(Kinds[Arg], R));
}

Case &spmla::emutest::addForm(Table &T, const Instruction &I,
                              const std::string &Name, const std::string &Text,
                              ModelFn Model, bool Main) {
  size_t EdgeWaves =
      Main ? (numEdgeTuples(I.Model.Args) + kLanes - 1) / kLanes : 0;
  Case C;
  C.Name = Name;
  C.Text = Text;
  C.Waves = EdgeWaves + kMixedWaves;
  C.Model = std::move(Model);
  C.Fill = [I, EdgeWaves](WaveState &S, unsigned Wave, Rng &R) {
    fillOperands(I, EdgeWaves, S, Wave, R);
  };
  T.Cases.push_back(std::move(C));
  return T.Cases.back();
}

static void addPlainForm(Table &T, const Instruction &I,
                         const std::string &Suffix,
                         const std::string &NameSuffix,
                         const std::vector<Source> &Sources, Destination D,
                         const std::string &Modifiers, bool Main = false) {
  std::string Text =
      I.Mnemonic + Suffix + " " + registerText('v', kDst, I.Model.Result);
  for (const Source &S : Sources)
    Text += ", " + S.text();
  addForm(
      T, I, I.Mnemonic + Suffix + NameSuffix, Text + Modifiers,
      [I, Sources, D](const WaveState &In, Expected &Out) {
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          if (!In.active(Lane))
            continue;
          uint64_t Args[4];
          for (size_t A = 0; A < Sources.size(); ++A)
            Args[A] = Sources[A].read(In, Lane);
          Args[Sources.size()] = I.oldDestination(In, Lane);
          D.write(Out, Lane, I.Model.Eval(Args));
        }
      },
      Main);
}

void spmla::emutest::addValu(Table &T, const std::string &Mnemonic,
                             unsigned Forms, const LaneModel &Model) {
  Instruction I{Mnemonic, Forms, Model};
  bool Short = Forms & kVop12;
  std::string E64 = Short ? "_e64" : "";
  Destination D{Model.Result, false, bool(Forms & kOpSel)};
  size_t N = I.numSources();

  addPlainForm(T, I, Short ? "_e32" : "", "", I.vgprs(), D, "", /*Main=*/true);
  if (Short) {
    std::vector<Source> Sources = I.vgprs();
    Sources[0] = I.sgpr(0);
    addPlainForm(T, I, "_e32", "_sgpr", Sources, D, "");
    Sources[0] = inlineConstant(I.vgpr(0));
    addPlainForm(T, I, "_e32", "_const", Sources, D, "");
  }
  // One scalar operand at each place; a constant takes no bus.
  for (size_t S = 0; S < N; ++S) {
    std::vector<Source> Sources = I.vgprs();
    Sources[S] = I.sgpr(S);
    if (N > 1)
      Sources[(S + 1) % N] = inlineConstant(I.vgpr((S + 1) % N));
    addPlainForm(T, I, E64, "_sgpr" + std::to_string(S), Sources, D, "");
  }
  if (Forms & kNegAbs)
    for (unsigned Turn = 0; Turn < 2; ++Turn) {
      std::vector<Source> Sources = I.vgprs();
      for (size_t S = 0; S < N; ++S)
        if (isFloat(Sources[S].K)) {
          Sources[S].Neg = (S + Turn) % 2 == 0;
          Sources[S].Abs = Turn == 0 ? S < 2 : S == 2;
        }
      addPlainForm(T, I, E64, Turn ? "_neg" : "_neg_abs", Sources, D, "");
    }
  if (Forms & kClamp) {
    Destination Clamped = D;
    Clamped.Clamp = true;
    addPlainForm(T, I, E64, "_clamp", I.vgprs(), Clamped, " clamp");
  }
  if (Forms & kOpSel)
    for (unsigned Halves : {1u, 6u, 10u, 15u}) {
      std::vector<Source> Sources = I.vgprs();
      std::string OpSel = " op_sel:[";
      for (size_t S = 0; S < N; ++S) {
        Sources[S].High = isHalf(Sources[S].K) && Halves >> S & 1;
        OpSel += Sources[S].High ? "1," : "0,";
      }
      Destination Half = D;
      Half.High = isHalf(D.K) && Halves >> 3 & 1;
      addPlainForm(T, I, E64, "_op_sel" + std::to_string(Halves), Sources, Half,
                   OpSel + (Half.High ? "1]" : "0]"));
    }
  addSdwaAndDpp(T, I);
}
