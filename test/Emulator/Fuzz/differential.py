#!/usr/bin/env python3
"""Compiles random kernels for both targets and for the CPU, and compares what
the emulator computes with what the CPU computes, bit for bit.

A kernel is fixed by the seed and its number, so `--seed S --first N --count 1`
runs one of a longer run again. What differs is kept under --output: the source,
the code object, the seed and both results.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # no files beside the sources
from random_kernel import RandomKernel

HERE = pathlib.Path(__file__).resolve().parent
DEVICES = ["gfx950", "gfx942"]
LEVELS = ["-O0", "-O2", "-O3"]
C_FLAGS = ["-std=c17", "-w", "-ffp-contract=off", "-fno-strict-aliasing", f"-I{HERE}"]
DEVICE_FLAGS = ["--target=amdgcn-amd-amdhsa", "-nogpulib", "-mcode-object-version=5", *C_FLAGS]
# The sanitizer stops the CPU's run at undefined behaviour: a mistake of the
# generator would otherwise look like one of the emulator.
HOST_FLAGS = [
    "-O1", "-fPIC", "-shared", *C_FLAGS,
    "-Xclang", "-ffloat16-excess-precision=none",
    "-fsanitize=undefined,float-cast-overflow", "-fsanitize-trap=all",
]  # fmt: skip
WORDS_PER_ITEM, OWN_WORDS = 64, 32


class Batch:
    """Some kernels in one source file."""

    def __init__(self, options, numbers, folder):
        self.options = options
        self.folder = pathlib.Path(folder)
        self.kernels = [RandomKernel(f"k{n}", f"{options.seed}/{n}") for n in numbers]
        self.source = self.folder / "kernels.c"
        self.source.write_text('#include "Kernel.h"\n\n' + "\n".join(k.text for k in self.kernels))

    def compile(self):
        run = lambda command: subprocess.run(command, check=True)
        run([self.options.clang, *HOST_FLAGS, self.source, "-o", self.folder / "host.so", "-lm"])
        objects = []
        for device, arch in enumerate(DEVICES):
            for level in LEVELS:
                path = self.folder / f"{arch}{level}.hsaco"
                run([self.options.clang, *DEVICE_FLAGS, f"-mcpu={arch}", level, self.source, "-o", path])
                objects.append({"path": str(path), "device": device})
        return objects

    def run(self):
        """Yields what differs or fails."""
        objects = self.compile()
        description = {
            "host": str(self.folder / "host.so"),
            "emulator": str(self.options.emulator),
            "objects": objects,
            "kernels": [
                {"name": k.name, "seed": f"{self.options.seed}/{k.name[1:]}", "groups": k.groups, "size": k.size}
                for k in self.kernels
            ],
        }
        path = self.folder / "batch.json"
        path.write_text(json.dumps(description))
        environment = {**os.environ, "SPMLA_EMU_DEVICES": ",".join(DEVICES)}
        try:
            child = subprocess.run(
                [sys.executable, HERE / "launch.py", path],
                env=environment, capture_output=True, text=True, timeout=self.options.timeout,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return [{"error": f"no end within {self.options.timeout} s"}]
        reports = [json.loads(line) for line in child.stdout.splitlines()]
        if child.returncode or not reports or not reports[-1].get("done"):
            return [{"error": f"the process ended with code {child.returncode}\n{child.stderr}"}]
        return reports[:-1]


def differences(report):
    """Where two results differ, for a reader."""
    host, got = (struct.unpack(f"{len(report[k]) // 8}I", bytes.fromhex(report[k])) for k in ("host", "emulator"))
    shared = len(host) - WORDS_PER_ITEM
    lines = []
    for i, (h, g) in enumerate(zip(host, got)):
        if h == g:
            continue
        item, word = divmod(i, WORDS_PER_ITEM)
        place = (
            f"shared word {i - shared}" if i >= shared
            else f"item {item} own word {word}" if word < OWN_WORDS
            else f"item {item} state word {word - OWN_WORDS}"
        )  # fmt: skip
        lines.append(f"{place}: host {h:#010x}, emulator {g:#010x}")
    return lines


def save(options, batch, report):
    """Keeps a failure; returns the folder and its first line."""
    name = report.get("kernel", "batch")
    code_object = pathlib.Path(report.get("object", "all"))
    folder = options.output / f"seed{options.seed}-{name}-{code_object.stem}"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [report["error"]] if "error" in report else differences(report)
    kernels = [k for k in batch.kernels if k.name == name] or batch.kernels
    (folder / "kernels.c").write_text('#include "Kernel.h"\n\n' + "\n".join(k.text for k in kernels))
    first, count = kernels[0].name[1:], len(kernels)
    again = f"tools/dev/fuzz.sh differential --seed {options.seed} --first {first} --count {count}"
    (folder / "report.txt").write_text("\n".join([f"again: {again}", *lines, ""]))
    for side in ("host", "emulator"):
        if side in report:
            (folder / f"{side}.bin").write_bytes(bytes.fromhex(report[side]))
    for path in [code_object] if code_object.suffix else batch.folder.glob("*.hsaco"):
        shutil.copy(path, folder)
    return folder, lines[0].splitlines()[0]


def test(options, numbers):
    with tempfile.TemporaryDirectory(prefix="spmla-fuzz-") as folder:
        batch = Batch(options, numbers, folder)
        failures = [save(options, batch, report) for report in batch.run()]
    return len(numbers), failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emulator", type=pathlib.Path, required=True, help="libspmla_hipemu.so")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first kernel")
    parser.add_argument("--count", type=int, default=300, help="kernels to test")
    parser.add_argument("--batch", type=int, default=12, help="kernels in one source file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one batch to run")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("fuzz-failures"))
    options = parser.parse_args()
    if not options.emulator.exists():
        parser.error(f"expects --emulator to be a library, got {options.emulator}")
    if options.count < 1 or options.batch < 1:
        parser.error(f"expects --count and --batch to be at least 1, got {options.count} and {options.batch}")

    numbers = range(options.first, options.first + options.count)
    batches = [numbers[i : i + options.batch] for i in range(0, options.count, options.batch)]
    start, done, failed = time.monotonic(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(test, options, b) for b in batches]):
            count, failures = future.result()
            done += count
            for folder, line in failures:
                failed += 1
                print(f"FAILED {folder}: {line}")
            seconds = time.monotonic() - start
            print(f"{done} of {options.count} kernels, {failed} failures, {seconds:.0f} s", flush=True)
    runs = done * len(DEVICES) * len(LEVELS)
    print(f"{runs} code object runs of {done} kernels: {failed} differ or fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
