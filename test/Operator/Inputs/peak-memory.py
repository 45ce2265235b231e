#!/usr/bin/env python3
"""peak-memory.py MIB COMMAND...: runs a command, prints the most memory that it
had resident (the kernel's VmHWM), and fails if the command does or if that is
more than MIB mebibytes."""

import resource
import subprocess
import sys

limit = int(sys.argv[1])
code = subprocess.run(sys.argv[2:]).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(f"peak resident memory: {peak:.0f} MiB, limit {limit}", flush=True)
if peak > limit:
    sys.exit(f"expects peak resident memory to be at most {limit} MiB, got {peak:.0f}")
sys.exit(code)
