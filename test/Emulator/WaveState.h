//===- WaveState.h - What an instruction test sees of a wave ----*- C++ -*-===//
//
// A test is a map from one wave state to another: the kernel around the tested
// instruction loads such a state into the machine, executes the instruction and
// stores the state again. A model computes the expected state from the same
// input. What a model does not touch must come back unchanged, so every test
// also checks the neighbours of its destination.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TEST_EMULATOR_WAVESTATE_H
#define SPMLA_TEST_EMULATOR_WAVESTATE_H

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace spmla::emutest {

constexpr unsigned kLanes = 64;
/// The register windows start at v8, a0 and s16; below them lie the registers
/// of the kernel around the tested instruction.
constexpr unsigned kFirstV = 8;
constexpr unsigned kFirstS = 16;
constexpr unsigned kNumS = 32;
/// The SGPR pair that holds the address of the wave's memory window.
constexpr unsigned kMemBaseS = 14;

using VReg = std::array<uint32_t, kLanes>;

/// How much of a wave's state a test uses: registers, bytes of LDS and bytes of
/// global memory (multiples of 256), bytes of scratch per lane.
struct Windows {
  unsigned V = 16;
  unsigned A = 0;
  unsigned Lds = 0;
  unsigned Mem = 0;
  unsigned Scratch = 0;
};

/// The registers and memory of one wave. Register numbers are those of the
/// assembly text.
struct WaveState {
  std::vector<VReg> Vgprs;
  std::vector<VReg> Agprs;
  std::array<uint32_t, kNumS> Sgprs{};
  uint64_t Exec = ~0ull;
  uint64_t Vcc = 0;
  uint32_t M0 = 0;
  uint32_t Scc = 0;
  /// Device address of Mem[0].
  uint64_t MemBase = 0;
  std::vector<uint8_t> Lds;
  std::vector<uint8_t> Mem;

  WaveState() = default;
  explicit WaveState(const Windows &W)
      : Vgprs(W.V), Agprs(W.A), Lds(W.Lds), Mem(W.Mem) {}

  bool active(unsigned Lane) const { return Exec >> Lane & 1; }

  uint32_t &v(unsigned Reg, unsigned Lane) {
    return Vgprs.at(Reg - kFirstV)[Lane];
  }
  uint32_t v(unsigned Reg, unsigned Lane) const {
    return Vgprs.at(Reg - kFirstV)[Lane];
  }
  uint32_t &a(unsigned Reg, unsigned Lane) { return Agprs.at(Reg)[Lane]; }
  uint32_t a(unsigned Reg, unsigned Lane) const { return Agprs.at(Reg)[Lane]; }
  uint32_t &s(unsigned Reg) { return Sgprs.at(Reg - kFirstS); }
  uint32_t s(unsigned Reg) const { return Sgprs.at(Reg - kFirstS); }

  uint64_t v64(unsigned Reg, unsigned Lane) const {
    return v(Reg, Lane) | uint64_t(v(Reg + 1, Lane)) << 32;
  }
  uint64_t s64(unsigned Reg) const {
    return s(Reg) | uint64_t(s(Reg + 1)) << 32;
  }
  void setV64(unsigned Reg, unsigned Lane, uint64_t Value) {
    v(Reg, Lane) = uint32_t(Value);
    v(Reg + 1, Lane) = uint32_t(Value >> 32);
  }
  void setS64(unsigned Reg, uint64_t Value) {
    s(Reg) = uint32_t(Value);
    s(Reg + 1) = uint32_t(Value >> 32);
  }
};

/// How a result word is compared where the ISA leaves bits of it open.
enum class Match : uint8_t {
  /// Every bit.
  Exact,
  /// Any quiet NaN where an f32 NaN is expected: which payload and sign
  /// arithmetic returns is not documented.
  NanF32,
  /// The same for an f16 in the low half, in the high half, for each f16 half,
  /// for each bf16 half.
  NanF16,
  NanF16High,
  NanPkF16,
  NanPkBF16,
  /// The same for an f64, on its low word.
  NanF64,
  /// f32 within one unit in the last place, NaN as NanF32; the transcendental
  /// instructions are specified to that.
  UlpF32,
  /// The same for an f16 in the low half.
  UlpF16,
  /// The f64 instructions v_rcp, v_rsq and v_sqrt are starting values for
  /// Newton steps: relative error below 2^-14, on the low word.
  SeedF64,
  /// -0 is as good as +0.
  ZeroF32,
  /// Undocumented.
  Any,
};

/// The state that a model expects.
struct Expected : WaveState {
  std::vector<std::array<Match, kLanes>> VMatch, AMatch;
  /// Bits of VCC and of the SGPRs that the ISA leaves open.
  uint64_t VccOpen = 0;
  std::array<uint32_t, kNumS> SOpen{};

  explicit Expected(const WaveState &In)
      : WaveState(In), VMatch(In.Vgprs.size()), AMatch(In.Agprs.size()) {}

  void set(unsigned Reg, unsigned Lane, uint32_t Value,
           Match How = Match::Exact) {
    v(Reg, Lane) = Value;
    VMatch.at(Reg - kFirstV)[Lane] = How;
  }
  void set64(unsigned Reg, unsigned Lane, uint64_t Value,
             Match How = Match::Exact) {
    set(Reg, Lane, uint32_t(Value), How);
    set(Reg + 1, Lane, uint32_t(Value >> 32),
        How == Match::Exact ? How : Match::Any);
  }
  /// Writes a lane mask of which only the lanes of \p Exec are specified.
  void setMask(bool ToVcc, unsigned Reg, uint64_t Mask) {
    if (ToVcc) {
      Vcc = Mask;
      VccOpen = ~Exec;
      return;
    }
    setS64(Reg, Mask);
    SOpen.at(Reg - kFirstS) = uint32_t(~Exec);
    SOpen.at(Reg + 1 - kFirstS) = uint32_t(~Exec >> 32);
  }
  void setA(unsigned Reg, unsigned Lane, uint32_t Value,
            Match How = Match::Exact) {
    a(Reg, Lane) = Value;
    AMatch.at(Reg)[Lane] = How;
  }
};

template <class To, class From> To bitCast(const From &Value) {
  static_assert(sizeof(To) == sizeof(From));
  To Result;
  std::memcpy(static_cast<void *>(&Result), &Value, sizeof(To));
  return Result;
}

template <class T>
T loadBytes(const std::vector<uint8_t> &Bytes, uint64_t Offset) {
  T Value;
  std::memcpy(&Value, &Bytes.at(Offset + sizeof(T) - 1) - (sizeof(T) - 1),
              sizeof(T));
  return Value;
}

template <class T>
void storeBytes(std::vector<uint8_t> &Bytes, uint64_t Offset, T Value) {
  std::memcpy(&Bytes.at(Offset + sizeof(T) - 1) - (sizeof(T) - 1), &Value,
              sizeof(T));
}

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_WAVESTATE_H
