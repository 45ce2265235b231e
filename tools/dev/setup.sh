#!/usr/bin/env bash
# Sourced by demo.sh and test.sh, which then call, in the project's folder,
#   install_packages     the Debian packages that building and testing need
#   build [TARGET ...]   configures and builds build/ (no target: everything)
# Both do nothing when there is nothing to do.
set -euo pipefail

PACKAGES=(
  cmake ninja-build g++ clang-22 clang-tools-22 libclang-rt-22-dev lld-22 llvm-22 llvm-22-dev llvm-22-tools
  libmlir-22-dev mlir-22-tools liblld-22-dev zlib1g-dev libzstd-dev libffi-dev libxml2-dev
  libz3-dev libgtest-dev libgmock-dev libbenchmark-dev nlohmann-json3-dev python3 ccache
  libamdhip64-5 libamdhip64-dev clang-format-22
)

say() { printf '\n== %s\n' "$*"; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
  local missing=()
  local package
  for package in "${PACKAGES[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  say "installing ${#missing[@]} packages: ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

build() {
  if [ ! -f build/build.ninja ]; then
    say "configuring build/"
    cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
      -DCMAKE_LINKER_TYPE=LLD -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld-22 -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld-22 \
      -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
      -DMLIR_DIR=/usr/lib/llvm-22/lib/cmake/mlir -DLLD_DIR=/usr/lib/llvm-22/lib/cmake/lld >build.configure.log 2>&1 ||
      { cat build.configure.log; exit 1; }
    mv build.configure.log build/configure.log
  fi
  say "building ${*:-everything} in build/"
  cmake --build build ${*:+--target "$@"}
}

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Other clones of this project on the machine share what the compiler cache has.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=true
