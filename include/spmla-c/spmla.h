/*===- spmla.h - The C interface of the runtime
----------------------------===*\
|*                                                                            *|
|* Loads the kernels that spmla-gen writes and launches them through HIP.     *|
|* Plain C11; no HIP or LLVM header is needed. The HIP library is found at    *|
|* run time, so a program that links this library also starts on a machine    *|
|* without ROCm.                                                              *|
|*                                                                            *|
|* Errors. Every function that can fail returns a spmla_status and leaves a   *|
|* text with the cause and what was tried in spmla_last_error(). Nothing      *|
|* prints, aborts or throws.                                                  *|
|*                                                                            *|
|* Threads. Handles may be used from any number of threads at once; only a    *|
|* destroy call must be the last use of its handle. The calling thread's      *|
|* current HIP device is what it was when a call returns.                     *|
|*                                                                            *|
|* Versions. A program hands SPMLA_API_VERSION to spmla_runtime_create and    *|
|* sets struct_size of every struct to its sizeof. Later versions only append *|
|* members, whose zero value means "absent". A library accepts structs and    *|
|* versions of every earlier header and refuses later ones with               *|
|* SPMLA_ERROR_VERSION, since it could not honour members that it does not    *|
|* know.                                                                      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SPMLA_C_SPMLA_H
#define SPMLA_C_SPMLA_H

#include <stddef.h>
#include <stdint.h>

/* 2: e4m3fn q with its scale, f32 output. */
#define SPMLA_API_VERSION 2

#if defined(__GNUC__)
#define SPMLA_API __attribute__((visibility("default")))
#else
#define SPMLA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum spmla_status {
  /** The call did what it says. */
  SPMLA_SUCCESS = 0,
  /** An argument broke a rule that its comment states; nothing was done. */
  SPMLA_ERROR_INVALID_ARGUMENT = 1,
  /** The program was compiled against a later header than this library. */
  SPMLA_ERROR_VERSION = 2,
  /** No HIP library could be loaded; the text lists all that were tried. */
  SPMLA_ERROR_NO_LIBRARY = 3,
  /** The HIP library works but reports no device. */
  SPMLA_ERROR_NO_DEVICE = 4,
  /** A file is missing or cannot be read, or a code object is not what its
   *  manifest says: other size, other checksum, damaged header. */
  SPMLA_ERROR_FILE = 5,
  /** The manifest is not JSON, lacks a member, or has a version or argument
   *  layout that this library does not know. */
  SPMLA_ERROR_MANIFEST = 6,
  /** The code object is for another processor than the device. */
  SPMLA_ERROR_ARCH = 7,
  /** The problem is legal but this kernel cannot serve it: the cache's format
   *  or shape is not the kernel's, or the cache exceeds its reach. */
  SPMLA_ERROR_UNSUPPORTED = 8,
  /** A HIP call failed; the text has HIP's name and number of the error. */
  SPMLA_ERROR_HIP = 9,
  /** Host memory ran out. */
  SPMLA_ERROR_OUT_OF_MEMORY = 10,
  /** A defect of this library. */
  SPMLA_ERROR_INTERNAL = 11
} spmla_status;

/** The enumerator's name, "SPMLA_SUCCESS" and so on; never null. */
SPMLA_API const char *spmla_status_name(spmla_status status);

/** What went wrong in the calling thread's latest failed call: one line of
 *  text, empty if none failed. Calls that succeed leave it alone. Valid until
 *  the thread's next failed call. */
SPMLA_API const char *spmla_last_error(void);

/** SPMLA_API_VERSION that the library was built with. */
SPMLA_API int spmla_api_version(void);

/*===-- The HIP library and its devices
 * ------------------------------------===*/

typedef struct spmla_runtime spmla_runtime;

/** Finds a HIP library and asks it for its devices. The first of these that
 *  loads and has every needed function is taken:
 *    1. the HIP library that the program itself already holds in the process
 *       (two of them could not share device memory),
 *    2. `hip_library`, if it is not null: if that one cannot be taken, the
 *       search ends with NO_LIBRARY,
 *    3. libamdhip64.so.7, libamdhip64.so.6, libamdhip64.so.5, libamdhip64.so.
 *  spmla_runtime_library says which one it was. The emulator
 *  (libspmla_hipemu.so) is never searched for: name it in `hip_library`.
 *
 *  `api_version` is SPMLA_API_VERSION. A library stays loaded for the life of
 *  the process, since ROCm's cannot be unloaded safely.
 *
 *  Errors: VERSION, NO_LIBRARY, NO_DEVICE, HIP. */
SPMLA_API spmla_status spmla_runtime_create(int api_version,
                                            const char *hip_library,
                                            spmla_runtime **runtime);

