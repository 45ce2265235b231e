#!/usr/bin/env python3
"""Tests of the proofs about mutants, on small kernels in assembly."""

import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # no files beside the sources
from mutation import listing
from mutation.addresses import Addresses
from mutation.lds import Unordered
from mutation.mutants import Mutant, apply, mutants_of
from mutation.proof import Prover
from mutation.registers import reads_and_writes
from mutation.wait_states import HazardRecognizer
from mutation.waits import Outstanding


def code_of(assembly):
    target = ["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950"]
    elf = subprocess.run(
        ["llvm-mc", *target, "-filetype=obj"],
        input=assembly.encode(),
        check=True,
        capture_output=True,
    ).stdout
    text = subprocess.run(
        ["llvm-objdump", "-d", "-"], input=elf, check=True, capture_output=True
    ).stdout
    return listing.parse(text.decode())


class NoHazards:
    """Of code in which no instruction must wait for another."""

    @staticmethod
    def reason_for(mutant):
        return "wait states: none are needed"


def proofs_of(assembly, items=256):
    """{(text, change): why it is redundant, or None} of all mutants; the second
    one of a text and change is (text, change, 2)."""
    code = code_of(assembly)
    prover = Prover(code, items, NoHazards)
    proofs = {}
    for mutant in mutants_of(code):
        key = code[mutant.index].text, mutant.change
        proof = prover.prove(mutant)
        proofs[(*key, 2) if key in proofs else key] = proof.text if proof.holds else None
    return proofs


class ListingTests(unittest.TestCase):
    def test_branches(self):
        code = code_of(
            """
            s_cmp_eq_u32 s0, 0
            s_cbranch_scc1 done
            again:
            s_nop 0
            s_branch again
            done:
            s_endpgm
            .fill 8, 4, 0xbf800000
            """
        )
        self.assertEqual(
            [i.successors for i in code], [[1], [2, 4], [3], [2], []]
        )

    def test_branch_outside_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "expects a branch to an instruction"):
            code_of("s_branch 100\ns_endpgm")


class RegisterTests(unittest.TestCase):
    def check(self, line, reads, writes):
        found = reads_and_writes(listing.parse_line(0, 0, line))
        self.assertEqual(found, (set(reads.split()), set(writes.split())))

    def test_forms(self):
        self.check("v_add_f32_e32 v1, v2, v3", "v2 v3 exec", "v1")
        self.check("v_fmac_f32_e32 v1, v2, v3", "v1 v2 v3 exec", "v1")
        self.check("v_mad_u64_u32 v[2:3], s[4:5], s6, v7, v[8:9]",
                   "s6 v7 v8 v9 exec", "v2 v3 s4 s5")  # fmt: skip
        self.check("v_permlane32_swap_b32_e64 v1, v2 bound_ctrl:1",
                   "v1 v2 exec", "v1 v2")  # fmt: skip
        self.check("v_fma_f32 v1, |v2|, s3, -v4", "v2 s3 v4 exec", "v1")
        self.check("ds_write_b64 v1, v[2:3] offset:8", "v1 v2 v3 exec", "")
        self.check("buffer_load_dword v1, v2, s[4:7], 0 offen offset:4",
                   "v2 s4 s5 s6 s7 exec", "v1")  # fmt: skip
        self.check("s_and_saveexec_b64 s[0:1], vcc", "vcc exec", "s0 s1 exec scc")
        self.check("s_cbranch_vccnz 3", "vcc", "")
        self.check("s_addk_i32 s1, 0x10", "s1", "s1 scc")

    def test_unknown_is_an_error(self):
        for line in ("v_accvgpr_write_b32 a0, v0", "buffer_load_dword v1, s[0:3], 0 lds"):
            with self.assertRaisesRegex(ValueError, "expects an? .* got"):
                self.check(line, "", "")


