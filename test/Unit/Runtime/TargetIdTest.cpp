//===- TargetIdTest.cpp ---------------------------------------------------===//

#include "TargetId.h"

#include "Error.h"

#include "gtest/gtest.h"

using namespace spmla::runtime;

namespace {
struct Match {
  const char *image, *device;
  bool runs;
};

// TheRock PR 5668, rocm-libraries PR 11211, iree PR 19206: the qualifiers of
// an image decide, and a retired processor is not its successor.
class TargetIdMatch : public ::testing::TestWithParam<Match> {};

TEST_P(TargetIdMatch, FollowsTheTable) {
  EXPECT_EQ(TargetId::parse(GetParam().image)
                .runsOn(TargetId::parse(GetParam().device)),
            GetParam().runs)
      << GetParam().image << " on " << GetParam().device;
}

INSTANTIATE_TEST_SUITE_P(
    Table, TargetIdMatch,
    ::testing::Values(Match{"gfx942", "gfx942:sramecc+:xnack-", true},
                      Match{"gfx942:xnack-", "gfx942:sramecc+:xnack-", true},
                      Match{"gfx942:sramecc+:xnack-", "gfx942:sramecc+:xnack-",
                            true},
                      Match{"gfx942:xnack+", "gfx942:sramecc+:xnack-", false},
                      Match{"gfx942:sramecc-", "gfx942:sramecc+:xnack-", false},
                      Match{"gfx950", "gfx942:sramecc+:xnack-", false},
                      Match{"gfx90a", "gfx942:sramecc+:xnack-", false},
                      Match{"gfx940", "gfx942", false},
                      Match{"gfx950", "gfx950", true},
                      Match{"gfx950:xnack+", "gfx950", false},
                      Match{"gfx950:xnack-", "gfx950", false}));

TEST(TargetId, PrintsWhatItParses) {
  for (const char *text : {"gfx950", "gfx942:sramecc+:xnack-", "gfx942:xnack+"})
    EXPECT_EQ(TargetId::parse(text).str(), text);
}

TEST(TargetId, RefusesOtherShapes) {
  for (const char *text :
       {"", ":xnack+", "gfx950:", "gfx950:xnack", "gfx950:warp+", "gfx950::"})
    EXPECT_THROW(TargetId::parse(text), Error) << "'" << text << "'";
}

TEST(TargetId, DecodesElfFlags) {
  EXPECT_EQ(TargetId::fromElfFlags(0x54f).str(), "gfx950");
  EXPECT_EQ(TargetId::fromElfFlags(0x04c).str(), "gfx942");
  EXPECT_EQ(TargetId::fromElfFlags(0x64c).str(), "gfx942:xnack-");
  EXPECT_EQ(TargetId::fromElfFlags(0xb4c).str(), "gfx942:sramecc-:xnack+");
  EXPECT_EQ(TargetId::fromElfFlags(0xd4f).str(), "gfx950:sramecc+");
}

// rocm-systems PR 6309: a number that is not known is named.
TEST(TargetId, NamesAnUnknownProcessor) {
  try {
    TargetId::fromElfFlags(0x55f);
    FAIL() << "accepted gfx9-4-generic";
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), SPMLA_ERROR_ARCH);
    EXPECT_STREQ(error.what(),
                 "expects the ELF flags' processor to be gfx942 (0x4c) or "
                 "gfx950 (0x4f), got unknown mach 0x5f");
  }
}
} // namespace
