"""What a wave has outstanding at each instruction, on every path.

vmcnt counts vector memory instructions, which finish in the order of their
issue. lgkmcnt counts LDS instructions, in order among themselves, and scalar
loads, which finish in any order: only lgkmcnt(0) says that one is done. So an
operation's age, the number of its queue's operations issued after it, tells
which counts cover it. Where paths meet, an operation is outstanding if it is on
one of them, and its age is the smallest.
"""

import re
from enum import Enum

from .registers import reads_and_writes

_COUNT = re.compile(r"(vmcnt|lgkmcnt|expcnt)\((\d+)\)")


class Queue(Enum):
    VECTOR = "vmcnt"
    LDS = "lgkmcnt"
    SCALAR = "lgkmcnt(0)"


def counts_of(text):
    """{"vmcnt": n, ...} of an s_waitcnt; a counter that is not named is not
    waited for."""
    return {name: int(count) for name, count in _COUNT.findall(text)}


def queue_of(instruction):
    name = instruction.mnemonic
    if name.startswith(("buffer_", "global_")):
        return Queue.VECTOR
    if name.startswith("ds_"):
        return Queue.LDS
    if name.startswith("s_load_"):
        return Queue.SCALAR
    if name.startswith(("flat_", "scratch_", "s_memtime", "s_dcache", "s_sendmsg")):
        raise ValueError(f"expects operations of one queue each, got {instruction}")
    return None


def covers(counts, queue, age):
    """Whether an s_waitcnt with these counts waits for that operation."""
    if queue is Queue.VECTOR:
        return age >= counts.get("vmcnt", age + 1)
    if queue is Queue.LDS:
        return age >= counts.get("lgkmcnt", age + 1)
    return counts.get("lgkmcnt") == 0


class Outstanding:
    """The fixed point over the code, in which the s_waitcnt with the index of a
    key of `changed` counts as its value."""

    OLDEST = 64  # no counter reaches it

    def __init__(self, code, changed=None):
        self.code = code
        self.queues = [queue_of(i) for i in code]
        self.registers = [reads_and_writes(i) for i in code]
        self.waits = {
            i.index: counts_of(i.text) for i in code if i.mnemonic == "s_waitcnt"
        }
        self.waits.update(changed or {})
        # What is outstanding before each instruction: {index: age}.
        self.before = {0: {}}
        self._solve()

    def _solve(self):
        work = [0]
        while work:
            index = work.pop()
            after = self.step(index, self.before[index])
            for successor in self.code[index].successors:
                known = self.before.get(successor)
                if known is None:
                    self.before[successor] = dict(after)
                    work.append(successor)
                    continue
                news = {o: a for o, a in after.items() if a < known.get(o, a + 1)}
                if news:
                    known.update(news)
                    work.append(successor)

    def step(self, index, state):
        """What is outstanding after the instruction."""
        if index in self.waits:
            counts = self.waits[index]
            return {
                operation: age
                for operation, age in state.items()
                if not covers(counts, self.queues[operation], age)
            }
        queue = self.queues[index]
        if queue is None:
            return state
        after = {
            operation: min(age + 1, self.OLDEST)
            if self.queues[operation] is queue
            else age
            for operation, age in state.items()
        }
        after[index] = 0
        return after

    def is_reached(self, index):
        return index in self.before

    def violation_at(self, index, state):
        """The outstanding operation whose result the instruction reads or
        overwrites, or None."""
        reads, writes = self.registers[index]
        queue = self.queues[index]
        for operation in state:
            results = self.registers[operation][1]
            if results & reads:
                return operation
            # Loads of one queue deliver in order.
            in_order = queue is self.queues[operation] and queue is not Queue.SCALAR
            if results & writes and not in_order:
                return operation
        return None

    def violations(self):
        """{(operation, user)}: uses of results that may not be there yet."""
        found = set()
        for index, state in self.before.items():
            operation = self.violation_at(index, state)
            if operation is not None:
                found.add((operation, index))
        return found
