//===- ParseFlags.h - The command line, in the project's words --*- C++ -*-===//
//
// llvm::cl prints what it refuses, in its own words. So flags that take
// anything but strings are declared with Flag or FlagParser, and parseFlags
// reads the command line.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_KERNEL_PARSEFLAGS_H
#define SPMLA_KERNEL_PARSEFLAGS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <type_traits>

namespace spmla {

/// Remembers the first refusal for parseFlags; returns true, llvm::cl's error.
bool refuseFlagValue(const llvm::cl::Option &flag, llvm::StringRef wanted,
                     llvm::StringRef got);

/// True: refused. `T` is an integer, double or bool.
template <typename T>
bool parseFlagValue(const llvm::cl::Option &flag, llvm::StringRef text,
                    T &value) {
  if constexpr (std::is_same_v<T, bool>) {
    value = text != "false" && text != "0";
    return value && !text.empty() && text != "true" && text != "1" &&
           refuseFlagValue(flag, "true or false", text);
  } else if constexpr (std::is_floating_point_v<T>) {
    return text.getAsDouble(value) && refuseFlagValue(flag, "a number", text);
  } else {
    return text.getAsInteger(/*Radix=*/0, value) &&
           refuseFlagValue(flag,
                           std::is_signed_v<T> ? "an integer"
                                               : "an integer of at least 0",
                           text);
  }
}

template <typename T> class Flag : public llvm::cl::opt<T> {
public:
  using llvm::cl::opt<T>::opt;

private:
  bool handleOccurrence(unsigned position, llvm::StringRef,
                        llvm::StringRef text) override {
    T value;
    if (parseFlagValue(*this, text, value))
      return true;
    this->setValue(value);
    this->setPosition(position);
    return false;
  }
};

template <typename T> class ListFlag : public llvm::cl::list<T> {
public:
  using llvm::cl::list<T>::list;

private:
  bool handleOccurrence(unsigned position, llvm::StringRef,
                        llvm::StringRef text) override {
    T value;
    if (parseFlagValue(*this, text, value))
      return true;
    this->addValue(value);
    this->setPosition(position);
    return false;
  }
};

/// Reads the command line into the flags. Errors: one line about the first flag
/// that does not exist, lacks its value or has one of another type. Ends the
/// program for --help and --version, as llvm::cl does.
llvm::Error parseFlags(int argc, char **argv, llvm::StringRef overview);

} // namespace spmla

#endif // SPMLA_KERNEL_PARSEFLAGS_H
