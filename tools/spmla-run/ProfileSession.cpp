//===- ProfileSession.cpp - The emulator's profile of launches ------------===//

#include "ProfileSession.h"

#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

ProfileSession::ProfileSession(const HipMemory &hip) {
  auto find = [&](auto &function, const char *name) {
    void *symbol = hip.find(name);
    if (!symbol)
      throw std::runtime_error(std::string("expects the emulator to export ") +
                               name);
    function = reinterpret_cast<std::decay_t<decltype(function)>>(symbol);
  };
  find(setProfile, "spmla_emu_set_profile");
  find(reset, "spmla_emu_reset_profile");
  find(json, "spmla_emu_profile_json");
  reset();
  setProfile(1);
}

ProfileSession::~ProfileSession() {
  setProfile(0);
  reset();
}

nlohmann::ordered_json ProfileSession::take() {
  auto profile = nlohmann::ordered_json::parse(json());
  reset();
  return profile;
}
