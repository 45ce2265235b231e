// Computations that host and device compile alike: results must be equal.
#ifndef PORTABLE_H
#define PORTABLE_H

typedef unsigned int p32;
typedef unsigned long long p64;
typedef signed long long ps64;

static inline p32 mix(p32 x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}
static inline float floatOf(p32 x) { // in [1, 2)
  union {
    p32 u;
    float f;
  } v = {0x3f800000u | x >> 9};
  return v.f;
}
static inline p32 bitsOf(float f) {
  union {
    float f;
    p32 u;
  } v = {f};
  return v.u;
}
static inline p64 bitsOf64(double d) {
  union {
    double d;
    p64 u;
  } v = {d};
  return v.u;
}

static inline p32 integers(p32 seed) {
  p32 a = mix(seed), b = mix(seed + 1), r = 0;
  int s = (int)a, t = (int)b;
  r += a / (b >> 16 | 1) + a % (b >> 20 | 1);
  r ^= (p32)(s / (t >> 16 | 1)) + (p32)(s % (t >> 20 | 1));
  r += a << (b & 31) | a >> (31 - (b & 31));
  r ^= (p32)(s >> (b & 31));
  r += (p32)__builtin_popcount(a) + (a ? (p32)__builtin_clz(a) : 32) +
       (b ? (p32)__builtin_ctz(b) : 32);
  r ^= (p32)(((p64)a * b) >> 32) + (p32)(((ps64)s * t) >> 32);
  r += a > b ? a - b : b - a;
  r ^= (p32)(signed char)a + (p32)(short)b + (unsigned char)(a >> 8);
  r += (p32)(unsigned short)a * (unsigned short)b;
  r ^= (a & b) | (~a & (b ^ seed));
  r += (p32)(s < t ? s : t) ^ (a < b ? b : a);
  return r;
}
static inline p32 wide(p32 seed) {
  p64 a = (p64)mix(seed) << 32 | mix(seed + 2), b = a * 0x9e3779b97f4a7c15ull;
  ps64 s = (ps64)b;
  p64 r = a / (b >> 40 | 1) + b % (a >> 33 | 1);
  r ^= (p64)(s / ((ps64)(a >> 50) | 1));
  r += (a << (seed & 63)) ^ (b >> (seed >> 6 & 63)) ^ (p64)(s >> (seed & 63));
  r += (p64)__builtin_popcountll(a) + (a ? (p64)__builtin_clzll(a) : 64);
  r ^= a > b ? a - b : b - a;
  r += s < (ps64)a ? 1 : 2;
  return (p32)(r ^ r >> 32);
}
static inline p32 floats(p32 seed) {
  float a = floatOf(mix(seed)) * (seed & 1 ? -3.0f : 1e-3f);
  float b = floatOf(mix(seed + 3)) * (seed & 2 ? 1e20f : 0.5f);
  float c = floatOf(mix(seed + 4)) - 1.5f;
  p32 r = bitsOf(a / b) ^ bitsOf(b / a) * 3;
  r += bitsOf(a * b + c) ^ bitsOf(a - b);
  r ^= bitsOf(__builtin_fmaf(a, b, c));
  r += bitsOf(a < c ? a : c) + bitsOf(b > c ? b : c);
  r ^= (p32)(int)(c * 1e6f) + (p32)(floatOf(seed) * 1e9f);
  r += bitsOf((float)(int)mix(seed)) ^ bitsOf((float)mix(seed + 5));
  r ^= bitsOf(__builtin_floorf(a * 7)) + bitsOf(__builtin_truncf(c * 9)) +
       bitsOf(__builtin_ceilf(c * 5)) + bitsOf(__builtin_fabsf(c));
  // Denormal results.
  r += bitsOf(a * 1e-38f * 1e-3f) ^ bitsOf(c * 1e-30f / 1e12f);
  return r;
}
static inline p32 doubles(p32 seed) {
  double a = (double)floatOf(mix(seed)) + (double)(int)mix(seed + 6);
  double b = (double)(ps64)((p64)mix(seed) << 32 | seed) * 1e-9;
  p64 r = bitsOf64(a / b) ^ bitsOf64(a * b - 1) ^ bitsOf64(a + b);
  r += bitsOf64(__builtin_fma(a, b, 0.5)) ^ bitsOf64(b / 3);
  r ^= (p64)(ps64)(int)(a * 1e-3) + bitsOf64((double)(float)a);
  r += a < b ? 1 : 2;
  return (p32)(r ^ r >> 32);
}
static inline p32 halves(p32 seed) {
  _Float16 a = (_Float16)(floatOf(mix(seed)) * 3.0f);
  _Float16 b = (_Float16)(floatOf(mix(seed + 7)) - 1.25f);
  float sum = (float)(_Float16)(a + b), product = (float)(_Float16)(a * b);
  return bitsOf(sum) ^ bitsOf(product) * 5 ^
         bitsOf((float)(_Float16)(floatOf(seed) * 1e-5f)) ^
         (p32)(int)(a * (_Float16)100);
}
// Loops and branches that differ between neighbouring lanes.
static inline p32 divergent(p32 seed) {
  p32 x = mix(seed), n = 0;
  while (x > 1 && n < 50) {
    if (x & 1) {
      x = (x >> 1) + (x >> 3);
      if (x % 7 == 3)
        continue;
    } else {
      x >>= 1;
    }
    ++n;
    if (n == 17 && (seed & 8))
      break;
  }
  switch (seed % 5) {
  case 0:
    return x + n;
  case 1:
    return x ^ n * 3;
  case 2:
    return integers(x + n);
  default:
    return n;
  }
}
// Registers or stack, indexed by data.
static inline p32 arrays(p32 seed) {
  p32 a[16];
  for (int i = 0; i < 16; ++i)
    a[i] = mix(seed + (p32)i);
  for (int i = 0; i < 16; ++i)
    a[a[i] & 15] += a[(a[i] >> 8) & 15];
  p32 r = 0;
  for (int i = 0; i < 16; ++i)
    r = r * 31 + a[i];
  return r;
}
__attribute__((noinline)) static p32 recursive(p32 n, p32 x) {
  return n == 0 ? x : recursive(n - 1, mix(x + n)) + n;
}

static inline p32 portable(p32 which, p32 seed) {
  switch (which) {
  case 0:
    return integers(seed);
  case 1:
    return wide(seed);
  case 2:
    return floats(seed);
  case 3:
    return doubles(seed);
  case 4:
    return halves(seed);
  case 5:
    return divergent(seed);
  case 6:
    return arrays(seed);
  default:
    return recursive(seed % 13, seed);
  }
}
#define PORTABLE_COUNT 8

#endif
