"""Texts in order: keys by which numbers in texts are sorted as numbers, parts compared."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.constant_arguments import unsigned_constant, wrong
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.functions.core.number_types import is_unsigned
from sparktree.functions.core.text_arguments import Takes, is_text
from sparktree.functions.core.text_functions import text_function
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import INT8, STRING, Type

_LONGEST_LENGTH = 9  # digits that tell how many digits a number has


def _prefix(digits: int) -> bytes:
    """What stands before a number of so many digits: longer numbers have greater ones."""
    if digits <= 8:
        return b"%d" % (digits - 1)
    if digits <= 20:
        return b"%d" % (digits + 71)
    if digits <= 99:
        return b"%d" % (digits + 899)
    length = b"%d" % digits
    assert len(length) <= _LONGEST_LENGTH, "A text has fewer bytes."
    return b"999%d%s" % (len(length), length)


def _numbers(texts: Texts) -> tuple[npt.NDArray[np.bool_], Places, Places]:
    """Which bytes stay, and where numbers begin without their zeros and how many digits they have.

    Places count the bytes of all texts, one behind the other.
    """
    total = int(texts.sizes.sum())
    first = np.zeros(total + 1, np.bool_)
    first[np.cumsum(texts.sizes) - texts.sizes] = True
    data = texts.data[_byte_places(texts)]
    digit = (data >= ord("0")) & (data <= ord("9"))
    begins = digit & (first[:total] | ~np.append(False, digit[:-1])[:total])
    ends = digit & (first[1:] | ~np.append(digit[1:], False)[:total])
    ends[total - 1 :] = digit[total - 1 :]
    starts, stops = np.flatnonzero(begins), np.flatnonzero(ends)
    # The first digit that is no zero at or behind every place; the last digit always counts.
    telling = np.where(digit & (data != ord("0")) | ends, np.arange(total), total)
    following = np.minimum.accumulate(telling[::-1])[::-1]
    kept = following[starts] if total else starts
    dropped = np.zeros(total + 1, np.int64)
    np.add.at(dropped, starts, 1)
    np.add.at(dropped, kept, -1)
    return np.cumsum(dropped[:total]) == 0, kept, stops - kept + 1


def _byte_places(texts: Texts) -> Places:
    """Where the bytes of the texts are, one text behind the other."""
    begins = np.cumsum(texts.sizes) - texts.sizes
    return np.asarray(
        np.arange(int(texts.sizes.sum())) + np.repeat(texts.starts - begins, texts.sizes), np.int64
    )


@arrow_function("st_natural_key", ("VARCHAR",), "VARCHAR")
def _natural_key(column: pa.ChunkedArray) -> pa.Array:
    if not len(column):
        return pa.array([], pa.string())
    texts = Texts.of(whole(column))
    stay, numbers, digits = _numbers(texts)
    total = len(stay)
    lengths, which = np.unique(digits, return_inverse=True)
    prefixes = [_prefix(int(length)) for length in lengths]
    sizes = np.array([len(prefix) for prefix in prefixes], np.int64)
    before = np.zeros(total + 1, np.int64)  # the bytes of the prefix before each byte
    before[numbers] = sizes[which]
    places = np.cumsum(before[:total] + stay) - stay
    made = np.zeros(int(before.sum() + stay.sum()), np.uint8)
    made[places[stay]] = texts.data[_byte_places(texts)][stay]
    for number, prefix in enumerate(prefixes):
        at = places[numbers[which == number]] - len(prefix)
        made[at[:, None] + np.arange(len(prefix))] = np.frombuffer(prefix, np.uint8)
    ends = np.concatenate([[0], np.cumsum(before[:total] + stay)])
    bounds = ends[np.concatenate([[0], np.cumsum(texts.sizes)])]
    return escape_array(binary_of(made, bounds))


text_function(
    "naturalSortKey",
    (Takes.STRING,),
    STRING,
    whole=lambda call: _natural_key(call[0]),
    any_case_aliases=("NATURAL_SORT_KEY",),
    doc="A key that sorts texts with numbers in them as people do: a2 before a10.",
    example=("naturalSortKey('a007')", "a07"),
)


# --- compareSubstrings ----------------------------------------------------------------------------

_ROLES = ("string1", "string2", "string1_offset", "string2_offset", "num_bytes")


def _compare_type(arguments: Arguments) -> Type:
    for place, (role, argument) in enumerate(zip(_ROLES, arguments, strict=True)):
        wanted = "String" if place < 2 else "const UInt*"
        if not (is_text(argument.type) if place < 2 else is_unsigned(argument.type)):
            raise wrong(arguments.function, place, argument, role, wanted)
        if place > 1 and not argument.is_constant:
            message = wrong(arguments.function, place, argument, role, wanted).message
            raise Error(Code.ILLEGAL_COLUMN, message)
    return INT8


@function(
    "compareSubstrings",
    args=5,
    returns=_compare_type,
    constant_arguments=(2, 3, 4),
    example=("compareSubstrings('Saxony', 'Anglo-Saxon', 0, 6, 5)", "0"),
)
def compare_substrings(call: Call) -> Sql:
    """-1, 0 or 1: how some bytes of a string, from an offset on, compare with those of another."""
    numbers = [
        Sql(f"CAST({min(unsigned_constant(call.arguments[i]), 1 << 31)} AS BIGINT)")
        for i in (2, 3, 4)
    ]
    return _compare_parts(call[0], call[1], *numbers)


@arrow_function("st_compare_parts", ("VARCHAR", "VARCHAR", "BIGINT", "BIGINT", "BIGINT"), "TINYINT")
def _compare_parts(
    first: pa.ChunkedArray,
    second: pa.ChunkedArray,
    from_first: pa.ChunkedArray,
    from_second: pa.ChunkedArray,
    most: pa.ChunkedArray,
) -> pa.Array:
    """All rows a byte at a time, until all are decided; bytes have signs, as in ClickHouse."""
    if not len(first):
        return pa.array([], pa.int8())
    limit = whole(most)[0].as_py()
    parts = []
    for column, offset in ((first, from_first), (second, from_second)):
        texts, start = Texts.of(whole(column)), whole(offset)[0].as_py()
        sizes = np.clip(texts.sizes - start, 0, limit)
        parts.append(Texts(texts.data, texts.starts + np.where(sizes > 0, start, 0), sizes))
    left, right = parts
    found = np.sign(left.sizes - right.sizes)
    common = np.minimum(left.sizes, right.sizes)
    active = np.flatnonzero(common > 0)
    step = 0
    while len(active):
        bytes_ = [t.data[t.starts[active] + step].view(np.int8).astype(np.int64) for t in parts]
        order = np.sign(bytes_[0] - bytes_[1])
        found[active[order != 0]] = order[order != 0]
        step += 1
        active = active[(order == 0) & (common[active] > step)]
    return pa.array(found.astype(np.int8))
