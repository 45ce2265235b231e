"""Generating a kernel, mutating it, and running it in strict mode."""

import json
import os
import re
import subprocess
from dataclasses import dataclass

from . import listing, mutants
from .proof import Prover
from .wait_states import HazardRecognizer

# Small problems that take every path: no slot, fewer than a tile and one more
# than a tile, a steady loop with a tail, a list whose maximum jumps late, invalid
# slots; scales from device memory and from the host, and launches with and
# without LSE. A mutant runs them in order until one catches it.
_COMMON = "--device emu --strict --slots 1024 --invalid 0.1 --lse"
PROBLEMS = [
    f"{_COMMON} --lengths 0,65,460 --scenario late-jump".split(),
    f"{_COMMON} --lengths 1,63,129,700 --kv-scale host --q-scale host".split(),
]

# What strict mode says, and the name of what found it.
_DETECTORS = [
    (r"to be waited for \((\w+)\) before it is", r"register not waited for, \1"),
    (r"a barrier between accesses .* not waited for", "LDS race past a barrier"),
    (r"a barrier between accesses", "LDS race"),
    (r"got .* that nothing has written", "undefined data"),
    (r"at least \d+ wait states? after (an? .*?)( that .*)?, got", r"wait states after \1"),
]


@dataclass
class Outcome:
    """`verdict` is "caught" by a strict check, "wrong" if only the result betrays
    the mutant, or "silent"."""

    verdict: str
    detector: str = ""
    message: str = ""


def detector_of(message):
    for pattern, name in _DETECTORS:
        match = re.search(pattern, message)
        if match:
            return match.expand(name)
    return "other: " + message.split("\n")[0]


class Tools:
    def __init__(self, bin_folder, llvm_folder):
        self.gen = os.path.join(bin_folder, "spmla-gen")
        self.run = os.path.join(bin_folder, "spmla-run")
        self.objdump = os.path.join(llvm_folder, "llvm-objdump")
        self.llc = os.path.join(llvm_folder, "llc")
        self.emulator = os.path.join(bin_folder, "..", "lib", "libspmla_hipemu.so")

    def kernels(self):
        """Names of the shipped kernels."""
        lines = subprocess.run(
            [self.gen, "--list"], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        if lines[0].split()[-1] != "NAME":
            raise ValueError(f"expects the last column to be NAME, got {lines[0]}")
        return [line.split()[-1] for line in lines[1:]]


class Kernel:
    """A kernel whose files lie in `folder`."""

    def __init__(self, tools, name, folder):
        self.tools, self.name, self.folder = tools, name, folder
        self._generate(folder, "--save-temps", os.path.join(folder, "stages"))
        with open(self._stage("asm.s")) as file:
            self.assembly = file.read()
        with open(os.path.join(folder, name + ".json")) as file:
            manifest = json.load(file)
        self.arch = manifest["arch"]
        self.heads = manifest["key"]["program_heads"]
        self.items = manifest["workgroup_size"]
        self.code = listing.disassemble(
            tools.objdump, os.path.join(folder, name + ".hsaco")
        )

    def _generate(self, folder, *flags):
        subprocess.run(
            [self.tools.gen, "--kernel", self.name, "-o", folder, *flags],
            check=True,
            capture_output=True,
        )

    def _stage(self, name):
        """Path of a stage's product, NN-NAME."""
        stages = os.path.join(self.folder, "stages")
        [file] = [f for f in os.listdir(stages) if f.partition("-")[2] == name]
        return os.path.join(stages, file)

    def prover(self):
        hazards = HazardRecognizer.of_module(
            self.tools.llc, self.arch, self._stage("opt.ll"), self.code
        )
        return Prover(self.code, self.items, hazards)

    def run_mutant(self, mutant):
        place = f"{mutant.index}-{mutant.text.replace(' ', '')}"
        folder = os.path.join(self.folder, place)
        os.mkdir(folder)
        assembly = os.path.join(folder, "mutant.s")
        with open(assembly, "w") as file:
            file.write(mutants.apply(self.assembly, self.code, mutant))
        self._generate(folder, "--override", f"asm={assembly}")
        outcome = self.run(folder)
        for file in os.listdir(folder):
            os.remove(os.path.join(folder, file))
        os.rmdir(folder)
        return outcome

    def run(self, folder):
        hsaco = os.path.join(folder, self.name + ".hsaco")
        command = [self.tools.run, "--hsaco", hsaco, "--heads", str(self.heads)]
        for problem in PROBLEMS:
            outcome = _run(command + problem)
            if outcome.verdict != "silent":
                break
        return outcome


def _run(command):
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    if done.returncode == 0:
        return Outcome("silent")
    message = re.search(r"kernel \S+: (expects.*)", done.stdout, re.DOTALL)
    if message:
        text = message.group(1).strip()
        return Outcome("caught", detector_of(text), text)
    if done.stdout.rstrip().endswith("FAIL"):
        return Outcome("wrong", message=done.stdout)
    raise ValueError(f"expects {' '.join(command)} to end with FAIL, got\n{done.stdout}")
