"""Values of JSON as they are written, which the kernel would write in its own way.

It reads numbers with a point or an exponent as floats, and objects and arrays without blanks. Where
digits matter, and where a String takes a whole object, quotes are put around them first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.formats.cutting import Bytes, Fields, Mask, Places, bytes_of, is_one_of
from sparktree.formats.json_structure import BLANKS, Structure
from sparktree.formats.options import FormatSettings
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nested, Tuple, Wrapper
from sparktree.types.numeric import Decimal
from sparktree.types.texts import String

# What a text of JSON is to become: a value, an object with these members, an array of these.
Wanted = Type | Mapping[str, Type] | Sequence[Type]
_QUOTE, _BACKSLASH = ord('"'), ord("\\")
_BREAKS = {ord("\n"): ord("n"), ord("\r"): ord("r"), ord("\t"): ord("t")}


def exact(texts: pa.Array, wanted: Wanted, settings: FormatSettings, row: int = 0) -> pa.Array:
    """The texts, in which nothing is lost that the types want; `row` is the number of the first."""
    if not len(texts) or not _has(wanted, Decimal, String):
        return texts
    offsets = np.frombuffer(texts.buffers()[1], np.int32)[texts.offset :][: len(texts) + 1]
    data = bytes_of(texts.buffers()[2] or b"")[: offsets[-1]][offsets[0] :]
    bounds = (offsets - offsets[0]).astype(np.int64)
    found = _Finder(Structure(data))
    rows = Fields(data, bounds[:-1], bounds[1:], 1).trimmed(BLANKS)
    spans = [one for one in found.strings(rows, wanted, 0) if len(one.starts)]
    for one in spans:
        _check(one, bounds, row, settings)
    edits = _quotes(found.structure, spans, bounds)
    if not len(edits.closing):
        return texts
    moved = pa.py_buffer(edits.moved(bounds).astype(np.int32))
    return pa.Array.from_buffers(
        pa.string(), len(texts), [None, moved, pa.py_buffer(edits.applied(data))]
    )


def _has(wanted: Wanted, *kinds: type[Type]) -> bool:
    """Whether one of the types is, or is inside of, what is wanted."""
    if isinstance(wanted, kinds):
        return True
    if isinstance(wanted, Type):
        types: Iterable[Type] = (wanted.form if isinstance(wanted, Nested) else wanted).children()
    else:
        types = wanted.values() if isinstance(wanted, Mapping) else wanted
    return any(_has(type_, *kinds) for type_ in types)


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds what Strings take, level by level, in all texts at once."""

    structure: Structure

    def strings(self, values: Fields, wanted: Wanted, depth: int) -> Iterator[Fields]:
        """The values, or those inside of them, that become Strings."""
        if isinstance(wanted, Wrapper):
            yield from self.strings(values, wanted.of, depth)
        elif isinstance(wanted, String):
            yield values
        elif _has(wanted, String):
            for below, type_ in self._below(values, wanted, depth + 1):
                yield from self.strings(below, type_, depth + 1)

    def _below(self, values: Fields, wanted: Wanted, depth: int) -> Iterable[tuple[Fields, Wanted]]:
        objects = _chosen(values, values.begin_with(b"{"))
        arrays = _chosen(values, values.begin_with(b"["))
        if isinstance(wanted, Nested):
            wanted = wanted.form
        if isinstance(wanted, Map):
            yield self._members(objects, depth)[1], wanted.value
        elif isinstance(wanted, Array):
            yield self._elements(arrays, depth)[0], wanted.of
        elif isinstance(wanted, Tuple):
            names = wanted.names or tuple(str(n) for n in range(1, len(wanted.of) + 1))
            yield from self._by_name(objects, dict(zip(names, wanted.of, strict=True)), depth)
            yield from self._by_place(arrays, wanted.of, depth)
        elif isinstance(wanted, Mapping):
            yield from self._by_name(objects, wanted, depth)
        elif isinstance(wanted, Sequence):
            yield from self._by_place(arrays, wanted, depth)

    def _by_name(
        self, objects: Fields, types: Mapping[str, Type], depth: int
    ) -> Iterator[tuple[Fields, Wanted]]:
        keys, values = self._members(objects, depth)
        if not len(keys.starts):
            return
        named = keys.columns()[0]
        for name, type_ in types.items():
            if _has(type_, String):
                same = pc.equal(named, json.dumps(name, ensure_ascii=False))
                yield _chosen(values, same.to_numpy(zero_copy_only=False)), type_

    def _by_place(
        self, arrays: Fields, types: Sequence[Type], depth: int
    ) -> Iterator[tuple[Fields, Wanted]]:
        values, places = self._elements(arrays, depth)
        for place, type_ in enumerate(types):
            if _has(type_, String):
                yield _chosen(values, places == place), type_

    def _elements(self, containers: Fields, depth: int) -> tuple[Fields, Places]:
        """What commas divide inside of arrays or objects, and the places there."""
        begins, ends = containers.starts, containers.ends
        commas = self._inside(containers, b",", depth)
        starts = np.sort(np.concatenate([begins + 1, commas + 1]))
        stops = np.sort(np.concatenate([commas, ends - 1]))
        owners = np.searchsorted(begins, starts, side="right") - 1
        places = np.arange(len(starts)) - np.searchsorted(starts, begins)[owners]
        found = Fields(containers.data, starts, stops, 1).trimmed(BLANKS)
        there = found.starts < found.ends
        return _chosen(found, there), places[there]

    def _members(self, objects: Fields, depth: int) -> tuple[Fields, Fields]:
        """The keys, in their quotes, and the values of objects."""
        found, _ = self._elements(objects, depth)
        colons = self._inside(objects, b":", depth)
        if len(colons) != len(found.starts):  # not JSON: whoever reads it says what is wrong
            nothing = Fields(found.data, found.starts[:0], found.ends[:0], 1)
            return nothing, nothing
        keys = Fields(found.data, found.starts, colons, 1).trimmed(BLANKS)
        return keys, Fields(found.data, colons + 1, found.ends, 1).trimmed(BLANKS)

    def _inside(self, containers: Fields, sign: bytes, depth: int) -> Places:
        """Where a sign stands in the containers themselves, not in others inside of them."""
        signs = self.structure.signs(sign, depth)
        owners = np.searchsorted(containers.starts, signs, side="right") - 1
        kept: Places = signs[owners >= 0]
        return kept[kept < containers.ends[owners[owners >= 0]]]


