//===- MsgPack.cpp - Reading MessagePack ----------------------------------===//

#include "MsgPack.h"

namespace spmla {
namespace emu {

// A big-endian number of up to 8 bytes.
bool MsgPack::take(size_t count, uint64_t &value) {
  if (count > size - position)
    return false;
  value = 0;
  for (size_t i = 0; i < count; ++i)
    value = value << 8 | data[position++];
  return true;
}

bool MsgPack::read(Value &value) {
  value = Value();
  uint64_t tag, length = 0;
  if (!take(1, tag))
    return false;
  auto bytes = [&](Kind kind, uint64_t count) {
    value.kind = kind;
    if (count > size - position)
      return false;
    value.string.assign(reinterpret_cast<const char *>(data + position), count);
    position += count;
    return true;
  };
  auto container = [&](Kind kind, uint64_t count) {
    value.kind = kind;
    // Each element takes a byte at least.
    if (count > size - position)
      return false;
    value.count = static_cast<uint32_t>(count);
    return true;
  };
  auto number = [&](size_t width, bool isSigned) {
    value.kind = Kind::Integer;
    if (!take(width, value.integer))
      return false;
    if (isSigned && width < 8) {
      unsigned up = static_cast<unsigned>(64 - 8 * width);
      value.integer = static_cast<uint64_t>(
          static_cast<int64_t>(value.integer << up) >> up);
    }
    return true;
  };

  if (tag < 0x80 || tag >= 0xe0) {
    value.kind = Kind::Integer;
    value.integer =
        static_cast<uint64_t>(static_cast<int64_t>(static_cast<int8_t>(tag)));
    return true;
  }
  if (tag < 0x90)
    return container(Kind::Map, tag & 15);
  if (tag < 0xa0)
    return container(Kind::Array, tag & 15);
  if (tag < 0xc0)
    return bytes(Kind::String, tag & 31);
  switch (tag) {
  case 0xc0:
    return true;
  case 0xc2:
  case 0xc3:
    value.kind = Kind::Boolean;
    value.integer = tag & 1;
    return true;
  case 0xc4:
  case 0xc5:
  case 0xc6:
    return take(size_t(1) << (tag - 0xc4), length) &&
           bytes(Kind::Binary, length);
  case 0xca:
    value.kind = Kind::Float;
    return take(4, value.integer);
  case 0xcb:
    value.kind = Kind::Float;
    return take(8, value.integer);
  case 0xcc:
  case 0xcd:
  case 0xce:
  case 0xcf:
    return number(size_t(1) << (tag - 0xcc), false);
  case 0xd0:
  case 0xd1:
  case 0xd2:
  case 0xd3:
    return number(size_t(1) << (tag - 0xd0), true);
  case 0xd9:
  case 0xda:
  case 0xdb:
    return take(size_t(1) << (tag - 0xd9), length) &&
           bytes(Kind::String, length);
  case 0xdc:
  case 0xdd:
    return take(size_t(2) << (tag - 0xdc), length) &&
           container(Kind::Array, length);
  case 0xde:
  case 0xdf:
    return take(size_t(2) << (tag - 0xde), length) &&
           container(Kind::Map, length);
  default: // extension types do not occur in code objects
    return false;
  }
}

bool MsgPack::skip() { return skip(0); }

bool MsgPack::skip(unsigned depth) {
  Value value;
  if (depth > 32 || !read(value))
    return false;
  uint64_t children = value.kind == Kind::Array ? value.count
                      : value.kind == Kind::Map ? 2ull * value.count
                                                : 0;
  for (uint64_t i = 0; i < children; ++i)
    if (!skip(depth + 1))
      return false;
  return true;
}

} // namespace emu
} // namespace spmla
