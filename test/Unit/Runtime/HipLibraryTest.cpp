//===- HipLibraryTest.cpp - Finding HIP -----------------------------------===//
//
// What one test loads is "already in the process" for the next, so each body
// runs in a process of its own. test/CAPI/errors.test has the search along real
// paths and Debian's library.
//
//===----------------------------------------------------------------------===//

#include "RuntimeFixture.h"

#include <cstdlib>

using namespace spmla::test;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StrEq;

namespace {
class HipLibrary : public RuntimeFixture {
protected:
  /// Starts this test anew in a fresh process that runs `body` only.
  template <typename Body> void inOwnProcess(Body body) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
          body();
          std::exit(HasFailure() ? 1 : 0);
        },
        ::testing::ExitedWithCode(0), "");
  }
};

TEST_F(HipLibrary, IsTheCallersPath) {
  inOwnProcess([&] {
    create();
    EXPECT_STREQ(spmla_runtime_library(runtime), SPMLA_FAKEHIP);
    EXPECT_EQ(spmla_runtime_device_count(runtime), 1);
    EXPECT_STREQ(spmla_runtime_device_arch(runtime, 0),
                 "gfx950:sramecc+:xnack-");
    EXPECT_EQ(spmla_runtime_device_arch(runtime, 1), nullptr);
    EXPECT_EQ(spmla_runtime_device_arch(runtime, -1), nullptr);
  });
}

TEST_F(HipLibrary, IsFoundInTheProcessFirst) {
  inOwnProcess([&] {
    ASSERT_TRUE(dlopen(SPMLA_FAKEHIP, RTLD_NOW | RTLD_GLOBAL));
    ASSERT_EQ(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP_ROCM6, &runtime),
        SPMLA_SUCCESS)
        << spmla_last_error();
    EXPECT_STREQ(spmla_runtime_library(runtime), SPMLA_FAKEHIP);
  });
}

// As a Python extension loads it: by path, private to itself.
TEST_F(HipLibrary, IsFoundInTheProcessByItsName) {
  inOwnProcess([&] {
    ASSERT_TRUE(dlopen(SPMLA_FAKEHIP_ROCM6, RTLD_NOW | RTLD_LOCAL));
    ASSERT_EQ(spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP, &runtime),
              SPMLA_SUCCESS)
        << spmla_last_error();
    EXPECT_STREQ(spmla_runtime_library(runtime), SPMLA_FAKEHIP_ROCM6);
  });
}

TEST_F(HipLibrary, ReadsTheDevicePropertiesOfRocm6) {
  inOwnProcess([&] {
    ASSERT_EQ(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP_ROCM6, &runtime),
        SPMLA_SUCCESS)
        << spmla_last_error();
    EXPECT_STREQ(spmla_runtime_device_arch(runtime, 0),
                 "gfx950:sramecc+:xnack-");
  });
}

// A library that this runtime opened before is not the program's own: after
// one search the caller's path counts again.
TEST_F(HipLibrary, OfAnEarlierSearchDoesNotStandInForTheCallers) {
  inOwnProcess([&] {
    ASSERT_EQ(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP_ROCM6, &runtime),
        SPMLA_SUCCESS);
    spmla_runtime *second;
    ASSERT_EQ(spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP, &second),
              SPMLA_SUCCESS);
    EXPECT_STREQ(spmla_runtime_library(second), SPMLA_FAKEHIP);
    spmla_runtime_destroy(second);
  });
}

// Nothing stands in for a library that was named.
TEST_F(HipLibrary, OfTheCallersPathMustHaveEveryNeededFunction) {
  inOwnProcess([&] {
    EXPECT_FAILS(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP_INCOMPLETE,
                             &runtime),
        SPMLA_ERROR_NO_LIBRARY,
        StrEq("expects hip_library to be a HIP library that loads, got "
              "'" SPMLA_FAKEHIP_INCOMPLETE
              "'; tried already in the process: none; " SPMLA_FAKEHIP_INCOMPLETE
              ": lacks hipModuleLaunchKernel"));
    EXPECT_EQ(runtime, nullptr);
  });
}

TEST_F(HipLibrary, OfTheCallersPathMustLoad) {
  inOwnProcess([&] {
    EXPECT_FAILS(
        spmla_runtime_create(SPMLA_API_VERSION, "/nonexistent", &runtime),
        SPMLA_ERROR_NO_LIBRARY,
        HasSubstr("expects hip_library to be a HIP library that loads, got "
                  "'/nonexistent'; tried already in the process: none; "
                  "/nonexistent: cannot open shared object file"));
    EXPECT_EQ(runtime, nullptr);
  });
}

TEST_F(HipLibrary, WithoutDevicesIsAnErrorOfItsOwn) {
  inOwnProcess([&] {
    fake->archs.clear();
    EXPECT_FAILS(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP, &runtime),
        SPMLA_ERROR_NO_DEVICE,
        HasSubstr("no device: hipGetDeviceCount of " SPMLA_FAKEHIP
                  " returned 100 (hipErrorNoDevice"));
  });
}

TEST_F(HipLibrary, ErrorsReachTheCaller) {
  inOwnProcess([&] {
    fake->failures["hipGetDeviceCount"] =
        spmla::hip::hipErrorInsufficientDriver;
    EXPECT_FAILS(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP, &runtime),
        SPMLA_ERROR_HIP,
        StrEq("hipGetDeviceCount of " SPMLA_FAKEHIP
              " returned 35 (hipErrorInsufficientDriver: driver version is "
              "insufficient for runtime version)"));
    fake->failures.clear();
    fake->failures["hipGetDeviceProperties"] = spmla::hip::hipError_t(4242);
    EXPECT_FAILS(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP, &runtime),
        SPMLA_ERROR_HIP,
        StrEq("hipGetDeviceProperties of " SPMLA_FAKEHIP " returned 4242"));
    EXPECT_EQ(runtime, nullptr);
  });
}

TEST_F(HipLibrary, RefusesALaterHeader) {
  inOwnProcess([&] {
    EXPECT_FAILS(
        spmla_runtime_create(SPMLA_API_VERSION + 1, SPMLA_FAKEHIP, &runtime),
        SPMLA_ERROR_VERSION, StrEq("expects api_version to be 1 to 2, got 3"));
    EXPECT_FAILS(
        spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP, nullptr),
        SPMLA_ERROR_INVALID_ARGUMENT,
        StrEq("expects runtime to be a pointer, got null"));
  });
}
} // namespace
