//===- Error.cpp - Failures inside the runtime ----------------------------===//

#include "Error.h"

using namespace spmla::runtime;

static thread_local std::string LastError;

std::string spmla::runtime::expects(const std::string &what,
                                    const std::string &wanted,
                                    const std::string &got) {
  return "expects " + what + " to be " + wanted + ", got " + got;
}

spmla_status spmla::runtime::setLastError(spmla_status status,
                                          const char *text) noexcept {
  try {
    LastError = text;
  } catch (...) {
    LastError.clear();
  }
  return status;
}

const char *spmla_last_error(void) { return LastError.c_str(); }

int spmla_api_version(void) { return SPMLA_API_VERSION; }

const char *spmla_status_name(spmla_status status) {
  switch (status) {
  case SPMLA_SUCCESS:
    return "SPMLA_SUCCESS";
  case SPMLA_ERROR_INVALID_ARGUMENT:
    return "SPMLA_ERROR_INVALID_ARGUMENT";
  case SPMLA_ERROR_VERSION:
    return "SPMLA_ERROR_VERSION";
  case SPMLA_ERROR_NO_LIBRARY:
    return "SPMLA_ERROR_NO_LIBRARY";
  case SPMLA_ERROR_NO_DEVICE:
    return "SPMLA_ERROR_NO_DEVICE";
  case SPMLA_ERROR_FILE:
    return "SPMLA_ERROR_FILE";
  case SPMLA_ERROR_MANIFEST:
    return "SPMLA_ERROR_MANIFEST";
  case SPMLA_ERROR_ARCH:
    return "SPMLA_ERROR_ARCH";
  case SPMLA_ERROR_UNSUPPORTED:
    return "SPMLA_ERROR_UNSUPPORTED";
  case SPMLA_ERROR_HIP:
    return "SPMLA_ERROR_HIP";
  case SPMLA_ERROR_OUT_OF_MEMORY:
    return "SPMLA_ERROR_OUT_OF_MEMORY";
  case SPMLA_ERROR_INTERNAL:
    return "SPMLA_ERROR_INTERNAL";
  }
  return "unknown spmla_status";
}
