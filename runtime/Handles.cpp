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
                                       size_t own) {
  // There is one version of each struct yet.
  if (got != own)
    throw Error(SPMLA_ERROR_VERSION,
                expects(std::string("struct_size of ") + what,
                        std::to_string(own) + " as in version " +
                            std::to_string(SPMLA_API_VERSION) + " of spmla.h",
                        std::to_string(got)));
}
