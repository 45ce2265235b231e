//===- Program.cpp - Decoded code -----------------------------------------===//

#include "Program.h"
#include "Decoder.h"
#include "Disassembler.h"
#include "Text.h"

namespace spmla {
namespace emu {

const uint32_t *ConstantPool::get(uint64_t value) {
  auto [it, isNew] = rows.try_emplace(value);
  if (isNew)
    for (unsigned l = 0; l < kLanes; ++l) {
      it->second.lo[l] = static_cast<uint32_t>(value);
      it->second.hi[l] = static_cast<uint32_t>(value >> 32);
    }
  return it->second.lo;
}

CodeView Program::view(uint64_t loadBase) const {
  CodeView v;
  v.instructions = instructions.data();
  v.pcs = pcs.data();
  v.indexOfWord = indexOfWord.data();
  v.numInstructions = static_cast<uint32_t>(instructions.size());
  v.numBytes = static_cast<uint32_t>(indexOfWord.size() * 4);
  v.base = loadBase + sectionAddress;
  return v;
}

std::string decodeProgram(const uint8_t *code, size_t size,
                          uint64_t sectionAddress, const std::string &arch,
                          Program &program) {
  Disassembler disassembler(arch);
  if (!disassembler.valid())
    return "expects libLLVM to have a disassembler for " + arch +
           ", got a library without one";
  program.run = hostRegistry().loops.run;
  program.sectionAddress = sectionAddress;
  program.indexOfWord.assign(size / 4, -1);

  // Unknown instructions, each text once, with the pcs it occurs at.
  struct Unknown {
    std::string what;
    std::vector<uint64_t> pcs;
  };
  std::vector<Unknown> unknown;
  auto report = [&](std::string what, uint64_t pc) {
    for (Unknown &u : unknown)
      if (u.what == what) {
        u.pcs.push_back(pc);
        return;
      }
    unknown.push_back({std::move(what), {pc}});
  };

  Decoder decoder(program.constants);
  std::string line;
  bool indexing = false;
  for (size_t offset = 0; offset + 4 <= size;) {
    uint64_t pc = sectionAddress + offset;
    size_t used = disassembler.print(code + offset, size - offset, pc, line);
    if (used < 4 || used % 4) {
      report("no instruction: bytes " + hexBytes(code + offset, 4), pc);
      used = 4;
      line = "(no instruction)";
    }
    Instruction instruction;
    std::string error =
        decoder.decode(line, code + offset, used, offset, instruction);
    if (!error.empty() && line != "(no instruction)")
      report(error, pc);
    // VGPR indexing is a state of the hardware; compilers switch it on and off
    // around the operations concerned, and only that is supported.
    if (line.find("s_set_gpr_idx_on") != std::string::npos)
      indexing = true;
    else if (line.find("s_set_gpr_idx_off") != std::string::npos)
      indexing = false;
    else if (indexing && instruction.cls == InstClass::Branch)
      report("branch while VGPR indexing is on: " + line, pc);
    else if (indexing && instruction.cls == InstClass::Valu &&
             !decoder.wrapIndexed(instruction))
      report("DPP or SDWA while VGPR indexing is on: " + line, pc);
    program.indexOfWord[offset / 4] =
        static_cast<int32_t>(program.instructions.size());
    program.instructions.push_back(instruction);
    program.pcs.push_back(static_cast<uint32_t>(offset));
    size_t begin = line.find_first_not_of(" \t");
    program.lines.push_back(begin == std::string::npos ? line
                                                       : line.substr(begin));
    offset += used;
  }

  // Branch targets are byte offsets so far.
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    Instruction &in = program.instructions[i];
    if (!Decoder::hasTarget(in))
      continue;
    int64_t target = in.imm;
    bool inside = target >= 0 && target % 4 == 0 &&
                  static_cast<size_t>(target) / 4 < program.indexOfWord.size();
    int32_t index = inside ? program.indexOfWord[target / 4] : -1;
    if (index < 0)
      report("branch to no instruction: " + program.lines[i],
             sectionAddress + program.pcs[i]);
    in.imm = index;
  }

  if (unknown.empty())
    return "";
  std::string text = "expects instructions that the emulator knows for " +
                     arch + ", got " + std::to_string(unknown.size()) +
                     " kinds it does not know:";
  for (const Unknown &u : unknown) {
    text += "\n  " + u.what + "\n    at pc";
    for (uint64_t pc : u.pcs)
      text += " " + hex(pc);
  }
  return text;
}

std::string lineAt(const Program &program, uint32_t index) {
  return "pc " + hex(program.sectionAddress + program.pcs[index]) + ": " +
         program.lines[index];
}

} // namespace emu
} // namespace spmla
