"""Whether a mutant behaves like its kernel on every path, and why."""

from dataclasses import dataclass

from .addresses import Addresses
from .lds import Unordered
from .waits import Outstanding, covers


def _places(code, indices):
    return ", ".join(f"{code[i].pc:#x}" for i in sorted(indices))


@dataclass
class Proof:
    holds: bool
    # The kind of the reason, a colon and details; or where the proof breaks off.
    text: str


def _holds(text):
    return Proof(True, text)


def _fails(text):
    return Proof(False, text)


class Prover:
    """For the mutants of one kernel."""

    def __init__(self, code, items, hazards):
        """`items`: work-items of a workgroup; `hazards`: a HazardRecognizer."""
        self.code = code
        self.hazards = hazards
        self.addresses = Addresses(code, items)
        self.outstanding = Outstanding(code)
        self.unordered = Unordered(self.outstanding, self.addresses)
        bad = self.outstanding.violations()
        if bad:
            operation, user = min(bad)
            raise ValueError(
                "expects the kernel to wait for each result on every path, got "
                f"{code[user]} after {code[operation]}"
            )

    def prove(self, mutant):
        if not self.outstanding.is_reached(mutant.index):
            return _holds("not reached: no path leads here")
        if mutant.kind == "s_nop":
            return self._prove_wait_states(mutant)
        if mutant.kind == "s_barrier":
            proof = self._prove_barrier(mutant.index)
        else:
            proof = self._prove_wait(mutant)
        # What is removed was a wait state, too.
        if proof.holds and not mutant.text:
            wait_states = self._prove_wait_states(mutant)
            return proof if wait_states.holds else wait_states
        return proof

    def _prove_wait_states(self, mutant):
        reason = self.hazards.reason_for(mutant)
        return _holds(reason) if reason else _fails("LLVM inserts wait states again")

    def _prove_barrier(self, barrier):
        ordered = self.unordered.ordered_by(barrier)
        if not ordered:
            return _holds("no access: other barriers have ordered what is before it")
        found = set()
        for access in ordered:
            meeting, orderers = self.unordered.meeting_after(barrier, access)
            if meeting is not None:
                return self._race(meeting, access)
            found |= orderers
        if not found:
            return _holds("dominated: no other wave touches the bytes again")
        places = _places(self.code, found)
        return _holds(f"dominated: ordered by the barriers at {places}")

    def _race(self, meeting, access):
        return _fails(f"{self.code[meeting]} may meet {self.code[access]}")

    def _prove_wait(self, mutant):
        state = self.outstanding.before[mutant.index]
        counts = self.outstanding.waits[mutant.index]
        queues = self.outstanding.queues
        lost = {
            operation: age
            for operation, age in state.items()
            if covers(counts, queues[operation], age)
            and not covers(mutant.counts, queues[operation], age)
        }
        if not lost:
            return _holds("nothing outstanding: what it waits for is done on every path")
        weaker = Outstanding(self.code, {mutant.index: mutant.counts})
        unsafe = weaker.violations()
        if unsafe:
            operation, user = min(unsafe)
            return _fails(f"{self.code[user]} may come before {self.code[operation]}")
        unordered = Unordered(weaker, self.addresses)
        orderers = set()
        for barrier, access, _ in unordered.leaks() - self.unordered.leaks():
            meeting, others = unordered.meeting_after(barrier, access)
            if meeting is not None:
                return self._race(meeting, access)
            orderers |= others
        proof = self._dominators(weaker, mutant.index, lost)
        if orderers:
            proof += (
                ", and until the barriers at "
                + _places(self.code, orderers)
                + " no other wave touches these bytes of LDS"
            )
        return _holds(proof)

    def _dominators(self, weaker, start, lost):
        """Where else the lost operations are waited for."""
        waits, is_end_reached = set(), False
        for operation in lost:
            seen, work = {start}, list(self.code[start].successors)
            while work:
                index = work.pop()
                if index in seen:
                    continue
                seen.add(index)
                if index == operation:  # issued again, and followed from there
                    continue
                before = weaker.before[index]
                if operation not in weaker.step(index, before):
                    waits.add(index)
                    continue
                is_end_reached |= self.code[index].mnemonic == "s_endpgm"
                work += self.code[index].successors
        reasons = []
        if waits:
            reasons.append("waited for again at " + _places(self.code, waits))
        if is_end_reached:
            reasons.append("not needed before the end")
        return "dominated: " + ", ".join(reasons)
