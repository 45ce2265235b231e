"""Fails unless one wave's instructions per step are what --emit stats says.

Usage: executed_instructions.py STATS SHORT LONG MORE STEP: two outputs of spmla-run
whose lists differ by MORE tokens; a step of the tile loop has STEP tokens.
"""

import sys

WAVES = 4


def figure(path, key):
    with open(path) as file:
        return next(int(line.split(": ")[1]) for line in file if line.startswith(key + ": "))


stats, short, long, more, step = sys.argv[1:]
steps = int(more) // int(step)
executed = figure(long, "wave_instructions") - figure(short, "wave_instructions")
counted = figure(stats, "loop.instructions") * steps * WAVES
if executed != counted:
    sys.exit(f"expects {steps} steps of {WAVES} waves to execute {counted} instructions, got {executed}")
