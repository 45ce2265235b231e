"""Reads "key: value" lines and fails if a figure exceeds its bound: KEY=BOUND ..."""

import sys

figures = dict(line.strip().split(": ") for line in sys.stdin)
over = [
    f"expects {key} to be at most {bound}, got {figures.get(key, 'none')}"
    for key, bound in (bar.split("=") for bar in sys.argv[1:])
    if key not in figures or int(figures[key]) > int(bound)
]
sys.exit("\n".join(over) or 0)
