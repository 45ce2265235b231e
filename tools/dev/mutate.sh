#!/usr/bin/env bash
# Mutates every shipped kernel and runs the mutants in the emulator's strict
# mode: about 8,000 of them, 17 minutes of CPU time. Results go to
# build/mutations, one file per kernel; what is there already is not run again.
# --help lists the options of test/Strict/mutate.py, which take the arguments.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
install_packages
build spmla-gen spmla-run spmla_hipemu

exec python3 test/Strict/mutate.py --bin build/bin --llvm-bin /usr/lib/llvm-22/bin \
  --output build/mutations "$@"
