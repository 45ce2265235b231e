/*===- Emulator.h - The emulator's own C API --------------------*- C -*-===*\
|*                                                                          *|
|* Everything else in libspmla_hipemu.so is HIP's API under HIP's names.    *|
|* These calls say what HIP has no words for: which devices there are, how  *|
|* many host threads run workgroups, what was executed, and why a load or a *|
|* launch failed. All are thread safe.                                      *|
|*                                                                          *|
|* Environment, read once at the first call of any function:                *|
|*   SPMLA_EMU_DEVICES  comma-separated architectures, default "gfx950"     *|
|*   SPMLA_EMU_MODE     "fast" (default) or "strict"                        *|
|*                                                                          *|
\*===----------------------------------------------------------------------===*/

#ifndef SPMLA_RUNTIME_EMULATOR_EMULATOR_H
#define SPMLA_RUNTIME_EMULATOR_EMULATOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Executed wave instructions. The classes are disjoint and sum to `total`. */
typedef struct {
  uint64_t total;
  uint64_t valu; /* vector ALU without MFMA, AGPR moves included */
  uint64_t salu; /* scalar ALU without the classes below */
  uint64_t mfma;
  uint64_t vmem_load;  /* buffer, global, flat, scratch; LDS-DMA; atomics */
  uint64_t vmem_store; /* that return their old value are loads */
  uint64_t lds_read;   /* incl. bpermute and atomics with a result */
  uint64_t lds_write;
  uint64_t smem;
  uint64_t branch; /* taken or not; s_endpgm is one */
  uint64_t waitcnt;
  uint64_t barrier;
  uint64_t nop; /* s_nop, s_sleep, s_setprio and the like */
} spmla_emu_counters;

/* Sum over all launches of the process since the last reset. */
void spmla_emu_get_counters(spmla_emu_counters *out);
void spmla_emu_reset_counters(void);

/* Replaces the devices: `devices` as in SPMLA_EMU_DEVICES. Returns 0, or -1
 * (text in spmla_emu_last_error) for an unknown architecture, while modules,
 * memory, streams, events or graphs exist, or if SPMLA_EMU_MODE is wrong. */
int spmla_emu_set_devices(const char *devices);
/* Number of devices, and the architecture of one ("gfx950"), or null. */
int spmla_emu_device_count(void);
const char *spmla_emu_device_arch(int device);

/* Host threads that run workgroups; 0 chooses one per hardware thread. Results
 * do not depend on it. */
void spmla_emu_set_threads(unsigned threads);
unsigned spmla_emu_threads(void);

/* Strict mode (off by default, or SPMLA_EMU_MODE=strict) makes a launch fail
 * where a kernel relies on what the hardware does not promise:
 *  - two waves access a byte of LDS, one of them writing, and no barrier opened
 *    after the first access had been waited for;
 *  - a register is read or overwritten, or a byte of LDS accessed, while the
 *    load that fills it may be outstanding (vmcnt, lgkmcnt);
 *  - a register is read or overwritten, or an operation follows another, before
 *    the wait states that the hardware does not insert by itself have passed
 *    (MFMA, transcendental results, DPP, lane accesses, EXEC, VCC, M0, MODE);
 *  - bits of registers, LDS, private memory or memory that hipMalloc returned
 *    in strict mode which nothing has written decide an address, a branch or
 *    EXEC, are stored to global memory or changed there by an atomic (copies
 *    and arithmetic are no error, nor are inactive lanes; the padding of a
 *    structure is, where it is stored);
 *  - two workgroups access a byte of global memory, one of them writes, not
 *    both accesses are coherent, and no coherent write of the one and coherent
 *    read of the other come between (atomics are both; loads and stores are
 *    with sc1, as compilers translate atomic ones of device scope, and volatile
 *    ones). Here and in LDS, a plain read and a compare and swap are no error,
 *    for the latter checks what the former has found;
 *  - a scalar load, or a load to LDS on either side, is not aligned to 4 bytes
 *    (of fewer bytes: to their number in global memory).
 *    (Other loads and stores may lie anywhere: the HSA ABI, AMD's driver and
 *    LLVM for it have unaligned accesses on, and clang makes use of that.
 *    Misaligned atomics and transposed reads fail in both modes);
 *  - some waves end without reaching a barrier of the others;
 *  - a wave executes more instructions than the limit.
 * The text has the kernel, workgroup, wave, lane, pc and line, and of a race or
 * a load the other side's pc and line. It applies to later launches. In both
 * modes an access outside all allocations, or outside LDS, fails the launch. */
