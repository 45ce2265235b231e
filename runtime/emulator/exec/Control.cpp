//===- Control.cpp - Branches, barriers, waits, hardware registers --------===//

#include "Scalar.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
using u64 = uint64_t;

bool isZero64(const Wave &w, unsigned slot) {
  return (w.s[slot] | w.s[slot + 1]) == 0;
}

Next jump(Wave &w, const Instruction &in, bool taken) {
  if (taken)
    w.pc = static_cast<u32>(in.imm);
  return Next::Continue;
}
Next execBranch(Wave &w, const Instruction &in) { return jump(w, in, true); }
Next execScc0(Wave &w, const Instruction &in) {
  return jump(w, in, !w.s[kScc]);
}
Next execScc1(Wave &w, const Instruction &in) { return jump(w, in, w.s[kScc]); }
Next execVccz(Wave &w, const Instruction &in) {
  return jump(w, in, isZero64(w, kVcc));
}
Next execVccnz(Wave &w, const Instruction &in) {
  return jump(w, in, !isZero64(w, kVcc));
}
Next execExecz(Wave &w, const Instruction &in) {
  return jump(w, in, isZero64(w, kExec));
}
Next execExecnz(Wave &w, const Instruction &in) {
  return jump(w, in, !isZero64(w, kExec));
}

// Address of the next instruction. The loop has already advanced pc.
u64 nextAddress(const Wave &w) {
  const CodeView &c = *w.code;
  u32 offset = w.pc < c.numInstructions ? c.pcs[w.pc] : c.numBytes;
  return c.base + offset;
}
Next jumpTo(Wave &w, u64 address) {
  const CodeView &c = *w.code;
  u64 offset = address - c.base;
  int32_t index = address >= c.base && offset < c.numBytes && offset % 4 == 0
                      ? c.indexOfWord[offset / 4]
                      : -1;
  if (index < 0) {
    w.fault = {FaultKind::BadJump, 0, address, 0};
    return Next::Fault;
  }
  w.pc = static_cast<u32>(index);
  return Next::Continue;
}
Next execGetPc(Wave &w, const Instruction &in) {
  writeScalar(w, in.dst[0], nextAddress(w));
  return Next::Continue;
}
Next execSetPc(Wave &w, const Instruction &in) {
  return jumpTo(w, readScalar(w, in.src[0]));
}
Next execSwapPc(Wave &w, const Instruction &in) {
  u64 target = readScalar(w, in.src[0]);
  writeScalar(w, in.dst[0], nextAddress(w));
  return jumpTo(w, target);
}
Next execCall(Wave &w, const Instruction &in) {
  writeScalar(w, in.dst[0], nextAddress(w));
  return jump(w, in, true);
}

Next execNothing(Wave &, const Instruction &) { return Next::Continue; }
Next execBarrier(Wave &, const Instruction &) { return Next::Barrier; }
Next execEnd(Wave &, const Instruction &) { return Next::End; }
Next execTrap(Wave &w, const Instruction &in) {
  w.fault = {FaultKind::Trap, 0, static_cast<u32>(in.imm), 0};
  return Next::Fault;
}

// s_getreg and s_setreg of MODE: imm is the first bit, imm2 the width.
u32 fieldMask(const Instruction &in) {
  return (in.imm2 >= 32 ? ~0u : (1u << in.imm2) - 1) << in.imm;
}
Next execGetMode(Wave &w, const Instruction &in) {
  writeScalar(w, in.dst[0], (w.mode & fieldMask(in)) >> in.imm);
  return Next::Continue;
}
Next execSetMode(Wave &w, const Instruction &in) {
  u32 mask = fieldMask(in);
  u32 value = static_cast<u32>(readScalar(w, in.src[0]));
  w.mode = (w.mode & ~mask) | (value << in.imm & mask);
  if (w.mode & kModeRoundMask) { // only round to nearest even exists
    w.fault = {FaultKind::UnsupportedMode, 0, w.mode, 0};
    return Next::Fault;
  }
  return Next::Continue;
}

