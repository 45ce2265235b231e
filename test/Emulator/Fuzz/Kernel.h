//===- Kernel.h - What random kernels are written in --------------*- C -*-===//
//
// One source for the GPU and the CPU. A kernel is a list of phases; between two
// phases lies a barrier, so the CPU may run a phase for one work-item after the
// other. Every operation is defined for every operand: shifts are masked,
// divisors are not 0, conversions in range, and the bits of a NaN never reach
// a result.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_H
#define KERNEL_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long s64;
typedef _Float16 f16;
typedef __bf16 bf16;
typedef float f32;
typedef double f64;
typedef u32 u32x4 __attribute__((ext_vector_type(4)));
typedef u16 u16x2 __attribute__((ext_vector_type(2)));
typedef f16 f16x2 __attribute__((ext_vector_type(2)));
typedef f32 f32x2 __attribute__((ext_vector_type(2)));

// Sizes that the kernels' indices are masked with. LDS words 0 to 511 belong
// to single work-items, two each, the rest are cells of atomics.
enum {
  MAX_ITEMS = 256,
  IN_WORDS = 1024,
  LDS_WORDS = 2 * MAX_ITEMS + 64,
  OWN_WORDS = 32,
  STATE_WORDS = 32,
  SHARED_WORDS = 64,
};

#ifdef __AMDGCN__
#define GLOBAL __attribute__((address_space(1)))
#define LDS __attribute__((address_space(3)))
#else
#define GLOBAL
#define LDS
#endif

// Arguments of a launch, the same for all work-items.
struct Uniform {
  u32 u;
  u64 w;
  f32 f;
};

// What a work-item carries from phase to phase.
struct Item {
  u32 local, lane, group;
  u32 s0, s1; // the same in all items of a workgroup
  u64 t0;
  u32 u0, u1, u2, u3, u4;
  u64 w0, w1, w2;
  u16 h0, h1;
  u8 b0, b1;
  f32 f0, f1, f2, f3;
  f64 d0, d1;
  f16 e0, e1;
  bf16 g0, g1;
  u16x2 p0, p1;
  f32x2 q0, q1;
  f16x2 r0, r1;
  GLOBAL u32 *own; // OWN_WORDS of global memory
};

