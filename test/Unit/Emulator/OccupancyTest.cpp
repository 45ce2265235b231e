//===- OccupancyTest.cpp - How many workgroups run at once ----------------===//

#include "emulator/Occupancy.h"
#include "Device.h"

using namespace spmla::emutest;
using namespace spmla::emu;
using namespace spmla::hip;

namespace {

unsigned groups(unsigned vgprs, uint32_t workitems, uint32_t lds,
                const char *arch = "gfx950") {
  Kernel kernel;
  kernel.descriptor.rsrc1 = vgprs / 8 - 1;
  return workgroupsPerComputeUnit(kernel, *findArch(arch), workitems, lds);
}

// The registers' limits are those of AMD's table: 8 waves per SIMD up to 64
// registers, 7 up to 72, and so on.
TEST(Occupancy, ByWhatRunsOutFirst) {
  for (auto [vgprs, waves] : {std::pair{8u, 8u},
                              {64u, 8u},
                              {72u, 7u},
                              {80u, 6u},
                              {96u, 5u},
                              {128u, 4u},
                              {168u, 3u},
                              {256u, 2u},
                              {264u, 1u},
                              {512u, 1u}})
    EXPECT_EQ(groups(vgprs, 64, 0), 4 * waves) << vgprs;
  EXPECT_EQ(groups(64, 65, 0), 16u);
  EXPECT_EQ(groups(64, 1024, 0), 2u);
  EXPECT_EQ(groups(512, 1024, 0), 0u);
  EXPECT_EQ(groups(64, 64, 81920), 2u);
  EXPECT_EQ(groups(64, 64, 81921), 1u);
  EXPECT_EQ(groups(64, 64, 65536, "gfx942"), 1u);
  EXPECT_EQ(groups(64, 64, 65537, "gfx942"), 0u);
}

TEST(Occupancy, IsWhatHipReports) {
  Module module("Launch");
  hipFunction_t sums = module.function("sums"); // 4096 bytes of LDS
  int blocks = -1;
  auto report = [&](int size, size_t shared) {
    EXPECT_EQ(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sums,
                                                                 size, shared),
              hipSuccess);
    return blocks;
  };
  EXPECT_EQ(report(1024, 0), 2);
  EXPECT_EQ(report(64, 0), 32);
  EXPECT_EQ(report(64, 163840 - 4096), 1);
  EXPECT_EQ(report(64, 163840), 0);
  EXPECT_EQ(report(64, size_t(1) << 40), 0);
  EXPECT_EQ(
      hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sums, 0, 0),
      hipErrorInvalidValue);
  EXPECT_EQ(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nullptr,
                                                               64, 0),
            hipErrorInvalidHandle);
}

} // namespace
