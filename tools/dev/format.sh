#!/usr/bin/env bash
# Formats every C and C++ file in place; with --check, only reports what differs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run --Werror)
git ls-files -z --cached --others --exclude-standard '*.c' '*.cpp' '*.h' | xargs -0 clang-format-22 "${mode[@]}"
