//===- WriteProfile.cpp - A profile as a file -----------------------------===//

#include "WriteProfile.h"

#include "FileBytes.h"

#include <stdexcept>

void spmla::run::writeProfile(const nlohmann::ordered_json &profile,
                              const std::string &path) {
  std::string error;
  if (!path.empty() && !replaceFileBytes(path, profile.dump(1) + "\n", error))
    throw std::runtime_error(error);
}
