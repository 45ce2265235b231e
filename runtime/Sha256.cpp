//===- Sha256.cpp - SHA-256 -----------------------------------------------===//

#include "Sha256.h"

#include <array>
#include <cstdint>
#include <cstring>

// FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the
// cube roots of the first 64 primes.
static constexpr uint32_t RoundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotateRight(uint32_t x, unsigned n) {
  return x >> n | x << (32 - n);
}

static void addBlock(std::array<uint32_t, 8> &state, const uint8_t *block) {
  uint32_t w[64];
  for (unsigned t = 0; t != 16; ++t)
    w[t] = uint32_t(block[4 * t]) << 24 | uint32_t(block[4 * t + 1]) << 16 |
           uint32_t(block[4 * t + 2]) << 8 | block[4 * t + 3];
  for (unsigned t = 16; t != 64; ++t) {
    uint32_t s0 =
        rotateRight(w[t - 15], 7) ^ rotateRight(w[t - 15], 18) ^ w[t - 15] >> 3;
    uint32_t s1 =
        rotateRight(w[t - 2], 17) ^ rotateRight(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (unsigned t = 0; t != 64; ++t) {
    uint32_t s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + RoundConstants[t] + w[t];
    uint32_t s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
  for (unsigned i = 0; i != 8; ++i)
    state[i] += sums[i];
}

std::string spmla::runtime::sha256(const void *data, size_t size) {
  std::array<uint32_t, 8> state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                   0xa54ff53a, 0x510e527f, 0x9b05688c,
                                   0x1f83d9ab, 0x5be0cd19};
  const uint8_t *bytes = static_cast<const uint8_t *>(data);
  size_t rest = size;
  for (; rest >= 64; rest -= 64, bytes += 64)
    addBlock(state, bytes);

  // The tail: a one bit, zeros, and the length in bits, big-endian.
  uint8_t tail[128] = {};
  if (rest)
    std::memcpy(tail, bytes, rest);
  tail[rest] = 0x80;
  size_t tailSize = rest < 56 ? 64 : 128;
  uint64_t bits = uint64_t(size) * 8;
  for (unsigned i = 0; i != 8; ++i)
    tail[tailSize - 1 - i] = uint8_t(bits >> 8 * i);
  for (size_t offset = 0; offset != tailSize; offset += 64)
    addBlock(state, tail + offset);

  static constexpr char Digits[] = "0123456789abcdef";
  std::string text;
  for (uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4)
      text += Digits[word >> shift & 15];
  return text;
}
