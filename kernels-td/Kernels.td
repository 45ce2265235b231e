//===- Kernels.td - The kernels that are shipped --------------------------===//

include "KernelBase.td"

//===----------------------------------------------------------------------===//
// Budgets of the staged schedule, per wave and 64-token tile
//===----------------------------------------------------------------------===//

/// What the field's kernels with dequantised tiles execute for the same work,
/// a quarter of the workgroup's count each: the staged schedule is the baseline
/// and must not be behind them. 256 registers leave two waves per SIMD, 81,920
/// bytes two workgroups per CU.
class PeerLimits<int instructions, int valu, int loads, int barriers> {
  list<Limit> limits = [AtMost<"loop.instructions", instructions>,
                        AtMost<"loop.valu", valu>,
                        AtMost<"loop.vmem_load", loads>,
                        AtMost<"loop.barrier", barriers>,
                        // 221 KB of LDS traffic per workgroup and tile.
                        AtMost<"loop.lds_bytes", 55250>];
}

// Triton 3.6.0 builds of the kernels of ROCm/aiter pull request 4919, 16 heads,
// bf16 dots, executed on an emulator: per workgroup fp8 per-tensor 1980
// instructions, 956 VALU, 80 loads and 12 barriers per wave; bf16 cache 1480,
// 396, 112 and 9.
def FP8Peer : PeerLimits<495, 239, 20, 12>;
def BF16Peer : PeerLimits<370, 99, 28, 9>;

/// What a kernel reaches, with a few percent of room for another compiler.
/// Matrix instructions, barriers and bytes of LDS are exact.
class Reached<int vgpr, int instructions, int valu, int mfma, int lds,
              int barriers> {
  list<Limit> limits = [AtMost<"vgpr", vgpr>,
                        AtMost<"loop.instructions", instructions>,
                        AtMost<"loop.valu", valu>,
                        Exactly<"loop.accvgpr", 0>, Exactly<"loop.mfma", mfma>,
                        Exactly<"loop.barrier", barriers>,
                        Exactly<"lds", lds>];
}

/// The same with 64-bit row addresses: at most 8 instructions more.
class With64Bits<Reached reached> {
  list<Limit> limits = !foreach(limit, reached.limits,
      !if(!or(!eq(limit.figure, "vgpr"), !eq(limit.figure, "loop.instructions"),
              !eq(limit.figure, "loop.valu")),
          Limit<limit.figure, 0, !add(limit.maximum, 8)>, limit));
}

//===----------------------------------------------------------------------===//
// staged, gfx950, bf16 q, bf16 dots
//===----------------------------------------------------------------------===//

class StagedKernel<Cache cache, Geometry geometry, Tile tile, PeerLimits peer,
                   Reached reached>
    : Kernel<GFX950, cache, geometry, tile,
             Schedule<Staged, 1, 1, GatherRow>,
             Precision<BF16Query, BF16Dot, BF16Probabilities, ExactMaxima,
                       BF16Output>,
             Access<BufferAccess>,
             Budget<!listconcat(reached.limits, peer.limits)>>;

defvar StagedTile = Tile<16, 64, 4>;
defvar BF16Rows = Cache<BF16Cache, NoEncoding>;
defvar FP8Rows = Cache<FP8ScalarCache, E4M3FN>;
// DeepSeek-V3.2 and GLM-5.x have 64 rope columns, GLM-5.3-Flash has none.
defvar WithRope = Geometry<512, 64, 512>;
defvar RopeFree = Geometry<512, 0, 512>;

def : StagedKernel<BF16Rows, WithRope, StagedTile, BF16Peer,
                   Reached<232, 233, 54, 34, 69888, 2>>;
def : StagedKernel<BF16Rows, RopeFree, StagedTile, BF16Peer,
                   Reached<216, 225, 53, 32, 69888, 2>>;
def : StagedKernel<FP8Rows, WithRope, StagedTile, FP8Peer,
                   Reached<200, 292, 122, 34, 69888, 2>>;
def : StagedKernel<FP8Rows, RopeFree, StagedTile, FP8Peer,
                   Reached<184, 274, 112, 32, 69888, 2>>;

//===----------------------------------------------------------------------===//
// direct and solo, gfx950, per-tensor fp8
//===----------------------------------------------------------------------===//

class ProbabilitiesOf<Value dotPrecision> {
  bit isOneTerm = !eq(dotPrecision.spelling, "fp8");
  Value type = !if(isOneTerm, E4M3Probabilities, E4M3PairProbabilities);
  Value maxima = !if(isOneTerm, ExactMaxima, LazyMaxima);
}

class FP8Kernel<Geometry geometry, Tile tile, Schedule schedule, Value q,
                Value dotPrecision, Value path, list<Limit> limits>
    : Kernel<GFX950, FP8Rows, geometry, tile, schedule,
             Precision<q, dotPrecision, ProbabilitiesOf<dotPrecision>.type,
                       ProbabilitiesOf<dotPrecision>.maxima, BF16Output>,
             Access<path>, Budget<limits>>;

