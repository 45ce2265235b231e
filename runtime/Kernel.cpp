//===- Kernel.cpp - Loading a code object ---------------------------------===//

#include "CodeObjectFile.h"
#include "Handles.h"
#include "TargetId.h"

#include <memory>
#include <utility>
#include <vector>

using namespace spmla;
using namespace spmla::runtime;

/// NAME.json of NAME.hsaco.
static std::string manifestPath(const std::string &path) {
  static const std::string suffix = ".hsaco";
  if (path.size() <= suffix.size() ||
      path.compare(path.size() - suffix.size(), suffix.size(), suffix) != 0)
    throw Error(
        SPMLA_ERROR_INVALID_ARGUMENT,
        expects("the code object's path", "NAME" + suffix, "'" + path + "'"));
  return path.substr(0, path.size() - suffix.size()) + ".json";
}

static void checkTarget(const TargetId &image, const Manifest &manifest,
                        const std::string &deviceArch, int device,
                        const std::string &path) {
  if (image.processor != manifest.arch)
    throw Error(SPMLA_ERROR_FILE,
                "'" + path + "': " +
                    expects("the ELF flags' processor",
                            manifest.arch + " as its manifest says",
                            image.processor));
  if (!image.runsOn(TargetId::parse(deviceArch)))
    throw Error(
        SPMLA_ERROR_ARCH,
        "kernel " + manifest.kernel + ": " +
            expects("the device", image.str() + " as its code object",
                    "device " + std::to_string(device) + ", " + deviceArch));
}

/// A cache row of zeros on the current device. The copy is synchronous: the row
/// is there for launches on any stream.
static void *makeZeroRow(const HipLibrary &hip, const Manifest &manifest) {
  const std::vector<char> zeros(size_t(manifest.cacheRowBytes()));
  void *row = nullptr;
  hip.check(hip.hipMalloc(&row, zeros.size()), "hipMalloc");
  hip::hipError_t code = hip.hipMemcpy(row, zeros.data(), zeros.size(),
                                       hip::hipMemcpyHostToDevice);
  if (code != hip::hipSuccess)
    (void)hip.hipFree(row);
  hip.check(code, "hipMemcpy");
  return row;
}

static spmla_kernel *load(const spmla_runtime &runtime, int device,
                          const std::string &path) {
  int count = spmla_runtime_device_count(&runtime);
  if (device < 0 || device >= count)
    throw Error(SPMLA_ERROR_INVALID_ARGUMENT,
                expects("device", "0 to " + std::to_string(count - 1),
                        std::to_string(device)));
  std::string json = manifestPath(path);
  Manifest manifest = parseManifest(readFile(json), json);
  std::string name = path.substr(path.find_last_of('/') + 1);
  if (manifest.fileName != name)
    throw Error(SPMLA_ERROR_MANIFEST,
                "manifest '" + json + "': " +
                    expects("hsaco.file", "'" + name + "'",
                            "'" + manifest.fileName + "'"));
  std::string image = readFile(path);
  checkContents(image, manifest, path);
  checkTarget(checkElf(image, path), manifest,
              runtime.devices->archs[size_t(device)], device, path);

  auto kernel = std::make_unique<spmla_kernel>();
  kernel->devices = runtime.devices;
  kernel->device = device;
  kernel->manifest = std::move(manifest);
  const HipLibrary &hip = runtime.devices->hip;
  DeviceScope scope(hip, device);
  const std::string &symbol = kernel->manifest.kernel;
  hip.check(hip.hipModuleLoadData(&kernel->module, image.data()),
            "hipModuleLoadData('" + path + "')");
  try {
    hip.check(hip.hipModuleGetFunction(&kernel->function, kernel->module,
                                       symbol.c_str()),
              "hipModuleGetFunction(" + symbol + ")");
    // A null function was once launched all the same (aotriton PR 238).
    if (!kernel->function)
      throw Error(SPMLA_ERROR_HIP, expects("hipModuleGetFunction(" + symbol +
                                               ") of " + hip.path(),
                                           "a function", "null"));
    if (!kernel->manifest.bufferLoads)
      kernel->zeroRow = makeZeroRow(hip, kernel->manifest);
    scope.restore();
  } catch (...) {
    if (kernel->zeroRow)
      (void)hip.hipFree(kernel->zeroRow);
    (void)hip.hipModuleUnload(kernel->module);
    throw;
  }
  return kernel.release();
}

spmla_status spmla_kernel_load(spmla_runtime *runtime, int device,
                               const char *path, spmla_kernel **kernel) {
  return guarded([&] {
    requireNotNull("kernel", kernel);
    *kernel = nullptr;
    requireNotNull("runtime", runtime);
    requireNotNull("path", path);
    *kernel = load(*runtime, device, path);
  });
}

spmla_status spmla_kernel_destroy(spmla_kernel *kernel) {
  if (!kernel)
    return SPMLA_SUCCESS;
  std::unique_ptr<spmla_kernel> owned(kernel);
  return guarded([&] {
    const HipLibrary &hip = owned->devices->hip;
    DeviceScope scope(hip, owned->device);
    hip::hipError_t freed =
        owned->zeroRow ? hip.hipFree(owned->zeroRow) : hip::hipSuccess;
    hip.check(hip.hipModuleUnload(owned->module), "hipModuleUnload");
    hip.check(freed, "hipFree");
    scope.restore();
  });
}

spmla_status spmla_kernel_get_info(const spmla_kernel *kernel,
                                   spmla_kernel_info *info) {
  return guarded([&] {
    requireNotNull("kernel", kernel);
    requireNotNull("info", info);
    // Version 1 ended with padding where version 2 has out_encoding.
    requireStructSize(
        "spmla_kernel_info", info->struct_size,
        {offsetof(spmla_kernel_info, cache_stride_alignment), sizeof *info});
    const Manifest &manifest = kernel->manifest;
    info->name = manifest.kernel.c_str();
    info->arch = manifest.arch.c_str();
    info->cache_format = manifest.cacheFormat;
    info->cache_encoding = manifest.cacheEncoding;
    info->q_encoding = manifest.qEncoding;
    info->latent = manifest.latent;
    info->rope = manifest.rope;
    info->value = manifest.value;
    info->program_heads = manifest.programHeads;
    info->workgroup_size = manifest.workgroupSize;
    info->vgpr = manifest.vgpr;
    info->agpr = manifest.agpr;
    info->sgpr = manifest.sgpr;
    info->vgpr_spill = manifest.vgprSpill;
    info->sgpr_spill = manifest.sgprSpill;
    info->lds_bytes = manifest.ldsBytes;
    info->scratch_bytes = manifest.scratchBytes;
    info->out_encoding = manifest.outEncoding;
    if (info->struct_size == sizeof *info)
      info->cache_stride_alignment = manifest.cacheStrideAlignment;
  });
}
