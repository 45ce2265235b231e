"""Which LDS accesses a barrier orders, on every path.

A barrier orders an access of one wave before the accesses of other waves that
follow it, if the wave had waited for its access. All waves are taken to meet
at the same barriers, which is what kernels must do anyway.
"""

def accesses_lds(instruction):
    return instruction.mnemonic.startswith(("ds_read", "ds_write"))


def writes_lds(instruction):
    return instruction.mnemonic.startswith("ds_write")


class Unordered:
    """For each instruction, the LDS accesses before it that no barrier has
    ordered yet."""

    def __init__(self, outstanding, addresses):
        self.outstanding = outstanding
        self.addresses = addresses
        self.code = outstanding.code
        # By index of what is reached.
        self.before = {0: set()}
        self._solve()

    def _after(self, index):
        accesses = self.before[index]
        instruction = self.code[index]
        if instruction.mnemonic == "s_barrier":
            return accesses & self.outstanding.before[index].keys()
        return accesses | {index} if accesses_lds(instruction) else accesses

    def _solve(self):
        work = [0]
        while work:
            index = work.pop()
            after = self._after(index)
            for successor in self.code[index].successors:
                known = self.before.get(successor)
                if known is None or not after <= known:
                    self.before[successor] = after | (known or set())
                    work.append(successor)

    def ordered_by(self, barrier):
        """The accesses that this barrier orders."""
        pending = self.outstanding.before[barrier].keys()
        return self.before[barrier] - pending

    def races(self):
        """{(earlier, later)}: accesses of two waves that no barrier orders and that
        may touch a common byte, one of them writing."""
        return {
            (earlier, later)
            for later, accesses in self.before.items()
            for earlier in accesses
            if self._is_conflict(earlier, later)
        }

    def leaks(self):
        """{(barrier, access, age)}: accesses that may be outstanding at a
        barrier, which therefore does not order them."""
        found = set()
        for barrier, accesses in self.before.items():
            if self.code[barrier].mnemonic == "s_barrier":
                pending = self.outstanding.before[barrier]
                found |= {(barrier, a, pending[a]) for a in accesses if a in pending}
        return found

    def meeting_after(self, barrier, access):
        """What follows if `barrier` does not order `access`: an access of
        another wave that may meet it, or None, and the barriers that order it
        in the end."""
        seen, work, orderers = {barrier}, [barrier], set()
        while work:
            index = work.pop()
            instruction = self.code[index]
            if self._is_conflict(access, index):
                return index, orderers
            is_barrier = instruction.mnemonic == "s_barrier" and index != barrier
            if is_barrier and access not in self.outstanding.before[index]:
                orderers.add(index)
                continue
            work += [s for s in instruction.successors if s not in seen]
            seen.update(instruction.successors)
        return None, orderers

    def _is_conflict(self, a, b):
        """Whether two waves must not execute these at the same time."""
        first, second = self.code[a], self.code[b]
        return (
            accesses_lds(first)
            and accesses_lds(second)
            and (writes_lds(first) or writes_lds(second))
            and self.addresses.may_meet(a, b)
        )