def _chosen(fields: Fields, mask: Mask) -> Fields:
    return Fields(fields.data, fields.starts[mask], fields.ends[mask], 1)


# --- what the settings refuse ------------------------------------------------------------------


def _check(strings: Fields, bounds: Places, row: int, settings: FormatSettings) -> None:
    """Refuse what the settings do not let become a String."""
    first = strings.data[strings.starts]
    for allowed, signs in (
        (settings.input_format_json_read_numbers_as_strings, b"-0123456789"),
        (settings.input_format_json_read_bools_as_strings, b"tf"),
        (settings.input_format_json_read_arrays_as_strings, b"["),
        (settings.input_format_json_read_objects_as_strings, b"{"),
    ):
        if allowed:
            continue
        for place in np.flatnonzero(is_one_of(first, signs))[:1].tolist():
            begin, end = int(strings.starts[place]), int(strings.ends[place])
            number = row + int(np.searchsorted(bounds, begin, side="right"))
            text = bytes(strings.data[begin:end].tobytes()).decode("utf-8", "replace")
            if signs[:1] == b"-":
                raise Error(
                    Code.CANNOT_PARSE_QUOTED_STRING,
                    f"Cannot parse JSON string: expected opening quote: (at row {number})\n",
                )
            raise Error(
                Code.INCORRECT_DATA,
                f"Cannot parse JSON String value here: {text[:1000]}: (at row {number})\n",
            )


# --- quotes ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Edits:
    """Where quotes end and begin, and before which bytes backslashes come."""

    closing: Places
    opening: Places
    escaped: Places

    def moved(self, bounds: Places) -> Places:
        """The bounds of texts behind all that comes before them."""
        before = np.sort(np.concatenate([self.opening, self.escaped]))
        ended = np.searchsorted(np.sort(self.closing), bounds, side="right")
        return bounds + ended + np.searchsorted(before, bounds, side="left")

    def applied(self, data: Bytes) -> bytes:
        """The text with them."""
        data = data.copy()
        for sign, letter in _BREAKS.items():
            data[self.escaped[data[self.escaped] == sign]] = letter
        quotes = np.concatenate([self.closing, self.opening])
        places = np.concatenate([quotes, self.escaped])
        counts = [len(quotes), len(self.escaped)]
        signs = np.repeat(np.array([_QUOTE, _BACKSLASH], np.uint8), counts)
        order = np.argsort(places, kind="stable")  # what closes comes before what opens
        return bytes(np.insert(data, places[order], signs[order]).tobytes())


def _quotes(structure: Structure, strings: Sequence[Fields], bounds: Places) -> _Edits:
    """Quotes around objects and arrays that become Strings, and around numbers with a point."""
    data = structure.data
    whole = [_chosen(one, is_one_of(data[one.starts], b"{[")) for one in strings]
    begins = np.concatenate([np.empty(0, np.int64), *(one.starts for one in whole)])
    ends = np.concatenate([np.empty(0, np.int64), *(one.ends for one in whole)])
    steps = np.zeros(len(data) + 1, np.int8)
    np.add.at(steps, begins, 1)
    np.add.at(steps, ends, -1)
    inside = np.cumsum(steps[:-1], dtype=np.int8).astype(np.bool_)
    escaped = np.flatnonzero(is_one_of(data, bytes((_QUOTE, _BACKSLASH, *_BREAKS))) & inside)
    starts, stops = _inexact(data, structure.outside & ~inside, bounds)
    return _Edits(np.concatenate([ends, stops]), np.concatenate([begins, starts]), escaped)


def _inexact(data: Bytes, outside: Mask, bounds: Places) -> tuple[Places, Places]:
    """Where numbers with a point or an exponent begin and end; none is longer than its text."""
    numeric = np.concatenate([[False], is_one_of(data, b"0123456789+-.eE") & outside, [False]])
    bound = np.zeros(len(data) + 1, np.bool_)
    bound[bounds] = True
    starts = np.flatnonzero(numeric[1:] & (~numeric[:-1] | bound))
    ends = np.flatnonzero(numeric[:-1] & (~numeric[1:] | bound))
    marks = np.flatnonzero(is_one_of(data, b".eE") & outside)
    marked = np.searchsorted(marks, ends) > np.searchsorted(marks, starts)
    inexact = marked & is_one_of(data[starts], b"0123456789-")
    return starts[inexact], ends[inexact]
