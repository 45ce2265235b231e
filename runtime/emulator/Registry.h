//===- Registry.h - Which operations exist --------------------*- C++ -*-===//
//
// The operations of exec/ enter themselves here by mnemonic, once per host
// instruction set; the decoder finds them here.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_REGISTRY_H
#define SPMLA_EMULATOR_REGISTRY_H

#include "OpInfo.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spmla {
namespace emu {

class Registry {
public:
  void add(const OpInfo &info);
  // By mnemonic without its encoding suffix; null if there is none.
  const OpInfo *find(std::string_view mnemonic) const;
  size_t size() const { return ops.size(); }
  // By mnemonic.
  std::vector<const OpInfo *> sorted() const;

  Loops loops;

private:
  std::unordered_map<std::string, OpInfo> ops;
};

// The host instruction sets that exec/ is compiled for, narrowest first.
enum class HostIsa { Generic, Avx2, Avx512 };
bool hostHas(HostIsa isa);
const Registry &registryOf(HostIsa isa);

// The registry for code that is loaded from now on: that of the widest set the
// host has, unless a test chose another.
const Registry &hostRegistry();
void selectHostIsa(HostIsa isa);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_REGISTRY_H
