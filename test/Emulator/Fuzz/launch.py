"""Runs one batch of random kernels on the emulator and on the CPU.

Usage: launch.py BATCH.json. Reads what differential.py wrote there and prints
one JSON object per line: a kernel that differs, with both outputs, or a call
that failed. A process of its own, because an emulator under test may crash.
"""

import ctypes
import json
import random
import struct
import sys

IN_WORDS, WORDS_PER_ITEM, SHARED_WORDS = 1024, 64, 64  # as in Kernel.h
HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2


class Hip:
    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.library.spmla_emu_last_error.restype = ctypes.c_char_p

    def __call__(self, function, *arguments):
        error = getattr(self.library, function)(*arguments)
        if error:
            text = self.library.spmla_emu_last_error().decode(errors="replace")
            raise RuntimeError(f"{function} returns {error}: {text}")

    def allocate(self, content):
        pointer = ctypes.c_void_p()
        self("hipMalloc", ctypes.byref(pointer), ctypes.c_size_t(len(content)))
        self("hipMemcpy", pointer, content, ctypes.c_size_t(len(content)), HOST_TO_DEVICE)
        return pointer


def input_words(seed):
    """Bits that are interesting as integers and as floats."""
    rng = random.Random(seed)
    words = []
    for _ in range(IN_WORDS):
        kind = rng.randrange(8)
        if kind < 3:
            words.append(rng.getrandbits(32))
        elif kind < 5:
            words.append(struct.unpack("I", struct.pack("f", rng.uniform(-100, 100)))[0])
        elif kind == 5:
            words.append(rng.randrange(64))
        elif kind == 6:
            # Halves: zeros, ones, infinities, denormals.
            halves = [0, 0x8000, 0x3C00, 0xBC00, 0x7C00, 0xFC00, 1, 0x3FF, 0x400, 0x7E00, 0x3F80, 0x7F80]
            words.append(rng.choice(halves) << 16 | rng.choice(halves))
        else:
            words.append(rng.choice([0, 1, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0x7F800000, 0xFF800000, 0x7FFFFF, 0x800000]))
    return struct.pack(f"{IN_WORDS}I", *words)


def arguments(kernel):
    rng = random.Random(kernel["seed"] + "/arguments")
    return ctypes.c_uint32(rng.getrandbits(32)), ctypes.c_uint64(rng.getrandbits(64)), ctypes.c_float(rng.uniform(-9, 9))


def run_on_host(library, kernel, data):
    items = kernel["groups"] * kernel["size"]
    out = ctypes.create_string_buffer(4 * WORDS_PER_ITEM * items)
    shared = ctypes.create_string_buffer(4 * SHARED_WORDS)
    getattr(library, kernel["name"])(data, out, shared, *arguments(kernel), kernel["groups"], kernel["size"])
    return out.raw + shared.raw


def run_on_emulator(hip, module, kernel, data):
    out_bytes = 4 * WORDS_PER_ITEM * kernel["groups"] * kernel["size"]
    function = ctypes.c_void_p()
    hip("hipModuleGetFunction", ctypes.byref(function), module, kernel["name"].encode())
    buffers = [hip.allocate(b) for b in (data, bytes(out_bytes), bytes(4 * SHARED_WORDS))]
    values = [*buffers, *arguments(kernel)]
    parameters = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
    hip("hipModuleLaunchKernel", function, kernel["groups"], 1, 1, kernel["size"], 1, 1, 0, None, parameters, None)
    result = b""
    for pointer, count in zip(buffers[1:], (out_bytes, 4 * SHARED_WORDS)):
        content = ctypes.create_string_buffer(count)
        hip("hipMemcpy", content, pointer, ctypes.c_size_t(count), DEVICE_TO_HOST)
        result += content.raw
    for pointer in buffers:
        hip("hipFree", pointer)
    return result


def main():
    with open(sys.argv[1]) as file:
        batch = json.load(file)
    host = ctypes.CDLL(batch["host"])
    hip = Hip(batch["emulator"])
    expected = {k["name"]: run_on_host(host, k, input_words(k["seed"])) for k in batch["kernels"]}
    for code_object in batch["objects"]:
        report = {"object": code_object["path"]}
        try:
            hip("hipSetDevice", code_object["device"])
            module = ctypes.c_void_p()
            hip("hipModuleLoad", ctypes.byref(module), code_object["path"].encode())
        except RuntimeError as error:
            print(json.dumps({**report, "error": str(error)}), flush=True)
            continue
        for kernel in batch["kernels"]:
            report["kernel"] = kernel["name"]
            try:
                got = run_on_emulator(hip, module, kernel, input_words(kernel["seed"]))
            except RuntimeError as error:
                print(json.dumps({**report, "error": str(error)}), flush=True)
                continue
            if got != expected[kernel["name"]]:
                print(json.dumps({**report, "host": expected[kernel["name"]].hex(), "emulator": got.hex()}), flush=True)
        hip("hipModuleUnload", module)
    print(json.dumps({"done": True}), flush=True)


if __name__ == "__main__":
    main()
