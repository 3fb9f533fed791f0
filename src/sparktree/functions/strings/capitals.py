"""initcapUTF8: the first letter of every word in upper case, over whole columns of texts."""

from __future__ import annotations

from functools import cache
from unicodedata import category

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.columns import binary_of, bounds_of
from sparktree.kernel.connection import arrow_function, whole

Codes = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_CASES, _LETTERS = 0x1E944, 0x33480  # beyond these there are no cases, no letters and digits
_ESCAPES = 0x10FF80  # from here on characters stand, with the one before them, for single bytes
# Behind characters of the last kinds, whose other case is not taken as it has another number of
# bytes, is a beginning if they are one themselves, or if they are none.
_OUTSIDE, _INSIDE, _LIKE_LAST, _UNLIKE_LAST = range(4)
# ClickHouse takes the next of the characters that are one without regard to case.
_NEXT = {
    0xB5: 0x3BC, 0x3B9: 0x345, 0x3BC: 0xB5, 0x3C2: 0x3C3, 0x3D0: 0x3B2, 0x3D1: 0x3B8, 0x3D5: 0x3C6,
    0x3D6: 0x3C0, 0x3F0: 0x3BA, 0x3F1: 0x3C1, 0x3F5: 0x3B5, 0x1E9B: 0x1E61,
}  # fmt: skip
# Letters that have got another case since ClickHouse's table was made.
_NEWER = (
    (0x10D0, 0x10FF), (0x13A0, 0x13FD), (0x1C88, 0x1CBF), (0x1D8E, 0x1D8E), (0x2C2F, 0x2C2F),
    (0x2C5F, 0x2C5F), (0xA794, 0xA794), (0xA7B3, 0xA7F6), (0xAB53, 0xABBF), (0x104B0, 0x104FB),
    (0x10570, 0x105BC), (0x10C80, 0x10CF2), (0x16E40, 0x16E7F), (0x1E900, 0x1E943),
)  # fmt: skip


def _size(code: int) -> int:
    """The bytes of a character."""
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)


@cache
def _tables() -> tuple[Codes, Codes, Codes]:
    """The upper and the lower case of characters, and what they are for the next one; the last one
    stands for all behind it."""
    upper, lower = (np.arange(_CASES + 1, dtype=np.uint32) for _ in range(2))
    kinds = np.full(_LETTERS + 1, _OUTSIDE, np.uint32)
    characters = [chr(code) for code in range(_LETTERS)]
    kinds[:-1][list(map(str.isalnum, characters))] = _INSIDE
    for code, character in enumerate(characters[:_CASES]):
        kind = category(character)
        if kind not in ("Ll", "Lu"):
            continue
        made = character.upper() if kind == "Ll" else character.lower()
        made = made if len(made) == 1 else character.title()
        if len(made) != 1:
            continue
        if _size(ord(made)) != _size(code):
            kinds[code] = _LIKE_LAST if kind == "Ll" else _UNLIKE_LAST
        else:
            (upper if kind == "Ll" else lower)[code] = ord(made)
    for first, last in _NEWER:
        upper[first : last + 1] = lower[first : last + 1] = np.arange(first, last + 1)
    upper[list(_NEXT)] = list(_NEXT.values())
    kinds[0xDF] = _LIKE_LAST  # the capital sharp s is longer
    kinds[[0x131, 0x26A, 0x282, 0x29D]] = _INSIDE  # in that table there are no capitals of these
    return upper, lower, kinds


def _beginnings(kinds: Codes, starts: Counts) -> Flags:
    """Which characters begin a word: those at the start of texts, and by what is before them."""
    before = np.concatenate([[_OUTSIDE], kinds[:-1]])
    before[starts] = _OUTSIDE
    begins = np.asarray(before == _OUTSIDE, np.bool_)
    told = before <= _INSIDE
    if told.all():
        return begins
    turns = np.cumsum(before == _UNLIKE_LAST)
    last = np.maximum.accumulate(np.where(told, np.arange(len(before)), 0))
    return np.asarray(begins[last] ^ ((turns - turns[last]) & 1 == 1), np.bool_)


@arrow_function("st_initcap_utf8", ("VARCHAR",), "VARCHAR")
def initcap_utf8(texts: pa.ChunkedArray) -> pa.Array:
    """A letter is in upper case behind what is neither a letter nor a digit."""
    data, bounds = bounds_of(whole(texts).fill_null("").cast(pa.binary()))
    codes = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), np.uint32)
    upper, lower, kinds = _tables()
    places = np.cumsum((data & 0xC0) != 0x80) - 1
    starts = places[bounds[:-1][np.diff(bounds) > 0]]
    begins = _beginnings(kinds[np.minimum(codes, _LETTERS)], starts)
    near = np.minimum(codes, _CASES)
    made = np.where(begins, upper[near], lower[near])
    kept = near == _CASES
    kept[:-1] |= codes[1:] >= _ESCAPES
    made[kept] = codes[kept]
    changed = made.astype("<u4").tobytes().decode("utf-32-le").encode()
    return binary_of(np.frombuffer(changed, np.uint8), bounds).cast(pa.string())
