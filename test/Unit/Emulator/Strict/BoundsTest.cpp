//===- BoundsTest.cpp - Accesses outside what a kernel has ----------------===//
//
// The operations themselves refuse these, in both modes.
//
//===----------------------------------------------------------------------===//

#include "StrictKernel.h"

#include "../Device.h"

using namespace spmla::emutest;

namespace {

class Bounds : public testing::TestWithParam<StrictCase> {};

TEST_P(Bounds, AreKeptInBothModes) {
  const StrictCase &c = GetParam();
  for (int strict : {0, 1}) {
    spmla_emu_set_strict(strict);
    std::string text = runStrict(c);
    spmla_emu_set_strict(0);
    EXPECT_EQ(text.empty(), c.texts.empty()) << text;
    for (const char *part : c.texts)
      EXPECT_NE(text.find(part), std::string::npos)
          << "no \"" << part << "\" in:\n"
          << text;
  }
}

// Of memory there are 65536 bytes, of LDS 4096.
INSTANTIATE_TEST_SUITE_P(
    Memory, Bounds,
    testing::Values(
        StrictCase{"LastDword",
                   1,
                   "s_mov_b64 exec, 1\n v_mov_b32 v5, 0xfffc\n"
                   "global_load_dword v6, v5, s[6:7]\n",
                   {}},
        StrictCase{"BehindTheEnd",
                   1,
                   "v_add_u32 v5, 0xff04, v3\n"
                   "global_load_dword v6, v5, s[6:7]\n",
                   {"4 bytes at 0x",
                    ", right behind the 65536 bytes allocated "
                    "at 0x",
                    "lane 63", ": global_load_dword"}},
        StrictCase{"AcrossTheEnd",
                   1,
                   "s_mov_b64 exec, 1\n v_mov_b32 v5, 0xfff8\n"
                   "global_load_dwordx4 v[8:11], v5, s[6:7]\n",
                   {"16 bytes at 0x", ", across the end of the 65536 bytes"}},
        StrictCase{"BeforeTheBegin",
                   1,
                   "s_mov_b64 exec, 1\n v_mov_b32 v5, 0\n"
                   "global_store_dword v5, v0, s[6:7] offset:-8\n",
                   {", 4 bytes before the 65536 bytes"}},
        StrictCase{"ScalarLoad",
                   1,
                   "s_load_dwordx4 s[20:23], s[6:7], 0xfff4\n",
                   {"16 bytes at 0x", ", across the end of the 65536 bytes"}},
        // num_records bounds a buffer, and reads beyond it are zeros.
        StrictCase{"BufferOutOfRange",
                   1,
                   "v_add_u32 v5, 0xff04, v3\n"
                   "buffer_load_dword v6, v5, s[12:15], 0 offen\n",
                   {}},
        StrictCase{"BufferLargerThanItsMemory",
                   1,
                   "s_mov_b32 s14, 0x20000\n v_add_u32 v5, 0xff04, v3\n"
                   "buffer_load_dword v6, v5, s[12:15], 0 offen\n",
                   {", right behind the 65536 bytes", "lane 63"}}),
    caseName);

INSTANTIATE_TEST_SUITE_P(
    Lds, Bounds,
    testing::Values(
        StrictCase{"LastDword",
                   1,
                   "v_add_u32 v5, 0xf00, v3\n ds_write_b32 v5, v0\n",
                   {}},
        StrictCase{"BehindTheEnd",
                   1,
                   "v_add_u32 v5, 0xf04, v3\n ds_write_b32 v5, v0\n",
                   {"expects an LDS access to lie in the workgroup's LDS, got "
                    "4 bytes at 0x1000",
                    "lane 63", ": ds_write_b32"}},
        // clang makes such addresses of table[63 - lane].
        StrictCase{"NegativeAddressAndOffset",
                   1,
                   "v_sub_u32 v5, 0, v3\n ds_write_b32 v5, v0 offset:252\n"
                   "ds_read2_b32 v[8:9], v5 offset0:62 offset1:63\n"
                   "ds_add_u32 v5, v0 offset:252\n",
                   {"4 bytes at 0xfffffffc", "lane 63", ": ds_read2_b32"}},
        StrictCase{"NegativeAddressAndEnoughOffset",
                   1,
                   "v_sub_u32 v5, 0, v3\n ds_write_b32 v5, v0 offset:252\n"
                   "ds_read2_b32 v[8:9], v5 offset0:63 offset1:64\n"
                   "ds_add_u32 v5, v0 offset:252\n",
                   {}},
        StrictCase{"AcrossTheEnd",
                   1,
                   "s_mov_b64 exec, 1\n v_mov_b32 v5, 0xff8\n"
                   "ds_read_b128 v[8:11], v5\n",
                   {"16 bytes at 0xff8"}},
        StrictCase{"Dma",
                   1,
                   "s_mov_b32 m0, 0xf04\n s_nop 0\n"
                   "global_load_lds_dword v4, s[6:7]\n",
                   {"4 bytes at 0x1000", "lane 63", ": global_load_lds_dword"}},
        StrictCase{"Flat",
                   1,
                   "s_mov_b64 s[8:9], src_shared_base\n"
                   "v_add_u32 v6, 0xf04, v3\n v_mov_b32 v7, s9\n"
                   "flat_store_dword v[6:7], v0\n",
                   {"4 bytes at 0x1000", "lane 63"}}),
    caseName);

} // namespace
