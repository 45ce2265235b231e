"""Whether the backend's hazard recogniser misses the s_nop that a mutant lacks.

The recogniser is LLVM's, which put the nops where they are: it is run on the
machine code of the mutant, and what it inserts again is needed. In two cases it
inserts nops that the emulated devices do not need.
"""

import re
import subprocess
import tempfile

_NOP = re.compile(r"^ +S_NOP (\d+)$", re.MULTILINE)
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
    """For the machine code `mir` of one kernel, nops included."""

    def __init__(self, llc, arch, mir):
        self.command = [llc, "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={arch}"]
        self.mir = mir
        self.nops = list(_NOP.finditer(mir))

    @staticmethod
    def of_module(llc, arch, path):
        """For the kernel in optimised LLVM IR at `path`."""
        command = [llc, "-O3", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={arch}"]
        done = subprocess.run(
            [*command, f"-stop-after={_PASS}", path, "-o", "-"],
            check=True,
            capture_output=True,
            text=True,
        )
        return HazardRecognizer(llc, arch, done.stdout)

    def check(self, code):
        """That the nops are those of the disassembled code."""
        ours = [int(i.operands[0], 0) for i in code if i.mnemonic == "s_nop"]
        theirs = [int(match[1]) for match in self.nops]
        if ours != theirs:
            raise ValueError(f"expects the kernel's nops to be {theirs}, got {ours}")

    def reason_for(self, number, states):
        """Why nop `number` of the code need not be there (`states` is None) or may
        be s_nop `states`; None if it may not."""
        nop = self.nops[number]
        text = "" if states is None else nop[0].replace(nop[1], str(states))
        mutant = self.mir[: nop.start()] + text + self.mir[nop.end() :]
        packed = _without_op_sel_hi(mutant)
        # Most mutants end here.
        if self._inserts(packed, "-mattr=-xnack"):
            return None
        if not self._inserts(mutant):
            return "wait states: as many are there without it"
        if not self._inserts(mutant, "-mattr=-xnack"):
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
