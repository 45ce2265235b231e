//===- Valu.cpp - Tables of vector instructions ---------------------------===//

#include "Valu.h"

#include <algorithm>
#include <cstdlib>

using namespace spmla::emutest;

/// Registers of the destination and of each source.
static constexpr unsigned kDst = 10;
static constexpr unsigned kSrcV[] = {14, 16, 18};
static constexpr unsigned kSrcS[] = {16, 20, 24};
/// Waves beyond those that enumerate edge values; they run through every EXEC.
static constexpr unsigned kMixedWaves = 16;

static std::string registerText(char Space, unsigned Reg, Kind K) {
  std::string First = std::to_string(Reg);
  if (!isWide(K))
    return Space + First;
  return std::string(1, Space) + "[" + First + ":" + std::to_string(Reg + 1) +
         "]";
}

namespace {
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

struct Destination {
  Kind K;
  bool Clamp = false;
  bool Preserve = false; // the half that is not written
  bool High = false;     // op_sel

  void write(Expected &Out, unsigned Lane, LaneResult R) const {
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
};

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
} // namespace

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

/// Adds a case that is not enumerated over edge values, unless Main.
static Case &addCase(Table &T, const Instruction &I, const std::string &Name,
                     const std::string &Text, ModelFn Model,
                     bool Main = false) {
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

static void addForm(Table &T, const Instruction &I, const std::string &Suffix,
                    const std::string &NameSuffix,
                    const std::vector<Source> &Sources, Destination D,
                    const std::string &Modifiers, bool Main = false) {
  std::string Text =
      I.Mnemonic + Suffix + " " + registerText('v', kDst, I.Model.Result);
  for (const Source &S : Sources)
    Text += ", " + S.text();
  addCase(
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

namespace {
/// The fields of an SDWA encoding; a selector is 0 to 3 for a byte, 4 and 5 for
/// a word, 6 for the dword.
struct SdwaFields {
  unsigned Dst, Src0, Src1;
  enum { Pad, Sext, Preserve } Unused;
};
} // namespace

static const char *const kSelText[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
                                       "WORD_0", "WORD_1", "DWORD"};
static unsigned selShift(unsigned Sel) {
  return Sel < 4 ? 8 * Sel : Sel == 5 ? 16 : 0;
}
static unsigned selBits(unsigned Sel) {
  return Sel < 4 ? 8 : Sel < 6 ? 16 : 32;
}

static uint32_t signExtend(uint32_t Value, unsigned Bits) {
  return uint32_t(int32_t(Value << (32 - Bits)) >> (32 - Bits));
}

static uint32_t sdwaSource(uint32_t Word, unsigned Sel, bool Sext) {
  uint32_t Field = Word >> selShift(Sel);
  if (Sel == 6)
    return Field;
  Field &= (1u << selBits(Sel)) - 1;
  return Sext ? signExtend(Field, selBits(Sel)) : Field;
}

static uint32_t sdwaResult(uint32_t Old, uint32_t Result, SdwaFields F) {
  if (F.Dst == 6)
    return Result;
  uint32_t Mask = ((1u << selBits(F.Dst)) - 1) << selShift(F.Dst);
  uint32_t Placed = Result << selShift(F.Dst) & Mask;
  if (F.Unused == SdwaFields::Preserve)
    return (Old & ~Mask) | Placed;
  // Sign extension fills the bits above the written field, zeros go below.
  if (F.Unused == SdwaFields::Sext)
    return signExtend(Placed, selShift(F.Dst) + selBits(F.Dst));
  return Placed;
}

static void addSdwa(Table &T, const Instruction &I, SdwaFields F, bool Mods) {
  static const char *const UnusedText[] = {"UNUSED_PAD", "UNUSED_SEXT",
                                           "UNUSED_PRESERVE"};
  std::vector<Source> Sources = I.vgprs();
  std::string Text = I.Mnemonic + "_sdwa v" + std::to_string(kDst);
  bool Sext = Mods && !isFloat(Sources[0].K);
  // Whether a modifier of a float acts on the selected field or on the whole
  // operand is documented only where both are the same.
  unsigned Whole = isHalf(Sources[0].K) ? 5 : 6;
  if (Mods && !Sext) {
    F.Src0 = Whole;
    Sources[0].Neg = true;
  }
  for (size_t A = 0; A < Sources.size(); ++A) {
    std::string Source = Sources[A].text();
    Text += A == 0 && Sext ? ", sext(" + Source + ")" : ", " + Source;
  }
  Text += std::string(" dst_sel:") + kSelText[F.Dst] +
          " dst_unused:" + UnusedText[F.Unused] +
          " src0_sel:" + kSelText[F.Src0];
  if (Sources.size() > 1)
    Text += std::string(" src1_sel:") + kSelText[F.Src1];
  std::string Name = I.Mnemonic + "_sdwa_" + kSelText[F.Dst] + "_" +
                     UnusedText[F.Unused] + "_" + kSelText[F.Src0] +
                     (Mods ? "_mods" : "");
  addCase(T, I, Name, Text, [=](const WaveState &In, Expected &Out) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      if (!In.active(Lane))
        continue;
      uint64_t Args[4];
      for (size_t A = 0; A < Sources.size(); ++A)
        Args[A] = Sources[A].modify(sdwaSource(
            In.v(Sources[A].Reg, Lane), A ? F.Src1 : F.Src0, Sext && A == 0));
      Args[Sources.size()] = I.oldDestination(In, Lane);
      LaneResult R = I.Model.Eval(Args);
      uint32_t Value = sdwaResult(In.v(kDst, Lane), uint32_t(R.Bits), F);
      // What is open, a NaN payload say, cannot be followed into a field.
      bool Open = R.How == Match::Any ||
                  (R.How != Match::Exact &&
                   (isHalf(I.Model.Result)
                        ? Half(uint16_t(R.Bits)).isNan()
                        : std::isnan(bitCast<float>(uint32_t(R.Bits)))));
      Out.set(kDst, Lane, Value,
              F.Dst == 6 ? R.How
              : Open     ? Match::Any
                         : Match::Exact);
    }
  });
}

int spmla::emutest::dppSource(const std::string &Control, unsigned Lane) {
  size_t Colon = Control.find(':');
  std::string Name = Control.substr(0, Colon);
  int Row = Lane / 16 * 16, In = Lane % 16;
  if (Name == "row_mirror")
    return Row + 15 - In;
  if (Name == "row_half_mirror")
    return int(Lane ^ 7);
  if (Name == "quad_perm") // quad_perm:[a,b,c,d]
    return int(Lane & ~3u) + (Control[Colon + 2 + 2 * (Lane % 4)] - '0');
  int N = std::atoi(Control.c_str() + Colon + 1);
  if (Name == "row_shl")
    return In + N < 16 ? Row + In + N : -1;
  if (Name == "row_shr")
    return In - N >= 0 ? Row + In - N : -1;
  if (Name == "row_ror")
    return Row + (In - N + 16) % 16;
  if (Name == "wave_shl")
    return Lane < 63 ? int(Lane) + 1 : -1;
  if (Name == "wave_shr")
    return int(Lane) - 1;
  if (Name == "wave_rol")
    return (Lane + 1) % 64;
  if (Name == "wave_ror")
    return (Lane + 63) % 64;
  if (Name == "row_newbcast")
    return Row + N;
  // row_bcast:15 hands the last lane of a row to the next row, row_bcast:31
  // lane 31 to the upper half.
  if (N == 15)
    return Row - 1;
  return Lane >= 32 ? 31 : -1;
}

static void addDpp(Table &T, const Instruction &I, const std::string &Control,
                   unsigned RowMask, unsigned BankMask, bool BoundCtrl) {
  std::vector<Source> Sources = I.vgprs();
  std::string Text =
      I.Mnemonic + "_dpp " + registerText('v', kDst, I.Model.Result);
  for (const Source &S : Sources)
    Text += ", " + S.text();
  Text += " " + Control + " row_mask:" + std::to_string(RowMask) +
          " bank_mask:" + std::to_string(BankMask) +
          (BoundCtrl ? " bound_ctrl:1" : "");
  std::string Name = I.Mnemonic + "_dpp_" + Control + "_" +
                     std::to_string(RowMask) + "_" + std::to_string(BankMask) +
                     (BoundCtrl ? "_bound_ctrl" : "");
  for (char &C : Name)
    if (!std::isalnum(C))
      C = '_';
  addCase(T, I, Name, Text, [=](const WaveState &In, Expected &Out) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      if (!In.active(Lane) || !(RowMask >> (Lane / 16) & 1) ||
          !(BankMask >> (Lane / 4 % 4) & 1))
        continue;
      // A source lane that EXEC disables is as invalid as one out of range.
      int From = dppSource(Control, Lane);
      bool Valid = From >= 0 && In.active(From);
      if (!Valid && !BoundCtrl)
        continue;
      uint64_t Args[4];
      for (size_t A = 0; A < Sources.size(); ++A)
        Args[A] = A       ? Sources[A].read(In, Lane)
                  : Valid ? Sources[A].read(In, From)
                          : 0;
      Args[Sources.size()] = I.oldDestination(In, Lane);
      Destination{I.Model.Result}.write(Out, Lane, I.Model.Eval(Args));
    }
  });
}