/** Releases the handle; null is allowed. Kernels that were loaded through it
 *  stay usable. */
SPMLA_API void spmla_runtime_destroy(spmla_runtime *runtime);

/** Path of the HIP library in use, valid as long as the handle; null if
 *  `runtime` is null. */
SPMLA_API const char *spmla_runtime_library(const spmla_runtime *runtime);

/** Number of devices, at least 1; 0 if `runtime` is null. */
SPMLA_API int spmla_runtime_device_count(const spmla_runtime *runtime);

/** The device's target id as HIP spells it ("gfx950:sramecc+:xnack-"), valid
 *  as long as the handle; null if there is no such device. */
SPMLA_API const char *spmla_runtime_device_arch(const spmla_runtime *runtime,
                                                int device);

/*===-- Kernels
 * ------------------------------------------------------------===*/

typedef struct spmla_kernel spmla_kernel;

/** Loads a code object onto a device. `path` names NAME.hsaco; its manifest
 *  NAME.json lies beside it. Size, checksum, ELF header, processor and argument
 *  layout are checked before HIP sees the file. A kernel with 64-bit row
 *  addresses gets one cache row of device memory, which invalid slots read.
 *  Load before a stream capture begins: HIP refuses allocations and copies
 *  inside one.
 *
 *  Errors: INVALID_ARGUMENT, FILE, MANIFEST, ARCH, HIP, OUT_OF_MEMORY. */
SPMLA_API spmla_status spmla_kernel_load(spmla_runtime *runtime, int device,
                                         const char *path,
                                         spmla_kernel **kernel);

/** Unloads the kernel; null is allowed. Its launches must have finished.
 *  The handle is gone even if HIP reports an error, which is returned. */
SPMLA_API spmla_status spmla_kernel_destroy(spmla_kernel *kernel);

/** How a row of the KV cache is stored. */
typedef enum spmla_cache_format {
  /** latent then rope elements of bf16. */
  SPMLA_CACHE_BF16 = 1,
  /** latent then rope bytes of fp8; one f32 scale for the whole cache. */
  SPMLA_CACHE_FP8_SCALAR = 2
} spmla_cache_format;

/** How an element is encoded. */
typedef enum spmla_encoding {
  SPMLA_ENCODING_BF16 = 1,
  /** OCP fp8: bias 7, largest 448, NaN 0x7f and 0xff. */
  SPMLA_ENCODING_E4M3FN = 2,
  /** The fp8 of gfx942: bias 8, largest 240, NaN 0x80. */
  SPMLA_ENCODING_E4M3FNUZ = 3,
  /** IEEE single, of outputs only. */
  SPMLA_ENCODING_F32 = 4
} spmla_encoding;

/** What a kernel is and what it occupies. Strings live as long as the kernel.
 */
typedef struct spmla_kernel_info {
  /** In: sizeof(spmla_kernel_info). Members beyond it are not written. */
  size_t struct_size;
  const char *name;
  /** Processor the code object was made for, without features: "gfx950". */
  const char *arch;
  /** What the cache and q must be: see spmla_attention. */
  int32_t cache_format;   /* spmla_cache_format */
  int32_t cache_encoding; /* spmla_encoding */
  int32_t q_encoding;     /* spmla_encoding */
  int32_t latent;
  int32_t rope;
  int32_t value;
  /** Heads that one workgroup serves. */
  int32_t program_heads;
  /** Work-items per workgroup. */
  int32_t workgroup_size;
  /** Registers per lane, LDS bytes per workgroup, scratch bytes per
   *  work-item, as the code object declares them. */
  int32_t vgpr;
  int32_t agpr;
  int32_t sgpr;
  int32_t vgpr_spill;
  int32_t sgpr_spill;
  int32_t lds_bytes;
  int32_t scratch_bytes;
  /* Since version 2. */
  /** What out must be. */
  int32_t out_encoding; /* spmla_encoding */
  /** Bytes that the cache's strides must be multiples of: 16, or 64 for kernels
   *  that gather whole lines of memory. */
  int32_t cache_stride_alignment;
} spmla_kernel_info;

/** Errors: INVALID_ARGUMENT, VERSION. */
SPMLA_API spmla_status spmla_kernel_get_info(const spmla_kernel *kernel,
                                             spmla_kernel_info *info);

/*===-- Attention
 * ----------------------------------------------------------===*/

