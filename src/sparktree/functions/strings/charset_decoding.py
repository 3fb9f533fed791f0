"""Bytes in an encoding as code points, all texts of a column at once.

The bytes that are no character are found before a codec sees them: where the encoding has tables,
by trying them once. So a codec is asked for all texts by one call, which cannot fail.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.code_points import Points, points_of
from sparktree.functions.core.pointer_jumping import Flags, passed, slices

Bytes = npt.NDArray[np.uint8]
Rows = tuple[Points, Places]  # code points of all texts, and how many each text has
Wrong = Callable[[str, int], int]  # the code point for a byte that is none in an encoding

UNKNOWN = 0xFFFD
WIDE = {
    "utf-16": (2, "<"), "utf-16-le": (2, "<"), "utf-16-be": (2, ">"),
    "utf-32": (4, "<"), "utf-32-le": (4, "<"), "utf-32-be": (4, ">"),
}  # fmt: skip
MARKED = ("utf-8-sig", "utf-16", "utf-32")  # with a mark of the byte order before each text
TABLED = (
    "big5", "big5hkscs", "cp932", "cp949", "cp950", "euc_jp", "euc_jis_2004", "euc_jisx0213",
    "euc_kr", "gb18030", "gb2312", "gbk", "johab", "shift_jis", "shift_jis_2004",
    "shift_jisx0213",
)  # fmt: skip


def decoded(texts: Texts, codec: codecs.CodecInfo, wrong: Wrong) -> Rows | None:
    """The characters of all texts; None for encodings in which a byte changes what others mean."""
    if is_single(codec):
        return _single(codec.name, wrong)[_joined(texts)], texts.sizes
    if codec.name in WIDE:
        unit, order = WIDE[codec.name]
        swapped, begins = _orders(texts, unit, marked=codec.name in MARKED, swapped=order == ">")
        read = _utf16 if unit == 2 else _utf32
        return read(Texts(texts.data, texts.starts + begins, texts.sizes - begins), swapped)
    if codec.name in ("utf-8", "utf-8-sig"):
        return _utf8(texts, marked=codec.name in MARKED)
    return _by_tables(texts, codec.name, wrong) if codec.name in TABLED else None


def _joined(texts: Texts) -> Bytes:
    return slices(texts.data, texts.starts, texts.sizes)


@lru_cache(maxsize=64)
def _has_table(name: str) -> bool:
    module = import_module(f"encodings.{name.replace('-', '_')}")
    return hasattr(module, "decoding_table") or name in ("ascii", "charmap", "iso8859-1")


def is_single(codec: codecs.CodecInfo) -> bool:
    """Whether every byte is a character of its own."""
    return _has_table(codec.name)


@lru_cache(maxsize=64)
def _single(name: str, wrong: Wrong) -> Points:
    """The code points of all bytes."""
    return np.array([_character(name, bytes([byte]), wrong) for byte in range(256)], np.uint32)


def _character(name: str, data: bytes, wrong: Wrong) -> int:
    try:
        return ord(data.decode(name))
    except UnicodeDecodeError:
        return wrong(name, data[0])


# --- UTF ------------------------------------------------------------------------------------------


def _utf8(texts: Texts, *, marked: bool) -> Rows:
    """A line feed behind each text keeps them apart: it is always itself."""
    starts, sizes = texts.starts, texts.sizes
    if marked:
        mark = (sizes >= 3) & (texts.half(0) & np.uint64(0xFFFFFF) == 0xBFBBEF)
        starts, sizes = starts + 3 * mark, sizes - 3 * mark
    ends = np.cumsum(sizes + 1) - 1
    data = np.full(int(ends[-1]) + 1, ord("\n"), np.uint8)
    inside = np.ones(len(data), np.bool_)
    inside[ends] = False
    data[inside] = slices(texts.data, starts, sizes)
    points = points_of(data.tobytes().decode("utf-8", "replace"))
    return without_feeds(points, np.cumsum(data == ord("\n"))[ends] - 1)


def without_feeds(points: Points, which: Places) -> Rows:
    """Texts cut at some of the line feeds between them."""
    behind = np.flatnonzero(points == ord("\n"))[which]
    keep = np.ones(len(points), np.bool_)
    keep[behind] = False
    return points[keep], np.diff(behind, prepend=-1) - 1


def _orders(texts: Texts, unit: int, *, marked: bool, swapped: bool) -> tuple[Flags, Places]:
    """Whether the highest byte of each text's units comes first, and the size of its mark."""
    turned = np.full(len(texts.sizes), swapped)
    if not marked:
        return turned, np.zeros(len(turned), np.int64)
    first = texts.half(0) if unit == 4 else texts.half(0) & np.uint64(0xFFFF)
    whole = texts.sizes >= unit
    little = whole & (first == 0xFEFF)
    big = whole & (first == (0xFFFE if unit == 2 else 0xFFFE0000))
    return ~little, np.where(little | big, unit, 0)


def _units(texts: Texts, size: int, swapped: Flags) -> tuple[Points, Places, Places]:
    """Whole units, how many each text has, and the texts with bytes left over."""
    counts = texts.sizes // size
    data = slices(texts.data, texts.starts, counts * size)
    kind = f"u{size}"
    little, big = (np.frombuffer(data.tobytes(), f"{order}{kind}") for order in "<>")
    units = np.where(np.repeat(swapped, counts), big, little).astype(np.uint32)
    return units, counts, np.flatnonzero(texts.sizes % size)


def _with_unknown(points: Points, counts: Places, cut: Places) -> Rows:
    """An unknown character behind the texts that are cut off."""
    ends = np.cumsum(counts)
    counts = counts.copy()
    counts[cut] += 1
    return np.insert(points, ends[cut], UNKNOWN), counts


