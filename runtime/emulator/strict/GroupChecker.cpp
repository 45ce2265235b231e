//===- GroupChecker.cpp - Runs a workgroup in strict mode -----------------===//

#include "GroupChecker.h"
#include "../Text.h"
#include "Registers.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace strict {

namespace {

Queue queueOf(MemorySpace space) {
  switch (space) {
  case MemorySpace::Lds:
  case MemorySpace::LaneExchange:
    return Queue::Lds;
  case MemorySpace::Scalar:
    return Queue::Scalar;
  case MemorySpace::Flat:
    return Queue::Flat;
  default:
    return Queue::Vector;
  }
}

const char *counterOf(Queue queue) {
  switch (queue) {
  case Queue::Vector:
    return "vmcnt";
  case Queue::Flat:
    return "vmcnt and lgkmcnt";
  default:
    return "lgkmcnt";
  }
}

void expandExec(Wave &w) {
  for (unsigned l = 0; l < kLanes; ++l)
    w.execRow[l] = 0u - (w.s[kExec + l / 32] >> (l % 32) & 1);
}

} // namespace

GroupChecker::GroupChecker(const Program &program,
                           const std::vector<Effects> &effects,
                           const HazardTable &hazards, unsigned numWaves,
                           const LaunchConfig &config, GlobalShadow &memory)
    : program(program), effects(effects), hazards(hazards),
      comparisons(comparisonsOf(program)), config(config),
      ldsBytes(config.ldsBytes()), waits(numWaves), windows(numWaves),
      registers(numWaves), executed(numWaves), lds(ldsBytes, waits),
      global(program, effects, config, memory) {}

void GroupChecker::startGroup(uint64_t number) {
  global.startGroup(number);
  std::fill(waits.begin(), waits.end(), WaitState());
  std::fill(windows.begin(), windows.end(), HazardWindow());
  std::fill(registers.begin(), registers.end(), Registers());
  std::fill(executed.begin(), executed.end(), 0);
  lds.clear();
  text.clear();
}

Next GroupChecker::run(Wave &w, Wave &twin, uint64_t quantum) {
  const CodeView &code = *w.code;
  w.mask = w.execRow;
  twin.mask = twin.execRow;
  expandExec(w);
  expandExec(twin);
  for (uint64_t n = 0; n < quantum; ++n) {
    if (w.pc >= code.numInstructions) {
      w.fault = {FaultKind::BadJump, 0, w.pc, 0};
      return Next::Fault;
    }
    uint32_t index = w.pc++;
    const Instruction &in = code.instructions[index];
    const Effects &e = effects[index];
    if (!before(w, twin, index))
      return Next::Fault;
    ++w.executed[static_cast<unsigned>(in.cls)];
    const Comparison &comparison = comparisons[index];
    uint64_t undecided = 0;
    if (comparison.relation != Comparison::Relation::None)
      undecided = undecidedLanes(w, twin, in, comparison);
    Next next = in.fn(w, in);
    global.executed();
    if (next == Next::Fault)
      return next;
    twin.pc = index + 1;
    if (runTwin(w, twin, in, e) == Next::Fault) {
      fail(w, 0,
           "expects an operand to be defined, got bits that nothing has "
           "written and that the instruction may fault on");
      return Next::Fault;
    }
    if (e.space != MemorySpace::None)
      for (const LoadedByte &loaded : global.unwritten())
        makeUndefined(twin, in, e, loaded);
    if (undecided)
      makeUndecided(w, twin, in, comparison, undecided);
    bool writesExec = in.flags & kFlagWritesExec;
    if ((writesExec || w.pc != index + 1 || in.cls == InstClass::Branch) &&
        !defined(w, compareControl(w, twin))) {
      w.pc = index + 1; // of which the report tells
      return Next::Fault;
    }
    if (writesExec) {
      expandExec(w);
      expandExec(twin);
    }
    if (next != Next::Continue)
      return next;
  }
  return Next::Continue;
}

bool GroupChecker::defined(Wave &w, const Undefined &u) {
  return u.what.empty() || fail(w, u.lane, u.what);
}