/// The SDWA and DPP encodings differ in fields that are the same for every
/// instruction: each instruction gets two combinations, the next one others.
static void addRotatingForms(Table &T, const Instruction &I) {
  static const SdwaFields Sdwa[] = {
      {6, 5, 4, SdwaFields::Pad},      {5, 0, 6, SdwaFields::Preserve},
      {1, 6, 2, SdwaFields::Sext},     {4, 3, 5, SdwaFields::Pad},
      {6, 1, 3, SdwaFields::Pad},      {3, 4, 1, SdwaFields::Preserve},
      {4, 2, 0, SdwaFields::Sext},     {0, 5, 6, SdwaFields::Preserve},
      {5, 6, 5, SdwaFields::Sext},     {2, 0, 4, SdwaFields::Pad},
      {4, 5, 5, SdwaFields::Preserve},
  };
  static const char *const Dpp[] = {
      "row_shr:1",    "quad_perm:[3,0,1,2]", "row_ror:7",       "row_shl:3",
      "row_bcast:15", "row_newbcast:9",      "row_half_mirror", "wave_shr:1",
      "row_mirror",   "quad_perm:[1,1,3,3]", "row_bcast:31",
  };
  size_t Turn = T.Cases.size();
  if (I.Forms & kSdwa) {
    addSdwa(T, I, Sdwa[Turn % std::size(Sdwa)], false);
    addSdwa(T, I, Sdwa[(Turn + 4) % std::size(Sdwa)], true);
  }
  if (I.Forms & kDpp) {
    addDpp(T, I, Dpp[Turn % std::size(Dpp)], 0xf, 0xf, Turn % 2);
    addDpp(T, I, Dpp[(Turn + 5) % std::size(Dpp)], 0xb, 0xd, Turn % 2 == 0);
  }
}

