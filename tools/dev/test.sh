#!/usr/bin/env bash
# Installs what is needed, builds everything and runs every test. The last line
# is "N passed, N failed, N skipped"; the exit code is 0 only when none failed
# (and, in CI, none was skipped). Arguments are handed to lit, for example
# `tools/dev/test.sh --filter Emulator`.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
install_packages
build

say "running the tests"
status=0
/usr/lib/llvm-22/bin/lit --order=smart -sv -o build/test/results.json "$@" build/test build/test/Unit build/test/Budget || status=$?
python3 tools/dev/count_results.py build/test/results.json || status=$?
exit "$status"
