//===- ValuSdwaDpp.cpp - SDWA and DPP forms of vector instructions --------===//

#include "ValuForms.h"

#include <cctype>
#include <cstdlib>

using namespace spmla::emutest;

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
  addForm(T, I, Name, Text, [=](const WaveState &In, Expected &Out) {
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
  addForm(T, I, Name, Text, [=](const WaveState &In, Expected &Out) {
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

void spmla::emutest::addSdwaAndDpp(Table &T, const Instruction &I) {
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