// VGPR indexing, see execIndexed: imm is the mode.
Next execIndexOn(Wave &w, const Instruction &in) {
  u32 index = static_cast<u32>(readScalar(w, in.src[0])) & 0xff;
  w.s[kM0] = (w.s[kM0] & ~0xf0ffu) | index | static_cast<u32>(in.imm) << 12;
  return Next::Continue;
}
Next execIndexIndex(Wave &w, const Instruction &in) {
  u32 index = static_cast<u32>(readScalar(w, in.src[0])) & 0xff;
  w.s[kM0] = (w.s[kM0] & ~0xffu) | index;
  return Next::Continue;
}
Next execIndexMode(Wave &w, const Instruction &in) {
  w.s[kM0] = (w.s[kM0] & ~0xf000u) | static_cast<u32>(in.imm) << 12;
  return Next::Continue;
}

void control(Registry &r, const char *name, ExecFn fn, Format format,
             InstClass cls) {
  OpInfo info;
  info.fn = fn;
  info.format = format;
  info.cls = cls;
  vop(r, name, info);
}

} // namespace

void registerControl(Registry &r) {
  auto branch = [&r](const char *name, ExecFn fn) {
    control(r, name, fn, Format::SBranch, InstClass::Branch);
  };
  branch("s_branch", &execBranch);
  branch("s_cbranch_scc0", &execScc0);
  branch("s_cbranch_scc1", &execScc1);
  branch("s_cbranch_vccz", &execVccz);
  branch("s_cbranch_vccnz", &execVccnz);
  branch("s_cbranch_execz", &execExecz);
  branch("s_cbranch_execnz", &execExecnz);
  control(r, "s_call_b64", &execCall, Format::SCall, InstClass::Branch);

  OpInfo pc;
  pc.format = Format::Scalar;
  pc.cls = InstClass::Salu;
  pc.numDsts = 1;
  pc.dsts[0] = pc.srcs[0] = Type::B64;
  pc.fn = &execGetPc;
  vop(r, "s_getpc_b64", pc);
  pc.cls = InstClass::Branch;
  pc.numSrcs = 1;
  pc.fn = &execSwapPc;
  vop(r, "s_swappc_b64", pc);
  pc.numDsts = 0;
  pc.fn = &execSetPc;
  vop(r, "s_setpc_b64", pc);

  auto simple = [&r](const char *name, ExecFn fn, InstClass cls) {
    control(r, name, fn, Format::SOpp, cls);
  };
  simple("s_endpgm", &execEnd, InstClass::Branch);
  simple("s_barrier", &execBarrier, InstClass::Barrier);
  simple("s_trap", &execTrap, InstClass::Branch);
  // Scheduling, caches and priorities change no result.
  simple("s_nop", &execNothing, InstClass::Nop);
  simple("s_sleep", &execNothing, InstClass::Nop);
  simple("s_setprio", &execNothing, InstClass::Nop);
  simple("s_icache_inv", &execNothing, InstClass::Nop);
  simple("s_wakeup", &execNothing, InstClass::Nop);
  control(r, "s_waitcnt", &execNothing, Format::Waitcnt, InstClass::Waitcnt);
  auto index = [&r](const char *name, ExecFn fn, unsigned numSrcs) {
    OpInfo info;
    info.fn = fn;
    info.format = Format::SIndexMode;
    info.cls = InstClass::Salu;
    info.numSrcs = static_cast<uint8_t>(numSrcs);
    vop(r, name, info);
  };
  index("s_set_gpr_idx_on", &execIndexOn, 1);
  index("s_set_gpr_idx_idx", &execIndexIndex, 1);
  index("s_set_gpr_idx_mode", &execIndexMode, 0);
  index("s_set_gpr_idx_off", &execNothing, 0);
  control(r, "s_getreg_b32", &execGetMode, Format::SGetReg, InstClass::Salu);
  control(r, "s_setreg_b32", &execSetMode, Format::SSetReg, InstClass::Salu);
  control(r, "s_setreg_imm32_b32", &execSetMode, Format::SSetReg,
          InstClass::Salu);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
