"""Counts the requests for 128-byte lines that the gathers of a kernel really make.

Usage: executed_lines.py SPMLA_SOURCE SPMLA_BUILD LISTINGS STATS SCRATCH

For each LISTINGS/NAME.s, as --emit asm writes it, every gather of the tile loop is
preceded by a store of its lanes' addresses, and the kernel runs on the emulator
with a list of even slots, then of odd ones. The means of both must be loop.lines
and loop.lines_merged of STATS/NAME.txt, and the bytes those of the listed rows.
"""

import ctypes
import json
import pathlib
import random
import re
import subprocess
import sys

LINE, LANES, WAVES = 128, 64, 4
# Scalar registers that no kernel uses; checked below.
POINTER, LOWEST_FREE_SGPR = "s[98:99]", 98
# Bytes of the trace: of an address, of a wave.
ENTRY, WAVE_SHIFT = 8, 17
TRACE_BYTES = WAVES << WAVE_SHIFT
STEPS, NUM_SLOTS = 6, 4096
# Of the trips through the loop, one whose gathers are inside the list.
TRIP = 1


def expect(holds, what):
    if not holds:
        sys.exit(f"expects {what}")


class Gather:
    """A load of 16 bytes per lane in a listing."""

    def __init__(self, line):
        match = re.match(r"\t\w+_load_dwordx4 v\[\d+:\d+\], (v\d+|v\[\d+:\d+\]),(?:.* offset:(\d+)$)?", line)
        self.address, self.offset = match[1], int(match[2] or 0)
        numbers = [int(n) for n in re.findall(r"\d+", self.address)]
        # 64-bit addresses are absolute, others count from the cache.
        self.is_absolute = len(numbers) == 2
        self.free = next(f"v{n}" for n in range(3) if n not in numbers)

    def trace(self):
        """a1 is where the lane writes next, a0 keeps the register in between."""
        return (
            f"\tv_accvgpr_write_b32 a0, {self.free}\n\tv_accvgpr_read_b32 {self.free}, a1\n"
            f"\tglobal_store_dword{'x2' * self.is_absolute} {self.free}, {self.address}, {POINTER}\n"
            f"\tv_add_u32_e32 {self.free}, {ENTRY * LANES}, {self.free}\n"
            f"\tv_accvgpr_write_b32 a1, {self.free}\n\tv_accvgpr_read_b32 {self.free}, a0\n"
        )


def loads_of_loop(lines):
    """Indices of the vector-memory loads of the tile loop, cold blocks left out."""
    begin = next(i for i, line in enumerate(lines) if "Loop Header" in line)
    label = re.escape(lines[begin].split(":")[0])
    end = max(i for i, line in enumerate(lines) if re.match(rf"\ts_c?branch\w*\s+{label}$", line))
    loads, is_cold = [], False
    for i in range(begin, end):
        if lines[i].startswith((".LBB", "; %bb.")):
            is_cold = "spmla.cold" in lines[i]
        if not is_cold and re.match(r"\t(buffer|global)_load_", lines[i]):
            loads.append(i)
    return loads


def instrument(text, trace_argument):
    """The listing with its stores; its loads: a Gather, or None for one of slots."""
    expect(not re.search(r"\sa(\d|\[)", text), "accumulation registers to be free")
    lines = text.split("\n")
    loads = []
    for i in loads_of_loop(lines):
        gather = Gather(lines[i]) if "_dwordx4 " in lines[i] else None
        loads.append(gather)
        if gather:
            lines[i] = gather.trace() + lines[i]
    entry = next(i for i, line in enumerate(lines) if line.startswith("; %bb.0"))
    lines[entry] += (
        f"\n\ts_load_dwordx2 {POINTER}, s[0:1], {trace_argument:#x}\n\ts_waitcnt lgkmcnt(0)\n"
        f"\tv_lshrrev_b32_e32 v1, 6, v0\n\tv_lshlrev_b32_e32 v1, {WAVE_SHIFT}, v1\n"
        f"\tv_and_b32_e32 v2, {LANES - 1}, v0\n\tv_mul_u32_u24_e32 v2, {ENTRY}, v2\n"
        "\tv_or_b32_e32 v1, v1, v2\n\tv_accvgpr_write_b32 a1, v1"
    )
    text = "\n".join(lines)
    directive = lambda name: int(re.search(rf"\.amdhsa_{name} (\d+)", text)[1])
    expect(directive("next_free_sgpr") <= LOWEST_FREE_SGPR, "two scalar registers to be free")
    vgprs = max(directive("next_free_vgpr"), directive("accum_offset") + 2)
    text = re.sub(r"(\.amdhsa_next_free_sgpr) \d+", rf"\1 {LOWEST_FREE_SGPR + 2}", text)
    text = re.sub(r"(\.amdhsa_next_free_vgpr) \d+", rf"\1 {vgprs}", text)
    return text, loads


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
    """The HIP calls that a launch takes."""

    def __init__(self, library):
        self.hip = ctypes.CDLL(library)
        self.hip.spmla_emu_last_error.restype = ctypes.c_char_p

    def call(self, name, *arguments):
        code = getattr(self.hip, name)(*arguments)
        expect(code == 0, f"{name} to succeed, got {code}: {self.hip.spmla_emu_last_error().decode()}")

    def allocate(self, contents):
        pointer = ctypes.c_void_p()
        self.call("hipMalloc", ctypes.byref(pointer), ctypes.c_size_t(len(contents)))
        self.call("hipMemcpy", pointer, contents, ctypes.c_size_t(len(contents)), 1)
        return pointer.value

    def read(self, pointer, size):
        contents = ctypes.create_string_buffer(size)
        self.call("hipMemcpy", contents, ctypes.c_void_p(pointer), ctypes.c_size_t(size), 2)
        return contents.raw

    def free(self, pointer):
        self.call("hipFree", ctypes.c_void_p(pointer))

    def launch(self, image, name, block):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("hipModuleLoadData", ctypes.byref(module), image)
        self.call("hipModuleGetFunction", ctypes.byref(function), module, name.encode())
        size = ctypes.c_size_t(len(block))
        pointer = lambda of: ctypes.cast(of, ctypes.c_void_p)
        extra = (ctypes.c_void_p * 5)(1, pointer(block), 2, pointer(ctypes.byref(size)), 3)
        self.call("hipModuleLaunchKernel", function, 1, 1, 1, WAVES * LANES, 1, 1, 0, None, None, extra)
        self.call("hipDeviceSynchronize")
        self.call("hipModuleUnload", module)


