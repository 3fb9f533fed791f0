"""Sparse n-grams: runs of a text whose ends stand out, so that long texts have few of them.

Every run of n - 1 characters has a hash. A gram is what lies between two of them that are both
greater than all inside. As a run before another one is passed over once a greater one came, the
runs that may begin a gram are a chain from each run to the last one before it that is greater.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.constant_arguments import whole_number, wrong
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.text_functions import bad
from sparktree.functions.hashes.shingle_hashes import CRC32C, characters
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import STRING, UINT32, Array, String, Type

_SHORTEST, _LONGEST = 3, 100
_MOST = (1 << 62) - 1  # no text is longer
_WORD = 1 << 64
Hashes = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class _Grams:
    """Where the bytes of each gram are, and how many grams each row has."""

    starts: Places
    sizes: Places
    counts: Places


def _hashed(data: npt.NDArray[np.uint8], starts: Places, sizes: Places) -> Hashes:
    """CRC32C of pieces of the data by words of 8 bytes, all of them a byte at a time.

    A piece of less than a word is filled up with zeros and its size; a word that begins in the
    rest of a longer one has the size of this rest, zeros, and the bytes at their places from
    the end.
    """
    crc = np.zeros(len(starts), np.uint32)
    active = np.arange(len(starts))
    for word in range((int(sizes.max(initial=0)) + 7) // 8):
        active = active[sizes[active] > 8 * word]
        rest = sizes[active] - 8 * word
        for place in range(8):
            byte = data[starts[active] + np.minimum(8 * word + place, sizes[active] - 1)]
            if word == 0:
                last = rest if place == 7 else 0
                byte = np.where(rest > place, byte, last)
            else:
                at = starts[active] + sizes[active] - 8 + place
                tail = np.where(place >= 8 - rest, data[at], rest if place == 0 else 0)
                byte = np.where(rest >= 8, byte, tail)
            now = crc[active]
            crc[active] = CRC32C[(now ^ byte.astype(np.uint32)) & 0xFF] ^ (now >> 8)
    return crc


def _runs(texts: Texts, utf8: bool, size: int) -> tuple[Places, Places, Places, Places]:
    """All runs of so many characters: their rows, where they begin and end, and each one's place
    in its row."""
    if utf8:
        begins, counts = characters(texts)
    else:
        counts = texts.sizes
        rows = np.repeat(np.arange(len(counts)), counts)
        begins = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows] + texts.starts[rows]
    made = np.maximum(counts - size + 1, 0)
    rows = np.repeat(np.arange(len(counts)), made)
    place = np.arange(len(rows)) - (np.cumsum(made) - made)[rows]
    first = (np.cumsum(counts) - counts)[rows] + place
    ends = (texts.starts + texts.sizes)[rows]
    following = np.append(begins, 0)[first + size]
    return rows, begins[first], np.where(place == made[rows] - 1, ends, following), place


def _greater_before(hashes: Hashes, place: Places) -> Places:
    """For every run the last one before it in its row that has a greater hash; -1 if none has.

    All between a run and where it points to are at most as great, so one can always go on from
    where that one points to, whether or not it is where it will stay.
    """
    before = np.where(place > 0, np.arange(len(place)) - 1, -1)
    active = np.flatnonzero(before >= 0)
    while len(active):
        active = active[hashes[before[active]] <= hashes[active]]
        before[active] = before[before[active]]
        active = active[before[active] >= 0]
    return before


def _grams(texts: Texts, utf8: bool, shortest: int, longest: int, cutoff: int) -> _Grams:
    """The grams of all texts, by where they end, the shortest first."""
    size = shortest - 1
    rows, begins, ends, place = _runs(texts, utf8, size)
    hashes = _hashed(texts.data, begins, ends - begins)
    before = _greater_before(hashes, place)
    right = np.flatnonzero(place > 0)
    left = right - 1
    found: list[tuple[Places, Places]] = []
    while len(right):
        short = right - left + size <= longest
        left, right = left[short], right[short]
        found.append((left, right))
        on = hashes[left] < hashes[right]
        left, right = before[left[on]], right[on]
        left, right = left[left >= 0], right[left >= 0]
    if not found:
        nothing = np.zeros(0, np.int64)
        return _Grams(nothing, nothing, np.zeros(len(texts.sizes), np.int64))
    left, right = (np.concatenate([pair[side] for pair in found]) for side in (0, 1))
    order = np.lexsort((-left, right))
    left, right = left[order], right[order]
    long = right - left + size >= cutoff
    left, right = left[long], right[long]
    counts = np.bincount(rows[right], minlength=len(texts.sizes)).astype(np.int64)
    return _Grams(begins[left], ends[right] - begins[left], counts)


def _lists(values: pa.Array, counts: Places) -> pa.Array:
    ends = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), values)


def _texts_of(texts: Texts, grams: _Grams) -> pa.Array:
    bounds = np.concatenate([[0], np.cumsum(grams.sizes)])
    owner = np.repeat(np.arange(len(grams.sizes)), grams.sizes)
    data = texts.data[np.arange(len(owner)) - bounds[owner] + grams.starts[owner]]
    return escape_array(binary_of(data, bounds))


def _hashes_of(texts: Texts, grams: _Grams) -> pa.Array:
    return pa.array(_hashed(texts.data, grams.starts, grams.sizes))


def _register(
    kernel: str, element: str, made: Callable[[Texts, _Grams], pa.Array]
) -> ArrowFunction:
    parameters = ("VARCHAR", "BOOLEAN", "BIGINT", "BIGINT", "BIGINT")

    @arrow_function(kernel, parameters, f"{element}[]", handles_null=True)
    def grams(
        column: pa.ChunkedArray, utf8: pa.ChunkedArray, shortest: pa.ChunkedArray,
        longest: pa.ChunkedArray, cutoff: pa.ChunkedArray,
    ) -> pa.Array:  # fmt: skip
        texts = Texts.of(whole(column))
        sizes = (int(option[0].as_py()) for option in (shortest, longest, cutoff))
        found = _grams(texts, bool(utf8[0].as_py()), *sizes)
        return _lists(made(texts, found), found.counts)

    return grams


_GRAMS = _register("st_sparse_grams", "VARCHAR", _texts_of)
_HASHES = _register("st_sparse_gram_hashes", "UINTEGER", _hashes_of)


def _sizes(name: str, arguments: Sequence[Argument]) -> tuple[int, int, int]:
    """The shortest and the longest gram, and the shortest to show, if they fit each other."""
    roles = ("min_ngram_length", "max_ngram_length", "min_cutoff_length")
    plain = [replace(argument, type=argument.type.inner) for argument in arguments]
    given = []
    for position, role in enumerate(roles[: len(arguments) - 1], 1):
        given.append(whole_number(name, plain, position, role) % _WORD)
    shortest = given[0] if given else _SHORTEST
    longest = given[1] if len(given) > 1 else _LONGEST
    cutoff = given[2] if len(given) > 2 else None
    if shortest < _SHORTEST:
        raise bad(f"Argument '{roles[0]}' must be greater or equal to {_SHORTEST}")
    if longest < shortest:
        raise bad(f"Argument '{roles[1]}' must be greater or equal to '{roles[0]}'")
    if cutoff is not None and cutoff < shortest:
        raise bad(f"Argument '{roles[2]}' must be greater or equal to '{roles[0]}'")
    if cutoff is not None and cutoff > longest:
        raise bad(f"Argument '{roles[2]}' must be less or equal to '{roles[1]}'")
    return min(shortest, _MOST), min(longest, _MOST), min(cutoff or shortest, _MOST)


def _declare(
    name: str, kernel: ArrowFunction, element: Type, utf8: bool, doc: str, result: str
) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type.inner, String):
            raise wrong(name, 0, arguments[0], "s", "String")
        _sizes(name, arguments)
        return Array(element)

    def lower(call: Call) -> Sql:
        sizes = (sql.cast(size, "BIGINT") for size in _sizes(name, call.arguments))
        return kernel(call[0], utf8, *sizes)

    lower.__doc__ = doc
    function(
        name, args=(1, 4), returns=returns, constant_arguments=(1, 2, 3),
        low_cardinality=False, example=(f"{name}('alice', 3)", result),
    )(lower)  # fmt: skip


_OF = "The runs of at least n {} whose ends have greater hashes than all inside"
for _suffix, _units in (("", "bytes"), ("UTF8", "characters")):
    _declare(
        f"sparseGrams{_suffix}", _GRAMS, STRING, bool(_suffix),
        f"{_OF.format(_units)}.", "['ali','lic','ice','lice']",
    )  # fmt: skip
    _declare(
        f"sparseGramsHashes{_suffix}", _HASHES, UINT32, bool(_suffix),
        f"{_OF.format(_units)}, as hashes.", "[3851133533,3120039944,646693941,2577359366]",
    )  # fmt: skip
