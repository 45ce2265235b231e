//===- ArgumentBlock.h - The arguments of a launch --------------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_ARGUMENTBLOCK_H
#define SPMLA_RUNTIME_ARGUMENTBLOCK_H

#include <cstddef>
#include <cstdint>

namespace spmla {
namespace runtime {

/// The C types of the type names in ArgumentBlock.def.
struct ArgumentTypes {
  using ptr = const void *;
  using i64 = int64_t;
  using i32 = uint32_t;
  using f32 = float;
};

/// What a launch hands to the kernel, byte for byte.
struct ArgumentBlock {
#define SPMLA_ARGUMENT(TYPE, NAME) ArgumentTypes::TYPE NAME;
#include "spmla/Kernel/ArgumentBlock.def"
};

/// Size of the block as kernels declare it: up to the end of its last member.
constexpr size_t argumentBytes() {
  size_t end = 0;
#define SPMLA_ARGUMENT(TYPE, NAME)                                             \
  end = offsetof(ArgumentBlock, NAME) + sizeof(ArgumentTypes::TYPE);
#include "spmla/Kernel/ArgumentBlock.def"
  return end;
}

constexpr int ArgumentLayout = SPMLA_ARGUMENT_LAYOUT;

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_ARGUMENTBLOCK_H
