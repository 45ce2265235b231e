"""The mutants of a kernel: its waits, barriers and nops removed or weakened,
one at a time."""

import re
from dataclasses import dataclass

from .waits import counts_of

# Counts that an s_waitcnt cannot express any more: the counter is not waited for.
_LIMITS = {"vmcnt": 63, "lgkmcnt": 15, "expcnt": 7}


@dataclass(frozen=True)
class Mutant:
    index: int  # of the instruction
    kind: str  # its mnemonic
    change: str
    text: str = ""  # that takes its place; empty: nothing does

    @property
    def counts(self):
        """Of the s_waitcnt that is left."""
        return counts_of(self.text)


def _wait(counts):
    counters = [f"{name}({n})" for name, n in counts.items() if n < _LIMITS[name]]
    return "s_waitcnt " + " ".join(counters) if counters else ""


def _of_wait(instruction):
    counts = counts_of(instruction.text)
    if not counts:
        raise ValueError(f"expects an s_waitcnt with counters, got {instruction}")
    found = {"": "removed"}
    for name, count in counts.items():
        weaker = _wait({**counts, name: count + 1})
        found.setdefault(weaker, f"{name}({count}) -> {name}({count + 1})")
        others = _wait({n: c for n, c in counts.items() if n != name})
        found.setdefault(others, f"{name}({count}) removed")
    return found


def _of_nop(instruction):
    states = int(instruction.operands[0], 0)
    found = {"": "removed"}
    if states:
        found[f"s_nop {states - 1}"] = f"s_nop {states} -> s_nop {states - 1}"
    return found


def mutants_of(code):
    """In order of the code. Weakening a wait to one that waits for nothing is
    the same as removing it, and comes once."""
    all_mutants = []
    for instruction in code:
        name = instruction.mnemonic
        if name == "s_barrier":
            changes = {"": "removed"}
        elif name == "s_waitcnt":
            changes = _of_wait(instruction)
        elif name == "s_nop":
            changes = _of_nop(instruction)
        else:
            continue
        for text, change in changes.items():
            all_mutants.append(Mutant(instruction.index, name, change, text))
    return all_mutants


_INSTRUCTION = re.compile(r"^\t[a-z]\w*")


def apply(assembly, code, mutant):
    """The assembly listing that `code` was assembled from, mutated. Really
    removes the instruction: something in its place would be a wait state."""
    lines = assembly.split("\n")
    places = [n for n, line in enumerate(lines) if _INSTRUCTION.match(line)]
    if len(places) != len(code):
        raise ValueError(
            f"expects {len(code)} instructions in the listing, got {len(places)}"
        )
    place = places[mutant.index]
    if lines[place].split()[0] != mutant.kind:
        raise ValueError(f"expects {mutant.kind} in the listing, got {lines[place]}")
    lines[place] = "\t" + mutant.text if mutant.text else ""
    return "\n".join(lines)
