//===- LaunchFileHelp.h - What --help says of launch files ------*- C++ -*-===//
//
// The description of the format that LaunchFile.cpp reads.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_LAUNCHFILEHELP_H
#define SPMLA_TOOLS_RUN_LAUNCHFILEHELP_H

namespace spmla {
namespace run {

constexpr char LaunchFileHelp[] = R"(
LAUNCH FILE: JSON, in which an unknown member is an error
  {
    "buffers": {
      "a": {"file": "a.npy"},
      "b": {"type": "f32", "shape": [1000], "fill": 0.5},
      "sum": {"type": "f32", "shape": [1000], "output": "sum.npy"}
    },
    "launches": [{
      "grid": [4],
      "block": [256],
      "arguments": [{"buffer": "a"}, {"buffer": "b"}, {"buffer": "sum"}, {"u32": 1000}]
    }]
  }
  buffers: device memory by name, each an allocation of its own
    file         a .npy file has contents, type and shape, or
    type, shape  one of the types below and a list of extents, or
    bytes        a size in bytes
    fill         value of every element, or byte, of the latter two; without it
                 nothing is written there, and --strict finds who reads it
    output       .npy file to write when all launches have succeeded
  launches: run one after the other
    grid, block  1 to 3 numbers: workgroups, and work-items of a workgroup
    dynamic_lds  bytes beyond what the kernel declares (default 0)
    symbol       the kernel, where it is not that of --symbol
    arguments    a list, checked against the kernel's metadata, of
      {"buffer": NAME, "offset": BYTES}  a pointer (offset: default 0)
      null                               a null pointer
      {TYPE: VALUE}                      a scalar: {"f32": 0.5}, {"f32": "-inf"}
      {"hex": "0000803f 01000000"}       the bytes of a structure
      {"bytes": SIZE, "fields": [...]}   a structure; each field is one of the
                                         above with its place, {"at": 8, ...}
  Types are i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64. In .npy files bf16 is
  u2, and fp8 is u1. Relative paths are relative to the launch file.
  It prints kernel, wave_instructions and seconds of each launch, and the hash of
  each output, digest.NAME; nothing is compared, so there is no PASS.
)";

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_LAUNCHFILEHELP_H
