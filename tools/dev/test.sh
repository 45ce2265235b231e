#!/usr/bin/env bash
# Installs what is needed, builds everything and runs every test: lit's, those of
# emulator and runtime once more with sanitizers, and a short fuzzing of the
# loader. The last line is "N passed, N failed, N skipped"; the exit code is 0
# only when none failed (and, in CI, none was skipped). With arguments, which are
# handed to lit, only lit's tests: `tools/dev/test.sh --filter Emulator`.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
install_packages
build

reports=(build/test/results.json)
status=0
say "running the tests"
rm -f "${reports[@]}"
/usr/lib/llvm-22/bin/lit --order=smart -sv -o "${reports[0]}" "$@" build/test build/test/Unit build/test/Budget || status=$?
if [ $# -eq 0 ]; then
  reports+=(build/sanitize/results.json)
  rm -f build/sanitize/results.json
  tools/dev/sanitize.sh || status=$?
  say "fuzzing the loader"
  tools/dev/fuzz.sh --build build loader -runs=50000 -seed=1 || status=$?
fi
python3 tools/dev/count_results.py "${reports[@]}" || status=$?
exit "$status"