bool GroupChecker::before(Wave &w, const Wave &twin, uint32_t index) {
  const Instruction &in = program.instructions[index];
  const Effects &e = effects[index];
  WaitState &state = waits[w.waveInGroup];
  if (++executed[w.waveInGroup] > config.instructionLimit)
    return fail(w, 0,
                "expects a wave to end within " +
                    std::to_string(config.instructionLimit) +
                    " instructions, got one that goes on");
  if (std::optional<Hazard> hazard =
          windows[w.waveInGroup].issue(hazards, index, w.s[kM0]))
    return fail(w, 0,
                describe(*hazard) + "\n  after " +
                    lineAt(program, hazard->first));
  if (in.cls == InstClass::Waitcnt) {
    if (e.vmcnt != kNoWait)
      state.waitVector(e.vmcnt);
    if (e.lgkmcnt != kNoWait)
      state.waitLgkm(e.lgkmcnt);
    return true;
  }
  if (state.anyPending() && !checkRegisters(w, in, e))
    return false;
  if (e.readsVcc && !defined(w, compareVcc(w, twin)))
    return false;
  return e.space == MemorySpace::None ||
         (defined(w, compareInputs(w, twin, in, e)) && access(w, in, e, index));
}

bool GroupChecker::checkRegisters(Wave &w, const Instruction &in,
                                  const Effects &e) {
  Queue queue = queueOf(e.space);
  bool loads = e.space != MemorySpace::None;
  unsigned shift = e.indexed ? w.s[kM0] & 0xff : 0;
  unsigned shifted = e.indexed ? w.s[kM0] >> 12 & 0xf : 0;
  auto check = [&](Operand o, bool isWrite, bool isShifted) {
    if (o.kind != OperandKind::Vgpr && o.kind != OperandKind::Sgpr)
      return true;
    if (isShifted && o.kind == OperandKind::Vgpr)
      o.index = static_cast<uint16_t>(std::min(o.index + shift, kAccBase - 1));
    // Only loads return in the order of their queue.
    return checkOperand(w, o, isWrite, loads ? queue : Queue::Scalar);
  };
  for (unsigned i = 0; i < in.numSrcs || (loads && i < kMaxSrcs); ++i)
    if (!check(in.src[i], false, i < 3 && (shifted >> i & 1)))
      return false;
  for (unsigned i = 0; i < in.numDsts; ++i)
    if (!check(in.dst[i], true, i == 0 && (shifted & 8)))
      return false;
  Operand implicit;
  implicit.kind = OperandKind::Sgpr;
  implicit.dwords = 2;
  implicit.index = kVcc;
  if (e.readsVcc && !check(implicit, false, false))
    return false;
  implicit.dwords = 1;
  implicit.index = kM0;
  return !e.readsM0 || check(implicit, false, false);
}

bool GroupChecker::checkOperand(Wave &w, const Operand &o, bool isWrite,
                                Queue writer) {
  const WaitState &state = waits[w.waveInGroup];
  const Registers &r = registers[w.waveInGroup];
  bool isVector = o.kind == OperandKind::Vgpr;
  const Access *loads = isVector ? r.v : r.s;
  for (unsigned i = o.index; i < unsigned(o.index) + o.dwords; ++i) {
    const Access &load = loads[i];
    if (!load.serial || !state.isPending(load))
      continue;
    bool inOrder = writer == Queue::Vector || writer == Queue::Lds;
    if (isWrite && inOrder && load.queue() == writer)
      continue;
    return fail(w, 0,
                "expects " + registerName(o.kind, i) + " to be waited for (" +
                    counterOf(load.queue()) + ") before it is " +
                    (isWrite ? "overwritten" : "read") +
                    ", got a load that may be outstanding\n  loaded at " +
                    lineAt(program, load.instruction));
  }
  return true;
}

