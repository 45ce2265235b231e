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

namespace spmla {
namespace emu {

class Registry {
public:
  void add(const OpInfo &info);
  // By mnemonic without its encoding suffix; null if there is none.
  const OpInfo *find(std::string_view mnemonic) const;
  size_t size() const { return ops.size(); }

  Loops loops;

private:
  std::unordered_map<std::string, OpInfo> ops;
};

// The operations compiled for the widest instruction set that this host has.
const Registry &hostRegistry();

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_REGISTRY_H