class Kernel:
    def __init__(self, folder, name):
        key = json.loads((folder / f"{name}.json").read_text())["key"]
        self.name = name
        self.image = (folder / f"{name}.hsaco").read_bytes()
        self.heads, self.key_tile = key["program_heads"], key["key_tile"]
        self.row_bytes = (key["latent"] + key["rope"]) * (2 if key["format"] == "bf16" else 1)

    def trace(self, emulator, arguments, slots):
        """Address of the cache, and what the waves wrote for one query."""
        words = lambda values: b"".join(value.to_bytes(4, "little") for value in values)
        rows = bytes(4096 * self.heads)
        buffers = {
            "q": rows,
            "cache": bytes(NUM_SLOTS * self.row_bytes),
            "indices": words(slots),
            "indptr": words([0, len(slots)]),
            "out": rows,
            # Read for invalid slots only, of which there are some past the end.
            "zero_row": bytes(TRACE_BYTES),
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
        emulator.launch(self.image, self.name, block)
        trace = emulator.read(pointers["zero_row"], TRACE_BYTES)
        for pointer in pointers.values():
            emulator.free(pointer)
        return pointers["cache"], trace

    def count(self, emulator, arguments, loads, is_odd):
        """Requests of one trip per 64 tokens: load by load, and merged."""
        slots = [2 * n + is_odd for n in random.sample(range(NUM_SLOTS // 2), STEPS * self.key_tile)]
        cache, trace = self.trace(emulator, arguments, slots)
        expect(cache % LINE == 0, "the cache to begin at a line")
        gathers = sum(load is not None for load in loads)
        per_load = merged = 0
        touched = set()
        for wave in range(WAVES):
            at = (wave << WAVE_SHIFT) + TRIP * gathers * ENTRY * LANES
            before = set()
            for load in loads:
                lines = set()
                for lane in range(LANES if load else 0):
                    address = int.from_bytes(trace[at : at + ENTRY], "little") + load.offset
                    address -= cache if load.is_absolute else 0
                    at += ENTRY
                    touched.add(address)
                    lines.add(address // LINE)
                per_load += len(lines)
                merged += len(lines - before)
                before = lines
        steps = [set(slots[i : i + self.key_tile]) for i in range(0, len(slots), self.key_tile)]
        expect({address // self.row_bytes for address in touched} in steps, "a trip to read the rows of one step")
        expect(len(touched) * 16 == self.key_tile * self.row_bytes, "a trip to read whole rows")
        return per_load * 64 // self.key_tile, merged * 64 // self.key_tile


def main(source, build, listings, stats, scratch):
    arguments = ArgumentBlock(source)
    emulator = Emulator(str(build / "lib/libspmla_hipemu.so"))
    scratch.mkdir(parents=True, exist_ok=True)
    paths = sorted(listings.glob("*.s"))
    expect(paths, f"listings in {listings}")
    failures = 0
    for path in paths:
        name = path.stem
        random.seed(name)
        text, loads = instrument(path.read_text(), arguments.members["zero_row"][0])
        traced = scratch / path.name
        traced.write_text(text)
        subprocess.run(
            [build / "bin/spmla-gen", "--kernel", name, "--override", f"asm={traced}", "-o", scratch], check=True
        )
        kernel = Kernel(scratch, name)
        even, odd = (kernel.count(emulator, arguments, loads, is_odd) for is_odd in (False, True))
        said = dict(line.split(": ") for line in (stats / f"{name}.txt").read_text().splitlines())
        for figure, executed in zip(("loop.lines", "loop.lines_merged"), zip(even, odd)):
            agrees = sum(executed) == 2 * int(said[figure])
            failures += not agrees
            print(f"{'ok' if agrees else 'FAIL'} {name} {figure}: {said[figure]}, executed {executed[0]} for even rows, {executed[1]} for odd ones")
    print(f"{len(paths)} kernels, {failures} failures")
    return failures != 0


sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
