#!/usr/bin/env bash
# Builds the emulator, the runtime and their unit tests with AddressSanitizer and
# UndefinedBehaviorSanitizer in build/sanitize and runs those tests. Results go
# to build/sanitize/results.json as well. Arguments are handed to lit.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
install_packages

tree=build/sanitize
if [ ! -f "$tree/build.ninja" ]; then
  say "configuring $tree"
  # -O1: more makes instrumented code compile longer and run hardly faster.
  # LLVM_USE_SANITIZER is named for LLVM's CMake modules, which otherwise link
  # with -z defs; the sanitizers' runtime is in the executable.
  cmake -G Ninja -S . -B "$tree" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_C_FLAGS="-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined" \
    -DCMAKE_CXX_FLAGS="-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined" \
    -DLLVM_USE_SANITIZER="Address;Undefined" \
    -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld-22 -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld-22 \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
    -DMLIR_DIR=/usr/lib/llvm-22/lib/cmake/mlir -DLLD_DIR=/usr/lib/llvm-22/lib/cmake/lld >build.sanitize.log 2>&1 ||
    { cat build.sanitize.log; exit 1; }
  mv build.sanitize.log "$tree/configure.log"
fi
say "building the emulator, the runtime and their tests with sanitizers in $tree"
cmake --build "$tree" --target EmulatorCoreTests EmulatorInstructionTests EmulatorProfileTests EmulatorStrictTests RuntimeTests
say "running their tests"
UBSAN_OPTIONS=print_stacktrace=1 /usr/lib/llvm-22/bin/lit -sv -o "$tree/results.json" "$@" "$tree/test/Unit"
