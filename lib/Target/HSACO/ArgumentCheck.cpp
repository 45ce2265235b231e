#include "spmla/Target/HSACO/ArgumentCheck.h"

#include "llvm/ADT/STLExtras.h"

#include <cstddef>
#include <cstdint>

using namespace llvm;

namespace spmla {

namespace {

using ptr = void *;
using i64 = int64_t;
using i32 = int32_t;
using f32 = float;

/// The C struct that the block equals.
struct ArgumentBlock {
#define SPMLA_ARGUMENT(type, name) type name;
#include "spmla/Kernel/ArgumentBlock.def"
};
static_assert(sizeof(ptr) == 8, "device pointers have 64 bits");

struct Member {
  const char *name;
  unsigned offset;
  unsigned size;
  bool isPointer;
};

constexpr Member MEMBERS[] = {
#define SPMLA_ARGUMENT(type, name)                                             \
  {#name, offsetof(ArgumentBlock, name), sizeof(type),                         \
   std::is_pointer<type>::value},
#include "spmla/Kernel/ArgumentBlock.def"
};

std::string describe(unsigned offset, unsigned size, bool isPointer) {
  return (isPointer ? "a pointer" : "a value") + std::string(" of ") +
         std::to_string(size) + " bytes at " + std::to_string(offset);
}

} // namespace

Error checkArguments(const CodeObject &object) {
  if (object.arguments.size() != std::size(MEMBERS))
    return createStringError("expects number of arguments of " + object.kernel +
                             " to be " + Twine(std::size(MEMBERS)) + ", got " +
                             Twine(object.arguments.size()));
  for (auto [member, argument] : zip(MEMBERS, object.arguments))
    if (member.offset != argument.offset || member.size != argument.size ||
        member.isPointer != argument.isPointer)
      return createStringError(
          Twine("expects argument ") + member.name + " of " + object.kernel +
          " to be " + describe(member.offset, member.size, member.isPointer) +
          ", got " +
          describe(argument.offset, argument.size, argument.isPointer));
  return Error::success();
}

} // namespace spmla
