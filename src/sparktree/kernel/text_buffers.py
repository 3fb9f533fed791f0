"""The escapes of `kernel/text.py` over the strings of a whole array at once.

The strings lie one behind the other in a buffer; `bounds` tells where each begins, and at last
where the last one ends.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Bounds = npt.NDArray[np.int64]
_Flags = npt.NDArray[np.bool_]
_Codes = npt.NDArray[np.int64]

_LONGEST = 4  # bytes of a character
_GREATEST = 0x10FF7F  # of the characters that stand for themselves
_DELETE = 0x7F


def escape(data: Bytes, bounds: Bounds) -> tuple[Bytes, Bounds]:
    """Strings of any bytes as text that the kernel can hold."""
    data, bounds = _only(data, bounds)
    following = _following(data, bounds)
    bad = ~_inside(_sizes(following))
    (places,) = np.nonzero(bad)
    below = _below(following[:, places].astype(np.int64))
    widths = _widths(below)
    sizes = np.ones(len(data), np.uint8)
    sizes[places] = widths + _LONGEST
    ends = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
    out = np.zeros(ends[-1], np.uint8)
    good = ~bad
    out[ends[:-1][good]] = data[good]
    starts = ends[places]
    _put_characters(out, starts, below, widths)
    _put_escapes(out, starts + widths, data[places])
    return out, ends[bounds]


def unescape(data: Bytes, bounds: Bounds) -> tuple[Bytes, Bounds]:
    """The bytes that texts of the kernel stand for."""
    data, bounds = _only(data, bounds)
    (places,) = np.nonzero(_is_private(_following(data, bounds)))
    keep = np.ones(len(data), np.bool_)
    _drop_before(keep, data, places, bounds)
    return _as_bytes(data, bounds, places, keep)


def single(data: Bytes, bounds: Bounds) -> tuple[Bytes, Bounds]:
    """Texts of the kernel in which one code point stands for each escaped byte, instead of two."""
    data, bounds = _only(data, bounds)
    (places,) = np.nonzero(_is_private(_following(data, bounds)))
    keep = np.ones(len(data), np.bool_)
    _drop_before(keep, data, places, bounds)
    kept = np.concatenate([[0], np.cumsum(keep)])
    return data[keep], kept[bounds]


def unsingle(data: Bytes, bounds: Bounds) -> tuple[Bytes, Bounds]:
    """The bytes that such texts stand for."""
    data, bounds = _only(data, bounds)
    (places,) = np.nonzero(_is_private(_following(data, bounds)))
    return _as_bytes(data, bounds, places, np.ones(len(data), np.bool_))


def characters(data: Bytes, bounds: Bounds) -> tuple[_Codes, Bounds]:
    """The characters of strings of any bytes, each as a number of its own, and how many each has.

    A byte that belongs to none is one.
    """
    data, bounds = _only(data, bounds)
    following = _following(data, bounds)
    sizes = _sizes(following)
    (starts,) = np.nonzero((sizes > 0) | ~_inside(sizes))
    codes = np.zeros(len(starts), np.int64)
    for step in range(_LONGEST):
        wanted = step < np.maximum(sizes[starts], 1)
        codes |= np.where(wanted, following[step, starts].astype(np.int64) << (8 * step), 0)
    return codes, np.diff(np.searchsorted(starts, bounds))


def _as_bytes(data: Bytes, bounds: Bounds, places: Bounds, keep: _Flags) -> tuple[Bytes, Bounds]:
    """The escapes at these places as the bytes that they stand for; only what is kept."""
    for step in range(1, _LONGEST):
        keep[places + step] = False
    out = data.copy()
    out[places] = ((data[places + 2] & 1) << 6) | (data[places + 3] & 0x3F) | 0x80
    kept = np.concatenate([[0], np.cumsum(keep)])
    return out[keep], kept[bounds]


def _only(data: Bytes, bounds: Bounds) -> tuple[Bytes, Bounds]:
    """Without what is before the first string and behind the last."""
    return data[bounds[0] : bounds[-1]], bounds - bounds[0]


def _following(data: Bytes, bounds: Bounds) -> Bytes:
    """Every byte and the three behind it; zeros behind the end of its string."""
    padded = np.concatenate([data, np.zeros(_LONGEST, np.uint8)])
    rows = np.stack([padded[i : i + len(data)] for i in range(_LONGEST)])
    ends = bounds[1:][np.diff(bounds) > 0]
    for step in range(1, _LONGEST):
        for back in range(1, step + 1):
            inside = ends - back
            rows[step, inside[inside >= 0]] = 0
    return rows


def _sizes(following: Bytes) -> Bytes:
    """The bytes of the character that begins at each byte; 0 if none does, or a private one."""
    first, second, third, fourth = following
    continues = [(byte & 0xC0) == 0x80 for byte in (second, third, fourth)]
    two = (first >= 0xC2) & (first <= 0xDF) & continues[0]
    three = (first >= 0xE0) & (first <= 0xEF) & continues[0] & continues[1]
    three &= ~((first == 0xE0) & (second < 0xA0)) & ~((first == 0xED) & (second > 0x9F))
    four = (first >= 0xF0) & (first <= 0xF4) & continues[0] & continues[1] & continues[2]
    four &= ~((first == 0xF0) & (second < 0x90)) & ~((first == 0xF4) & (second > 0x8F))
    four &= ~_is_private(following)
    pairs = zip((first < 0x80, two, three, four), range(1, _LONGEST + 1), strict=True)
    return np.asarray(sum(flags * np.uint8(size) for flags, size in pairs), np.uint8)


def _is_private(following: Bytes) -> _Flags:
    """Where one of the code points begins that stand for bytes."""
    first, second, third, fourth = following
    found = (first == 0xF4) & (second == 0x8F) & (third >= 0xBE) & (third <= 0xBF)
    return np.asarray(found & ((fourth & 0xC0) == 0x80), np.bool_)


def _inside(sizes: Bytes) -> _Flags:
    """Which bytes belong to a character."""
    inside = sizes > 0
    for step in range(1, _LONGEST):
        inside[step:] |= sizes[: len(sizes) - step] > step
    return inside


def _below(following: _Codes) -> _Codes:
    """The greatest character that sorts before bytes that begin with no character."""
    first = following[0]
    more = np.where(first < 0xE0, 1, np.where(first < 0xF0, 2, 3))
    code = first & (0x3F >> more)
    least = np.array([0x80, 0x800, 0x10000])[more - 1]
    open_ = np.ones(len(first), np.bool_)
    for number in range(1, _LONGEST):
        byte, left = following[number], 6 * np.maximum(more + 1 - number, 0)
        active = open_ & (number <= more)
        low, high = active & (byte < 0x80), active & (byte > 0xBF)
        code = np.where(low, (code << left) - 1, code)
        code = np.where(high, ((code + 1) << left) - 1, code)
        code = np.where(active & ~low & ~high, code << 6 | (byte & 0x3F), code)
        open_ &= ~(low | high)
    code = np.minimum(np.maximum(code, least - 1), _GREATEST)
    code = np.where((code >= 0xD800) & (code < 0xE000), 0xD7FF, code)
    code = np.where(first > 0xF4, _GREATEST, code)
    return np.where(first < 0xC2, _DELETE, code)


def _widths(codes: _Codes) -> npt.NDArray[np.int64]:
    """The bytes of characters in UTF-8."""
    return 1 + (codes >= 0x80) + (codes >= 0x800) + (codes >= 0x10000)


def _put_characters(out: Bytes, starts: Bounds, codes: _Codes, widths: Bounds) -> None:
    for width, lead in ((1, 0), (2, 0xC0), (3, 0xE0), (4, 0xF0)):
        of = widths == width
        at, code = starts[of], codes[of]
        out[at] = lead | code >> (6 * (width - 1))
        for step in range(1, width):
            out[at + step] = 0x80 | (code >> (6 * (width - 1 - step)) & 0x3F)


def _put_escapes(out: Bytes, starts: Bounds, bytes_: Bytes) -> None:
    out[starts], out[starts + 1] = 0xF4, 0x8F
    out[starts + 2] = 0xBC | bytes_ >> 6
    out[starts + 3] = 0x80 | bytes_ & 0x3F


def _drop_before(keep: _Flags, data: Bytes, places: Bounds, bounds: Bounds) -> None:
    """The character before an escape only holds its place in the order."""
    begins = bounds[np.searchsorted(bounds, places, "right") - 1]
    open_ = places > begins
    for step in range(1, _LONGEST + 1):
        at = np.maximum(places - step, 0)
        open_ = open_ & (places - step >= begins)
        if step == _LONGEST:
            # An escape is of four bytes: it stands for a byte of its own.
            open_ &= ~_private_at(data, at)
        reached = open_ & ((data[at] & 0xC0) != 0x80)
        for back in range(1, step + 1):
            keep[(places - back)[reached]] = False
        open_ &= ~reached


def _private_at(data: Bytes, at: Bounds) -> _Flags:
    found = (data[at] == 0xF4) & (data[at + 1] == 0x8F) & (data[at + 2] >= 0xBE)
    return np.asarray(found, np.bool_)
