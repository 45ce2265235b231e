//===- Compare.cpp - Expected against computed wave state -----------------===//

#include "Compare.h"

#include "Floats.h"

#include <cstdio>
#include <cstdlib>

using namespace spmla::emutest;

static bool isQuietNan(const FloatFormat &Format, uint32_t Bits) {
  uint32_t Inf = ((1u << Format.ExpBits) - 1) << Format.MantBits;
  uint32_t QuietBit = 1u << (Format.MantBits - 1);
  return (Bits & (Inf | QuietBit)) == (Inf | QuietBit);
}

/// The rule for one number of a format: any quiet NaN for a NaN, else at most
/// Distance codes apart on the same side of zero.
static bool matchesNumber(const FloatFormat &Format, uint32_t Want,
                          uint32_t Got, unsigned Distance = 0) {
  if (decode(Format, Want) != decode(Format, Want))
    return isQuietNan(Format, Got);
  return std::abs(int64_t(Want) - int64_t(Got)) <= int64_t(Distance);
}

static bool matchesHalves(const FloatFormat &Format, uint32_t Want,
                          uint32_t Got) {
  return matchesNumber(Format, Want & 0xffff, Got & 0xffff) &&
         matchesNumber(Format, Want >> 16, Got >> 16);
}

static bool matchesLowHalf(uint32_t Want, uint32_t Got, unsigned Distance) {
  return Want >> 16 == Got >> 16 &&
         matchesNumber(kF16, Want & 0xffff, Got & 0xffff, Distance);
}

static double makeDouble(uint32_t Low, uint32_t High) {
  return bitCast<double>(Low | uint64_t(High) << 32);
}

bool spmla::emutest::matches(Match How, uint32_t Want, uint32_t WantHigh,
                             uint32_t Got, uint32_t GotHigh) {
  switch (How) {
  case Match::Exact:
    return Want == Got;
  case Match::NanF32:
    return matchesNumber(kF32, Want, Got);
  case Match::UlpF32:
    return matchesNumber(kF32, Want, Got, 1);
  case Match::NanPkF16:
    return matchesHalves(kF16, Want, Got);
  case Match::NanF16:
    return matchesLowHalf(Want, Got, 0);
  case Match::NanF16High:
    return (Want & 0xffff) == (Got & 0xffff) &&
           matchesNumber(kF16, Want >> 16, Got >> 16);
  case Match::UlpF16:
    return matchesLowHalf(Want, Got, 1);
  case Match::NanPkBF16:
    return matchesHalves(kBF16, Want, Got);
  case Match::NanF64:
    if (std::isnan(makeDouble(Want, WantHigh)))
      return std::isnan(makeDouble(Got, GotHigh)) && GotHigh & 0x80000;
    return Want == Got && WantHigh == GotHigh;
  case Match::SeedF64: {
    double W = makeDouble(Want, WantHigh), G = makeDouble(Got, GotHigh);
    if (std::isnan(W))
      return std::isnan(G);
    if (std::isinf(W) || W == 0)
      return W == G && std::signbit(W) == std::signbit(G);
    return std::fabs(G - W) <= std::ldexp(std::fabs(W), -14);
  }
  case Match::ZeroF32:
    return Want == Got || ((Want | Got) & 0x7fffffff) == 0 ||
           matchesNumber(kF32, Want, Got);
  case Match::Any:
    return true;
  }
  return false;
}

namespace {
/// Collects the first few differences.
class Report {
public:
  explicit Report(const WaveState &In) : In(In) {}

  void add(const std::string &Where, uint64_t Want, uint64_t Got) {
    if (Count++ >= 3)
      return;
    char Buffer[160];
    std::snprintf(Buffer, sizeof(Buffer), "%s: expects %#llx, got %#llx\n",
                  Where.c_str(), static_cast<unsigned long long>(Want),
                  static_cast<unsigned long long>(Got));
    Text += Buffer;
  }
  void addLane(const std::string &Register, unsigned Lane, uint32_t Want,
               uint32_t Got) {
    add(Register + " lane " + std::to_string(Lane), Want, Got);
    if (Count > 3)
      return;
    char Buffer[32];
    for (unsigned I = 0; I < In.Vgprs.size() && I < 16; ++I) {
      std::snprintf(Buffer, sizeof(Buffer), " v%u=%08x", kFirstV + I,
                    In.Vgprs[I][Lane]);
      Text += Buffer;
    }
    Text += "\n";
  }
  std::string finish() const {
    if (!Count)
      return "";
    char Buffer[80];
    std::string Result = std::to_string(Count) + " differences\n" + Text;
    std::snprintf(Buffer, sizeof(Buffer),
                  "inputs: exec=%016llx vcc=%016llx m0=%08x scc=%u",
                  static_cast<unsigned long long>(In.Exec),
                  static_cast<unsigned long long>(In.Vcc), In.M0, In.Scc);
    Result += Buffer;
    for (unsigned I = 0; I < kNumS; ++I) {
      std::snprintf(Buffer, sizeof(Buffer), " s%u=%08x", kFirstS + I,
                    In.Sgprs[I]);
      Result += Buffer;
    }
    return Result + "\n";
  }

private:
  const WaveState &In;
  std::string Text;
  unsigned Count = 0;
};
} // namespace

static void compareRegisters(Report &R, const char *Prefix, unsigned First,
                             const std::vector<VReg> &Want,
                             const std::vector<std::array<Match, kLanes>> &How,
                             const std::vector<VReg> &Got) {
  for (unsigned I = 0; I < Want.size(); ++I)
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      unsigned Next = I + 1 < Want.size() ? I + 1 : I;
      if (!matches(How[I][Lane], Want[I][Lane], Want[Next][Lane], Got[I][Lane],
                   Got[Next][Lane]))
        R.addLane(Prefix + std::to_string(First + I), Lane, Want[I][Lane],
                  Got[I][Lane]);
    }
}

static void compareBytes(Report &R, const char *Name,
                         const std::vector<uint8_t> &Want,
                         const std::vector<uint8_t> &Got) {
  for (size_t I = 0; I < Want.size(); ++I)
    if (Want[I] != Got[I])
      R.add(std::string(Name) + " byte " + std::to_string(I), Want[I], Got[I]);
}

std::string spmla::emutest::compareStates(const WaveState &In,
                                          const Expected &Want,
                                          const WaveState &Got) {
  Report R(In);
  auto Scalar = [&](const std::string &Name, uint64_t W, uint64_t G) {
    if (W != G)
      R.add(Name, W, G);
  };
  Scalar("exec", Want.Exec, Got.Exec);
  Scalar("vcc", Want.Vcc | Want.VccOpen, Got.Vcc | Want.VccOpen);
  Scalar("m0", Want.M0, Got.M0);
  Scalar("scc", Want.Scc, Got.Scc);
  Scalar("s[14:15]", Want.MemBase, Got.MemBase);
  for (unsigned I = 0; I < kNumS; ++I)
    Scalar("s" + std::to_string(kFirstS + I), Want.Sgprs[I] | Want.SOpen[I],
           Got.Sgprs[I] | Want.SOpen[I]);
  compareRegisters(R, "v", kFirstV, Want.Vgprs, Want.VMatch, Got.Vgprs);
  compareRegisters(R, "a", 0, Want.Agprs, Want.AMatch, Got.Agprs);
  compareBytes(R, "lds", Want.Lds, Got.Lds);
  compareBytes(R, "memory", Want.Mem, Got.Mem);
  return R.finish();
}
