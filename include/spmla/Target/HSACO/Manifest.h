//===- Manifest.h - The file beside a code object ---------------*- C++ -*-===//
//
// The manifest is the interface between the generator, which writes it, and a
// loader, which trusts nothing else about a code object. It is a JSON object
// in NAME.json beside NAME.hsaco:
//
//   "manifest"        integer: MANIFEST_VERSION. A reader refuses any other.
//   "kernel"          string: the symbol to load; a bijection of "key", and a
//                     reader refuses a manifest in which they disagree.
//   "arch"            string: processor without feature suffixes ("gfx950").
//                     The code object serves xnack and sramecc on and off.
//   "key"             object: every field of the static key under the name
//                     that kernels-td/KernelBase.td gives it; enumerations as
//                     strings, numbers as integers:
//                       "arch", "format", "encoding", "schedule", "gather",
//                       "q_type", "dot", "probabilities", "maxima", "access",
//                       "output"                      strings
//                       "latent", "rope", "value"     elements per row
//                       "program_heads"               heads per workgroup
//                       "key_tile"                    tokens per tile
//                       "waves"                       waves per workgroup
//                       "prefetch"                    tiles loaded ahead
//                       "value_slots"                 tiles of V in LDS
//   "arguments"       object: "layout" (SPMLA_ARGUMENT_LAYOUT of
//                     Kernel/ArgumentBlock.def), "bytes" (size of that block
//                     as the code object declares it) and "preload" (its
//                     leading bytes that the hardware puts into SGPRs).
//   "workgroup_size"  integer: work-items per workgroup, one dimension.
//   "resources"       object of integers, as the code object declares them:
//                     "vgpr" (architectural plus accumulation registers),
//                     "agpr" (the latter), "sgpr", "vgpr_spill",
//                     "sgpr_spill", "scratch" (bytes per work-item), "lds"
//                     (bytes per workgroup), "waves_per_simd" and
//                     "workgroups_per_cu" (derived).
//   "lse"             object: "base" ("e"), "sink" ("included" in LSE and
//                     denominator where a sink is given), "empty_row"
//                     ("-inf"; its output is 0).
//   "invalid_slot"    string: "skipped": a slot that is not below the slot
//                     count as an unsigned number is never read and adds
//                     nothing.
//   "generator"       object: "version" of this project and "llvm" (version
//                     of the backend), both strings.
//   "hsaco"           object: "file" (name in the manifest's folder), "bytes"
//                     and "sha256" (64 lower-case hex digits).
//
// A reader ignores members that it does not know; a member that changes its
// meaning or goes away is a new MANIFEST_VERSION. Members are sorted by name,
// and nothing in the file depends on time or place: equal input, equal bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TARGET_HSACO_MANIFEST_H
#define SPMLA_TARGET_HSACO_MANIFEST_H

namespace spmla {

constexpr int MANIFEST_VERSION = 1;

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_MANIFEST_H
