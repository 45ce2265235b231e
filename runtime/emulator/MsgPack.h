//===- MsgPack.h - Reading MessagePack ------------------------*- C++ -*-===//
//
// The metadata note of a code object is MessagePack: https://msgpack.org. This
// reader walks it in place and checks every length.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_MSGPACK_H
#define SPMLA_EMULATOR_MSGPACK_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace spmla {
namespace emu {

class MsgPack {
public:
  enum class Kind { Nil, Boolean, Integer, Float, String, Binary, Array, Map };
  struct Value {
    Kind kind = Kind::Nil;
    uint64_t integer = 0; // a boolean too
    std::string string;
    uint32_t count = 0; // elements of an array, pairs of a map; they follow
  };

  MsgPack(const uint8_t *data, size_t size) : data(data), size(size) {}

  // The next value, or false at the end or on malformed data.
  bool read(Value &value);
  // Skips the next value with all it contains.
  bool skip();

private:
  bool skip(unsigned depth);
  bool take(size_t count, uint64_t &value);

  const uint8_t *data;
  size_t size, position = 0;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_MSGPACK_H
