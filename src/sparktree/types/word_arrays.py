"""Booleans, UUIDs, addresses, enums and fixed strings of whole arrays from text, as `read_word.py`
reads one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.text import escape_array, unescape_array
from sparktree.types.base import Type
from sparktree.types.read_word import FALSE_WORDS, TRUE_WORDS
from sparktree.types.reading import Context
from sparktree.types.reading_arrays import (
    Flags,
    Values,
    lines_text,
    matching,
    numbers,
    parts_of,
    sizes,
)
from sparktree.types.text_pieces import Column
from sparktree.types.texts import Enum, FixedString

_HEX = "[0-9a-fA-F]"
_UUID = f"{_HEX}{{8}}-(?:{_HEX}{{4}}-){{3}}{_HEX}{{12}}|{_HEX}{{32}}"
_UUID_GROUPS = "^(.{8})(.{4})(.{4})(.{4})(.{12})$"
_OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_IPV4 = r"\.".join(f"(?P<{name}>{_OCTET[1:]}" for name in "abcd")
_LENIENT_IPV4 = r"\.".join(f"0*(?P<{name}>{_OCTET[1:]}" for name in "abcd")
_SOME = f"(?:{_HEX}{{1,4}}:)*{_HEX}{{1,4}}"
_IPV6 = f"(?:{_SOME})?::(?:{_SOME})?|{_SOME}"
_TAIL = rf"(?P<head>[0-9a-fA-F:]*:){_LENIENT_IPV4}"
_GROUPS = 8  # of an address


def read_bools(type_: Type, texts: pa.Array, context: Context) -> Values:
    """true, false and their many other spellings."""
    words = pc.ascii_lower(texts)
    true = pc.is_in(words, pa.array(sorted(TRUE_WORDS)))
    fine = pc.or_(true, pc.is_in(words, pa.array(sorted(FALSE_WORDS))))
    return pc.if_else(true, "true", "false"), np.asarray(fine)


def read_uuids(type_: Type, texts: pa.Array, context: Context) -> Values:
    """32 hexadecimal digits, with or without dashes."""
    fine = matching(texts, _UUID)
    filled = pc.if_else(pa.array(fine), texts, "0" * 32)
    digits = pc.replace_substring(filled, "-", "")
    return pc.replace_substring_regex(digits, _UUID_GROUPS, r"\1-\2-\3-\4-\5"), fine


def read_ipv4s(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Four decimal bytes; leading zeros are refused but in a field."""
    octets, fine = parts_of(texts, _LENIENT_IPV4 if context.field else _IPV4)
    found = np.zeros(len(texts), np.int64)
    for octet in octets:
        found = found * 256 + numbers(octet)
    return pa.array(found).cast(pa.string()), fine


def read_ipv6s(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Any notation of IPv6; an IPv4 becomes a mapped address."""
    plain = _without_points(texts)
    fine = matching(plain, _IPV6)
    skips = np.asarray(pc.match_substring(plain, "::"))
    column = Column.of(pc.binary_join_element_wise(pc.if_else(pa.array(fine), plain, ""), "", ":"))
    colon = column.data == ord(":")
    colons = column.counted(colon)
    doubled = np.append(colon[1:] & colon[:-1], [False])[: len(colon)]
    doubled[column.bounds[1:] - 1] = False
    sizes_ = np.diff(column.bounds)
    rows = np.repeat(np.arange(len(texts)), sizes_)
    ends_group = np.append([False], ~colon[:-1] & colon[1:])
    count = np.bincount(rows[ends_group], minlength=len(texts))
    ends_open = np.asarray(pc.ends_with(plain, "::"))
    fine &= (count == _GROUPS) & ~ends_open | (count < _GROUPS) & skips
    at = np.flatnonzero(~colon & fine[rows])
    last = colons[column.bounds[1:] - 1][rows[at]]
    behind = column.counted(doubled)[at] > 0
    group = np.where(behind, _GROUPS - 1 + colons[at] - last, colons[at])
    (stops,) = np.nonzero(colon)
    left = stops[np.searchsorted(stops, at)] - at  # digits up to the end of the group
    lines = np.full((len(texts), 4 * _GROUPS), ord("0"), np.uint8)
    lines[rows[at], 4 * group + 4 - left] = column.data[at]
    return pc.binary_join_element_wise("0x", lines_text(lines), ""), fine


def _without_points(texts: pa.Array) -> pa.Array:
    """Addresses that end in an IPv4 with its two groups instead."""
    with_point = pc.match_substring(texts, ".")
    if not pc.any(with_point, min_count=0).as_py():
        return texts
    odd = texts.filter(with_point)
    (head, *octets), fine = parts_of(odd, _TAIL)
    if not fine.all():
        alone, mapped = parts_of(odd, _IPV4)
        octets = [
            pc.if_else(pa.array(mapped), one, octet)
            for one, octet in zip(alone, octets, strict=True)
        ]
        head = pc.if_else(pa.array(mapped), "::ffff:", head)
        fine |= mapped
    two_digits = _two_digits()
    digits = [two_digits.take(pa.array(numbers(octet))) for octet in octets]
    first, second = (pc.binary_join_element_wise(*digits[i : i + 2], "") for i in (0, 2))
    written = pc.binary_join_element_wise(head, first, ":", second, "")
    return pc.replace_with_mask(texts, with_point, pc.if_else(pa.array(fine), written, ""))


@cache  # arrays are not made on import: Arrow imports pandas for the first one, if it is there
def _two_digits() -> pa.Array:
    return pa.array([f"{number:02x}" for number in range(256)])


def read_enums(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Names, or the numbers of some."""
    assert isinstance(type_, Enum)
    shown = pa.array([str(number) for _, number in type_.values])
    places = pc.index_in(texts, pa.array([name for name, _ in type_.values]))
    (sign, digits), _ = parts_of(texts, "(?P<sign>-?)0*(?P<digits>[0-9]+)")
    sign = pc.if_else(pc.equal(digits, "0"), "", sign)
    by_number = pc.index_in(pc.binary_join_element_wise(sign, digits, ""), shown)
    found = pc.coalesce(places, by_number)
    return shown.take(found.fill_null(0)), np.asarray(found.is_valid())


def read_fixed_strings(type_: Type, texts: pa.Array, context: Context) -> Values:
    """At most the size in bytes, filled up with zero bytes."""
    assert isinstance(type_, FixedString)
    data = unescape_array(texts)
    length = sizes(data)
    fine: Flags = length <= type_.size
    offsets = np.concatenate([[0], np.cumsum(np.maximum(type_.size - length, 0))])
    buffers = [None, pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(bytes(int(offsets[-1])))]
    fill = pa.Array.from_buffers(pa.binary(), len(texts), buffers)
    return escape_array(pc.binary_join_element_wise(data, fill, b"")), fine
