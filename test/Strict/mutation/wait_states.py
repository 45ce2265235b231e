"""Whether the backend's hazard recogniser misses the wait states that a mutant
lacks: of an s_nop as many as it says and one more, of others one.

The recogniser is LLVM's, which put the nops where they are: it is run on the
machine code of the mutant, and what it inserts again is needed. In two cases it
inserts nops that the emulated devices do not need.
"""

import re
import subprocess
import tempfile

_NOP = re.compile(r"^ +S_NOP (\d+)$", re.MULTILINE)
# What mutants may lack.
_LINE = re.compile(r"^ +(S_NOP|S_WAITCNT|S_BARRIER)( \d+)?$", re.MULTILINE)
_PASS = "post-RA-hazard-rec"
# The first operand of a packed operation, the modifiers of its first source.
_PACKED = re.compile(r"(\bV_PK_\w+) (\d+),")
# Of packed operations: the upper half of the source, op_sel_hi. Of others: the
# upper half of the result, op_sel.
_SOURCE_UPPER = 8

_CLAUSE = (
    "clause: needed only where a clause of loads may be repeated, which is with "
    "XNACK; the device has it off"
)
_PACKED_RESULT = (
    "packed: the hazard recogniser takes op_sel_hi of a packed operation for "
    "op_sel of its result, which alone would delay it"
)


def _without_op_sel_hi(mir):
    return _PACKED.sub(lambda m: f"{m[1]} {int(m[2]) & ~_SOURCE_UPPER},", mir)


def _wait_states(mir):
    return sum(int(count) + 1 for count in _NOP.findall(mir))


class HazardRecognizer:
    """For `code` and the same kernel as machine code in text, `mir`, nops
    included."""

    def __init__(self, llc, arch, mir, code):
        self.command = [llc, "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={arch}"]
        self.mir = mir
        lines = list(_LINE.finditer(mir))
        theirs = [line[1].lower() for line in lines]
        ours = [i for i in code if i.mnemonic in ("s_nop", "s_waitcnt", "s_barrier")]
        if [i.mnemonic for i in ours] != theirs:
            raise ValueError(f"expects the code to hold {theirs}, got {ours}")
        self.line_of = {i.index: line for i, line in zip(ours, lines)}

    @staticmethod
    def of_module(llc, arch, path, code):
        """For `code`, which was made from the optimised LLVM IR at `path`."""
        command = [llc, "-O3", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={arch}"]
        done = subprocess.run(
            [*command, f"-stop-after={_PASS}", path, "-o", "-"],
            check=True,
            capture_output=True,
            text=True,
        )
        return HazardRecognizer(llc, arch, done.stdout, code)

    def reason_for(self, mutant):
        """Why the mutant need not have the wait states that it lacks; None if it
        must."""
        line = self.line_of[mutant.index]
        left = "    " + mutant.text.upper()
        mir = self.mir[: line.start()] + left + self.mir[line.end() :]
        packed = _without_op_sel_hi(mir)
        # Most mutants end here.
        if self._inserts(packed, "-mattr=-xnack"):
            return None
        if not self._inserts(mir):
            return "wait states: as many are there without it"
        if not self._inserts(mir, "-mattr=-xnack"):
            return _CLAUSE
        return None if self._inserts(packed) else _PACKED_RESULT

    def _inserts(self, mir, *flags):
        """Whether the recogniser adds wait states."""
        with tempfile.NamedTemporaryFile("w", suffix=".mir") as file:
            file.write(mir)
            file.flush()
            done = subprocess.run(
                [*self.command, *flags, f"-run-pass={_PASS}", file.name, "-o", "-"],
                check=True,
                capture_output=True,
                text=True,
            )
        return _wait_states(done.stdout) > _wait_states(mir)
