"""Which bytes of LDS each wave may touch, as far as the code alone tells.

Follows integer arithmetic on the work-item id and on constants. The value of a
register is a set of alternatives, each with one number per work-item; one that
is not in the state can be anything. Where paths meet, alternatives unite.
"""

import re

from .registers import reads_and_writes, registers_of

_WAVE = 64
_MASK = 0xFFFFFFFF
_MAX_ALTERNATIVES = 8
_INTEGER = re.compile(r"^-?(0x[0-9a-f]+|\d+)$")


def _field(value, first, width):
    return value >> (first & 31) & ((1 << (width & 31)) - 1)


_OPERATIONS = {
    "mov_b32": lambda a: a,
    "movk_i32": lambda a: a,
    "readfirstlane_b32": lambda a: a,
    "and_b32": lambda a, b: a & b,
    "or_b32": lambda a, b: a | b,
    "xor_b32": lambda a, b: a ^ b,
    "add_u32": lambda a, b: a + b,
    "add_i32": lambda a, b: a + b,
    "sub_u32": lambda a, b: a - b,
    "sub_i32": lambda a, b: a - b,
    "mul_i32": lambda a, b: a * b,
    "mul_lo_u32": lambda a, b: a * b,
    "mul_u32_u24": lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF),
    "mad_u32_u24": lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF) + c,
    "lshl_b32": lambda a, b: a << (b & 31),
    "lshr_b32": lambda a, b: a >> (b & 31),
    "lshlrev_b32": lambda a, b: b << (a & 31),
    "lshrrev_b32": lambda a, b: b >> (a & 31),
    "bfe_u32": _field,
    "add3_u32": lambda a, b, c: a + b + c,
    "lshl_add_u32": lambda a, b, c: (a << (b & 31)) + c,
    "lshl_or_b32": lambda a, b, c: a << (b & 31) | c,
    "and_or_b32": lambda a, b, c: a & b | c,
}

# Bytes of one access of a lane, and the unit of offset0 and offset1 of pairs.
_WIDTHS = {
    "ds_read_b32": 4,
    "ds_read_b64": 8,
    "ds_read_b128": 16,
    "ds_read_b64_tr_b8": 8,
    "ds_read_b64_tr_b16": 8,
    "ds_write_b32": 4,
    "ds_write_b64": 8,
    "ds_write_b128": 16,
    "ds_read2_b64": 8,
    "ds_write2st64_b32": 4,
}
_PAIR_UNITS = {"ds_read2_b64": 8, "ds_write2st64_b32": 4 * 64}


class Addresses:
    """For workgroups of `items` work-items in one dimension."""

    def __init__(self, code, items):
        self.code = code
        self.items = items
        # EXEC is all ones while its entry is there.
        entry = {"v0": frozenset([tuple(range(items))]), "exec": frozenset()}
        self.before = {0: entry}
        self._footprints = {}
        self._solve()

    def may_meet(self, a, b):
        """Whether two waves may touch a common byte with these LDS accesses."""
        theirs = [self._footprint(i) for i in (a, b)]
        if None in theirs:
            return True
        return any(
            mine & other
            for wave, mine in enumerate(theirs[0])
            for other_wave, other in enumerate(theirs[1])
            if wave != other_wave
        )

    def _footprint(self, index):
        """For each wave the bytes, in units of 4; None: any."""
        if index not in self._footprints:
            self._footprints[index] = self._compute_footprint(index)
        return self._footprints[index]

    def _compute_footprint(self, index):
        instruction = self.code[index]
        name = instruction.mnemonic
        is_read = name.startswith("ds_read")
        bases = self.before[index].get(instruction.operands[1 if is_read else 0])
        width = _WIDTHS.get(name)
        if bases is None or width is None:
            return None
        offsets = dict(re.findall(r"(offset\d?):(\d+)", instruction.modifiers))
        if name in _PAIR_UNITS:
            unit = _PAIR_UNITS[name]
            starts = [unit * int(offsets.get(f"offset{i}", 0)) for i in (0, 1)]
        else:
            starts = [int(offsets.get("offset", 0))]
        return [
            {
                (base[item] + start + byte) // 4
                for base in bases
                for start in starts
                for item in range(first, first + _WAVE)
                for byte in range(0, width, 4)
            }
            for first in range(0, self.items, _WAVE)
        ]

    def _solve(self):
        work = [0]
        while work:
            index = work.pop()
            after = self._step(index, self.before[index])
            for successor in self.code[index].successors:
                known = self.before.get(successor)
                united = after if known is None else _unite(known, after)
                if united != known:
                    self.before[successor] = united
                    work.append(successor)

    def _step(self, index, state):
        instruction = self.code[index]
        writes = reads_and_writes(instruction)[1]
        if not writes:
            return state
        after = {r: values for r, values in state.items() if r not in writes}
        # A half of VCC or EXEC has no entry of its own.
        result = instruction.operands[0]
        if [result] == registers_of(result):
            values = self._result(instruction, state)
            if values is not None:
                after[result] = values
        return after

    def _result(self, instruction, state):
        name = instruction.mnemonic
        is_vector = name.startswith("v_")
        operation = _OPERATIONS.get(name[2:])
        is_plain = instruction.suffix not in ("dpp", "sdwa") and not instruction.modifiers
        if operation is None or not is_plain or (is_vector and "exec" not in state):
            return None
        sources = [self._values(o, state) for o in instruction.operands[1:]]
        if name == "s_and_b32":
            sources = _masked(sources)
        if name == "v_readfirstlane_b32" and sources[0] is not None:
            sources = [{self._first_lanes(value) for value in sources[0]}]
        if None in sources:
            return None
        results = [()]
        for alternatives in sources:
            results = [r + (value,) for r in results for value in alternatives]
        if len(results) > _MAX_ALTERNATIVES:
            return None
        return frozenset(
            tuple(operation(*numbers) & _MASK for numbers in zip(*values))
            for values in results
        )

    def _values(self, operand, state):
        if _INTEGER.match(operand):
            return {(int(operand, 0) & _MASK,) * self.items}
        return state.get(operand)

    def _first_lanes(self, value):
        return tuple(value[item - item % _WAVE] for item in range(self.items))


def _masked(sources):
    """The operands of an AND with one bit: the other one is that bit or 0."""
    for i, j in ((0, 1), (1, 0)):
        if sources[i] is None and sources[j] is not None and len(sources[j]) == 1:
            [mask] = sources[j]
            if len(set(mask)) == 1 and mask[0].bit_count() == 1:
                sources[i] = {mask, (0,) * len(mask)}
    return sources


def _unite(a, b):
    united = {}
    for register in a.keys() & b.keys():
        values = a[register] | b[register]
        if len(values) <= _MAX_ALTERNATIVES:
            united[register] = values
    return united
