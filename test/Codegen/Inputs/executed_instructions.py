"""Fails unless one wave executes per step of the tile loop what --emit stats says.

Usage: executed_instructions.py STATS PROFILE: PROFILE is that of spmla-run.
"""

import json
import sys

stats_path, profile_path = sys.argv[1:]
with open(stats_path) as file:
    stats = {key: int(value) for key, value in (line.split(": ") for line in file)}
with open(profile_path) as file:
    tile = json.load(file)["tile"]
waves = tile["waves"] / tile["workgroups"]

executed = {name: counters.get("executions", 0) for name, counters in tile["classes"].items()}
executed["instructions"] = tile["total"]["executions"]
executed["lds_bytes"] = tile["total"]["lds_bytes_read"] + tile["total"]["lds_bytes_written"]
wrong = [
    f"expects a step to execute loop.{name}, {stats['loop.' + name]}, got {figure / waves}"
    for name, figure in executed.items()
    if figure / waves != stats["loop." + name]
]
sys.exit("\n".join(wrong) or 0)