/// One kernel for each geometry and access path.
multiclass FP8Kernels<Tile tile, Schedule schedule, Value q, Value dotPrecision,
                      Reached rope, Reached ropeFree> {
  def : FP8Kernel<WithRope, tile, schedule, q, dotPrecision, BufferAccess,
                  rope.limits>;
  def : FP8Kernel<WithRope, tile, schedule, q, dotPrecision, GlobalAccess,
                  With64Bits<rope>.limits>;
  def : FP8Kernel<RopeFree, tile, schedule, q, dotPrecision, BufferAccess,
                  ropeFree.limits>;
  def : FP8Kernel<RopeFree, tile, schedule, q, dotPrecision, GlobalAccess,
                  With64Bits<ropeFree>.limits>;
}

/// Whole lines: K is read back from LDS, which costs about 30 instructions, and
/// buys 320 line requests per tile of 576-byte rows where halves need 576.
class LineKernel<Tile tile, Value q, Value dotPrecision, Reached reached>
    : FP8Kernel<WithRope, tile, Schedule<Direct, 2, 2, GatherLine>, q,
                dotPrecision, BufferAccess, reached.limits>;

defvar Direct2 = Schedule<Direct, 2, 2, GatherHalf>;
defvar Tile16 = Tile<16, 64, 4>;
defvar Tile8 = Tile<8, 64, 4>;

defm : FP8Kernels<Tile16, Direct2, E4M3FNQuery, FP8Dot,
                  Reached<174, 138, 47, 22, 71168, 1>,
                  Reached<166, 133, 47, 20, 71168, 1>>;
defm : FP8Kernels<Tile16, Direct2, E4M3FNQuery, BF16Dot,
                  Reached<190, 173, 89, 14, 73216, 1>,
                  Reached<192, 169, 89, 12, 73216, 1>>;
defm : FP8Kernels<Tile16, Direct2, BF16Query, FP8Dot,
                  Reached<176, 138, 47, 22, 71168, 1>,
                  Reached<166, 133, 47, 20, 71168, 1>>;
defm : FP8Kernels<Tile16, Direct2, BF16Query, BF16Dot,
                  Reached<224, 180, 89, 20, 73216, 1>,
                  Reached<216, 173, 89, 16, 73216, 1>>;
defm : FP8Kernels<Tile8, Direct2, E4M3FNQuery, FP8Dot,
                  Reached<174, 138, 47, 22, 71168, 1>,
                  Reached<166, 133, 47, 20, 71168, 1>>;
defm : FP8Kernels<Tile8, Direct2, E4M3FNQuery, BF16Dot,
                  Reached<174, 150, 57, 22, 71168, 1>,
                  Reached<170, 143, 57, 20, 71168, 1>>;
defm : FP8Kernels<Tile8, Direct2, BF16Query, FP8Dot,
                  Reached<176, 138, 47, 22, 71168, 1>,
                  Reached<166, 133, 47, 20, 71168, 1>>;
defm : FP8Kernels<Tile8, Direct2, BF16Query, BF16Dot,
                  Reached<176, 151, 61, 22, 71168, 1>,
                  Reached<170, 148, 61, 20, 71168, 1>>;

def : LineKernel<Tile16, E4M3FNQuery, FP8Dot,
                 Reached<186, 168, 57, 22, 79360, 1>>;
def : LineKernel<Tile16, E4M3FNQuery, BF16Dot,
                 Reached<214, 200, 98, 14, 81408, 1>>;
def : LineKernel<Tile16, BF16Query, BF16Dot,
                 Reached<256, 209, 98, 20, 81408, 1>>;
def : LineKernel<Tile8, E4M3FNQuery, BF16Dot,
                 Reached<186, 176, 67, 22, 79360, 1>>;
def : LineKernel<Tile8, BF16Query, BF16Dot,
                 Reached<190, 183, 71, 22, 79360, 1>>;

// Per wave and 32 of the step's 128 tokens.
defvar Solo1 = Schedule<Solo, 1, 1, GatherHalf>;
defvar SoloTile16 = Tile<16, 128, 4>;
defvar SoloTile8 = Tile<8, 128, 4>;

defm : FP8Kernels<SoloTile16, Solo1, E4M3FNQuery, FP8Dot,
                  Reached<248, 231, 60, 44, 32768, 0>,
                  Reached<240, 223, 57, 40, 32768, 0>>;
defm : FP8Kernels<SoloTile16, Solo1, E4M3FNQuery, BF16Dot,
                  Reached<248, 279, 78, 76, 32768, 0>,
                  Reached<240, 272, 75, 72, 32768, 0>>;
defm : FP8Kernels<SoloTile16, Solo1, BF16Query, BF16Dot,
                  Reached<254, 306, 78, 88, 37888, 0>,
                  Reached<240, 293, 75, 80, 35840, 0>>;
defm : FP8Kernels<SoloTile8, Solo1, E4M3FNQuery, BF16Dot,
                  Reached<248, 251, 80, 44, 32768, 0>,
                  Reached<240, 245, 77, 40, 32768, 0>>;
defm : FP8Kernels<SoloTile8, Solo1, BF16Query, BF16Dot,
                  Reached<248, 260, 88, 44, 32768, 0>,
                  Reached<248, 254, 85, 40, 32768, 0>>;
