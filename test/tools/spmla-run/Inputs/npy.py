"""Writes and shows .npy files without NumPy.

npy.py write FILE DESCR SHAPE FORMAT VALUE...   FORMAT as struct.pack, per value
npy.py show FILE                                type, shape, values
"""
import ast
import struct
import sys

FORMATS = {"<f4": "f", "<f8": "d", "<f2": "e", "|u1": "B", "<u2": "H", "<u4": "I", "<u8": "Q",
           "|i1": "b", "<i2": "h", "<i4": "i", "<i8": "q", "<V2": "H"}


def write(path, descr, shape, *values):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    kind = FORMATS[descr]
    numbers = [float(v) if kind in "fde" else int(v, 0) for v in values]
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%d%s" % (len(numbers), kind), *numbers))


def show(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack("<H", data[8:10])
    assert (10 + length) % 64 == 0
    header = ast.literal_eval(data[10:10 + length].decode())
    assert not header["fortran_order"]
    kind = FORMATS[header["descr"]]
    body = data[10 + length:]
    values = struct.unpack("<%d%s" % (len(body) // struct.calcsize(kind), kind), body)
    print(header["descr"], header["shape"])
    print(*values)


{"write": write, "show": show}[sys.argv[1]](*sys.argv[2:])
