//===- LaunchFile.h - A launch of anyone's kernel, as JSON ------*- C++ -*-===//
//
// What a launch file says; `spmla-run --help` describes its members.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_LAUNCHFILE_H
#define SPMLA_TOOLS_RUN_LAUNCHFILE_H

#include "Npy.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace spmla {
namespace run {

/// Device memory that arguments point into. Paths are as a program opens them.
struct LaunchBuffer {
  std::string name;
  /// .npy file with the contents; empty: type, shape and fill say them.
  std::string input;
  NpyHeader header;
  /// Bytes of the element that fills it; empty: nothing writes it.
  std::vector<uint8_t> fill;
  /// .npy file to write at the end, or empty.
  std::string output;
};

/// An argument, or a field of one that is a structure.
struct LaunchArgument {
  struct Pointer {
    /// Where the pointer lies in the argument, in bytes.
    uint64_t at;
    /// Index into LaunchFile::buffers, and bytes from its begin.
    size_t buffer;
    uint64_t offset;
  };

  /// For messages: "f32", "buffer a", "null", "12 bytes".
  std::string description;
  /// Whether it is a pointer and nothing else; null is one.
  bool isPointer = false;
  /// Zeros where pointers go.
  std::vector<uint8_t> bytes;
  std::vector<Pointer> pointers;
};

struct Launch {
  std::string symbol;
  /// Workgroups, and work-items of one.
  std::array<uint32_t, 3> grid;
  std::array<uint32_t, 3> block;
  /// Bytes.
  uint32_t dynamicLds = 0;
  std::vector<LaunchArgument> arguments;
};

struct LaunchFile {
  std::vector<LaunchBuffer> buffers;
  /// In the order in which they run.
  std::vector<Launch> launches;
};

/// Parses and checks `text`. Relative paths in it are relative to the folder of
/// `path`; `symbol` is the kernel of launches that name none. Throws
/// std::runtime_error with `path`, the member and what was expected of it.
LaunchFile parseLaunchFile(const std::string &text, const std::string &path,
                           const std::string &symbol);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_LAUNCHFILE_H
