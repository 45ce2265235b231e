//===- Runner.cpp - Runs a case and compares ------------------------------===//

#include "Runner.h"

#include "Assembler.h"
#include "Compare.h"
#include "Hip.h"
#include "KernelText.h"

#include <algorithm>
#include <map>
#include <memory>

using namespace spmla::emutest;

uint64_t spmla::emutest::execOfWave(unsigned Wave, Rng &R) {
  uint64_t Random = R() | uint64_t(R()) << 32;
  switch (Wave % 8) {
  case 4:
    return Random;
  case 5:
    return 1ull << (Random % 64);
  case 6:
    return Wave % 16 == 6 ? 0 : ~0ull;
  case 7:
    return Wave % 16 == 7 ? 0x8000000000000001ull : ~0ull << 32;
  default:
    return ~0ull;
  }
}

static WaveState makeInput(const Case &C, unsigned Wave, uint64_t MemBase,
                           Rng &R) {
  WaveState S(C.Win);
  for (auto *Window : {&S.Vgprs, &S.Agprs})
    for (VReg &Register : *Window)
      for (uint32_t &Word : Register)
        Word = R();
  for (uint32_t &Word : S.Sgprs)
    Word = R();
  for (auto *Bytes : {&S.Lds, &S.Mem})
    for (uint8_t &Byte : *Bytes)
      Byte = uint8_t(R());
  S.Exec = execOfWave(Wave, R);
  S.Vcc = R() | uint64_t(R()) << 32;
  S.M0 = R();
  S.Scc = R() & 1;
  S.MemBase = MemBase;
  if (C.Fill)
    C.Fill(S, Wave, R);
  return S;
}

static void serialize(const WaveState &S, const RecordLayout &L, char *Record) {
  std::memcpy(Record, &S.Exec, 8);
  std::memcpy(Record + 8, &S.Vcc, 8);
  std::memcpy(Record + 16, &S.M0, 4);
  std::memcpy(Record + 20, &S.Scc, 4);
  std::memcpy(Record + 24, &S.MemBase, 8);
  std::memcpy(Record + 32, S.Sgprs.data(), 4 * kNumS);
  for (size_t I = 0; I < S.Vgprs.size(); ++I)
    std::memcpy(Record + L.V + 256 * I, S.Vgprs[I].data(), 256);
  for (size_t I = 0; I < S.Agprs.size(); ++I)
    std::memcpy(Record + L.A + 256 * I, S.Agprs[I].data(), 256);
  std::copy(S.Lds.begin(), S.Lds.end(), Record + L.Lds);
  std::copy(S.Mem.begin(), S.Mem.end(), Record + L.Mem);
}

static WaveState deserialize(const Case &C, const RecordLayout &L,
                             const char *Record) {
  WaveState S(C.Win);
  std::memcpy(&S.Exec, Record, 8);
  std::memcpy(&S.Vcc, Record + 8, 8);
  std::memcpy(&S.M0, Record + 16, 4);
  std::memcpy(&S.Scc, Record + 20, 4);
  std::memcpy(&S.MemBase, Record + 24, 8);
  std::memcpy(S.Sgprs.data(), Record + 32, 4 * kNumS);
  for (size_t I = 0; I < S.Vgprs.size(); ++I)
    std::memcpy(S.Vgprs[I].data(), Record + L.V + 256 * I, 256);
  for (size_t I = 0; I < S.Agprs.size(); ++I)
    std::memcpy(S.Agprs[I].data(), Record + L.A + 256 * I, 256);
  // Either may be empty, its pointer null.
  std::copy_n(Record + L.Lds, C.Win.Lds, S.Lds.begin());
  std::copy_n(Record + L.Mem, C.Win.Mem, S.Mem.begin());
  return S;
}

static std::string loadModule(const Table &T,
                              const std::vector<size_t> &Indices,
                              DeviceModule &Module) {
  std::string Error;
  std::vector<char> Image = assemble(moduleText(T, Indices), T.Arch, Error);
  return Image.empty() ? Error : Module.load(Image);
}

namespace {
struct LoadedTable {
  DeviceModule Module;
  bool Loaded = false;
};
} // namespace

static const LoadedTable &loadTable(const Table &T,
                                    const std::vector<size_t> &Together) {
  static std::map<const Table *, std::unique_ptr<LoadedTable>> Cache;
  std::unique_ptr<LoadedTable> &Entry = Cache[&T];
  if (!Entry) {
    Entry = std::make_unique<LoadedTable>();
    Entry->Loaded = loadModule(T, Together, Entry->Module).empty();
  }
  return *Entry;
}

std::string spmla::emutest::runCase(const Table &T, size_t Index,
                                    const std::vector<size_t> &Together) {
  const Case &C = T.Cases[Index];
  std::string Error = useDevice(T.Arch);
  if (!Error.empty())
    return Error;

  const LoadedTable &Whole = loadTable(T, Together);
  DeviceModule Single;
  if (!Whole.Loaded && !(Error = loadModule(T, {Index}, Single)).empty())
    return Error;
  const DeviceModule &Module = Whole.Loaded ? Whole.Module : Single;

  RecordLayout L(C.Win);
  DeviceBuffer In(L.Size * C.Waves), Out(L.Size * C.Waves);
  if (!In.get() || !Out.get())
    return "expects hipMalloc to succeed, got null";
  std::seed_seq Seed(C.Name.begin(), C.Name.end());
  Rng R(Seed);
  std::vector<WaveState> Inputs;
  std::vector<char> Image(L.Size * C.Waves);
  for (unsigned Wave = 0; Wave < C.Waves; ++Wave) {
    uint64_t Record = reinterpret_cast<uint64_t>(Out.get()) + L.Size * Wave;
    Inputs.push_back(makeInput(C, Wave, Record + L.Mem, R));
    serialize(Inputs.back(), L, Image.data() + L.Size * Wave);
  }
  // The output records start as the input: the memory window lies in them, and
  // a kernel that stops early cannot look right by accident, as the inputs'
  // scalars are poisoned.
  if (!(Error = In.copyIn(Image)).empty())
    return Error;
  for (unsigned Wave = 0; Wave < C.Waves; ++Wave)
    std::memset(Image.data() + L.Size * Wave, 0xa5, L.Mem);
  if (!(Error = Out.copyIn(Image)).empty())
    return Error;
  if (!(Error = Module.run("k" + std::to_string(Index), C.Waves, In.get(),
                           Out.get()))
           .empty())
    return Error;
  if (!(Error = Out.copyOut(Image)).empty())
    return Error;

  for (unsigned Wave = 0; Wave < C.Waves; ++Wave) {
    Expected Want(Inputs[Wave]);
    C.Model(Inputs[Wave], Want);
    WaveState Got = deserialize(C, L, Image.data() + L.Size * Wave);
    std::string Difference = compareStates(Inputs[Wave], Want, Got);
    if (!Difference.empty())
      return C.Text + "\nwave " + std::to_string(Wave) + ": " + Difference;
  }
  return "";
}
