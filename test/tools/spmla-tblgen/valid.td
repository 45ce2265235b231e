// A record's way into each of the generated files.

// RUN: spmla-tblgen -gen-kernel-table -I %spmla_src/kernels-td %s | FileCheck %s --check-prefix=TABLE
// RUN: spmla-tblgen -gen-kernel-docs -I %spmla_src/kernels-td %s | FileCheck %s --check-prefix=DOCS
// RUN: rm -rf %t && mkdir -p %t/kernels
// RUN: spmla-tblgen -gen-budget-tests -I %spmla_src/kernels-td %s -o %t/kernels.list
// RUN: FileCheck %s --check-prefix=LIST --input-file=%t/kernels.list
// RUN: FileCheck %s --check-prefix=BUDGET --input-file=%t/kernels/spmla_bf16_none_l512_r0_v512_h16_k64_w4_staged_p1_s1_row_qbf16_dotbf16_probbf16_exact_buffer_obf16__gfx950.test --match-full-lines

include "KernelBase.td"

class Shipped<Cache cache, int rope, list<Limit> limits>
    : Kernel<GFX950, cache, Geometry<512, rope, 512>, Tile<16, 64, 4>,
             Schedule<Staged, 1, 1, GatherRow>,
             Precision<BF16Query, BF16Dot, BF16Probabilities, ExactMaxima, BF16Output>,
             Access<BufferAccess>, Budget<limits>>;

// Out of order: all outputs are sorted by name.
def : Shipped<Cache<FP8ScalarCache, E4M3FN>, 64, [AtMost<"vgpr", 200>]>;
def : Shipped<Cache<BF16Cache, NoEncoding>, 0,
              [AtMost<"vgpr", 128>, Exactly<"loop.mfma", 7>,
               Limit<"loop.nop", 1, 3>]>;

// TABLE:      static const Limit limits0[] = {
// TABLE-NEXT:   {"vgpr", 0, 128},
// TABLE-NEXT:   {"loop.mfma", 7, 7},
// TABLE-NEXT:   {"loop.nop", 1, 3},
// TABLE-NEXT: };
// TABLE-NEXT: static const Limit limits1[] = {
// TABLE-NEXT:   {"vgpr", 0, 200},
// TABLE-NEXT: };
// TABLE:      {"spmla_bf16_none_l512_r0_v512_h16_k64_w4_staged_p1_s1_row_qbf16_dotbf16_probbf16_exact_buffer_obf16__gfx950",
// TABLE-NEXT:  {Arch::gfx950, CacheFormat::bf16, Encoding::none, 512, 0, 512, 16, 64, 4, Schedule::staged, 1, 1, Gather::row, QType::bf16, Dot::bf16, Probabilities::bf16, Maxima::exact, Access::buffer, Output::bf16},
// TABLE-NEXT:  {{[{][{]}}limits0, 3}}},
// TABLE-NEXT: {"spmla_fp8_scalar_e4m3fn_l512_r64_v512_h16_k64_w4_staged_p1_s1_row_qbf16_dotbf16_probbf16_exact_buffer_obf16__gfx950",
// TABLE-NEXT:  {Arch::gfx950, CacheFormat::fp8_scalar, Encoding::e4m3fn, 512, 64, 512,
// TABLE-NEXT:  {{[{][{]}}limits1, 1}}},
// TABLE-NEXT: };

// DOCS:      <!-- kernels: begin -->
// DOCS-NEXT: | kernel | arch | format | encoding | latent | rope | program heads | schedule | prefetch | value slots | gather | q type | dot | probabilities | maxima | access | output |
// DOCS-NEXT: |---|---|---|---|--:|--:|--:|---|--:|--:|---|---|---|---|---|---|---|
// DOCS-NEXT: | `spmla_bf16_none_l512_r0_v512_{{.*}}` | gfx950 | bf16 | none | 512 | 0 | 16 | staged | 1 | 1 | row | bf16 | bf16 | bf16 | exact | buffer | bf16 |
// DOCS-NEXT: | `spmla_fp8_scalar_{{.*}}` | gfx950 | fp8_scalar | e4m3fn | 512 | 64 | 16 | staged | 1 | 1 | row | bf16 | bf16 | bf16 | exact | buffer | bf16 |
// DOCS-NEXT: <!-- kernels: end -->

// LIST:      spmla_bf16{{.*}}
// LIST-NEXT: spmla_fp8_scalar{{.*}}
// LIST-NOT:  {{.}}

// (A pattern, or lit would run the lines below.) Upper bounds are --check-budget's; what is exact is in the test's own text.
// BUDGET:      {{RUN}}: spmla-gen --kernel spmla_bf16_{{.*}}__gfx950 --check-budget --emit stats -o - | FileCheck %s --check-prefix=STATS
// BUDGET-NEXT: {{RUN}}: spmla-gen --kernel spmla_bf16_{{.*}}__gfx950 --emit asm -o - | FileCheck %s --check-prefix=ASM --implicit-check-not=__ocml
// BUDGET-EMPTY:
// BUDGET-NEXT: STATS-DAG: {{[{][{]}}^}}vgpr_spill: 0{{[{][{]}}$}}
// BUDGET-NEXT: STATS-DAG: {{[{][{]}}^}}sgpr_spill: 0{{[{][{]}}$}}
// BUDGET-NEXT: STATS-DAG: {{[{][{]}}^}}scratch: 0{{[{][{]}}$}}
// BUDGET-NEXT: STATS-DAG: {{[{][{]}}^}}loop.mfma: 7{{[{][{]}}$}}
// BUDGET-EMPTY:
// BUDGET-NEXT: ASM: .amdhsa_kernel spmla_bf16_{{.*}}__gfx950