void spmla::emutest::addValu(Table &T, const std::string &Mnemonic,
                             unsigned Forms, const LaneModel &Model) {
  Instruction I{Mnemonic, Forms, Model};
  bool Short = Forms & kVop12;
  std::string E64 = Short ? "_e64" : "";
  Destination D{Model.Result, false, bool(Forms & kOpSel)};
  size_t N = I.numSources();

  addForm(T, I, Short ? "_e32" : "", "", I.vgprs(), D, "", /*Main=*/true);
  if (Short) {
    std::vector<Source> Sources = I.vgprs();
    Sources[0] = I.sgpr(0);
    addForm(T, I, "_e32", "_sgpr", Sources, D, "");
    Sources[0] = inlineConstant(I.vgpr(0));
    addForm(T, I, "_e32", "_const", Sources, D, "");
  }
  // One scalar operand at each place; a constant takes no bus.
  for (size_t S = 0; S < N; ++S) {
    std::vector<Source> Sources = I.vgprs();
    Sources[S] = I.sgpr(S);
    if (N > 1)
      Sources[(S + 1) % N] = inlineConstant(I.vgpr((S + 1) % N));
    addForm(T, I, E64, "_sgpr" + std::to_string(S), Sources, D, "");
  }
  if (Forms & kNegAbs)
    for (unsigned Turn = 0; Turn < 2; ++Turn) {
      std::vector<Source> Sources = I.vgprs();
      for (size_t S = 0; S < N; ++S)
        if (isFloat(Sources[S].K)) {
          Sources[S].Neg = (S + Turn) % 2 == 0;
          Sources[S].Abs = Turn == 0 ? S < 2 : S == 2;
        }
      addForm(T, I, E64, Turn ? "_neg" : "_neg_abs", Sources, D, "");
    }
  if (Forms & kClamp) {
    Destination Clamped = D;
    Clamped.Clamp = true;
    addForm(T, I, E64, "_clamp", I.vgprs(), Clamped, " clamp");
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
      addForm(T, I, E64, "_op_sel" + std::to_string(Halves), Sources, Half,
              OpSel + (Half.High ? "1]" : "0]"));
    }
  addRotatingForms(T, I);
}

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
  addCase(
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
