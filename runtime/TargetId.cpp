//===- TargetId.cpp - Which code object runs on which device --------------===//

#include "TargetId.h"

#include "Error.h"

#include <cstdio>

using namespace spmla::runtime;

TargetId TargetId::parse(const std::string &text) {
  auto malformed = [&] {
    return Error(SPMLA_ERROR_INVALID_ARGUMENT,
                 expects("a target id", "PROCESSOR[:sramecc+|-][:xnack+|-]",
                         "'" + text + "'"));
  };
  TargetId id;
  size_t end = text.find(':');
  id.processor = text.substr(0, end);
  if (id.processor.empty())
    throw malformed();
  while (end != std::string::npos) {
    size_t begin = end + 1;
    end = text.find(':', begin);
    std::string feature = text.substr(begin, end - begin);
    if (feature.empty() || (feature.back() != '+' && feature.back() != '-'))
      throw malformed();
    Feature state = feature.back() == '+' ? Feature::On : Feature::Off;
    feature.pop_back();
    if (feature == "xnack")
      id.xnack = state;
    else if (feature == "sramecc")
      id.sramecc = state;
    else
      throw malformed();
  }
  return id;
}

TargetId TargetId::fromElfFlags(uint32_t flags) {
  // EF_AMDGPU_MACH, EF_AMDGPU_FEATURE_XNACK_V4 and _SRAMECC_V4 of LLVM's
  // AMDGPUUsage: two bits each, 0 unsupported, 1 any, 2 off, 3 on.
  static constexpr struct {
    uint32_t mach;
    const char *processor;
  } Processors[] = {{0x4c, "gfx942"}, {0x4f, "gfx950"}};
  static constexpr Feature States[] = {Feature::Any, Feature::Any, Feature::Off,
                                       Feature::On};
  uint32_t mach = flags & 0xff;
  for (const auto &entry : Processors)
    if (entry.mach == mach)
      return {entry.processor, States[flags >> 8 & 3], States[flags >> 10 & 3]};
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", static_cast<unsigned>(mach));
  throw Error(SPMLA_ERROR_ARCH, expects("the ELF flags' processor",
                                        "gfx942 (0x4c) or gfx950 (0x4f)",
                                        std::string("unknown mach ") + text));
}

std::string TargetId::str() const {
  auto suffix = [](const char *name, Feature state) {
    if (state == Feature::Any)
      return std::string();
    return std::string(":") + name + (state == Feature::On ? "+" : "-");
  };
  return processor + suffix("sramecc", sramecc) + suffix("xnack", xnack);
}

bool TargetId::runsOn(const TargetId &device) const {
  auto fits = [](Feature wanted, Feature present) {
    return wanted == Feature::Any || wanted == present;
  };
  return processor == device.processor && fits(xnack, device.xnack) &&
         fits(sramecc, device.sramecc);
}
