//===- Effects.cpp - What an instruction touches --------------------------===//

#include "Effects.h"
#include "AsmText.h"
#include "Program.h"

#include <initializer_list>
#include <string_view>

namespace spmla {
namespace emu {

namespace {

bool startsWith(std::string_view s, std::string_view prefix) {
  return s.substr(0, prefix.size()) == prefix;
}
bool containsAny(std::string_view s,
                 std::initializer_list<std::string_view> parts) {
  for (std::string_view part : parts)
    if (s.find(part) != std::string_view::npos)
      return true;
  return false;
}

// Bytes of one access whose data takes `dwords` registers, by the spelling of
// narrow types in mnemonics.
uint8_t accessBytes(std::string_view name, unsigned dwords) {
  if (containsAny(name, {"_u8", "_i8", "_b8", "byte"}))
    return 1;
  if (containsAny(name, {"_u16", "_i16", "_b16", "short"}))
    return 2;
  return static_cast<uint8_t>(4 * dwords);
}

// What a load narrower than a register does with the rest of it.
void describeNarrow(Effects &e, std::string_view name) {
  e.isSigned = containsAny(name, {"_i8", "_i16", "sbyte", "sshort"});
  if (containsAny(name, {"_d16_hi"}))
    e.filled = 0xffff0000u;
  else if (containsAny(name, {"_d16"}))
    e.filled = 0xffffu;
}

void describeDs(Effects &e, const Instruction &in, std::string_view name) {
  if (containsAny(name, {"permute", "swizzle"})) {
    e.space = MemorySpace::LaneExchange;
    return;
  }
  e.space = MemorySpace::Lds;
  bool isRead = startsWith(name, "ds_read"),
       isWrite = startsWith(name, "ds_write");
  e.atomic = !isRead && !isWrite;
  e.reads = !isWrite;
  e.writes = !isRead;
  bool isPair = containsAny(name, {"read2", "write2", "wrxchg2"});
  e.elements = isPair ? 2 : 1;
  e.swaps = containsAny(name, {"cmpst"});
  if (containsAny(name, {"_tr_"})) // a lane reads 8 bytes, then they move
    e.bytes = 8;
  else if (isRead)
    e.bytes = accessBytes(name, in.dst[0].dwords / e.elements);
  else if (isWrite)
    e.bytes = accessBytes(name, in.src[1].dwords);
  else
    e.bytes = static_cast<uint8_t>(4 * in.src[1].dwords);
}

void describeVmem(Effects &e, const Instruction &in, const AsmText &text) {
  std::string_view name = text.mnemonic;
  e.space = startsWith(name, "buffer_")    ? MemorySpace::Buffer
            : startsWith(name, "global_")  ? MemorySpace::Global
            : startsWith(name, "scratch_") ? MemorySpace::Scratch
                                           : MemorySpace::Flat;
  e.atomic = containsAny(name, {"_atomic"});
  e.coherent = e.atomic;
  for (const AsmText::Modifier &m : text.modifiers)
    e.coherent |= m.name == "sc1";
  e.replaces = containsAny(name, {"_atomic_swap"});
  e.reads = e.atomic || containsAny(name, {"_load"});
  e.writes = e.atomic || containsAny(name, {"_store"});
  const Operand &data = in.src[e.space == MemorySpace::Buffer ? 3 : 2];
  e.toLds = e.reads && !e.atomic && in.numDsts == 0;
  unsigned dwords = e.atomic || e.writes ? data.dwords : in.dst[0].dwords;
  if (e.toLds)
    dwords = containsAny(name, {"x4"}) ? 4 : containsAny(name, {"x3"}) ? 3 : 1;
  if (e.atomic) {
    // Of a compare and swap the data is twice as wide as the memory.
    e.swaps = containsAny(name, {"cmpswap"});
    e.bytes = static_cast<uint8_t>(4 * dwords / (e.swaps ? 2 : 1));
  } else {
    e.bytes = accessBytes(name, dwords);
  }
  if (e.reads && !e.toLds && e.bytes < 4)
    describeNarrow(e, name);
  e.fromHigh = e.writes && containsAny(name, {"_d16_hi"});
  e.readsM0 = e.toLds;
}

// The printed counters; one that is not printed is not waited for. expcnt
// counts exports and GDS accesses, which still read their source registers
// (LLVM's SIInsertWaitcnts: its events are those, and stores only before GFX7);
// of the instructions that the emulator knows none is one, so a wait for it is
// over at once and covers nothing.
void describeWait(Effects &e, const std::string &line) {
  auto count = [&](const char *name) {
    size_t at = line.find(std::string(name) + "(");
    return at == std::string::npos ? kNoWait
                                   : static_cast<uint8_t>(std::stoi(
                                         line.substr(line.find('(', at) + 1)));
  };
  e.vmcnt = count("vmcnt");
  e.lgkmcnt = count("lgkmcnt");
}

} // namespace

Effects effectsOf(const Instruction &in, const std::string &line) {
  Effects e;
  AsmText text = splitAsm(line);
  const std::string &name = text.mnemonic;
  switch (in.cls) {
  case InstClass::LdsRead:
  case InstClass::LdsWrite:
    describeDs(e, in, name);
    break;
  case InstClass::VmemLoad:
  case InstClass::VmemStore:
    describeVmem(e, in, text);
    break;
  case InstClass::Smem:
    e.space = MemorySpace::Scalar;
    e.reads = true;
    e.bytes = static_cast<uint8_t>(4 * in.dst[0].dwords);
    break;
  case InstClass::Waitcnt:
    describeWait(e, line);
    break;
  case InstClass::Branch:
    e.readsVcc = containsAny(name, {"vccz", "vccnz"});
    break;
  default:
    break;
  }
  return e;
}

std::vector<Effects> effectsOf(const Program &program) {
  std::vector<Effects> all;
  all.reserve(program.instructions.size());
  bool indexed = false;
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    const std::string &line = program.lines[i];
    if (startsWith(line, "s_set_gpr_idx_on"))
      indexed = true;
    else if (startsWith(line, "s_set_gpr_idx_off"))
      indexed = false;
    all.push_back(effectsOf(program.instructions[i], line));
    all.back().indexed =
        indexed && program.instructions[i].cls == InstClass::Valu;
    all.back().readsM0 |= all.back().indexed;
  }
  return all;
}

} // namespace emu
} // namespace spmla
