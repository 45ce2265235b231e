"""Counts the requests for 128-byte lines that the gathers of a kernel really make.

Usage: executed_lines.py SPMLA_SOURCE SPMLA_BUILD KERNELS STATS

Every kernel of the folder KERNELS runs on the emulator, with profiling on, for lists
of even slots and for lists of odd ones. What its gathers do in the tile loop is the
difference of two list lengths. The means of even and odd rows must be loop.lines and
loop.lines_merged of STATS/NAME.txt, and the bytes those of the listed rows.
"""

import ctypes
import json
import pathlib
import random
import re
import sys

LANES, WAVES = 64, 4
# Trips through the loop of the shorter list, and those that the longer one has more.
STEPS, MORE_STEPS, NUM_SLOTS = 4, 3, 4096


def expect(holds, what):
    if not holds:
        sys.exit(f"expects {what}")


class ArgumentBlock:
    """Kernel/ArgumentBlock.def."""

    SIZES = {"ptr": 8, "i64": 8, "i32": 4, "f32": 4}

    def __init__(self, source):
        text = (source / "include/spmla/Kernel/ArgumentBlock.def").read_text()
        self.members, self.size = {}, 0
        for kind, name in re.findall(r"^SPMLA_ARGUMENT\((\w+), (\w+)\)", text, re.M):
            width = self.SIZES[kind]
            offset = -(-self.size // width) * width
            self.members[name] = (offset, width)
            self.size = offset + width

    def fill(self, values):
        block = bytearray(self.size)
        for name, value in values.items():
            offset, width = self.members[name]
            block[offset : offset + width] = value.to_bytes(width, "little")
        return bytes(block)


class Emulator:
    """The HIP calls that a profiled launch takes."""

    def __init__(self, library):
        self.hip = ctypes.CDLL(library)
        self.hip.spmla_emu_last_error.restype = ctypes.c_char_p
        self.hip.spmla_emu_profile_json.restype = ctypes.c_char_p
        self.hip.spmla_emu_set_profile(1)

    def call(self, name, *arguments):
        code = getattr(self.hip, name)(*arguments)
        expect(code == 0, f"{name} to succeed, got {code}: {self.hip.spmla_emu_last_error().decode()}")

    def allocate(self, contents):
        pointer = ctypes.c_void_p()
        self.call("hipMalloc", ctypes.byref(pointer), ctypes.c_size_t(len(contents)))
        self.call("hipMemcpy", pointer, contents, ctypes.c_size_t(len(contents)), 1)
        return pointer.value

    def free(self, pointer):
        self.call("hipFree", ctypes.c_void_p(pointer))

    def profile(self, image, name, block):
        """The counts of one launch."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("hipModuleLoadData", ctypes.byref(module), image)
        self.call("hipModuleGetFunction", ctypes.byref(function), module, name.encode())
        size = ctypes.c_size_t(len(block))
        pointer = lambda of: ctypes.cast(of, ctypes.c_void_p)
        extra = (ctypes.c_void_p * 5)(1, pointer(block), 2, pointer(ctypes.byref(size)), 3)
        self.hip.spmla_emu_reset_profile()
        self.call("hipModuleLaunchKernel", function, 1, 1, 1, WAVES * LANES, 1, 1, 0, None, None, extra)
        self.call("hipDeviceSynchronize")
        self.call("hipModuleUnload", module)
        return json.loads(self.hip.spmla_emu_profile_json())["kernels"][0]


class Kernel:
    def __init__(self, folder, name):
        key = json.loads((folder / f"{name}.json").read_text())["key"]
        self.name = name
        self.image = (folder / f"{name}.hsaco").read_bytes()
        self.heads, self.key_tile = key["program_heads"], key["key_tile"]
        self.row_bytes = (key["latent"] + key["rope"]) * (2 if key["format"] == "bf16" else 1)

    def gathers(self, emulator, arguments, slots):
        """Bytes, requests and merged requests of the gathers for one query."""
        words = lambda values: b"".join(value.to_bytes(4, "little") for value in values)
        rows = bytes(4096 * self.heads)
        buffers = {
            "q": rows,
            "cache": bytes(NUM_SLOTS * self.row_bytes),
            "indices": words(slots),
            "indptr": words([0, len(slots)]),
            "out": rows,
            "zero_row": bytes(4096),
        }
        pointers = {name: emulator.allocate(contents) for name, contents in buffers.items()}
        block = arguments.fill(
            dict(
                pointers,
                cache_row_stride=self.row_bytes,
                cache_span=NUM_SLOTS * self.row_bytes,
                num_slots=NUM_SLOTS,
                heads=self.heads,
            )
        )
        profile = emulator.profile(self.image, self.name, block)
        for pointer in pointers.values():
            emulator.free(pointer)
        # The slots come by narrower loads.
        gathers = [line for line in profile["instructions"] if re.match(r"(buffer|global)_load_dwordx4 ", line["text"])]
        return [sum(line.get(name, 0) for line in gathers) for name in ("global_bytes_read", "lines", "lines_merged")]

    def count(self, emulator, arguments, is_odd):
        """Requests of one step per 64 tokens: load by load, and merged."""
        steps = STEPS + MORE_STEPS
        slots = [2 * n + is_odd for n in random.sample(range(NUM_SLOTS // 2), steps * self.key_tile)]
        short = self.gathers(emulator, arguments, slots[: STEPS * self.key_tile])
        long = self.gathers(emulator, arguments, slots)
        read, lines, merged = ((b - a) / MORE_STEPS for a, b in zip(short, long))
        rows = self.key_tile * self.row_bytes
        expect(read == rows, f"a step of {self.name} to read rows of {rows} bytes, got {read}")
        return lines * 64 / self.key_tile, merged * 64 / self.key_tile


def main(source, build, kernels, stats):
    arguments = ArgumentBlock(source)
    emulator = Emulator(str(build / "lib/libspmla_hipemu.so"))
    paths = sorted(kernels.glob("*.hsaco"))
    expect(paths, f"kernels in {kernels}")
    failures = 0
    for path in paths:
        name = path.stem
        random.seed(name)
        kernel = Kernel(kernels, name)
        even, odd = (kernel.count(emulator, arguments, is_odd) for is_odd in (False, True))
        said = dict(line.split(": ") for line in (stats / f"{name}.txt").read_text().splitlines())
        for figure, executed in zip(("loop.lines", "loop.lines_merged"), zip(even, odd)):
            agrees = sum(executed) == 2 * int(said[figure])
            failures += not agrees
            print(f"{'ok' if agrees else 'FAIL'} {name} {figure}: {said[figure]}, executed {executed[0]:g} for even rows, {executed[1]:g} for odd ones")
    print(f"{len(paths)} kernels, {failures} failures")
    return failures != 0


sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
