"""Code points as bytes in an encoding, all texts of a column at once.

What an encoding lacks is known from a table, which is made once for every plane of characters that
comes up. So a codec is asked for all texts by one call, which cannot fail.
"""

from __future__ import annotations

import codecs
import string
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.code_points import Points, text_of
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.pointer_jumping import Flags
from sparktree.functions.strings.charset_decoding import MARKED, WIDE, Bytes, Rows, is_single

_FEED, _SUB = ord("\n"), 0x1A
_PLANE = 1 << 16
_COMPLETE = (*WIDE, "utf-7", "utf-8", "utf-8-sig", "gb18030")  # lack nothing
# Code points that nothing is shown for: the first of each run, and the first behind it.
_IGNORABLE = np.array([
    0xAD, 0xAE, 0x34F, 0x350, 0x61C, 0x61D, 0x115F, 0x1161, 0x17B4, 0x17B6, 0x180B, 0x1810, 0x200B,
    0x2010, 0x202A, 0x202F, 0x2060, 0x2070, 0x3164, 0x3165, 0xFE00, 0xFE10, 0xFEFF, 0xFF00, 0xFFA0,
    0xFFA1, 0xFFF0, 0xFFF9, 0x1BCA0, 0x1BCA4, 0x1D173, 0x1D17B, 0xE0000, 0xE1000,
])  # fmt: skip
_PLUS, _HEADER = ord("+"), b"\x1b$)C"
_BASE64 = np.zeros(256, np.bool_)
_BASE64[list(b"+/" + (string.ascii_letters + string.digits).encode())] = True
_COUPLING = ("big5hkscs", "euc_jis_2004", "euc_jisx0213", "shift_jis_2004", "shift_jisx0213")


def encoded(rows: Rows, codec: codecs.CodecInfo, substitute: bytes) -> pa.Array:
    """The bytes of all texts; `substitute` stands for what the encoding lacks."""
    points, counts = rows
    if codec.name not in _COMPLETE:
        points, counts = _without_ignorable(points, counts, codec)
    if is_single(codec):
        table = _single(codec.name, substitute[0])
        return binary_of(table[points], np.concatenate([[0], np.cumsum(counts)]))
    if codec.name in WIDE or codec.name in ("utf-8", "utf-8-sig"):
        halves = (points >= 0xD800) & (points < 0xE000)
        return _utf(np.where(halves, np.uint32(_SUB), points), counts, codec.name)
    if codec.name == "utf-7":
        return _utf7(points, counts)
    made = _by_table(points, counts, codec.name, substitute)
    return _headed(made) if codec.name == "iso2022_kr" else made


def _without_ignorable(points: Points, counts: Places, codec: codecs.CodecInfo) -> Rows:
    """What no one sees is left out where the encoding lacks it."""
    seen = np.searchsorted(_IGNORABLE, points, side="right") % 2 == 0
    if seen.all():
        return points, counts
    if is_single(codec):
        lacking = _single(codec.name, 0)[points] == 0
    else:
        lacking = _lacking(points, codec.name)
    keep = seen | ~lacking
    totals = np.concatenate([[0], np.cumsum(keep)])
    return points[keep], np.diff(totals[np.concatenate([[0], np.cumsum(counts)])])


@lru_cache(maxsize=64)
def _single(name: str, substitute: int) -> Bytes:
    """The byte of every code point."""
    table = np.full(0x110000, substitute, np.uint8)
    for byte in range(256):
        for character in bytes([byte]).decode(name, "ignore"):
            table[ord(character)] = character.encode(name)[0]
    return table


def _utf(points: Points, counts: Places, name: str) -> pa.Array:
    unit, order = WIDE.get(name, (1, ""))
    if unit == 1:
        sizes = 1 + sum((points >= least).astype(np.int64) for least in (0x80, 0x800, 0x10000))
    else:
        sizes = np.full(len(points), unit, np.int64) + ((points >= 0x10000) * 2 if unit == 2 else 0)
    plain = {1: "utf-8", 2: "utf-16", 4: "utf-32"}[unit] + {"<": "-le", ">": "-be", "": ""}[order]
    data = np.frombuffer(text_of(points).encode(plain), np.uint8)
    totals = np.concatenate([[0], np.cumsum(sizes)])
    bounds = totals[np.concatenate([[0], np.cumsum(counts)])]
    if name in MARKED:
        filled = np.flatnonzero(counts)
        mark = np.frombuffer("\ufeff".encode(plain), np.uint8)
        starts = np.repeat(bounds[filled], len(mark))
        data = np.insert(data, starts, np.tile(mark, len(filled)))
        bounds = bounds + np.concatenate([[0], np.cumsum((counts > 0) * len(mark))])
    return binary_of(data, bounds)


