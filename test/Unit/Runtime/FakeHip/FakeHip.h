//===- FakeHip.h - A HIP library that records -------------------*- C++ -*-===//
//
// Exports the functions that the runtime and spmla-run look for. It keeps what
// it was asked, and fails or computes where a test wants it to. Tests reach its
// state by loading the same library and calling fakeHip().
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TEST_FAKEHIP_H
#define SPMLA_TEST_FAKEHIP_H

#include "HipTypes.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace spmla {
namespace test {

struct FakeLaunch {
  int device;
  std::string kernel;
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  void *stream;
  std::vector<unsigned char> arguments;
};

struct FakeLoad {
  int device;
  /// Where the image lay in memory.
  const void *image;
};

struct FakeHip {
  std::mutex mutex;

  // Set by tests.
  std::vector<std::string> archs = {"gfx950:sramecc+:xnack-"};
  /// What a function returns instead of doing its work.
  std::map<std::string, hip::hipError_t> failures;
  bool returnsNullFunction = false;
  /// What a launch does. Device memory is host memory.
  std::function<void(const FakeLaunch &)> kernel;

  // Recorded, in order.
  std::vector<std::string> calls;
  std::vector<FakeLoad> loads;
  std::vector<FakeLaunch> launches;
  unsigned unloads = 0;

  /// As after loading the library.
  void reset() {
    std::lock_guard<std::mutex> lock(mutex);
    archs = {"gfx950:sramecc+:xnack-"};
    failures.clear();
    returnsNullFunction = false;
    kernel = nullptr;
    calls.clear();
    loads.clear();
    launches.clear();
    unloads = 0;
  }
};

} // namespace test
} // namespace spmla

extern "C" spmla::test::FakeHip *fakeHip();
/// The calling thread's current device.
extern "C" int *fakeHipDevice();

#endif // SPMLA_TEST_FAKEHIP_H
