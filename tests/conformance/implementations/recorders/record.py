#!/usr/bin/env python3
"""Records what NumPy, PyTorch and JAX return for maxima and minima of all pairs of special values, on the CPU.

    python3 -m venv venv && venv/bin/pip install numpy ml_dtypes torch 'jax[cpu]'
    venv/bin/python record.py

A row is `functions dtype x z y` in hexadecimal digits, functions with the same result joined by commas. `function` alone
was given all operands in one array, which takes the library's vector code; `function/1` was given one pair at a time.
"""
import bits
import jax
import jax.numpy as jnp
import numpy as np
import torch

jax.config.update("jax_enable_x64", True)

FORMAT = "row: functions dtype x z y; `function` ran on all operands at once, `function/1` on one pair at a time"
SIMD = ", ".join(np.__config__.show("dicts")["SIMD Extensions"]["found"])
NUMPY_VERSION = f"NumPy {np.__version__} (SIMD {SIMD}), bf16 of ml_dtypes {bits.ml_dtypes.__version__}"
TORCH_VERSION = f"PyTorch {torch.__version__}, CPU (ATen {torch.backends.cpu.get_cpu_capability()})"
JAX_VERSION = f"JAX {jax.__version__}, CPU"
TORCH = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16,
         "s8": torch.int8, "u8": torch.uint8, "s16": torch.int16, "u16": torch.uint16, "s32": torch.int32,
         "u32": torch.uint32, "s64": torch.int64, "u64": torch.uint64, "b1": torch.bool,
         "e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}
SIGNED = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}


def to_torch(dtype, patterns):
    """A tensor with these bit patterns, by way of integers."""
    return torch.from_numpy(bits.array(f"u{bits.width(dtype)}", patterns).view(SIGNED[bits.width(dtype)])).view(TORCH[dtype])


def from_torch(dtype, tensor):
    return bits.digits(dtype, tensor.view(TORCH[f"s{bits.width(dtype)}"]).numpy())


def to_jax(dtype, patterns):
    return jax.lax.bitcast_convert_type(jnp.asarray(bits.array(f"u{bits.width(dtype)}", patterns)), bits.NUMPY[dtype])


def from_jax(dtype, result):
    return bits.digits(dtype, jax.lax.bitcast_convert_type(result, bits.NUMPY[f"u{bits.width(dtype)}"]))


NUMPY_FUNCTIONS = {
    "np.maximum": np.maximum, "np.minimum": np.minimum, "np.fmax": np.fmax, "np.fmin": np.fmin,
}
TORCH_FUNCTIONS = {
    "torch.maximum": torch.maximum, "torch.minimum": torch.minimum, "torch.fmax": torch.fmax, "torch.fmin": torch.fmin,
    "torch.amax": lambda x, z: torch.amax(torch.stack([x, z]), 0),
    "torch.amin": lambda x, z: torch.amin(torch.stack([x, z]), 0),
    "torch.where_ge": lambda x, z: torch.where(x >= z, x, z), "torch.where_gt": lambda x, z: torch.where(x > z, x, z),
    "torch.where_le": lambda x, z: torch.where(x <= z, x, z), "torch.where_lt": lambda x, z: torch.where(x < z, x, z),
}
JAX_FUNCTIONS = {
    "jnp.maximum": jax.jit(jnp.maximum), "jnp.minimum": jax.jit(jnp.minimum),
    "jnp.fmax": jax.jit(jnp.fmax), "jnp.fmin": jax.jit(jnp.fmin),
}


def results(function, dtypes, patterns, make, take):
    """The digits of all results, or nothing where the library lacks the function for the dtypes: those of the operands
    and, last, of the result."""
    columns = [make(dtype, list(column)) for dtype, column in zip(dtypes, zip(*patterns))]
    try:
        whole = take(dtypes[-1], function(*columns))
        single = [take(dtypes[-1], function(*(c[i:i + 1] for c in columns)))[0] for i in range(len(patterns))]
    except (TypeError, RuntimeError, NotImplementedError):
        return None
    return whole, single


def rows(functions, dtypes, patterns, make, take):
    """A row for each pattern and result, with the names of the functions that gave it."""
    seen = {name: results(function, dtypes, patterns, make, take) for name, function in functions.items()}
    word = dtypes[0] if dtypes[0] == dtypes[-1] else f"{dtypes[0]}>{dtypes[-1]}"
    lines = []
    for i, pattern in enumerate(patterns):
        operands = " ".join(f"{operand:0{bits.width(dtype) // 4}x}" for dtype, operand in zip(dtypes, pattern))
        by_result = {}
        for name, columns in seen.items():
            for suffix, column in zip(("", "/1"), columns or ()):
                by_result.setdefault(column[i], []).append(name + suffix)
        lines += [f"{','.join(names)} {word} {operands} {y}" for y, names in by_result.items()]
    return lines


def extrema(functions, make, take):
    return [row for dtype in bits.FLOATS | bits.INTEGERS
            for row in rows(functions, [dtype] * 3, bits.pairs(dtype), make, take)]


if __name__ == "__main__":
    bits.write("numpy", [FORMAT, NUMPY_VERSION],
               extrema(NUMPY_FUNCTIONS, bits.array, bits.digits))
    bits.write("torch", [FORMAT, TORCH_VERSION],
               extrema(TORCH_FUNCTIONS, to_torch, from_torch))
    bits.write("jax", [FORMAT, JAX_VERSION],
               extrema(JAX_FUNCTIONS, to_jax, from_jax))
