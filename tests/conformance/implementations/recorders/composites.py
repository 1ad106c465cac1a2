#!/usr/bin/env python3
"""Records what NumPy, PyTorch and JAX return for the operations built on comparisons: rectifiers and their gradients,
clamps, comparisons, conversions, and reductions and arg-reductions of rows. Set up as record.py is."""
import itertools

import jax
import jax.numpy as jnp
import numpy as np
import torch

import bits
from record import (JAX_VERSION, NUMPY_VERSION, TORCH_VERSION, TORCH, from_jax, from_torch, rows, to_jax, to_torch)

nn = torch.nn.functional
VERSIONS = [NUMPY_VERSION, TORCH_VERSION, JAX_VERSION]
BATCH = "`function` ran on all rows at once, `function/1` on one at a time"
LIBRARIES = {"np": (bits.array, bits.digits), "torch": (to_torch, from_torch), "jax": (to_jax, from_jax)}
CLAMPED = ("+0", "-0", "1", "-1", "2", "-2", "+inf", "-inf", "qnan", "-qnan", "snan", "subnormal")
PLACES = dict(zip(("+0", "-0", "1", "-1", "+inf", "-inf", "qnan", "-qnan", "snan", "-snan", "2", "-2"), range(12)))


def value(dtype, name):
    """The bits of a special value by name; values.txt lists floats in the order of PLACES."""
    return 1 if name == "subnormal" else bits.values(dtype)[PLACES[name]]


def by_library(functions, dtypes, patterns):
    """Rows of functions whose names begin with the library's."""
    lines = []
    for library, (make, take) in LIBRARIES.items():
        own = {name: f for name, f in functions.items() if name.startswith(library)}
        lines += rows(own, dtypes, patterns, make, take)
    return lines


def gradient(function):
    """The gradient of a function of PyTorch at x for an incoming gradient."""
    def at(x, incoming):
        x = x.clone().requires_grad_()
        function(x).backward(incoming)
        return x.grad
    return at


def jax_gradient(function):
    return jax.jit(lambda x, incoming: jax.vjp(function, x)[1](incoming)[0])


RECTIFIERS = {"relu": (torch.relu, jax.nn.relu), "relu6": (nn.relu6, jax.nn.relu6),
              "hardtanh": (nn.hardtanh, jax.nn.hard_tanh),
              "leaky_relu(0.25)": (lambda x: nn.leaky_relu(x, 0.25), lambda x: jax.nn.leaky_relu(x, 0.25)),
              "clamp(-1:1)": (lambda x: torch.clamp(x, -1, 1), lambda x: jnp.clip(x, -1, 1)),
              "clamp_min(0)": (lambda x: torch.clamp_min(x, 0), lambda x: jnp.maximum(x, 0))}
CLAMPS = {"np.clip": np.clip, "torch.clamp": torch.clamp, "jax.numpy.clip": jax.jit(jnp.clip),
          "jax.lax.clamp": jax.jit(lambda x, lower, upper: jax.lax.clamp(lower, x, upper))}
RELATIONS = ("lt", "le", "gt", "ge", "eq", "ne")
REDUCTIONS = {"np.max": np.max, "np.min": np.min, "np.fmax.reduce": np.fmax.reduce, "np.fmin.reduce": np.fmin.reduce,
              "torch.amax": torch.amax, "torch.amin": torch.amin, "torch.max": lambda x, d: torch.max(x, d).values,
              "torch.min": lambda x, d: torch.min(x, d).values, "jax.numpy.max": jnp.max, "jax.numpy.min": jnp.min,
              "jax.numpy.nanmax": jnp.nanmax, "jax.numpy.nanmin": jnp.nanmin}
INDICES = {"np.argmax": np.argmax, "np.argmin": np.argmin, "np.nanargmax": np.nanargmax, "np.nanargmin": np.nanargmin,
           "torch.argmax": torch.argmax, "torch.argmin": torch.argmin, "torch.max": lambda x, d: torch.max(x, d).indices,
           "torch.min": lambda x, d: torch.min(x, d).indices, "jax.numpy.argmax": jnp.argmax, "jax.numpy.argmin": jnp.argmin,
           "jax.numpy.nanargmax": jnp.nanargmax, "jax.numpy.nanargmin": jnp.nanargmin}


def rectifiers():
    lines = []
    for dtype in bits.FLOATS:
        functions = {f"{library}.{name}": pair[i] for name, pair in RECTIFIERS.items() for i, library in enumerate(("torch", "jax"))}
        lines += by_library(functions, [dtype] * 2, [pair[:1] for pair in bits.pairs(dtype)[::len(bits.values(dtype))]]
                            + [pair[:1] for pair in bits.pairs(dtype)[-200:]])
    return lines


def gradients():
    functions = {f"torch.{name}": gradient(pair[0]) for name, pair in RECTIFIERS.items()}
    functions |= {f"jax.{name}": jax_gradient(pair[1]) for name, pair in RECTIFIERS.items()}
    return [line for dtype in bits.FLOATS for line in by_library(functions, [dtype] * 3, [
        (x, value(dtype, g)) for x in bits.values(dtype) for g in ("1", "-1", "2", "+0", "-0", "+inf", "qnan", "-snan")])]


