//===- Error.h - Failures inside the runtime --------------------*- C++ -*-===//
//
// Inside the runtime a failure is thrown as an Error; guarded() turns it into a
// status and the thread's error text at the C interface, past which nothing is
// thrown.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_RUNTIME_ERROR_H
#define SPMLA_RUNTIME_ERROR_H

#include "spmla-c/spmla.h"

#include <new>
#include <stdexcept>
#include <string>

namespace spmla {
namespace runtime {

class Error : public std::runtime_error {
public:
  Error(spmla_status status, const std::string &text)
      : std::runtime_error(text), code(status) {}

  spmla_status status() const { return code; }

private:
  spmla_status code;
};

/// The project's phrase: "expects X to be Y, got Z".
std::string expects(const std::string &what, const std::string &wanted,
                    const std::string &got);

/// Stores the text that spmla_last_error returns in this thread; returns
/// `status`. Does not throw: a text that does not fit in memory is dropped.
spmla_status setLastError(spmla_status status, const char *text) noexcept;

/// Runs the body of a C entry point.
template <typename Body> spmla_status guarded(Body &&body) noexcept {
  try {
    body();
    return SPMLA_SUCCESS;
  } catch (const Error &error) {
    return setLastError(error.status(), error.what());
  } catch (const std::bad_alloc &) {
    return setLastError(SPMLA_ERROR_OUT_OF_MEMORY, "host memory ran out");
  } catch (const std::exception &error) {
    return setLastError(SPMLA_ERROR_INTERNAL, error.what());
  } catch (...) {
    return setLastError(SPMLA_ERROR_INTERNAL, "unknown exception");
  }
}

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_ERROR_H
