// What is wrong with a record is said with the record's place.

// DEFINE: %{tblgen} = not spmla-tblgen -gen-kernel-table -I %spmla_src/kernels-td %s
// DEFINE: %{check} = FileCheck %s --check-prefix

include "KernelBase.td"

defvar BF16 = Cache<BF16Cache, NoEncoding>;
defvar FP8 = Cache<FP8ScalarCache, E4M3FN>;
defvar Flat = Geometry<512, 0, 512>;
defvar Tile16 = Tile<16, 64, 4>;

class Of<Cache cache, Geometry geometry, Tile tile, Value arch = GFX950,
         Value query = BF16Query, int prefetch = 1>
    : Kernel<arch, cache, geometry, tile, Schedule<Staged, prefetch, 1, GatherRow>,
             Precision<query, BF16Dot, BF16Probabilities, ExactMaxima, BF16Output>,
             Access<BufferAccess>, Budget<[]>>;

// RUN: %{tblgen} -DHEADS_OF_7 2>&1 | %{check}=HEADS
#ifdef HEADS_OF_7
// HEADS: KernelBase.td:{{[0-9]+}}:{{[0-9]+}}: error: assertion failed: expects program heads to be 8, 16, 32 or 64, got 7
// HEADS: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : Of<BF16, Flat, Tile<7, 64, 4>>;
#endif

// RUN: %{tblgen} -DHEADS_OF_32 2>&1 | %{check}=SCHEDULE
#ifdef HEADS_OF_32
// SCHEDULE: assertion failed: expects program heads to be 16 with schedule staged, got 32
// SCHEDULE: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : Of<BF16, Flat, Tile<32, 64, 4>>;
#endif

// RUN: %{tblgen} -DWIDE_VALUE 2>&1 | %{check}=VALUE
#ifdef WIDE_VALUE
// VALUE: assertion failed: expects value to be at most latent + rope = 576 columns, got 640
// VALUE: invalid.td:[[#@LINE+1]]:{{[0-9]+}}: error: assertion failed in this record
def WideValue : Geometry<512, 64, 640>;
#endif

// RUN: %{tblgen} -DLATENT_OF_500 2>&1 | %{check}=LATENT
#ifdef LATENT_OF_500
// LATENT: assertion failed: expects latent to be 512 with schedule staged, got 500
// LATENT: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : Of<BF16, Geometry<500, 0, 500>, Tile16>;
#endif

// RUN: %{tblgen} -DCODES_IN_BF16 2>&1 | %{check}=ENCODING
#ifdef CODES_IN_BF16
// ENCODING: assertion failed: expects encoding to be none with format bf16, got e4m3fn
// ENCODING: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : Of<Cache<BF16Cache, E4M3FN>, Flat, Tile16>;
#endif

// RUN: %{tblgen} -DFOREIGN_CODES 2>&1 | %{check}=NATIVE
#ifdef FOREIGN_CODES
// NATIVE: assertion failed: expects encoding to be none or e4m3fn with arch gfx950, got e4m3fnuz
// NATIVE: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : Of<Cache<FP8ScalarCache, E4M3FNUZ>, Flat, Tile16>;
#endif

class FP8Of<Schedule schedule, Geometry geometry, int keys, Value dotPrecision = BF16Dot>
    : Kernel<GFX950, FP8, geometry, Tile<16, keys, 4>, schedule,
             Precision<BF16Query, dotPrecision, E4M3PairProbabilities, LazyMaxima, F32Output>,
             Access<BufferAccess>, Budget<[]>>;

// RUN: %{tblgen} -DLINES_OF_WHOLE_ROWS 2>&1 | %{check}=LINES
#ifdef LINES_OF_WHOLE_ROWS
// LINES: assertion failed: expects rope to be 64 with gather line, got 0
// LINES: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : FP8Of<Schedule<Direct, 2, 2, GatherLine>, Flat, 64>;
#endif

// RUN: %{tblgen} -DSOLO_OF_64 2>&1 | %{check}=SOLO
#ifdef SOLO_OF_64
// SOLO: assertion failed: expects key tile to be 128 with schedule solo, got 64
// SOLO: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : FP8Of<Schedule<Solo, 1, 1, GatherHalf>, Flat, 64>;
#endif

// RUN: %{tblgen} -DPAIRS_IN_FP8 2>&1 | %{check}=PAIRS
#ifdef PAIRS_IN_FP8
// PAIRS: assertion failed: expects probabilities to be e4m3 with dot fp8, got e4m3x2
// PAIRS: invalid.td:[[#@LINE+1]]:1: error: assertion failed in this record
def : FP8Of<Schedule<Direct, 2, 2, GatherHalf>, Flat, 64, FP8Dot>;
#endif

// RUN: %{tblgen} -DTWICE 2>&1 | %{check}=TWICE
#ifdef TWICE
def : Of<FP8, Flat, Tile16>;
// TWICE: invalid.td:[[#@LINE+1]]:1: error: expects the static key to be that of no other kernel, got spmla_fp8_scalar_{{.*}} again
def : Of<FP8, Geometry<512, 0, 512>, Tile16>;
// TWICE: invalid.td:[[#@LINE-3]]:1: note: the other kernel
#endif

// RUN: %{tblgen} -DEMPTY_RANGE 2>&1 | %{check}=RANGE
#ifdef EMPTY_RANGE
// RANGE: assertion failed: expects the minimum of loop.mfma to be at most its maximum 33, got 34
// RANGE: invalid.td:[[#@LINE+1]]:{{[0-9]+}}: error: assertion failed in this record
def EmptyRange : Limit<"loop.mfma", 34, 33>;
#endif
