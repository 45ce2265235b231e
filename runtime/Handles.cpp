//===- Handles.cpp - What the C handles stand for -------------------------===//

#include "Handles.h"

using namespace spmla::runtime;

DeviceScope::DeviceScope(const HipLibrary &hip, int device) : hip(hip) {
  hip.check(hip.hipGetDevice(&previous), "hipGetDevice");
  changed = previous != device;
  if (changed)
    hip.check(hip.hipSetDevice(device), "hipSetDevice");
}

DeviceScope::~DeviceScope() {
  if (changed)
    (void)hip.hipSetDevice(previous);
}

void DeviceScope::restore() {
  if (!changed)
    return;
  changed = false;
  hip.check(hip.hipSetDevice(previous), "hipSetDevice");
}

void spmla::runtime::requireStructSize(const char *what, size_t got,
                                       std::initializer_list<size_t> versions) {
  std::string sizes;
  for (size_t size : versions) {
    if (got == size)
      return;
    sizes += (sizes.empty() ? "" : " or ") + std::to_string(size);
  }
  throw Error(SPMLA_ERROR_VERSION,
              expects(std::string("struct_size of ") + what,
                      sizes + " as in versions 1 to " +
                          std::to_string(SPMLA_API_VERSION) + " of spmla.h",
                      std::to_string(got)));
}