def _lines(points: Points, counts: Places) -> tuple[Points, Places]:
    """The texts with a line feed behind each, and where these are. It is always itself, and behind
    it nothing is known of what was before, so that it keeps texts apart."""
    ends = np.cumsum(counts + 1) - 1
    lines = np.full(int(ends[-1]) + 1, _FEED, np.uint32)
    inside = np.ones(len(lines), np.bool_)
    inside[ends] = False
    lines[inside] = points
    return lines, ends


def _feeds(data: Bytes, lines: Points, ends: Places) -> Places:
    """Where the line feeds between texts are in the encoded data."""
    feeds = np.flatnonzero(data == _FEED)
    return np.asarray(feeds[np.cumsum(lines == _FEED)[ends] - 1], np.int64)


def _utf7(points: Points, counts: Places) -> pa.Array:
    """Digits of base 64 at the end of a text have a sign behind them, but not at that of a line."""
    lines, ends = _lines(points, counts)
    data = np.frombuffer(text_of(lines).encode("utf-7"), np.uint8)
    behind = _feeds(data, lines, ends)
    other, plus = (
        np.append(-1, np.flatnonzero(flags)) for flags in (~_BASE64[data], data == _PLUS)
    )
    last = [found[np.searchsorted(found, behind) - 1] for found in (other, plus)]
    cut = last[1] > last[0]
    made = data.copy()
    made[behind[cut]] = ord("-")
    keep = np.ones(len(data), np.bool_)
    keep[behind[~cut]] = False
    return binary_of(made[keep], np.concatenate([[0], np.cumsum(keep)[behind]]))


def _headed(texts: pa.Array) -> pa.Array:
    """Every text with what says which characters follow: the encoder writes it once for all."""
    plain = pc.replace_substring(texts, _HEADER, b"")
    headed = pc.binary_join_element_wise(pa.scalar(_HEADER, pa.binary()), plain, b"")
    return pc.if_else(pc.equal(pc.binary_length(plain), 0), plain, headed)


# --- tables ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _lacking_of(name: str, plane: int) -> Flags:
    """Which code points of a plane the encoding lacks: those that become a question mark."""
    lines = np.full(2 * _PLANE, _FEED, np.uint32)
    lines[::2] = np.arange(plane * _PLANE, (plane + 1) * _PLANE)
    halves = (lines >= 0xD800) & (lines < 0xE000)
    lines[halves] = ord("?")
    made = np.array(text_of(lines).encode(name, "replace").split(b"\n"), object)
    if plane == 0:  # the line feed is a line of its own
        made = np.delete(made, _FEED)
    lacking = made[:_PLANE] == b"?"
    if plane == 0:
        lacking[ord("?")] = False
    return np.asarray(lacking, np.bool_)


@lru_cache(maxsize=64)
def _couples(name: str) -> Words:
    """Characters that the encoding has only together, as one."""
    leads = [bytes([byte]) for byte in range(0x81, 0xFF)]
    trails = [bytes([byte]) for byte in range(0x30, 0xFF)]
    texts = [(a + b).decode(name, "ignore") for a in leads for b in trails]
    both = {text for text in texts if len(text) == 2 and not text.isascii()}
    return np.array([ord(text[0]) << 32 | ord(text[1]) for text in both], np.uint64)


def _lacking(points: Points, name: str) -> Flags:
    """Which code points the encoding lacks."""
    planes = points >> 16
    found = np.zeros(len(points), np.bool_)
    for plane in np.unique(planes).tolist():
        here = planes == plane
        found[here] = _lacking_of(name, plane)[points[here] & 0xFFFF]
    if name in _COUPLING and found.any():
        at = np.flatnonzero(found[1:]) + 1
        together = points[at - 1].astype(np.uint64) << np.uint64(32) | points[at]
        found[at] = ~np.isin(together, _couples(name))
    return found


def _by_table(points: Points, counts: Places, name: str, substitute: bytes) -> pa.Array:
    lines, ends = _lines(points, counts)
    lacking = _lacking(lines, name)
    sign = substitute[0] if len(substitute) == 1 else _SUB
    lines[lacking] = sign
    data = np.frombuffer(text_of(lines).encode(name), np.uint8)
    behind = _feeds(data, lines, ends)
    sizes = np.ones(len(data), np.int64)
    sizes[behind] = 0
    if len(substitute) == 2:
        signs = np.flatnonzero(data == sign)[(np.cumsum(lines == sign) - 1)[lacking]]
        sizes[signs] = 2
        totals = np.cumsum(sizes)
        data = np.repeat(data, sizes)
        first = totals[signs] - 2
        data[first], data[first + 1] = substitute[0], substitute[1]
    else:
        totals = np.cumsum(sizes)
        data = data[sizes > 0]
    return binary_of(data, np.concatenate([[0], totals[behind]]))