bool GroupChecker::access(Wave &w, const Instruction &in, const Effects &e,
                          uint32_t index) {
  Queue queue = queueOf(e.space);
  Access a;
  a.serial = waits[w.waveInGroup].issue(queue);
  a.instruction = index;
  a.wave = w.waveInGroup;
  a.queueBits = static_cast<unsigned>(queue);
  a.writes = e.writes || e.toLds;
  a.atomic = e.atomic;
  a.swaps = e.swaps;

  if (e.space == MemorySpace::Scalar) {
    // The hardware ignores the low bits of each part.
    uint32_t low = w.s[in.src[0].index] | static_cast<uint32_t>(in.imm) |
                   (in.numSrcs > 1 ? w.s[in.src[1].index] : 0);
    if (low % 4)
      return fail(w, 0,
                  "expects a scalar load to be aligned to 4 bytes, got base "
                  "and offsets with low bits " +
                      std::to_string(low % 4));
  } else if (e.space == MemorySpace::Lds) {
    uint32_t offsets[2] = {static_cast<uint32_t>(in.imm), in.imm2};
    for (unsigned l = 0; l < kLanes; ++l)
      for (unsigned i = 0; i < e.elements && w.mask[l]; ++i)
        if (!accessLds(w, a, l, w.v[in.src[0].index][l] + offsets[i], e.bytes))
          return false;
  } else if (e.toLds) {
    uint32_t size = std::max<uint32_t>(e.bytes, 4);
    uint64_t base = uint64_t(w.s[kM0]) + static_cast<uint32_t>(in.imm);
    for (unsigned l = 0; l < kLanes; ++l)
      if (w.mask[l] && !accessLds(w, a, l, base + l * size, size))
        return false;
  } else if (e.space == MemorySpace::Flat) {
    for (unsigned l = 0; l < kLanes; ++l) {
      uint64_t address = (uint64_t(w.v[in.src[0].index + 1][l]) << 32 |
                          w.v[in.src[0].index][l]) +
                         static_cast<uint64_t>(int64_t(in.imm));
      if (w.mask[l] && address >> 32 == kSharedApertureHi &&
          !accessLds(w, a, l, static_cast<uint32_t>(address), e.bytes))
        return false;
    }
  }

  GlobalChecker::Error error;
  if (!global.check(w, e, index, error)) {
    w.fault.address = error.address;
    return fail(w, error.lane, error.text);
  }

  Registers &r = registers[w.waveInGroup];
  for (unsigned i = 0; i < in.numDsts; ++i) {
    const Operand &o = in.dst[i];
    Access *loads = o.kind == OperandKind::Vgpr ? r.v : r.s;
    std::fill_n(loads + o.index, o.dwords, a);
  }
  return true;
}

bool GroupChecker::accessLds(Wave &w, const Access &a, unsigned lane,
                             uint64_t begin, uint32_t bytes) {
  if (begin + bytes > ldsBytes)
    return true; // the operation itself reports it
  bool isDma = a.queue() == Queue::Vector;
  if (isDma && begin % 4)
    return fail(w, lane,
                "expects a load to LDS to be aligned to 4 bytes, got LDS "
                "address " +
                    hex(begin));
  auto first = static_cast<uint32_t>(begin);
  LdsConflict conflict;
  if (a.writes ? lds.write(a, first, bytes, conflict)
               : lds.read(a, first, bytes, conflict))
    return true;
  const Access &other = conflict.other;
  bool isPending = waits[other.wave].isPending(other);
  std::string byte = "LDS byte " + hex(conflict.byte);
  auto nameOf = [](const Access &access) {
    return access.atomic ? "an atomic" : access.writes ? "a write" : "a read";
  };
  const char *mine = nameOf(a), *theirs = nameOf(other);
  w.fault.address = conflict.byte;
  if (other.wave == a.wave)
    return fail(w, lane,
                "expects " + byte + " to be waited for (" +
                    counterOf(other.queue()) + ") before " + mine + ", got " +
                    theirs + " that may be outstanding\n  " + theirs + " at " +
                    lineAt(program, other.instruction));
  return fail(w, lane,
              "expects a barrier between accesses to " + byte + ", got " +
                  mine + " by wave " + std::to_string(a.wave) + " after " +
                  theirs + " by wave " + std::to_string(other.wave) +
                  (isPending ? " that it has not waited for (" +
                                   std::string(counterOf(other.queue())) + ")"
                             : "") +
                  "\n  " + theirs + " at " +
                  lineAt(program, other.instruction));
}

bool GroupChecker::passBarrier(Wave &w, unsigned arrived) {
  if (arrived < waits.size())
    return fail(w, 0,
                "expects all " + std::to_string(waits.size()) +
                    " waves to reach the barrier, got " +
                    std::to_string(arrived) + ": the others have ended");
  for (WaitState &state : waits)
    state.passBarrier();
  return true;
}

bool GroupChecker::fail(Wave &w, unsigned lane, const std::string &reason) {
  w.fault.kind = FaultKind::Strict;
  w.fault.lane = lane;
  text = reason;
  return false;
}

} // namespace strict
} // namespace emu
} // namespace spmla
