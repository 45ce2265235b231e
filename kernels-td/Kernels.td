//===- Kernels.td - The kernels that are shipped --------------------------===//

include "KernelBase.td"

//===----------------------------------------------------------------------===//
// Budgets of the staged schedule, per wave and 64-token tile
//===----------------------------------------------------------------------===//

/// MFMAs of 16x16x32 per wave: a wave multiplies its share of the tile's tokens
/// by all of K, then all tokens by its share of V's columns.
class MFMACount<Geometry g, Tile t> {
  int qk = !div(!mul(t.heads, t.keys, !add(g.latent, g.rope)),
                !mul(16, 16, 32, t.waves));
  int pv = !div(!mul(t.heads, t.keys, g.value), !mul(16, 16, 32, t.waves));
  int all = !add(qk, pv);
}

/// What the field's kernels with dequantised tiles execute for the same work,
/// a quarter of the workgroup's count each: the staged schedule is the baseline
/// and must not be behind them. 256 registers leave two waves per SIMD, 81,920
/// bytes two workgroups per CU.
class PeerLimits<int instructions, int valu, int loads, int barriers> {
  list<Limit> limits = [AtMost<"vgpr", 256>, AtMost<"lds", 81920>,
                        AtMost<"loop.instructions", instructions>,
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

//===----------------------------------------------------------------------===//
// staged, gfx950, bf16 q, bf16 dots
//===----------------------------------------------------------------------===//

class StagedKernel<Cache cache, Geometry geometry, Tile tile, PeerLimits peer>
    : Kernel<GFX950, cache, geometry, tile,
             Schedule<Staged, 1, 1, GatherRow>,
             Precision<BF16Query, BF16Dot, BF16Probabilities, ExactMaxima,
                       BF16Output>,
             Access<BufferAccess>,
             Budget<!listconcat(peer.limits,
                                [Exactly<"loop.mfma",
                                         MFMACount<geometry, tile>.all>])>>;

defvar HeadTile = Tile<16, 64, 4>;

// DeepSeek-V3.2 and GLM-5.x have 64 rope columns, GLM-5.3-Flash has none.
foreach rope = [64, 0] in {
  defvar geometry = Geometry<512, rope, 512>;
  def : StagedKernel<Cache<BF16Cache, NoEncoding>, geometry, HeadTile,
                     BF16Peer>;
  def : StagedKernel<Cache<FP8ScalarCache, E4M3FN>, geometry, HeadTile,
                     FP8Peer>;
}
