#!/usr/bin/env python3
"""Removes each barrier and wait of a kernel, one at a time, and asks the
emulator's strict mode.

usage: mutate.py --bin DIR --kernel REGEX [--mnemonics s_barrier,s_waitcnt]
                 [-- spmla-run's problem flags]

Every s_barrier and s_waitcnt of each shipped kernel whose name matches is replaced by s_nop 0 in
the code object, and the mutant is run. Prints one line per mutant: its pc and
text, and CAUGHT with the first line of the error, WRONG if only the result
betrays it, or SILENT. A silent mutant is one whose wait or barrier another one
dominates on every path that the problem takes, or finds nothing outstanding;
a reader must see from the listing which. Exit code 1 if an unchanged kernel is
not clean.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile

S_NOP = (0xBF800000).to_bytes(4, "little")


def code_lines(objdump, path):
    """(pc, text, encoding words) of each instruction of the code object."""
    listing = subprocess.run(
        [objdump, "-d", path], check=True, capture_output=True, text=True
    ).stdout
    pattern = re.compile(r"^\s+(\S.*?)\s+// ([0-9A-F]+): ((?:[0-9A-F]{8} ?)+)")
    for line in listing.splitlines():
        match = pattern.match(line)
        if match:
            words = [int(w, 16) for w in match.group(3).split()]
            yield int(match.group(2), 16), match.group(1), words


def text_section(readobj, path):
    """Address, file offset and size of .text."""
    out = subprocess.run(
        [readobj, "-S", "--elf-output-style=GNU", path],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    match = re.search(r"\.text\s+PROGBITS\s+(\w+)\s+(\w+)\s+(\w+)", out)
    return tuple(int(group, 16) for group in match.groups())


def run(args, hsaco):
    env = dict(os.environ, SPMLA_EMU_MODE="strict")
    done = subprocess.run(
        [os.path.join(args.bin, "spmla-run"), "--hsaco", hsaco, "--device", "emu"]
        + args.problem,
        capture_output=True,
        text=True,
        env=env,
    )
    return done.returncode, done.stdout + done.stderr


def mutate(args, kernel):
    """Prints the verdicts; False if the kernel itself is not clean."""
    mnemonics = args.mnemonics.split(",")
    objdump = os.path.join(args.llvm_bin, "llvm-objdump")
    readobj = os.path.join(args.llvm_bin, "llvm-readobj")

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [os.path.join(args.bin, "spmla-gen"), "--kernel", kernel, "-o", folder],
            check=True,
            capture_output=True,
        )
        hsaco = os.path.join(folder, kernel + ".hsaco")
        code, text = run(args, hsaco)
        if code != 0:
            print(text)
            return False
        original = open(hsaco, "rb").read()
        digest = hashlib.sha256(original).hexdigest()
        manifest = next(
            os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".json")
        )
        description = open(manifest).read()
        if digest not in description:
            raise SystemExit(f"expects the SHA-256 of the kernel in {manifest}")
        address, offset, _ = text_section(readobj, hsaco)
        counts = {"CAUGHT": 0, "WRONG": 0, "SILENT": 0}
        for pc, line, words in list(code_lines(objdump, hsaco)):
            if line.split()[0] not in mnemonics:
                continue
            at = pc - address + offset
            if original[at : at + 4] != words[0].to_bytes(4, "little"):
                raise SystemExit(f"expects {line} at {at:#x} of {hsaco}, got other bytes")
            mutant = original[:at] + S_NOP + original[at + 4 :]
            with open(hsaco, "wb") as out:
                out.write(mutant)
            with open(manifest, "w") as out:
                out.write(description.replace(digest, hashlib.sha256(mutant).hexdigest()))
            code, text = run(args, hsaco)
            reason = re.search(r"kernel \S+: (expects.*)", text)
            reason = reason.group(1) if reason else ""
            verdict = "SILENT" if code == 0 else "CAUGHT" if reason else "WRONG"
            if verdict == "WRONG" and not text.rstrip().endswith("FAIL"):
                raise SystemExit("expects spmla-run to end with FAIL, got\n" + text)
            counts[verdict] += 1
            print(f"{pc:#x}: {line}: {verdict} {reason}", flush=True)
        print(", ".join(f"{n} {verdict.lower()}" for verdict, n in counts.items()))
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="folder of spmla-run")
    parser.add_argument("--kernel", required=True, help="regular expression")
    parser.add_argument("--mnemonics", default="s_barrier,s_waitcnt")
    parser.add_argument("--llvm-bin", default="", help="folder of LLVM's tools")
    parser.add_argument("problem", nargs="*", help="flags of spmla-run")
    args = parser.parse_args()
    listing = subprocess.run(
        [os.path.join(args.bin, "spmla-gen"), "--list"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    names = [line.split()[-1] for line in listing.splitlines()[1:]]
    kernels = [name for name in names if re.search(args.kernel, name)]
    if not kernels:
        raise SystemExit(f"expects a kernel to match {args.kernel}, got none")
    clean = True
    for kernel in kernels:
        print(f"kernel {kernel}")
        clean &= mutate(args, kernel)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
