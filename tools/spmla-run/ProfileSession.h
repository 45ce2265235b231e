//===- ProfileSession.h - The emulator's profile of launches ----*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_PROFILESESSION_H
#define SPMLA_TOOLS_RUN_PROFILESESSION_H

#include "HipMemory.h"

#include <nlohmann/json.hpp>

namespace spmla {
namespace run {

/// The emulator counts what launches execute for as long as this lives.
class ProfileSession {
public:
  /// Throws std::runtime_error if `hip` is no emulator.
  explicit ProfileSession(const HipMemory &hip);
  ~ProfileSession();
  ProfileSession(const ProfileSession &) = delete;
  ProfileSession &operator=(const ProfileSession &) = delete;

  /// The launches since the last call, as spmla_emu_profile_json describes
  /// (runtime/emulator/Emulator.h).
  nlohmann::ordered_json take();

private:
  void (*setProfile)(int);
  void (*reset)();
  const char *(*json)();
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_PROFILESESSION_H
