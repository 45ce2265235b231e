//===- Registry.cpp - Which operations exist ------------------------------===//

#include "Registry.h"

#include <algorithm>
#include <atomic>
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

std::vector<const OpInfo *> Registry::sorted() const {
  std::vector<const OpInfo *> all;
  for (const auto &entry : ops)
    all.push_back(&entry.second);
  std::sort(all.begin(), all.end(), [](const OpInfo *a, const OpInfo *b) {
    return std::string_view(a->name) < b->name;
  });
  return all;
}

bool hostHas(HostIsa isa) {
  switch (isa) {
  case HostIsa::Generic:
    return true;
  case HostIsa::Avx2:
    return __builtin_cpu_supports("x86-64-v3");
  case HostIsa::Avx512:
    return __builtin_cpu_supports("x86-64-v4");
  }
  return false;
}

namespace {

Registry build(void (*registerAll)(Registry &)) {
  Registry r;
  registerAll(r);
  return r;
}

HostIsa widest() {
  return hostHas(HostIsa::Avx512) ? HostIsa::Avx512
         : hostHas(HostIsa::Avx2) ? HostIsa::Avx2
                                  : HostIsa::Generic;
}

std::atomic<HostIsa> &selected() {
  static std::atomic<HostIsa> isa{widest()};
  return isa;
}

} // namespace

const Registry &registryOf(HostIsa isa) {
  static const Registry generic = build(&isa_generic::registerAll);
  static const Registry avx2 = build(&isa_avx2::registerAll);
  static const Registry avx512 = build(&isa_avx512::registerAll);
  return isa == HostIsa::Avx512 ? avx512
         : isa == HostIsa::Avx2 ? avx2
                                : generic;
}

const Registry &hostRegistry() { return registryOf(selected().load()); }
void selectHostIsa(HostIsa isa) { selected().store(isa); }

} // namespace emu
} // namespace spmla
