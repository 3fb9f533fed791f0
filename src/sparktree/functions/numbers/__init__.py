"""Arithmetic, mathematics, bits, rounding, random and very large numbers."""

from sparktree.functions.numbers import (
    arithmetic,
    averages,
    bit_lists,
    bits,
    financial,
    maths,
    number_bases,
    number_functions,
    primes,
    random_values,
    readable,
    rounding,
    samples,
    wide,
    wide_bits,
)

__all__ = [
    "arithmetic",
    "averages",
    "bit_lists",
    "bits",
    "financial",
    "maths",
    "number_bases",
    "number_functions",
    "primes",
    "random_values",
    "readable",
    "rounding",
    "samples",
    "wide",
    "wide_bits",
]
