//===- Registry.cpp - Which operations exist ------------------------------===//

#include "Registry.h"

#include <cassert>

namespace spmla {
namespace emu {

// One entry point per copy of exec/.
namespace isa_generic {
void registerAll(Registry &registry);
}
namespace isa_avx2 {
void registerAll(Registry &registry);
}
namespace isa_avx512 {
void registerAll(Registry &registry);
}

void addOp(Registry &registry, const OpInfo &info) { registry.add(info); }

void setLoops(Registry &registry, const Loops &loops) {
  registry.loops = loops;
}

void Registry::add(const OpInfo &info) {
  auto [it, isNew] = ops.emplace(info.name, info);
  assert(isNew && "expects a mnemonic to be registered once");
  (void)isNew;
  it->second.name = it->first.c_str();
}

const OpInfo *Registry::find(std::string_view mnemonic) const {
  auto it = ops.find(std::string(mnemonic));
  return it == ops.end() ? nullptr : &it->second;
}

const Registry &hostRegistry() {
  static const Registry registry = [] {
    Registry r;
    if (__builtin_cpu_supports("x86-64-v4"))
      isa_avx512::registerAll(r);
    else if (__builtin_cpu_supports("x86-64-v3"))
      isa_avx2::registerAll(r);
    else
      isa_generic::registerAll(r);
    return r;
  }();
  return registry;
}

} // namespace emu
} // namespace spmla
