"""256-bit integers and decimals, which the kernel lacks: Python's integers over whole arrays."""

from __future__ import annotations

import decimal
from collections.abc import Callable, Iterable

import numpy as np
import pyarrow as pa

from sparktree.errors import Code
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.types import Integer
from sparktree.types.numeric import wide_bytes, wide_value


def _texts(array: pa.ChunkedArray) -> Iterable[str | None]:
    texts: list[str | None] = whole(array).to_pylist()
    return texts


@arrow_function("st_wide", ("VARCHAR", "BOOLEAN"), "BLOB")
def _wide(texts: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    flag = bool(whole(signed)[0].as_py())
    return pa.array(
        [None if t is None else wide_bytes(int(decimal.Decimal(t)), flag) for t in _texts(texts)],
        pa.binary(),
    )


@arrow_function("st_wrap_text", ("VARCHAR", "INTEGER", "BOOLEAN"), "VARCHAR")
def _wrap_text(texts: pa.ChunkedArray, bits: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    type_ = Integer(whole(bits)[0].as_py(), bool(whole(signed)[0].as_py()))
    return pa.array(
        [None if t is None else str(type_.wrap(int(t))) for t in _texts(texts)], pa.string()
    )


@arrow_function("st_wide_decimal", ("VARCHAR", "INTEGER"), "BLOB")
def _wide_decimal(texts: pa.ChunkedArray, scale: pa.ChunkedArray) -> pa.Array:
    digits = whole(scale)[0].as_py()
    with decimal.localcontext(prec=160):
        return pa.array(
            [
                None if t is None else wide_bytes(int(decimal.Decimal(t).scaleb(digits)), True)
                for t in _texts(texts)
            ],
            pa.binary(),
        )


def _divided(divisor: int) -> int:
    """The divisor, unless it is zero."""
    if divisor == 0:
        raise ValueError(raising(Code.ILLEGAL_DIVISION, "Division by zero"))
    return divisor


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(_divided(b)) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int:
    return abs(a) % abs(_divided(b)) * (1 if a >= 0 else -1)


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "intDiv": _quotient,
    "modulo": _remainder,
    "positiveModulo": lambda a, b: a % abs(b) if b else _divided(b),
    "bitAnd": lambda a, b: a & b,
    "bitOr": lambda a, b: a | b,
    "bitXor": lambda a, b: a ^ b,
}


@arrow_function("st_wide_op", ("VARCHAR", "BLOB", "BOOLEAN", "BLOB", "BOOLEAN", "BOOLEAN"), "BLOB")
def _operation(
    name: pa.ChunkedArray,
    left: pa.ChunkedArray,
    left_signed: pa.ChunkedArray,
    right: pa.ChunkedArray,
    right_signed: pa.ChunkedArray,
    signed: pa.ChunkedArray,
) -> pa.Array:
    operation = _OPERATIONS[whole(name)[0].as_py()]
    flags = [bool(whole(f)[0].as_py()) for f in (left_signed, right_signed, signed)]
    type_ = Integer(256, flags[2])
    rows = zip(whole(left).to_pylist(), whole(right).to_pylist(), strict=True)
    return pa.array(
        [
            None
            if a is None or b is None
            else wide_bytes(
                type_.wrap(operation(wide_value(a, flags[0]), wide_value(b, flags[1]))), flags[2]
            )
            for a, b in rows
        ],
        pa.binary(),
    )


@arrow_function("st_bfloat16", ("FLOAT",), "FLOAT")
def _bfloat16(values: pa.ChunkedArray) -> pa.Array:
    """A Float32 cut to the upper half of its bits, as ClickHouse does."""
    array = whole(values)
    bits = np.asarray(array.fill_null(0).to_numpy(zero_copy_only=False), dtype=np.float32).view(
        np.uint32
    )
    cut = (bits & np.uint32(0xFFFF0000)).view(np.float32)
    return pa.array(cut, pa.float32(), mask=np.asarray(array.is_null()))


@arrow_function("st_wide_sum", ("BLOB[]", "BOOLEAN"), "BLOB")
def _wide_sum(lists: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    """The sums of lists of 256-bit numbers, which wrap."""
    flag = bool(whole(signed)[0].as_py())
    type_ = Integer(256, flag)
    return pa.array(
        [
            None
            if values is None
            else wide_bytes(type_.wrap(sum(wide_value(v, flag) for v in values)), flag)
            for values in whole(lists).to_pylist()
        ],
        pa.binary(),
    )


@arrow_function("st_sum_texts", ("VARCHAR[]",), "VARCHAR")
def _sum_texts(lists: pa.ChunkedArray) -> pa.Array:
    """The sums of lists of numbers given as text."""
    rows = whole(lists).to_pylist()
    return pa.array([None if r is None else str(sum(int(v) for v in r)) for r in rows], pa.string())
