"""Operand bit patterns, and arrays of any dtype made of them and taken apart again."""
import gzip
import pathlib
import platform
import random
import sys

import ml_dtypes
import numpy as np

FOLDER = pathlib.Path(__file__).parent
RECORDED = FOLDER.parent / "recorded"
FLOATS = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
FP8 = {"e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2}
INTEGERS = {f"{kind}{8 * size}": np.dtype(f"{code}{size}") for size in (1, 2, 4, 8) for kind, code in ("si", "uu")}
NUMPY = FLOATS | FP8 | INTEGERS | {"b1": np.bool_}


def width(dtype):
    """Bits of an element."""
    return 8 * np.dtype(NUMPY[dtype]).itemsize


def values(dtype):
    lines = (FOLDER / "values.txt").read_text().splitlines()
    return next([int(word, 16) for word in line.split()[1:]] for line in lines if line.split()[0] == dtype)


def pairs(dtype, count=200):
    """All ordered pairs of the special values, then seeded random ones."""
    special = values(dtype)
    generator = random.Random(1)
    drawn = [(generator.getrandbits(width(dtype)), generator.getrandbits(width(dtype))) for _ in range(count)]
    return [(x, z) for x in special for z in special] + drawn


def array(dtype, bits):
    """A NumPy array with these bit patterns."""
    return np.array(bits, dtype=f"u{width(dtype) // 8}").view(NUMPY[dtype])


def digits(dtype, result):
    """The hexadecimal digits of each element."""
    n = width(dtype) // 8
    return [f"{bits:0{2 * n}x}" for bits in np.atleast_1d(np.asarray(result)).view(f"u{n}").ravel().tolist()]


def write(name, about, rows):
    """Writes `name`.gz: a header, then the rows, the same bytes each time."""
    header = [f"# {line}" for line in about + [f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"]]
    with gzip.GzipFile(RECORDED / f"{name}.gz", "wb", 9, mtime=0) as file:
        file.write(("\n".join(header + rows) + "\n").encode())
    print(f"{name}.gz: {len(rows)} rows", file=sys.stderr)
