"""A kernel's disassembly as a control-flow graph."""

import re
import subprocess
from dataclasses import dataclass, field

# "<tab>MNEMONIC OPERANDS  // 000000001C00: C00E0900 00000000 <target>"
_LINE = re.compile(r"^\s+(\S.*?)\s*// ([0-9A-F]+): ((?:[0-9A-F]{8} ?)+)")
# A comma outside of brackets.
_COMMA = re.compile(r",\s*(?![^\[(]*[\])])")
_ENCODING = re.compile(r"_(e32|e64|sdwa|dpp)$")


@dataclass
class Instruction:
    index: int
    pc: int
    text: str
    mnemonic: str  # without the suffix of its encoding
    suffix: str  # that suffix, or ""
    operands: list
    modifiers: str
    successors: list = field(default_factory=list)  # indices

    def __str__(self):
        return f"{self.pc:#x}: {self.text}"


def parse_line(index, pc, text):
    name, _, rest = text.partition(" ")
    suffix = _ENCODING.search(name)
    operands = _COMMA.split(rest.strip()) if rest.strip() else []
    modifiers = ""
    if operands and not name.startswith("s_waitcnt"):
        operands[-1], _, modifiers = operands[-1].partition(" ")
    return Instruction(
        index,
        pc,
        text,
        _ENCODING.sub("", name),
        suffix.group(1) if suffix else "",
        operands,
        modifiers,
    )


def _connect(code, words):
    index_of_pc = {instruction.pc: instruction.index for instruction in code}
    for instruction in code:
        name = instruction.mnemonic
        if name == "s_endpgm":
            continue
        if name != "s_branch":
            instruction.successors.append(instruction.index + 1)
        if name.startswith(("s_branch", "s_cbranch")):
            offset = words[instruction.index] & 0xFFFF
            target = instruction.pc + 4 + 4 * (offset - (offset & 0x8000) * 2)
            if target not in index_of_pc:
                raise ValueError(f"expects a branch to an instruction, got {instruction}")
            instruction.successors.append(index_of_pc[target])
        elif name.startswith(("s_setpc", "s_swappc", "s_call", "s_rfe")):
            raise ValueError(f"expects direct branches only, got {instruction}")


def parse(disassembly):
    """The instructions of the one kernel of `llvm-objdump -d`'s output, in order
    of their addresses and without the padding behind them."""
    code, words = [], []
    for line in disassembly.splitlines():
        match = _LINE.match(line)
        if match:
            code.append(parse_line(len(code), int(match.group(2), 16), match.group(1)))
            words.append(int(match.group(3).split()[0], 16))
    # Padding, which no path reaches.
    while code and code[-1].mnemonic == "s_nop":
        code.pop()
    if not any(i.mnemonic == "s_endpgm" for i in code):
        raise ValueError("expects a kernel that ends with s_endpgm, got none")
    _connect(code, words)
    return code


def disassemble(objdump, path):
    done = subprocess.run(
        [objdump, "-d", path], check=True, capture_output=True, text=True
    )
    return parse(done.stdout)