void spmla_emu_set_strict(int strict);
int spmla_emu_strict(void);
/* Of one wave, in strict mode. Default 2^28. */
void spmla_emu_set_instruction_limit(uint64_t instructions);

/* While profiling is on, what launches execute is counted instruction by
 * instruction; strict mode must be off then, or a launch fails. Off by default.
 * It applies to later launches. */
void spmla_emu_set_profile(int profile);
int spmla_emu_profile(void);
void spmla_emu_reset_profile(void);
/* The profiled launches since the last reset that did not fail, summed per
 * kernel: JSON text, valid until this thread's next call of this function. It
 * does not depend on the number of host threads, unless workgroups wait for
 * each other.
 *   {"kernels": [{             in the order of their first launches
 *     "name", "arch",
 *     "launches", "workgroups", "waves",
 *     "distinct_lines_read",   128-byte lines of global memory that vector
 *     "distinct_lines_written",    memory instructions accessed, each once
 *     "total": COUNTERS,
 *     "classes": {CLASS: COUNTERS},  as the members of spmla_emu_counters
 *     "hot_loop": {"first", "last"}, pcs of the innermost loop that holds most
 *                              of what is executed: its first instruction and
 *                              its last branch back; or null
 *     "instructions": [{"pc", "text", "class", COUNTERS ...}]
 *                              from the first one executed to the last
 *   }]}
 * A pc is an address in the ELF file. COUNTERS, left out where 0, all sums:
 *   executions            wave instructions
 *   active_lanes          of vector ALU, vector memory and LDS instructions:
 *                         lanes that EXEC has on
 *   partial_exec          executions of these with fewer than 64 lanes on
 *   splits                executions that leave EXEC with some, but not all of
 *                         the lanes that were on: the lanes disagree
 *   taken                 branches that jump
 *   global_bytes_read     by active lanes, out of range of a buffer: none;
 *   global_bytes_written  scalar loads included; atomics do both
 *   lines                 requests of vector memory instructions for 128-byte
 *                         lines: each asks once for every line that one of its
 *                         lanes touches
 *   lines_merged          the same, without lines that the vector memory
 *                         instruction before it in the wave asked for, too,
 *                         both loads or both stores: the halves of a line
 *                         merge, atomics never do
 *   lds_bytes_read        LDS-DMA included, lane exchanges not; atomics do both
 *   lds_bytes_written
 *   lds_cycles            in which LDS banks serve them; profile/LdsBanks.h has
 *   bank_conflicts        the model. Those that bank conflicts cost.
 * Private memory is not counted. */
const char *spmla_emu_profile_json(void);

/* The instructions that are implemented, without the suffixes of their
 * encodings (_e32, _e64, _dpp, _sdwa): "mnemonic class" lines, sorted, where
 * the class is a name of spmla_emu_counters. Whether a device has one is up to
 * its architecture. Lives as long as the library. */
const char *spmla_emu_instructions(void);

/* Why the last call of this thread failed that did fail: a code object that was
 * refused (each unknown instruction with its pc), a launch with wrong
 * dimensions, a fault in a kernel (kernel, workgroup, wave, lane, pc, line of
 * disassembly). Empty if none failed. The pointer stays valid until this
 * thread's next call that fails. */
const char *spmla_emu_last_error(void);

/* Whether such a text goes to stderr, too, where it is a fault in a kernel, a
 * code object that was refused as broken, or a wrong environment variable:
 * HIP's code alone says little. On by default, for programs that know no other
 * API. */
void spmla_emu_set_messages(int messages);

#ifdef __cplusplus
}
#endif

#endif /* SPMLA_RUNTIME_EMULATOR_EMULATOR_H */
