"""Prints "N passed, N failed, N skipped" for lit's JSON reports, added up.

Exits with 1 when a test failed, when a report is missing or has no test that passed, and in CI (CI is set) when one was skipped.
"""

import json
import os
import sys

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"SKIPPED", "UNSUPPORTED", "EXCLUDED"}

passed = failed = skipped = 0
complete = True
for path in sys.argv[1:]:
    if not os.path.exists(path):
        print(f"expects {path} to be written, got none: counted as a failure", file=sys.stderr)
        failed += 1
        continue
    with open(path) as report:
        codes = [test["code"] for test in json.load(report)["tests"]]
    of_report = sum(code in PASSED for code in codes)
    skipped_of_report = sum(code in SKIPPED for code in codes)
    passed += of_report
    skipped += skipped_of_report
    failed += len(codes) - of_report - skipped_of_report
    complete = complete and of_report > 0
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not complete or (skipped and os.environ.get("CI")) else 0)
