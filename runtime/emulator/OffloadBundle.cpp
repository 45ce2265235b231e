//===- OffloadBundle.cpp - Files with code for several targets ------------===//

#include "OffloadBundle.h"
#include "Text.h"

#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>

#include <algorithm>
#include <cstring>

namespace spmla {
namespace emu {

namespace {

constexpr char kMagic[] = "__CLANG_OFFLOAD_BUNDLE__";
constexpr size_t kMagicBytes = sizeof(kMagic) - 1;
constexpr char kCompressedMagic[] = "CCOB";
// Anything larger is a corrupt header.
constexpr uint64_t kMaxBytes = uint64_t(1) << 32;
// The target whose code both devices run.
constexpr char kGeneric[] = "gfx9-4-generic";

template <class T> T read(const uint8_t *p) {
  T value;
  std::memcpy(&value, p, sizeof(value));
  return value;
}

bool isBundle(const uint8_t *p, size_t size) {
  return size >= kMagicBytes && std::memcmp(p, kMagic, kMagicBytes) == 0;
}
bool isCompressed(const uint8_t *p, size_t size) {
  return size >= 4 && std::memcmp(p, kCompressedMagic, 4) == 0;
}

struct Entry {
  std::string id; // KIND-TRIPLE-TARGET
  uint64_t offset = 0, size = 0;
};

// Walks the table at the head of a bundle, as far as `readable` allows. False
// if it ends too early.
bool readTable(const uint8_t *file,
               const std::function<size_t(size_t)> &readable,
               std::vector<Entry> &entries) {
  uint64_t at = kMagicBytes;
  auto need = [&](uint64_t bytes) {
    return bytes <= kMaxBytes - at && readable(at + bytes) == at + bytes;
  };
  if (!need(8))
    return false;
  uint64_t count = read<uint64_t>(file + at);
  at += 8;
  for (uint64_t i = 0; i < count; ++i) {
    if (!need(24))
      return false;
    Entry entry;
    entry.offset = read<uint64_t>(file + at);
    entry.size = read<uint64_t>(file + at + 8);
    uint64_t length = read<uint64_t>(file + at + 16);
    at += 24;
    if (!need(length))
      return false;
    entry.id.assign(reinterpret_cast<const char *>(file + at), length);
    at += length;
    entries.push_back(std::move(entry));
  }
  return true;
}

// The header of a compressed bundle; versions 2 and 3 differ in the sizes'
// width.
struct CompressedHeader {
  uint16_t version = 0, method = 0;
  uint64_t fileBytes = 0, uncompressedBytes = 0;
  size_t headerBytes = 0; // 0: not read
};
CompressedHeader readHeader(const uint8_t *p, size_t size) {
  CompressedHeader h;
  if (size < 32)
    return h;
  h.version = read<uint16_t>(p + 4);
  h.method = read<uint16_t>(p + 6);
  if (h.version == 2) {
    h.fileBytes = read<uint32_t>(p + 8);
    h.uncompressedBytes = read<uint32_t>(p + 12);
    h.headerBytes = 24; // with a hash of 8 bytes
  } else if (h.version == 3) {
    h.fileBytes = read<uint64_t>(p + 8);
    h.uncompressedBytes = read<uint64_t>(p + 16);
    h.headerBytes = 32;
  }
  return h;
}

// Error text, empty on success.
std::string decompress(const uint8_t *file, size_t size, AllocationPtr &out) {
  CompressedHeader h = readHeader(file, size);
  if (!h.headerBytes)
    return "expects a compressed offload bundle to have a header of version 2 "
           "or 3, got version " +
           std::to_string(h.version) + " in " + std::to_string(size) + " bytes";
  if (h.fileBytes < h.headerBytes || h.fileBytes > size)
    return "expects a compressed offload bundle to lie in its file, got " +
           std::to_string(h.fileBytes) + " of " + std::to_string(size) +
           " bytes";
  using llvm::compression::Format;
  if (h.method > 1)
    return "expects a compressed offload bundle to use zlib (0) or zstd (1), "
           "got method " +
           std::to_string(h.method);
  Format format = h.method ? Format::Zstd : Format::Zlib;
  if (const char *reason = llvm::compression::getReasonIfUnsupported(format))
    return std::string("expects LLVM to decompress offload bundles, got: ") +
           reason;
  out = h.uncompressedBytes <= kMaxBytes ? Allocation::map(h.uncompressedBytes)
                                         : nullptr;
  if (!out)
    return "expects a compressed offload bundle to fit in memory, got " +
           std::to_string(h.uncompressedBytes) + " bytes";
  llvm::ArrayRef<uint8_t> packed(file + h.headerBytes,
                                 h.fileBytes - h.headerBytes);
  size_t bytes = h.uncompressedBytes;
  llvm::Error error =
      h.method
          ? llvm::compression::zstd::decompress(packed, out->data(), bytes)
          : llvm::compression::zlib::decompress(packed, out->data(), bytes);
  if (error)
    return "expects a compressed offload bundle to be whole, got: " +
           llvm::toString(std::move(error));
  if (bytes != h.uncompressedBytes)
    return "expects a compressed offload bundle to have " +
           std::to_string(h.uncompressedBytes) + " bytes inside, got " +
           std::to_string(bytes);
  return "";
}

std::vector<std::string> split(const std::string &target) {
  std::vector<std::string> parts(1);
  for (char c : target)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// How well code for `target` ("gfx942:xnack-") suits a device: 0 not at all,
// 1 as generic code, more for the device's processor and each of its features.
unsigned fit(const std::string &target, const Arch &arch) {
  std::vector<std::string> wanted = split(target), has = split(arch.targetId);
  if (wanted[0] != has[0] && wanted[0] != kGeneric)
    return 0;
  for (size_t i = 1; i < wanted.size(); ++i)
    if (std::find(has.begin() + 1, has.end(), wanted[i]) == has.end())
      return 0;
  return wanted[0] == kGeneric ? 1 : 1 + static_cast<unsigned>(wanted.size());
}

ModuleImage failure(LoadStatus status, const std::string &text) {
  ModuleImage image;
  image.status = status;
  image.error = text;
  return image;
}

ModuleImage chooseEntry(const uint8_t *file, size_t size, const Arch &arch) {
  std::vector<Entry> entries;
  if (!readTable(
          file, [&](size_t wanted) { return std::min(wanted, size); }, entries))
    return failure(LoadStatus::Invalid,
                   "expects the table of an offload bundle to lie in its file "
                   "of " +
                       std::to_string(size) + " bytes, got more");
  const Entry *best = nullptr;
  unsigned bestFit = 0;
  std::string others;
  for (const Entry &entry : entries) {
    size_t target = entry.id.find("gfx");
    if (target == std::string::npos) // of the host
      continue;
    std::string name = entry.id.substr(target);
    others += (others.empty() ? "" : ", ") + name;
    unsigned f = fit(name, arch);
    if (f <= bestFit)
      continue;
    best = &entry;
    bestFit = f;
  }
  if (!best)
    return failure(LoadStatus::WrongTarget,
                   std::string("expects an offload bundle to have an entry "
                               "for ") +
                       arch.targetId + ", got " +
                       (others.empty() ? "none" : others));
  if (best->offset > size || best->size > size - best->offset)
    return failure(LoadStatus::Invalid, "expects entry " + best->id +
                                            " to lie in the offload bundle, "
                                            "got offset " +
                                            hex(best->offset) + ", size " +
                                            hex(best->size));
  ModuleImage image;
  image.data = file + best->offset;
  image.size = best->size;
  return image;
}

} // namespace

ModuleImage findModuleImage(const uint8_t *file, size_t size,
                            const Arch &arch) {
  if (isBundle(file, size))
    return chooseEntry(file, size, arch);
  ModuleImage image;
  image.data = file;
  image.size = size;
  if (!isCompressed(file, size))
    return image;
  AllocationPtr whole;
  std::string text = decompress(file, size, whole);
  if (!text.empty())
    return failure(LoadStatus::Invalid, text);
  if (!isBundle(whole->data(), whole->size))
    return failure(LoadStatus::Invalid,
                   "expects an offload bundle inside a compressed one, got "
                   "something else");
  image = chooseEntry(whole->data(), whole->size, arch);
  image.decompressed = std::move(whole);
  return image;
}

size_t moduleFileBytes(const uint8_t *file,
                       const std::function<size_t(size_t)> &readable) {
  constexpr size_t header = 64; // of an ELF file, the longest
  size_t size = readable(header);
  uint64_t end = size;
  if (isBundle(file, size)) {
    std::vector<Entry> entries;
    if (readTable(file, readable, entries))
      for (const Entry &entry : entries)
        if (entry.offset <= kMaxBytes && entry.size <= kMaxBytes)
          end = std::max(end, entry.offset + entry.size);
  } else if (isCompressed(file, size)) {
    end = std::max(end, readHeader(file, size).fileBytes);
  } else if (size == header) {
    end = std::max<uint64_t>(end, CodeObject::sizeFromHeaders(file));
  }
  return readable(std::min(end, kMaxBytes));
}

} // namespace emu
} // namespace spmla