/** One sparse MLA attention problem. For query c and head h, over the valid
 *  slots j that query c lists:
 *    s[j]      = softmax_scale * dot(q[c, h, :], K[j, :])
 *    out[c, h] = sum_j softmax(s)[j] * V[j, :]
 *    lse[c, h] = log(sum_j exp(s[j]))            (natural logarithm)
 *  where K[j, :] are the latent + rope elements of the row of slot j, V[j, :]
 *  its first `value` elements, both times the KV scale, and q is what its
 *  buffer holds times the q scale. A slot is valid iff
 *  0 <= slot < num_slots; an invalid one is never read and adds nothing, and a
 *  slot listed twice counts twice. A query without a valid slot gets out 0 and
 *  lse -inf. NaN in a valid row reaches the output of the queries that list it.
 *
 *  All pointers are device pointers. Nothing in device memory is read on the
 *  host, so the contents of the lists are not checked here: indptr must not
 *  decrease. C is `queries`, H is `heads`. */
typedef struct spmla_attention {
  /** sizeof(spmla_attention). */
  size_t struct_size;

  /** What the buffers hold; each must be what the kernel was made for. */
  int32_t cache_format;   /* spmla_cache_format */
  int32_t cache_encoding; /* spmla_encoding */
  int32_t q_encoding;     /* spmla_encoding */
  int32_t latent;
  int32_t rope;
  int32_t value;

  /** C; 0 is a success without a launch, with any pointers. */
  int64_t queries;
  /** H, at least 1; any number, whatever the kernel's program_heads. */
  int64_t heads;

  /** [C, H, latent + rope], 16-byte aligned. Strides in elements: from a query
   *  to the next, from a head to the next, both multiples of 16 bytes, and from
   *  an element to the next, which must be 1. A stride along which there is
   *  only one step (C or H of 1) is not looked at. */
  const void *q;
  int64_t q_query_stride;
  int64_t q_head_stride;
  int64_t q_element_stride;

  /** Row of slot s: cache + (s / page_size) * cache_page_stride
   *                        + (s % page_size) * cache_row_stride bytes;
   *  16-byte aligned; both strides are multiples of the kernel's
   *  cache_stride_alignment. May be null if num_slots is 0.
   *  cache_page_stride is at least page_size * cache_row_stride. A flat cache
   *  has a page_size of 1 and steps by cache_page_stride alone. A stride along
   *  which num_slots makes no step is not looked at. */
  const void *cache;
  int64_t cache_row_stride;
  int64_t cache_page_stride;
  /** Slots per page, at least 1; need not be a power of two. */
  int64_t page_size;
  /** Slots of the cache, at most 2^31. */
  int64_t num_slots;

  /** Slot numbers: query c lists indices[indptr[c]] to indices[indptr[c+1]-1].
   *  Neither may be null: give any device pointer where no slot is listed. */
  const int32_t *indices;
  const int32_t *indptr; /* [C + 1] */

  /** [C, H, value] of out_encoding, 16-byte aligned; strides as for q. Rows
   *  must not overlap. Nothing between them is written. */
  void *out;
  int64_t out_query_stride;
  int64_t out_head_stride;
  int64_t out_element_stride;

  /** [C, H], or null: no LSE. Strides in elements, looked at if not null. */
  float *lse;
  int64_t lse_query_stride;
  int64_t lse_head_stride;

  /** Positive and finite. */
  float softmax_scale;
  /** The KV scale is kv_scale_value, times *kv_scale if that is not null
   *  (a device pointer, read by the kernel). Positive and finite; both are
   *  for fp8 caches: a bf16 cache wants 1 and null. */
  float kv_scale_value;
  const float *kv_scale;

  /** hipStream_t of the kernel's device; null is its default stream. */
  void *stream;

  /* Since version 2. */

  /** The q scale is q_scale_value, times *q_scale if that is not null (a device
   *  pointer, read by the kernel). Positive and finite with an e4m3fn q, which
   *  must not leave it unset; a bf16 q wants 1 or 0 (absent), and null. */
  const float *q_scale;
  float q_scale_value;
  /** What out holds, as the kernel writes it: SPMLA_ENCODING_BF16, for which 0
   *  (absent) stands too, or SPMLA_ENCODING_F32. */
  int32_t out_encoding; /* spmla_encoding */
} spmla_attention;

/** Checks the problem and enqueues one kernel launch on its stream: no
 *  allocation, no copy, no synchronisation, no other HIP call but setting the
 *  thread's device and back where it is another one. Safe inside a stream
 *  capture; the pointers in the launch are the caller's own.
 *
 *  Errors: INVALID_ARGUMENT, VERSION, UNSUPPORTED, HIP. */
SPMLA_API spmla_status spmla_attention_launch(const spmla_kernel *kernel,
                                              const spmla_attention *problem);

#ifdef __cplusplus
}
#endif

#endif /* SPMLA_C_SPMLA_H */
