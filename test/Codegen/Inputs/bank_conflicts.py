"""Fails if an LDS access of the hot loop has bank conflicts, or if there is none.

Usage: bank_conflicts.py PROFILE MNEMONIC...: PROFILE is that of spmla-run; accesses
with these mnemonics must be free of conflicts.
"""

import json
import sys

path, *mnemonics = sys.argv[1:]
with open(path) as file:
    kernel = json.load(file)["kernels"][0]
loop = kernel["hot_loop"]
found, wrong = set(), []
for line in kernel["instructions"]:
    mnemonic = line["text"].split()[0]
    if mnemonic not in mnemonics or not loop["first"] <= line["pc"] <= loop["last"]:
        continue
    found.add(mnemonic)
    if not line.get("lds_cycles") or line.get("bank_conflicts"):
        wrong.append(f"expects no conflict, got {line.get('bank_conflicts', 0)} of {line.get('lds_cycles', 0)} cycles: {line['text']}")
wrong += [f"expects {mnemonic} in the hot loop, got none" for mnemonic in mnemonics if mnemonic not in found]
sys.exit("\n".join(wrong) or 0)
