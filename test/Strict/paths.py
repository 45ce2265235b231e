#!/usr/bin/env python3
"""Looks at every path through the shipped kernels without running them.

For each kernel prints how many uses of a result may come before its wait, and
how many pairs of LDS accesses of two waves may meet. What it does not know may
be anything: a pair that it counts need not be a race, one that it does not count
is none. The exit code is 0 only if every use is safe. Compilers have left out
such waits: llvm issue 206825, llvm pull request 179305.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # no files beside the sources
from mutation import listing
from mutation.addresses import Addresses
from mutation.lds import Unordered
from mutation.run import Tools
from mutation.waits import Outstanding


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="folder of spmla-gen")
    parser.add_argument("--llvm-bin", default="", help="folder of LLVM's tools")
    args = parser.parse_args()
    tools = Tools(args.bin, args.llvm_bin)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [tools.gen, "--all", "-o", folder], check=True, capture_output=True
        )
        is_safe = True
        for name in tools.kernels():
            path = os.path.join(folder, name)
            code = listing.disassemble(tools.objdump, path + ".hsaco")
            outstanding = Outstanding(code)
            with open(path + ".json") as file:
                items = json.load(file)["workgroup_size"]
            addresses = Addresses(code, items)
            races = Unordered(outstanding, addresses).races()
            unsafe = outstanding.violations()
            print(f"{name}: {len(unsafe)} unsafe uses, {len(races)} pairs may meet")
            is_safe &= not unsafe
    return 0 if is_safe else 1


if __name__ == "__main__":
    sys.exit(main())