def clamps():
    """Bounds in arrays; and, of PyTorch, as Python numbers, which hold no signaling NaN."""
    lines = []
    for dtype in bits.FLOATS:
        bound = [value(dtype, name) for name in ("-1", "1", "+0", "-0", "2", "+inf", "-inf", "qnan", "-snan")]
        operand = [value(dtype, name) for name in CLAMPED]
        triples = list(itertools.product(operand, bound, bound))
        lines += by_library(CLAMPS, [dtype] * 4, triples)
        for lower, upper in itertools.product(bound[:-1], repeat=2):
            low, high = (float(bits.array(dtype, [b])[0]) for b in (lower, upper))
            scalar = lambda x, *bounds: torch.clamp(x, low, high)
            lines += rows({"torch.clamp(scalar)": scalar}, [dtype] * 4, [(x, lower, upper) for x in operand], to_torch, from_torch)
    for dtype in ("s8", "u8", "s32", "s64"):
        lines += by_library(CLAMPS, [dtype] * 4, list(itertools.product(bits.values(dtype)[:8], repeat=3)))
    return lines


def comparisons():
    lines = []
    modules = {"np": (np, bits.array), "torch": (torch, to_torch), "jax": (jnp, to_jax)}
    names = {"np": "less less_equal greater greater_equal equal not_equal".split(), "torch": RELATIONS}
    names["jax"] = names["np"]
    for dtype in ("f64", "f32", "f16", "bf16", "s32", "u32"):
        for library, (module, make) in modules.items():
            functions = {f"{library}.{r}": getattr(module, n) for r, n in zip(RELATIONS, names[library])}
            take = lambda _, y: bits.digits("b1", np.asarray(y))
            lines += rows(functions, [dtype, dtype, "b1"], bits.pairs(dtype, 50), make, take)
    return lines


def conversions():
    """Special values, halves and the edges of every integer type and of both 8-bit floats, in every direction."""
    edges = [s * (2.0**e + d) for s in (1, -1) for e in (0, 1, 7, 8, 15, 16, 31, 32, 63, 64) for d in (-1, -0.5, 0, 0.5, 1)]
    edges += [s * v for s in (1, -1) for v in (2.5, 100, 300, 416, 432, 448, 456, 464, 465, 480, 53248, 57344, 61440, 61441,
                                               65504, 65519, 65520, 2.0**-6, 2.0**-9, 2.0**-10, 2.0**-14, 2.0**-24)]
    lines = []
    for source in bits.FLOATS:
        digits = bits.digits(source, np.array(edges).astype(bits.NUMPY[source]))
        patterns = [(p,) for p in dict.fromkeys(bits.values(source) + [int(d, 16) for d in digits])]
        for target in ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64", "f32", "f16", "bf16", "e4m3", "e5m2"):
            if target != source:
                lines += by_library({"np.astype": lambda x: x.astype(bits.NUMPY[target]), "torch.to": lambda x: x.to(TORCH[target]),
                                     "jax.astype": jax.jit(lambda x: x.astype(bits.NUMPY[target]))}, [source, target], patterns)
    return lines


def row_inputs(dtype):
    """Rows by length: every tuple of special values up to 3, every tuple of 1, 2, NaN for 4 and 5, and 40 ascending
    numbers with two equal largest or a NaN in each place."""
    special = [value(dtype, n) for n in ("+0", "-0", "1", "-1", "+inf", "-inf", "qnan", "-snan")]
    few = [value(dtype, n) for n in ("1", "2", "qnan")]
    lengths = {n: list(itertools.product(special if n < 4 else few, repeat=n)) for n in range(6)}
    ascending = [int(d, 16) for d in bits.digits(dtype, np.arange(40).astype(bits.NUMPY[dtype]))]
    lengths[40] = [tuple(ascending[:i] + [v] + ascending[i + 1:]) for i in range(40) for v in (value(dtype, "qnan"), ascending[39])]
    return lengths


def number(dtype, make, take, function, row):
    return take(dtype, function(make(dtype, list(row)), 0))[0]


def index(dtype, make, take, function, row):
    return f"{int(function(make(dtype, list(row)), 0)) & (1 << 64) - 1:016x}"


def row_results(functions, evaluate, result=""):
    """`error` where the library refuses the row. The rows are given one at a time."""
    lines = []
    for dtype in bits.FLOATS:
        for row in itertools.chain(*row_inputs(dtype).values()):
            by_result = {}
            for name, function in functions.items():
                try:
                    y = evaluate(dtype, *LIBRARIES[name.split(".")[0]], function, row)
                except (ValueError, IndexError, RuntimeError, TypeError):
                    y = "error"
                by_result.setdefault(y, []).append(name)
            operands = "".join(f" {x:0{bits.width(dtype) // 4}x}" for x in row)
            lines += [f"{','.join(names)} {dtype}{result}{operands} {y}" for y, names in by_result.items()]
    return lines


if __name__ == "__main__":
    bits.write("composites_rectifier", ["row: functions dtype x y; " + BATCH] + VERSIONS, rectifiers())
    bits.write("composites_gradient", ["row: functions dtype x incoming_gradient y; " + BATCH] + VERSIONS, gradients())
    bits.write("composites_clamp", ["row: functions dtype x lower upper y; " + BATCH] + VERSIONS, clamps())
    bits.write("composites_compare", ["row: functions dtype>b1 x z y; " + BATCH] + VERSIONS, comparisons())
    bits.write("composites_convert", ["row: functions from>to x y; " + BATCH] + VERSIONS, conversions())
    bits.write("composites_reduce", ["row: functions dtype x0 ... y, one row at a time; y is `error` where the library "
                                     "refuses"] + VERSIONS, row_results(REDUCTIONS, number))
    bits.write("composites_index", ["row: functions dtype>s64 x0 ... index, one row at a time; the index is `error` where "
                                    "the library refuses"] + VERSIONS, row_results(INDICES, index, ">s64"))
