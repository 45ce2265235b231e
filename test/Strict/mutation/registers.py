"""Which registers an instruction reads and writes, read off its text.

Registers are strings: "v7", "a3", "s12", "vcc", "exec", "m0", "scc". VCC and
EXEC count as one register each, whichever half is meant. A mnemonic that no
rule covers is an error: nothing may be guessed.
"""

import re

_RANGE = re.compile(r"^([vas])\[(\d+):(\d+)\]$")
_SINGLE = re.compile(r"^([vas])(\d+)$")
_SPECIAL = {
    "vcc": "vcc",
    "vcc_lo": "vcc",
    "vcc_hi": "vcc",
    "exec": "exec",
    "exec_lo": "exec",
    "exec_hi": "exec",
    "m0": "m0",
}
_CONSTANT = re.compile(r"^(-?\d+(\.\d+)?(e-?\d+)?|-?0x[0-9a-f]+|off)$")

# Mnemonics by prefix, the longest that fits first: how many of the operands are
# results, and whether the first result is read as well.
_RESULTS = {
    "s_cmp_": (0, False),
    "s_bitcmp": (0, False),
    "s_load_": (1, False),
    "s_addk_": (1, True),
    "s_mulk_": (1, True),
    "s_": (1, False),
    "v_cmp_": (1, False),
    "v_fmac_": (1, True),
    # Half of the result register stays.
    "v_cvt_pk_fp8_": (1, True),
    "v_cvt_pk_bf8_": (1, True),
    "v_mad_u64_u32": (2, False),
    "v_mad_i64_i32": (2, False),
    "v_permlane16_swap": (2, True),
    "v_permlane32_swap": (2, True),
    "v_": (1, False),
    "ds_read": (1, False),
    "ds_bpermute": (1, False),
    "ds_write": (0, False),
    "buffer_load_": (1, False),
    "buffer_store_": (0, False),
    "global_load_": (1, False),
    "global_store_": (0, False),
}
_NO_OPERANDS = ("s_waitcnt", "s_barrier", "s_nop", "s_endpgm", "s_branch", "s_cbranch_")
# Forms whose text does not tell all that they touch.
_UNSUPPORTED = (
    "_lds_",
    "v_cmpx",
    "v_writelane",
    "v_movrel",
    "s_movrel",
    "s_set_gpr",
    "v_div_fmas",
    "v_swap",
    "v_mac_",
    "v_dot",
    "v_accvgpr",
    "v_cvt_scalef32_sr",
)


def registers_of(operand):
    """The registers that an operand names."""
    name = operand.strip().lstrip("-").strip("|")
    match = _RANGE.match(name)
    if match:
        kind, first, last = match.group(1), int(match.group(2)), int(match.group(3))
        return [f"{kind}{i}" for i in range(first, last + 1)]
    if _SINGLE.match(name):
        return [name]
    if name in _SPECIAL:
        return [_SPECIAL[name]]
    if _CONSTANT.match(operand.strip()) or _CONSTANT.match(name):
        return []
    raise ValueError(f"expects a register or constant, got {operand}")


def _writes_scc(name):
    return name.startswith(("s_cmp_", "s_bitcmp", "s_add", "s_sub", "s_and", "s_or",
                            "s_xor", "s_lshl", "s_lshr", "s_ashr", "s_min", "s_max",
                            "s_not", "s_bfe", "s_abs"))  # fmt: skip


def reads_and_writes(instruction):
    """Two sets of registers."""
    name = instruction.mnemonic
    if name.startswith(_NO_OPERANDS):
        condition = name.rpartition("_")[2]
        read = {"scc0": "scc", "scc1": "scc", "vccz": "vcc", "vccnz": "vcc",
                "execz": "exec", "execnz": "exec"}.get(condition)  # fmt: skip
        return ({read} if read else set()), set()
    fitting = [prefix for prefix in _RESULTS if name.startswith(prefix)]
    if not fitting or any(part in name for part in _UNSUPPORTED):
        raise ValueError(f"expects an instruction with a rule, got {instruction}")
    if " lds" in " " + instruction.modifiers:
        raise ValueError(f"expects a load to registers, got {instruction}")
    count, reads_result = _RESULTS[max(fitting, key=len)]
    operands = [registers_of(operand) for operand in instruction.operands]
    writes = {r for operand in operands[:count] for r in operand}
    reads = {r for operand in operands[count:] for r in operand}
    # A DPP operation keeps lanes that have no source or are masked.
    if reads_result or instruction.suffix == "dpp":
        reads |= writes
    if name.startswith(("s_cselect", "s_addc", "s_subb")):
        reads.add("scc")
    if _writes_scc(name):
        writes.add("scc")
    if "saveexec" in name:
        reads.add("exec")
        writes.add("exec")
    if not name.startswith("s_") and name != "v_readfirstlane_b32":
        reads.add("exec")
    return reads, writes
