#!/usr/bin/env python3
"""Prints the operand pairs of some dtypes, `dtype x z`: what record.rs, Record.java, record.js and record.go read."""
import sys

import bits

for dtype in sys.argv[1:]:
    for pair in bits.pairs(dtype):
        print(dtype, *(f"{operand:0{bits.width(dtype) // 4}x}" for operand in pair))
