"""Numbers in other bases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from sparktree.errors import Code
from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import Texts, U
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import FUNCTIONS, Arguments, Call, function
from sparktree.functions.core.number_types import is_native
from sparktree.functions.core.text_arguments import is_text
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, Float, Type

_LETTERS = np.frombuffer(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", np.uint8)
_DIGITS = np.full(256, 255, np.int64)
_DIGITS[_LETTERS] = np.arange(36)
_DIGITS[np.frombuffer(b"abcdefghijklmnopqrstuvwxyz", np.uint8)] = np.arange(10, 36)
_GREATEST = U((1 << 64) - 1)
_MOST_DIGITS = 64
_NO_BASE = 99


def _conv_type(arguments: Arguments) -> Type:
    number = arguments[0].type
    if not is_text(number) and not is_native(number) and not isinstance(number, Float):
        raise wrong(arguments.function, 0, arguments[0], "number", "String, FixedString or Number")
    for place, role in ((1, "from_base"), (2, "to_base")):
        if not is_native(arguments[place].type):
            raise wrong(arguments.function, place, arguments[place], role, "Integer")
    return STRING


@function(
    "conv",
    args=3,
    returns=_conv_type,
    refuses_default=True,
    example=("conv('10', 10, 2)", "1010"),
)
def conv(call: Call) -> Sql:
    """A number of one base, from 2 to 36, in another one; negative ones as unsigned."""
    text = call[0]
    if not is_text(call.inner(0)):
        only = replace(call, arguments=call.arguments[:1], sqls=call.sqls[:1])
        text = FUNCTIONS["toString"].lower(only)
    return _conv(text, *(_base(call[i]) for i in (1, 2)))


def _base(value: Sql) -> Sql:
    """A base as a BIGINT, a greater one than there is as some such; NULL stays."""
    return sql.cast(sql.case((sql.op(">", value, _NO_BASE), _NO_BASE), otherwise=value), "BIGINT")


@arrow_function("st_conv", ("VARCHAR", "BIGINT", "BIGINT"), "VARCHAR")
def _conv(texts: pa.ChunkedArray, sources: pa.ChunkedArray, targets: pa.ChunkedArray) -> pa.Array:
    if not len(texts):
        return pa.array([], pa.string())
    numbers = Texts.of(whole(texts))
    source, target = (np.asarray(whole(c).fill_null(10), np.int64) for c in (sources, targets))
    if ((source < 2) | (source > 36) | (target < 2) | (target > 36)).any():
        message = "Base is less than 2 or greater than 36 which is not supported"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    if (numbers.sizes == 0).any():
        raise ValueError(raising(Code.BAD_ARGUMENTS, "Number for conversion is empty"))
    return _written(_read(numbers, source), target.astype(np.uint64))


def _read(texts: Texts, base: np.ndarray) -> Words:
    """The numbers that the texts begin with, behind spaces and a sign."""
    places, ends = texts.starts.copy(), texts.starts + texts.sizes
    while (blank := (places < ends) & np.isin(texts.data[places], _BLANKS)).any():
        places[blank] += 1
    signs = np.where(places < ends, texts.data[places], 0)
    negative = signs == ord("-")
    places += negative | (signs == ord("+"))
    value = np.zeros(len(places), np.uint64)
    active = np.flatnonzero(places < ends)
    with np.errstate(over="ignore"):
        while len(active):
            digit = _DIGITS[texts.data[places[active]]]
            valid = digit < base[active]
            active, digit = active[valid], digit[valid].astype(np.uint64)
            factor = base[active].astype(np.uint64)
            over = value[active] > (_GREATEST - digit) // factor
            value[active] = np.where(over, _GREATEST, value[active] * factor + digit)
            places[active] += 1
            active = active[~over & (places[active] < ends[active])]
        return np.where(negative, U(0) - value, value)


_BLANKS = np.frombuffer(b" \t\n\r\f\v", np.uint8)


def _written(value: Words, base: Words) -> pa.Array:
    digits = np.zeros((len(value), _MOST_DIGITS), np.uint8)
    counts = np.zeros(len(value), np.int64)
    left = value.copy()
    for place in range(_MOST_DIGITS):
        counts[(left > 0) | (place == 0)] = place + 1
        digits[:, _MOST_DIGITS - 1 - place] = _LETTERS[(left % base).astype(np.int64)]
        left //= base
        if not left.any():
            break
    shown = np.arange(_MOST_DIGITS) >= _MOST_DIGITS - counts[:, None]
    bounds = np.concatenate([[0], np.cumsum(counts)])
    return binary_of(digits[shown], bounds).cast(pa.string())