class WaitTests(unittest.TestCase):
    def test_needed(self):
        proofs = proofs_of(
            """
            global_load_dword v1, v[2:3], off
            global_load_dword v4, v[2:3], off
            s_waitcnt vmcnt(1)
            v_mov_b32 v5, v1
            s_endpgm
            """
        )
        self.assertEqual(set(proofs.values()), {None})

    def test_dominated(self):
        proofs = proofs_of(
            """
            global_load_dword v1, v[2:3], off
            s_waitcnt vmcnt(0) lgkmcnt(1)
            s_waitcnt vmcnt(0)
            v_mov_b32 v5, v1
            s_endpgm
            """
        )
        self.assertRegex(
            proofs["s_waitcnt vmcnt(0) lgkmcnt(1)", "removed"],
            "dominated: waited for again at 0xc$",
        )
        self.assertRegex(
            proofs["s_waitcnt vmcnt(0) lgkmcnt(1)", "lgkmcnt(1) removed"],
            "nothing outstanding",
        )
        self.assertRegex(proofs["s_waitcnt vmcnt(0)", "removed"], "nothing outstanding")

    def test_says_what_is_unsafe(self):
        code = code_of(
            "ds_read_b32 v1, v0\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v2, v1\ns_endpgm"
        )
        proof = Prover(code, 64, NoHazards).prove(mutants_of(code)[0])
        self.assertEqual(
            (proof.holds, proof.text),
            (False, "0xc: v_mov_b32_e32 v2, v1 may come before 0x0: ds_read_b32 v1, v0"),
        )

    def test_one_path_needs_it(self):
        proofs = proofs_of(
            """
            s_load_dword s4, s[0:1], 0x0
            s_cmp_eq_u32 s2, 0
            s_cbranch_scc1 join
            s_waitcnt lgkmcnt(0)
            join:
            s_waitcnt lgkmcnt(0) expcnt(0)
            s_mov_b32 s5, s4
            s_endpgm
            """
        )
        self.assertRegex(proofs["s_waitcnt lgkmcnt(0)", "removed"], "dominated")
        self.assertIsNone(proofs["s_waitcnt expcnt(0) lgkmcnt(0)", "removed"])

    def test_scalar_loads_finish_in_any_order(self):
        proofs = proofs_of(
            """
            s_load_dword s4, s[0:1], 0x0
            s_load_dword s5, s[0:1], 0x4
            s_waitcnt lgkmcnt(0)
            s_mov_b32 s6, s4
            s_endpgm
            """
        )
        self.assertIsNone(proofs["s_waitcnt lgkmcnt(0)", "lgkmcnt(0) -> lgkmcnt(1)"])

    def test_around_a_loop(self):
        # The load of one round is used in the next one.
        proofs = proofs_of(
            """
            global_load_dword v1, v[2:3], off
            again:
            s_waitcnt vmcnt(0)
            v_mov_b32 v5, v1
            global_load_dword v1, v[2:3], off
            s_cmp_eq_u32 s0, 0
            s_cbranch_scc1 again
            s_endpgm
            """
        )
        self.assertEqual(set(proofs.values()), {None})

    def test_overwritten(self):
        proofs = proofs_of(
            """
            global_load_dword v1, v[2:3], off
            s_waitcnt vmcnt(0)
            v_mov_b32 v1, 0
            s_endpgm
            """
        )
        self.assertEqual(set(proofs.values()), {None})

    def test_a_kernel_that_does_not_wait_is_refused(self):
        with self.assertRaisesRegex(ValueError, "expects the kernel to wait"):
            proofs_of("ds_read_b32 v1, v0\nv_mov_b32 v2, v1\ns_endpgm")


# A wave writes its own bytes; v2 is the address of those of the next one.
EXCHANGE = """
    v_lshlrev_b32 v1, 2, v0
    v_add_u32 v2, 64, v0
    v_and_b32 v2, 255, v2
    v_lshlrev_b32 v2, 2, v2
"""


class BarrierTests(unittest.TestCase):
    def test_needed(self):
        proofs = proofs_of(
            EXCHANGE
            + """
            ds_write_b32 v1, v0
            s_waitcnt lgkmcnt(0)
            s_barrier
            ds_read_b32 v3, v2
            s_endpgm
            """
        )
        self.assertEqual(set(proofs.values()), {None})

    def test_dominated(self):
        # Between the barriers each wave stays with its own bytes.
        proofs = proofs_of(
            EXCHANGE
            + """
            ds_write_b32 v1, v0
            s_waitcnt lgkmcnt(0)
            s_barrier
            ds_read_b32 v3, v1
            s_waitcnt lgkmcnt(0) vmcnt(0)
            s_barrier
            ds_read_b32 v4, v2
            s_endpgm
            """
        )
        self.assertRegex(
            proofs["s_waitcnt lgkmcnt(0)", "removed"],
            "waited for again at 0x2c, and until the barriers at 0x30 no other wave",
        )
        self.assertRegex(
            proofs["s_barrier", "removed"],
            "dominated: ordered by the barriers at 0x30$",
        )
        self.assertRegex(
            proofs["s_barrier", "removed", 2],
            "dominated: no other wave touches the bytes again$",
        )

    def test_unknown_addresses_may_meet(self):
        proofs = proofs_of(
            """
            global_load_dword v1, v[2:3], off
            s_waitcnt vmcnt(0)
            ds_write_b32 v1, v0
            s_waitcnt lgkmcnt(0)
            s_barrier
            ds_write_b32 v1, v0
            s_endpgm
            """
        )
        self.assertIsNone(proofs["s_barrier", "removed"])

    def test_races(self):
        for barrier, count in (("s_barrier", 0), ("s_nop 0", 1)):
            code = code_of(
                EXCHANGE
                + f"""
                ds_write_b32 v1, v0
                s_waitcnt lgkmcnt(0)
                {barrier}
                ds_read_b32 v3, v2
                s_endpgm
                """
            )
            unordered = Unordered(Outstanding(code), Addresses(code, 256))
            self.assertEqual(len(unordered.races()), count)

    def test_says_what_may_meet(self):
        code = code_of(
            EXCHANGE
            + """
            ds_write_b32 v1, v0
            s_waitcnt lgkmcnt(0)
            s_barrier
            ds_read_b32 v3, v2
            s_endpgm
            """
        )
        [barrier] = [m for m in mutants_of(code) if m.kind == "s_barrier"]
        self.assertRegex(
            Prover(code, 256, NoHazards).prove(barrier).text,
            "ds_read_b32 v3, v2 may meet .*: ds_write_b32 v1, v0$",
        )

    def test_masked_lanes_keep_unknown_addresses(self):
        proofs = proofs_of(
            EXCHANGE
            + """
            ds_write_b32 v1, v0
            s_waitcnt lgkmcnt(0)
            s_barrier
            s_mov_b32 exec_lo, 1
            v_mov_b32 v1, v1
            ds_read_b32 v3, v1
            s_endpgm
            """
        )
        self.assertIsNone(proofs["s_barrier", "removed"])

    def test_reads_do_not_meet(self):
        proofs = proofs_of(
            """
            ds_read_b32 v1, v0
            s_waitcnt lgkmcnt(0)
            s_barrier
            ds_read_b32 v2, v0
            s_endpgm
            """
        )
        self.assertRegex(proofs["s_barrier", "removed"], "dominated")
        self.assertRegex(proofs["s_waitcnt lgkmcnt(0)", "removed"], "dominated")


