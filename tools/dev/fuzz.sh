#!/usr/bin/env bash
# Fuzzes the emulator.
#
#   tools/dev/fuzz.sh differential [--seed N] [--first N] [--count N] [...]
#     Random kernels on the emulator and on the CPU; --help lists the options of
#     test/Emulator/Fuzz/differential.py.
#   tools/dev/fuzz.sh loader [--minutes N] [libFuzzer's options]
#     Corrupt code objects, 10 minutes by default. The corpus grows in
#     build/fuzz/corpus; crashing inputs are kept in build/fuzz.
#
# Builds what it needs in build/, or in the configured build tree that comes
# first: tools/dev/fuzz.sh --build DIR differential ...
set -euo pipefail

usage() { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 1; }

build_dir=
if [ "${1:-}" = --build ]; then
  build_dir=$(realpath "${2:?expects --build to be followed by a folder, got none}")
  shift 2
fi
mode=${1:-}
shift || usage
case "$mode" in
  differential) targets=(spmla_hipemu) ;;
  loader) targets=(LoaderFuzzer spmla-gen) ;;
  *) usage ;;
esac
arguments=("$@")

source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
if [ -n "$build_dir" ]; then
  cmake --build "$build_dir" --target "${targets[@]}"
else
  install_packages
  build "${targets[@]}"
  build_dir=$PWD/build
fi

if [ "$mode" = differential ]; then
  exec python3 test/Emulator/Fuzz/differential.py --emulator "$build_dir/lib/libspmla_hipemu.so" \
    --output "$build_dir/fuzz/differences" ${arguments[@]+"${arguments[@]}"}
fi

minutes=10
if [ "${arguments[0]:-}" = --minutes ]; then
  minutes=${arguments[1]:?expects --minutes to be followed by a number, got none}
  arguments=("${arguments[@]:2}")
fi
seeds=$build_dir/fuzz/seeds
mkdir -p "$seeds" "$build_dir/fuzz/corpus"
kernels=test/Unit/Emulator/Kernels
for arch in gfx950 gfx942; do
  clang-22 --target=amdgcn-amd-amdhsa -mcpu="$arch" -nogpulib -O2 "$kernels/Launch.c" -o "$seeds/launch-$arch.hsaco"
  clang-22 --target=amdgcn-amd-amdhsa -mcpu="$arch" -nogpulib examples/hip-vector-add/kernel.c -o "$seeds/add-$arch.hsaco"
done
bundler=/usr/lib/llvm-22/bin/clang-offload-bundler
ids=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx942:xnack-,hipv4-amdgcn-amd-amdhsa--gfx950
for compress in "" -compress; do
  "$bundler" $compress -type=o -targets=$ids -input=/dev/null -input="$seeds/add-gfx942.hsaco" \
    -input="$seeds/add-gfx950.hsaco" -output="$seeds/bundle$compress.hipfb"
done
for name in Faults Matrix Unknown; do
  /usr/lib/llvm-22/bin/llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj "$kernels/$name.s" -o "$seeds/$name.o"
  ld.lld-22 -shared "$seeds/$name.o" -o "$seeds/$name.hsaco"
  rm "$seeds/$name.o"
done
"$build_dir/bin/spmla-gen" --format bf16 -o "$seeds/spmla.hsaco"
rm "$seeds/spmla.json"
exec "$build_dir/test/Unit/LoaderFuzzer" "$build_dir/fuzz/corpus" "$seeds" -max_total_time=$((60 * minutes)) \
  -max_len=20000 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
  -artifact_prefix="$build_dir/fuzz/" ${arguments[@]+"${arguments[@]}"}