def _utf32(texts: Texts, swapped: Flags) -> Rows:
    units, counts, cut = _units(texts, 4, swapped)
    wrong = (units > 0x10FFFF) | ((units >= 0xD800) & (units < 0xE000))
    return _with_unknown(np.where(wrong, np.uint32(UNKNOWN), units), counts, cut)


def _utf16(texts: Texts, swapped: Flags) -> Rows:
    units, counts, cut = _units(texts, 2, swapped)
    rows = np.repeat(np.arange(len(counts)), counts)
    high, low = units >> 10 == 0xD800 >> 10, units >> 10 == 0xDC00 >> 10
    second = np.zeros(len(units), np.bool_)
    second[1:] = low[1:] & high[:-1] & (rows[1:] == rows[:-1])
    first = np.append(second[1:], False)[: len(units)]
    following = np.append(units[1:], np.uint32(0))[: len(units)]
    pairs = ((units & 0x3FF) << 10 | following & 0x3FF) + 0x10000
    lone = (high & ~first) | (low & ~second)
    points = np.where(first, pairs, np.where(lone, np.uint32(UNKNOWN), units)).astype(np.uint32)
    # A first half at the end and a byte behind it are wrong together.
    last = np.cumsum(counts)[cut] - 1
    merged = (counts[cut] > 0) & (high & ~first)[last] if len(units) else counts[cut] > 0
    left = np.bincount(rows[~second], minlength=len(counts))
    return _with_unknown(points[~second], left, cut[~merged])


# --- tables ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _sizes(name: str) -> tuple[Flags, Bytes, Bytes]:
    """Which bytes are characters, how many characters two bytes are, and three behind 8F."""
    single = np.array([_count(name, bytes([byte])) for byte in range(256)]) > 0
    double, triple = np.zeros((2, 256, 256), np.uint8)
    for lead in np.flatnonzero(~single).tolist():
        double[lead] = [_count(name, bytes([lead, trail])) for trail in range(256)]
    if name.startswith("euc_j"):
        for lead in range(0xA1, 0xFF):
            triple[lead] = [_count(name, bytes([0x8F, lead, trail])) for trail in range(256)]
    return single, double, triple


def _count(name: str, data: bytes) -> int:
    try:
        return len(data.decode(name))
    except UnicodeDecodeError:
        return 0


def _by_tables(texts: Texts, name: str, wrong: Wrong) -> Rows:
    data, ends = _joined(texts), np.cumsum(texts.sizes)
    if not len(data):
        return np.zeros(0, np.uint32), texts.sizes
    sizes, characters = _steps(data, np.repeat(ends, texts.sizes), name)
    following = np.append(np.arange(len(data)) + sizes, len(data))
    begins = (ends - texts.sizes)[texts.sizes > 0]
    used = np.flatnonzero(passed(following, begins)[:-1])
    bad = characters[used] == 0
    made = data.copy()
    made[used[bad]] = ord("?")
    keep = np.ones(len(data), np.bool_)
    if name == "gb18030":
        _leave_one(keep, used[bad], sizes[used[bad]])
    counts = np.maximum(characters[used], 1)
    points = points_of(made[keep].tobytes().decode(name)).copy()
    places = np.cumsum(counts) - counts
    table = np.array([wrong(name, byte) for byte in range(256)], np.uint32)
    points[places[bad]] = table[data[used[bad]]]
    totals = np.concatenate([[0], np.cumsum(counts)])
    bounds = totals[np.searchsorted(used, np.concatenate([[0], ends]))]
    return points, np.diff(bounds)


def _leave_one(keep: Flags, places: Places, sizes: Places) -> None:
    for step in range(1, 4):
        keep[places[sizes > step] + step] = False


def _steps(data: Bytes, ends: Places, name: str) -> tuple[Places, Places]:
    """At every byte: how many bytes are read from there, and how many characters they are."""
    single, double, triple = _sizes(name)
    places, padded = np.arange(len(data)), np.concatenate([data, np.zeros(3, np.uint8)])
    second, third, fourth = (padded[step : len(data) + step] for step in (1, 2, 3))
    characters = single[data].astype(np.int64)
    sizes = np.ones(len(data), np.int64)
    lead = ~single[data]
    two = lead & (places + 2 <= ends)
    found = np.where(two, double[data, second], 0)
    characters, sizes = np.where(found > 0, found, characters), np.where(found > 0, 2, sizes)
    if name.startswith("euc_j"):
        three = lead & (data == 0x8F) & (places + 3 <= ends)
        found = np.where(three, triple[second, third], 0)
        characters, sizes = np.where(found > 0, found, characters), np.where(found > 0, 3, sizes)
    if name == "gb18030":
        four = lead & (second - np.uint8(0x30) < 10)
        number = ((data.astype(np.int64) - 0x81) * 10 + second - 0x30) * 1260
        number += (third.astype(np.int64) - 0x81) * 10 + fourth - 0x30
        inside = (data >= 0x81) & (data < 0xFF) & (third >= 0x81) & (third < 0xFF)
        inside &= fourth - np.uint8(0x30) < 10
        known = (number < 39420) | ((number >= 15 * 12600) & (number <= 15 * 12600 + 0xFFFFF))
        right = four & inside & known & (places + 4 <= ends)
        characters, sizes = np.where(right, 1, characters), np.where(right, 4, sizes)
        cut = lead & ((places + 2 > ends) | (four & (places + 4 > ends)))
        characters, sizes = np.where(cut, 0, characters), np.where(cut, ends - places, sizes)
    return sizes, characters