// Bits of floats, without those of NaNs.
static inline u16 bits16(f16 x) {
  u16 u;
  __builtin_memcpy(&u, &x, 2);
  return x != x ? 0x7e00 : u;
}
static inline u16 bitsb16(bf16 x) {
  u16 u;
  __builtin_memcpy(&u, &x, 2);
  return (u & 0x7fff) > 0x7f80 ? 0x7fc0 : u;
}
static inline u32 bits32(f32 x) {
  u32 u;
  __builtin_memcpy(&u, &x, 4);
  return x != x ? 0x7fc00000 : u;
}
static inline u64 bits64(f64 x) {
  u64 u;
  __builtin_memcpy(&u, &x, 8);
  return x != x ? 0x7ff8000000000000 : u;
}
// Floats of bits. No signalling NaNs: which operations quiet them differs.
static inline f16 float16(u16 u) {
  f16 x;
  u = (u & 0x7fff) > 0x7c00 ? 0x7e00 : u;
  __builtin_memcpy(&x, &u, 2);
  return x;
}
static inline bf16 floatb16(u16 u) {
  bf16 x;
  u = (u & 0x7fff) > 0x7f80 ? 0x7fc0 : u;
  __builtin_memcpy(&x, &u, 2);
  return x;
}
static inline f32 float32(u32 u) {
  f32 x;
  u = (u & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : u;
  __builtin_memcpy(&x, &u, 4);
  return x;
}
static inline f64 float64(u64 u) {
  f64 x;
  u = (u & 0x7fffffffffffffff) > 0x7ff0000000000000 ? 0x7ff8000000000000 : u;
  __builtin_memcpy(&x, &u, 8);
  return x;
}
// A float of moderate size with all bits of the mantissa: most results of
// operations on arbitrary bits are 0 or infinite.
static inline f32 moderate32(u32 u) {
  return float32((u & 0x83ffffff) | 0x3c000000);
}
static inline f64 moderate64(u64 u) {
  return float64((u & 0x807fffffffffffff) | 0x3f80000000000000);
}

// The sign of a zero is lost when a product is converted: clang 22 adds +0 to
// it (llvm/llvm-project PR#214544).
static inline f16 toF16(f32 x) {
  f16 y = (f16)x;
  return y == (f16)0 ? (f16)0 : y;
}

// A value that clang cannot see through. It steps around two miscompilations of
// clang 22: values that cost nothing (a half of a pair, a swap, a negation)
// move out of divergent branches onto paths that did not take them
// (llvm/llvm-project PR#183792), and a constant -0 in the upper half of a pair
// becomes 0.
#ifdef __AMDGCN__
#define OPAQUE(type, name)                                                     \
  static inline type name(type x) {                                            \
    __asm__("" : "+v"(x));                                                     \
    return x;                                                                  \
  }
#else
#define OPAQUE(type, name)                                                     \
  static inline type name(type x) { return x; }
#endif
OPAQUE(u16, opaque_u16)
OPAQUE(u32, opaque_u32)
OPAQUE(u64, opaque_u64)
OPAQUE(f16, opaque_f16)
OPAQUE(f32, opaque_f32)
OPAQUE(f64, opaque_f64)
OPAQUE(u16x2, opaque_u16x2)
OPAQUE(f16x2, opaque_f16x2)
OPAQUE(f32x2, opaque_f32x2)
static inline u8 opaque_u8(u8 x) { return (u8)opaque_u32(x); }
static inline bf16 opaque_bf16(bf16 x) {
  return floatb16((u16)opaque_u32(bitsb16(x)));
}
static inline f16x2 pair16(f16 a, f16 b) {
  return (f16x2){opaque_f16(a), opaque_f16(b)};
}

static inline u32 div32(u32 a, u32 b) { return a / (b | 1); }
static inline u32 rem32(u32 a, u32 b) { return a % (b | 1); }
static inline u32 sdiv32(u32 a, u32 b) {
  return (u32)((s32)a / (s32)((b & 0x7fffffff) | 1));
}
static inline u32 srem32(u32 a, u32 b) {
  return (u32)((s32)a % (s32)((b & 0x7fffffff) | 1));
}
static inline u64 div64(u64 a, u64 b) { return a / (b | 1); }
static inline u64 rem64(u64 a, u64 b) { return a % (b | 1); }
static inline u64 sdiv64(u64 a, u64 b) {
  return (u64)((s64)a / (s64)((b & 0x7fffffffffffffff) | 1));
}
static inline u32 rotate32(u32 a, u32 n) {
  return a << (n & 31) | a >> (-n & 31);
}
static inline u32 field32(u32 a, u32 at, u32 width) {
  return a >> (at & 31) & ((1u << (width & 31)) - 1);
}
static inline u32 signedField32(u32 a, u32 at, u32 width) {
  u32 unused = 31 - (width & 31);
  return (u32)((s32)(a >> (at & 31) << unused) >> unused);
}
static inline u32 high32(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
static inline u32 shigh32(u32 a, u32 b) {
  return (u32)(((s64)(s32)a * (s32)b) >> 32);
}
static inline u32 median32(u32 a, u32 b, u32 c) {
  u32 low = a < b ? a : b, high = a < b ? b : a;
  u32 m = high < c ? high : c;
  return low > m ? low : m;
}
static inline u32 distance32(u32 a, u32 b) { return a > b ? a - b : b - a; }
static inline u32 addOverflows(u32 a, u32 b) {
  u32 sum;
  return __builtin_add_overflow(a, b, &sum);
}
static inline u32 mulOverflows(u32 a, u32 b) {
  s32 product;
  return __builtin_mul_overflow((s32)a, (s32)b, &product);
}
// Permutes the bytes of two words.
static inline u32 bytes32(u32 a, u32 b, u32 select) {
  u64 both = (u64)a << 32 | b;
  u32 r = 0;
  for (u32 i = 0; i < 4; ++i)
    r |= (u32)(both >> (select >> 8 * i & 7) * 8 & 255) << 8 * i;
  return r;
}

static inline u32 toU32(f32 x) {
  return x > -1.0f && x < 0x1p32f ? (u32)x : 77;
}
static inline u32 toS32(f32 x) {
  return x >= -0x1p31f && x < 0x1p31f ? (u32)(s32)x : 78;
}
static inline u32 toS32FromF64(f64 x) {
  return x > -0x1p31 && x < 0x1p31 ? (u32)(s32)x : 79;
}
static inline u64 toU64(f32 x) {
  return x > -1.0f && x < 0x1p64f ? (u64)x : 80;
}
static inline u64 toS64(f64 x) {
  return x >= -0x1p63 && x < 0x1p63 ? (u64)(s64)x : 81;
}
static inline u16 toU16(f16 x) {
  return x > (f16)-1 && x <= (f16)65504 ? (u16)x : 82;
}
static inline u16 toS16(f16 x) {
  return x >= (f16)-32768 && x < (f16)32768 ? (u16)(s16)x : 83;
}
// The sign of a zero is any in minNum and maxNum, that of a NaN in copysign.
static inline f32 minNum32(f32 a, f32 b) {
  return __builtin_fminf(a, b) + 0.0f;
}
static inline f32 maxNum32(f32 a, f32 b) {
  return __builtin_fmaxf(a, b) + 0.0f;
}
static inline f64 maxNum64(f64 a, f64 b) { return __builtin_fmax(a, b) + 0.0; }
static inline f32 withSign32(f32 a, f32 b) {
  return b != b ? a : __builtin_copysignf(a, b);
}
static inline u32 exponent32(f32 x) {
  int e = 0;
  if (__builtin_fabsf(x) < __builtin_inff())
    (void)__builtin_frexpf(x, &e);
  return (u32)e;
}
static inline f32 mantissa32(f32 x) {
  int e = 0;
  return __builtin_fabsf(x) < __builtin_inff() ? __builtin_frexpf(x, &e) : x;
}
static inline f32 scale32(f32 x, u32 n) {
  return __builtin_ldexpf(x, (int)(n & 511) - 256);
}
static inline f64 scale64(f64 x, u32 n) {
  return __builtin_ldexp(x, (int)(n & 4095) - 2048);
}
static inline f16 fma16(f16 a, f16 b, f16 c) {
#ifdef __AMDGCN__
  return __builtin_fmaf16(a, b, c);
#else
  return (f16)((__float128)a * b + c); // the sum is exact, then rounded once
#endif
}
static inline f16x2 fma16x2(f16x2 a, f16x2 b, f16x2 c) {
#ifdef __AMDGCN__
  return __builtin_elementwise_fma(a, b, c);
#else
  return pair16(fma16(a.x, b.x, c.x), fma16(a.y, b.y, c.y));
#endif
}

static inline void begin(struct Item *it, const GLOBAL u32 *in, GLOBAL u32 *out,
                         u32 local, u32 group, u32 size, struct Uniform args) {
  u32 global = group * size + local;
  const GLOBAL u32 *x = in + (global * 37 & (IN_WORDS - 1));
#define NEXT (x = x == in + IN_WORDS - 1 ? in : x + 1, *x)
  *it = (struct Item){0};
  it->local = local;
  it->lane = local & 63;
  it->group = group;
  it->s0 = args.u ^ group;
  it->s1 = in[group];
  it->t0 = args.w;
  it->u0 = NEXT, it->u1 = NEXT, it->u2 = global, it->u3 = NEXT, it->u4 = NEXT;
  it->w0 = NEXT, it->w1 = (u64)NEXT << 32 | it->u0, it->w2 = ~it->w1;
  it->h0 = (u16)NEXT, it->h1 = (u16)local, it->b0 = (u8)NEXT, it->b1 = (u8)NEXT;
  it->f0 = float32(NEXT), it->f1 = moderate32(NEXT), it->f2 = moderate32(NEXT);
  it->f3 = args.f;
  it->d0 = moderate64(it->w1 * 3), it->d1 = float64(it->w1);
  it->e0 = float16((u16)NEXT), it->e1 = (f16)it->f1;
  it->g0 = floatb16((u16)NEXT), it->g1 = (bf16)it->f2;
  it->p0 = (u16x2){(u16)it->u0, (u16)it->u1};
  it->p1 = (u16x2){(u16)NEXT, (u16)local};
  it->q0 = (f32x2){it->f1, it->f2}, it->q1 = (f32x2){it->f0, moderate32(NEXT)};
  it->r0 = pair16(it->e1, it->e0), it->r1 = pair16((f16)1.5f, it->e1);
  it->own = out + global * (OWN_WORDS + STATE_WORDS);
#undef NEXT
}

static inline void end(const struct Item *it) {
  GLOBAL u32 *o = it->own + OWN_WORDS;
  u64 wide[] = {it->w0, it->w1, it->w2, it->t0, bits64(it->d0), bits64(it->d1)};
  for (u32 i = 0; i < 6; ++i)
    o[2 * i] = (u32)wide[i], o[2 * i + 1] = (u32)(wide[i] >> 32);
  o[12] = it->u0, o[13] = it->u1, o[14] = it->u2, o[15] = it->u3;
  o[16] = it->u4, o[17] = it->s0, o[18] = it->s1;
  o[19] = (u32)it->h0 << 16 | it->h1;
  o[20] = (u32)it->b0 << 8 | it->b1;
  o[21] = bits32(it->f0), o[22] = bits32(it->f1);
  o[23] = bits32(it->f2), o[24] = bits32(it->f3);
  o[25] = (u32)bits16(it->e0) << 16 | bits16(it->e1);
  o[26] = (u32)bitsb16(it->g0) << 16 | bitsb16(it->g1);
  o[27] = (u32)(it->p0.x ^ it->p1.x) << 16 | (it->p0.y ^ it->p1.y);
  o[28] = bits32(it->q0.x) ^ bits32(it->q1.y);
  o[29] = bits32(it->q0.y) ^ bits32(it->q1.x);
  o[30] = (u32)bits16(it->r0.x) << 16 | bits16(it->r0.y);
  o[31] = (u32)bits16(it->r1.x) << 16 | bits16(it->r1.y);
}

#define PHASE_PARAMETERS                                                       \
  struct Item *it, const GLOBAL u32 *in, GLOBAL u32 *shared, LDS u32 *lds

#ifdef __AMDGCN__

static inline void barrier(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

#define BEGIN_KERNEL(name)                                                     \
  __attribute__((amdgpu_kernel, visibility("protected"))) void name(           \
      const GLOBAL u32 *in, GLOBAL u32 *out, GLOBAL u32 *shared, u32 u, u64 w, \
      f32 f) {                                                                 \
    static LDS                                                                 \
        __attribute__((loader_uninitialized, aligned(16))) u32 lds[LDS_WORDS]; \
    u32 local = __builtin_amdgcn_workitem_id_x();                              \
    u32 size = __builtin_amdgcn_workgroup_size_x();                            \
    for (u32 i = local; i < LDS_WORDS; i += size)                              \
      lds[i] = 0;                                                              \
    struct Item item, *it = &item;                                             \
    begin(it, in, out, local, __builtin_amdgcn_workgroup_id_x(), size,         \
          (struct Uniform){u, w, f});                                          \
    barrier();
#define PHASE(name)                                                            \
  name(it, in, shared, lds);                                                   \
  barrier();
#define END_KERNEL                                                             \
  end(it);                                                                     \
  }

// Between the lanes of a wave; all of its lanes are active. `field` is one of
// the source item, and the statement writes another one.
#define SHUFFLE(field, index)                                                  \
  (u32) __builtin_amdgcn_ds_bpermute((int)(((index) & 63) * 4), (int)it->field)
#define READ_LANE(field, index)                                                \
  (u32) __builtin_amdgcn_readlane((int)it->field, (index) & 63)
#define FIRST_LANE(field) (u32) __builtin_amdgcn_readfirstlane((int)it->field)
#define SWIZZLE_XOR(field, mask)                                               \
  (u32) __builtin_amdgcn_ds_swizzle((int)it->field, (mask) << 10 | 31)
#define QUAD(field, select)                                                    \
  (u32) __builtin_amdgcn_update_dpp(0, (int)it->field, select, 15, 15, 1)
#define ROW_RIGHT(field, n)                                                    \
  (u32) __builtin_amdgcn_update_dpp(0, (int)it->field, 0x110 + (n), 15, 15, 1)
#define ROW_ROTATE(field, n)                                                   \
  (u32) __builtin_amdgcn_update_dpp(0, (int)it->field, 0x120 + (n), 15, 15, 1)
#define ROW_MIRROR(field)                                                      \
  (u32) __builtin_amdgcn_update_dpp(0, (int)it->field, 0x140, 15, 15, 1)
#define BALLOT(field, bit) __builtin_amdgcn_ballot_w64(it->field >> (bit) & 1)

#else

// Conversion to bf16, to nearest even. GCC 12's runtime library lacks it.
bf16 __truncsfbf2(f32 x);
bf16 __truncsfbf2(f32 x) {
  u32 u;
  __builtin_memcpy(&u, &x, 4);
  return floatb16(x != x ? 0x7fc0 : (u16)((u + 0x7fff + (u >> 16 & 1)) >> 16));
}

#define BEGIN_KERNEL(name)                                                     \
  void name(const u32 *in, u32 *out, u32 *shared, u32 u, u64 w, f32 f,         \
            u32 groups, u32 size);                                             \
  void name(const u32 *in, u32 *out, u32 *shared, u32 u, u64 w, f32 f,         \
            u32 groups, u32 size) {                                            \
    static struct Item items[MAX_ITEMS];                                       \
    for (u32 group = 0; group < groups; ++group) {                             \
      _Alignas(16) u32 lds[LDS_WORDS] = {0};                                   \
      for (u32 local = 0; local < size; ++local)                               \
        begin(&items[local], in, out, local, group, size,                      \
              (struct Uniform){u, w, f});
#define PHASE(name)                                                            \
  for (u32 local = 0; local < size; ++local)                                   \
    name(&items[local], in, shared, lds);
#define END_KERNEL                                                             \
  for (u32 local = 0; local < size; ++local)                                   \
    end(&items[local]);                                                        \
  }                                                                            \
  }

#define PEER(index) ((it - it->lane) + ((index) & 63))
#define SHUFFLE(field, index) PEER(index)->field
#define READ_LANE(field, index) PEER(index)->field
#define FIRST_LANE(field) PEER(0)->field
#define SWIZZLE_XOR(field, mask) PEER(it->lane ^ (mask))->field
#define QUAD(field, select)                                                    \
  PEER((it->lane & 60) | ((select) >> 2 * (it->lane & 3) & 3))->field
#define ROW_RIGHT(field, n)                                                    \
  ((it->lane & 15) >= (n) ? PEER(it->lane - (n))->field : 0)
#define ROW_ROTATE(field, n)                                                   \
  PEER((it->lane & 48) | ((it->lane - (n)) & 15))->field
#define ROW_MIRROR(field) PEER(it->lane ^ 15)->field
static inline u64 ballot(const u32 *first, u32 bit) {
  u64 mask = 0;
  for (u32 lane = 0; lane < 64; ++lane) {
    const char *p = (const char *)first + lane * sizeof(struct Item);
    mask |= (u64)(*(const u32 *)p >> bit & 1) << lane;
  }
  return mask;
}
#define BALLOT(field, bit) ballot(&PEER(0)->field, bit)

#endif

#endif // KERNEL_H
