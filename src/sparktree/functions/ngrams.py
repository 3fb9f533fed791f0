"""How much two texts have in common: the share of n-grams that they share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.byte_texts import Texts
from sparktree.functions.columns import bounds_of
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT32, String, Type

_BYTES, _CHARACTERS = 4, 3  # how many make an n-gram
_LONGEST = 1 << 15  # longer texts are taken for having nothing in common
Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]


def _grams(texts: pa.Array, utf8: bool) -> tuple[Words, Rows, Rows]:
    """Every n-gram as a number, the row that it is of, and how many each row has."""
    if utf8:
        sizes = np.asarray(pc.utf8_length(texts), np.int64)
        data, _ = bounds_of(texts)
        points = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), np.uint32)
        units = np.concatenate([points, np.zeros(_CHARACTERS, np.uint32)]).astype(np.uint64)
        starts = np.cumsum(sizes) - sizes
        width, bits = _CHARACTERS, np.uint64(21)
    else:
        known = Texts.of(texts)
        units, starts, sizes = known.data.astype(np.uint64), known.starts, known.sizes
        width, bits = _BYTES, np.uint64(8)
    counts = np.maximum(sizes - width + 1, 0)
    rows = np.repeat(np.arange(len(counts)), counts)
    firsts = np.cumsum(counts) - counts
    places = np.arange(len(rows)) - firsts[rows] + starts[rows]
    grams = np.zeros(len(rows), np.uint64)
    for step in range(width):
        grams = (grams << bits) | units[places + step]
    return grams, rows, counts


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
    utf8, columns = "UTF8" in name, [whole(texts), whole(needles)]
    if "CaseInsensitive" in name:
        lower = pc.utf8_lower if utf8 else pc.ascii_lower
        columns = [lower(column) for column in columns]
    left, right = (_grams(column, utf8) for column in columns)
    shared = _shared(left, right)
    if name.startswith("ngramSearch"):
        share = np.where(right[2] == 0, 1.0, shared / np.maximum(right[2], 1))
    else:
        total = left[2] + right[2]
        share = (total - 2 * shared) / np.maximum(total, 1)
        share = np.where(left[2] >= _LONGEST, 1.0, share)
    return pa.array(share.astype(np.float32))


def _declare(name: str, doc: str, example: tuple[str, str]) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        for argument in arguments:
            if not isinstance(argument.type, String):
                raise illegal_type(name, argument.type)
        if arguments[1].is_constant and len(str(arguments[1].value)) >= _LONGEST:
            raise Error(
                Code.TOO_LARGE_STRING_SIZE,
                f"String size of needle is too big for function {name}. Should be at most 32768",
            )
        return FLOAT32

    def lower(call: Call) -> Sql:
        return sql.call("st_ngrams", sql.string(name), call[0], call[1])

    lower.__doc__ = doc
    function(name, args=2, returns=returns, family="strings", example=example)(lower)


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
