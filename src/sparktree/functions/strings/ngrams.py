"""How much two texts have in common: the share of n-grams that they share.

N-grams are compared by 16 bits of a checksum, as ClickHouse does: two that are not equal may meet.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.declare import Argument, Call, function, illegal_type
from sparktree.functions.core.pointer_jumping import passed
from sparktree.functions.hashes.uniq_sample import crc32c
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape
from sparktree.types import FLOAT32, String, Type

_BYTES, _CHARACTERS = 4, 3  # how many make an n-gram
_LONGEST = 1 << 15  # longer texts are taken for having nothing in common
_HASHED = np.uint64(0xFFFF)
Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]

# How many bytes a character has, by its first one.
_SIZES = np.ones(256, np.int64)
for _first, _size in ((0xC0, 2), (0xE0, 3), (0xF0, 4)):
    _SIZES[_first:0xF8] = _size
# What makes letters of either case equal, by the size of a character: not quite that, but what
# ClickHouse does: some bits of the bytes are not looked at.
_LETTERS = np.array(
    [0xFFFFFFFF ^ bits for bits in (0, 0x20, 0x2021, 0x202021, 0x20202021)], np.uint64
)


def _characters(texts: Texts, any_case: bool) -> tuple[Words, Rows]:
    """The bytes of every character as a number, and how many characters each text has."""
    end = int((texts.starts + texts.sizes).max(initial=0))
    places = np.arange(end)
    ends = np.repeat(texts.starts + texts.sizes, texts.sizes)
    inside = np.zeros(end, np.int64)
    inside[_behind(texts)] = ends
    sizes = np.minimum(_SIZES[texts.data[:end]], np.maximum(inside - places, 1))
    following = np.append(np.minimum(places + sizes, end), end)
    following[np.append(places + sizes >= inside, True)] = end
    starts = texts.starts[texts.sizes > 0]
    begun = passed(following, starts)[:end] & (inside > 0)
    known = Texts(texts.data, np.flatnonzero(begun), sizes[begun])
    units = known.words()
    if any_case:
        units = units & _LETTERS[known.sizes]
    before = np.concatenate([[0], np.cumsum(begun)])
    counts = np.asarray(before[texts.starts + texts.sizes] - before[texts.starts], np.int64)
    return units, counts


def _behind(texts: Texts) -> Rows:
    """The places of all bytes of all texts."""
    firsts = np.cumsum(texts.sizes) - texts.sizes
    return np.repeat(texts.starts - firsts, texts.sizes) + np.arange(int(texts.sizes.sum()))


def _grams(texts: Texts, utf8: bool, any_case: bool) -> tuple[Words, Rows, Rows]:
    """The hash of every n-gram, the row that it is of, and how many each row has."""
    if utf8:
        units, sizes = _characters(texts, any_case)
        width = _CHARACTERS
    else:
        texts = Texts(texts.lower().data, texts.starts, texts.sizes) if any_case else texts
        units, sizes = texts.data[_behind(texts)].astype(np.uint64), texts.sizes
        width = _BYTES
    counts = np.maximum(sizes - width + 1, 0)
    rows = np.repeat(np.arange(len(counts)), counts)
    firsts = np.cumsum(counts) - counts
    places = np.arange(len(rows)) - firsts[rows] + (np.cumsum(sizes) - sizes)[rows]
    pieces = [units[places + step] for step in range(width)]
    if utf8:
        # The checksum begins with the last character instead of all ones.
        last = pieces[2] ^ np.uint64(0xFFFFFFFF)
        hashes = crc32c((pieces[0] << np.uint64(32)) | (pieces[1] ^ last))
    else:
        word = np.zeros(len(rows), np.uint64)
        for step, piece in enumerate(pieces):
            word |= piece << np.uint64(8 * step)
        hashes = crc32c(word)
    return hashes & _HASHED, rows, counts


def _ranked(grams: Words, rows: Rows) -> Words:
    """Per n-gram a number that also tells how often it came before in its row."""
    order = np.lexsort((grams, rows))
    same = (np.diff(grams[order]) == 0) & (np.diff(rows[order]) == 0)
    places = np.arange(len(order))
    changes = np.maximum.accumulate(np.where(np.concatenate([[True], ~same]), places, 0))
    ranks = np.empty(len(order), np.uint64)
    ranks[order] = (places - changes).astype(np.uint64) if len(order) else ranks
    return ranks


def _shared(left: tuple[Words, Rows, Rows], right: tuple[Words, Rows, Rows]) -> Rows:
    """How many n-grams two texts share, row by row, counting repetitions."""
    kind = [("row", np.int64), ("gram", np.uint64), ("rank", np.uint64)]
    keys = []
    for grams, rows, _ in (left, right):
        key = np.empty(len(grams), kind)
        if len(grams):
            key["row"], key["gram"], key["rank"] = rows, grams, _ranked(grams, rows)
        keys.append(key)
    common = np.intersect1d(keys[0], keys[1], assume_unique=True)
    return np.bincount(common["row"], minlength=len(left[2])).astype(np.int64)


@arrow_function("st_ngrams", ("VARCHAR", "VARCHAR", "VARCHAR"), "FLOAT")
def _compare(names: pa.ChunkedArray, texts: pa.ChunkedArray, needles: pa.ChunkedArray) -> pa.Array:
    name = whole(names)[0].as_py()
    utf8, any_case = "UTF8" in name, "CaseInsensitive" in name
    columns = [Texts.of(whole(texts)), Texts.of(whole(needles))]
    far = (columns[0].sizes > _LONGEST) | (columns[1].sizes > _LONGEST)
    short = [Texts(c.data, c.starts, np.where(far, 0, c.sizes)) for c in columns]
    left, right = (_grams(column, utf8, any_case) for column in short)
    shared = _shared(left, right)
    one = np.float32(1)
    if name.startswith("ngramSearch"):
        rest = (right[2] - shared).astype(np.float32)
        share = one - rest / np.maximum(right[2], 1).astype(np.float32)
        return pa.array(np.where(far, 0 * one, share))
    total = left[2] + right[2]
    apart = (total - 2 * shared).astype(np.float32) / np.maximum(total, 1).astype(np.float32)
    return pa.array(np.where(far, one, apart))


def _too_long(needle: object) -> bool:
    return len(unescape(str(needle))) > _LONGEST


def _too_large(name: str, role: str) -> Error:
    message = f"String size of {role} is too big for function {name}. Should be at most {_LONGEST}"
    return Error(Code.TOO_LARGE_STRING_SIZE, message)


def _declare(name: str, doc: str, example: tuple[str, str]) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        for argument in arguments:
            if not isinstance(argument.type, String):
                raise illegal_type(name, argument.type)
        if arguments[1].is_constant and _too_long(arguments[1].value):
            raise _too_large(name, "needle")
        of_column = arguments[0].is_constant and not arguments[1].is_constant
        if of_column and _too_long(arguments[0].value):
            raise _too_large(name, "haystack")
        return FLOAT32

    def lower(call: Call) -> Sql:
        return _compare(sql.string(name), call[0], call[1])

    lower.__doc__ = doc
    function(name, args=2, returns=returns, example=example)(lower)


for _suffix, _of in (
    ("", "4-byte sequences"),
    ("CaseInsensitive", "4-byte sequences, letters of either case being equal"),
    ("UTF8", "3-character sequences"),
    ("CaseInsensitiveUTF8", "3-character sequences, letters of either case being equal"),
):
    _declare(
        f"ngramDistance{_suffix}",
        f"How far two texts are apart, from 0 to 1: the share of {_of} that only one has.",
        (f"ngramDistance{_suffix}('ClickHouse', 'ClickHouses')", "0.06666667")
        if "UTF8" not in _suffix
        else (f"ngramDistance{_suffix}('ClickHouse', 'ClickHouses')", "0.05882353"),
    )
    _declare(
        f"ngramSearch{_suffix}",
        f"How much of a text is in another one, from 0 to 1: the share of its {_of}.",
        (f"ngramSearch{_suffix}('Hello World', 'World')", "1"),
    )
