"""Prints "N passed, N failed, N skipped" for a lit JSON report.

Exits with 1 when a test failed, when none ran, and in CI (CI is set) when one was skipped.
"""

import json
import os
import sys

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"SKIPPED", "UNSUPPORTED", "EXCLUDED"}

with open(sys.argv[1]) as report:
    codes = [test["code"] for test in json.load(report)["tests"]]
passed = sum(code in PASSED for code in codes)
skipped = sum(code in SKIPPED for code in codes)
failed = len(codes) - passed - skipped
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not passed or (skipped and os.environ.get("CI")) else 0)
