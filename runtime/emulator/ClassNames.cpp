//===- ClassNames.cpp - Names of instruction classes ----------------------===//

#include "ClassNames.h"

namespace spmla {
namespace emu {

const char *nameOf(InstClass cls) {
  switch (cls) {
  case InstClass::Valu:
    return "valu";
  case InstClass::Salu:
    return "salu";
  case InstClass::Mfma:
    return "mfma";
  case InstClass::VmemLoad:
    return "vmem_load";
  case InstClass::VmemStore:
    return "vmem_store";
  case InstClass::LdsRead:
    return "lds_read";
  case InstClass::LdsWrite:
    return "lds_write";
  case InstClass::Smem:
    return "smem";
  case InstClass::Branch:
    return "branch";
  case InstClass::Waitcnt:
    return "waitcnt";
  case InstClass::Barrier:
    return "barrier";
  case InstClass::Nop:
    return "nop";
  }
  return "";
}

} // namespace emu
} // namespace spmla
