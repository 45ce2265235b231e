//===- LoaderFuzzer.cpp - Corrupt code objects ----------------------------===//
//
// A libFuzzer target: any bytes are an error or a code object, alone or in an
// offload bundle, never a crash.
// Run by tools/dev/fuzz.sh loader.
//
// ROCm/hrx-system PR#104 and PR#173 (a loader that believed its headers).
//
//===----------------------------------------------------------------------===//

#include "emulator/OffloadBundle.h"

#include <cstdlib>

using namespace spmla::emu;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (const char *name : {"gfx950", "gfx942"}) {
    ModuleImage image = findModuleImage(data, size, *findArch(name));
    if ((image.status == LoadStatus::Ok) != image.error.empty())
      std::abort();
    if (image.status != LoadStatus::Ok)
      continue;
    CodeObject::Result result =
        CodeObject::load(image.data, image.size, *findArch(name));
    if ((result.status == LoadStatus::Ok) != (result.object != nullptr) ||
        (result.status == LoadStatus::Ok) != result.error.empty())
      std::abort();
  }
  return 0;
}