def reasons_of(*instructions):
    """Of all mutants of some machine code, in order."""
    lines = "".join(f"    {i}\n" for i in instructions)
    mir = f"---\nname: kernel\nbody: |\n  bb.0:\n{lines}    S_ENDPGM 0\n...\n"
    ours = [i.lower() for i in instructions if i.startswith(("S_NOP", "S_BARRIER"))]
    code = code_of("\n".join([*ours, "s_endpgm"]))
    hazards = HazardRecognizer("llc", "gfx950", mir, code)
    return [hazards.reason_for(mutant) for mutant in mutants_of(code)]


class WaitStateTests(unittest.TestCase):
    PACKED = (
        "$vgpr0_vgpr1 = V_PK_MUL_F32 8, $vgpr2_vgpr3, 0, $vgpr4_vgpr5, "
        "0, 0, 0, 0, 0, implicit $mode, implicit $exec"
    )
    MOVE = "$vgpr6 = V_MOV_B32_e32 $vgpr0, implicit $exec"
    DPP = "$vgpr7 = V_MOV_B32_dpp undef $vgpr7, $vgpr6, 0, 15, 15, 1, implicit $exec"

    def test_needed(self):
        self.assertEqual(reasons_of(self.MOVE, "S_NOP 1", self.DPP), [None, None])

    def test_wait_states_are_there(self):
        removed, weakened = reasons_of(self.MOVE, "S_NOP 2", self.DPP)
        self.assertIsNone(removed)
        self.assertRegex(weakened, "wait states: ")
        for reason in reasons_of(self.MOVE, "S_NOP 1", "S_NOP 1", self.DPP):
            self.assertRegex(reason, "wait states: ")

    def test_others_are_one_wait_state(self):
        reasons = reasons_of(self.MOVE, "S_BARRIER", "S_NOP 0", self.DPP)
        self.assertEqual(reasons, [None, None])

    def test_packed_operands(self):
        [reason] = reasons_of(self.PACKED, "S_NOP 0", self.MOVE)
        self.assertRegex(reason, "packed: ")

    def test_clause(self):
        [reason] = reasons_of(
            "$sgpr4 = S_LOAD_DWORD_IMM $sgpr2_sgpr3, 0, 0",
            "S_NOP 0",
            "$sgpr2 = S_LOAD_DWORD_IMM $sgpr0_sgpr1, 0, 0",
        )
        self.assertRegex(reason, "clause: ")

    def test_other_code_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "expects the code to hold"):
            HazardRecognizer("llc", "gfx950", "    S_NOP 0\n", code_of("s_endpgm"))

    def test_a_wait_is_a_wait_state(self):
        class Hazards:
            @staticmethod
            def reason_for(mutant):
                return None if mutant.kind == "s_waitcnt" else "none"

        code = code_of("s_waitcnt vmcnt(1)\ns_endpgm")
        prover = Prover(code, 64, Hazards)
        removed, dropped_to_two = (prover.prove(m) for m in mutants_of(code))
        self.assertFalse(removed.holds)
        self.assertTrue(dropped_to_two.holds)


class MutantTests(unittest.TestCase):
    ASSEMBLY = "\tv_mov_b32 v0, 0\n\ts_nop 1\n; comment\n\ts_endpgm"

    def test_removed_and_replaced(self):
        code = code_of(self.ASSEMBLY)
        removed, weakened = mutants_of(code)
        self.assertNotIn("s_nop", apply(self.ASSEMBLY, code, removed))
        self.assertIn("s_nop 0", apply(self.ASSEMBLY, code, weakened))

    def test_other_listing_is_an_error(self):
        code = code_of(self.ASSEMBLY)
        with self.assertRaisesRegex(ValueError, "expects 3 instructions"):
            apply(self.ASSEMBLY + "\n\ts_endpgm", code, mutants_of(code)[0])
        with self.assertRaisesRegex(ValueError, "expects s_barrier in the listing"):
            apply(self.ASSEMBLY, code, Mutant(1, "s_barrier", "removed"))


if __name__ == "__main__":
    unittest.main()
