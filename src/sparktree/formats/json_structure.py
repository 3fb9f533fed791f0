"""A JSON document cut into its members and elements, over whole arrays of bytes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.cutting import (
    Bytes,
    Fields,
    Mask,
    Places,
    bytes_of,
    inside_quotes,
    is_one_of,
    unescaped_quotes,
)

BLANKS = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class Span:
    """A value of the document: its bytes from `begin` to `end`, as deep as its own brackets."""

    begin: int
    end: int
    depth: int


@dataclass(frozen=True)
class Structure:
    """Where the values of a text of JSON begin and end."""

    data: Bytes

    @classmethod
    def of(cls, text: bytes) -> Structure:
        """Of a text."""
        return cls(bytes_of(text))

    @cached_property
    def outside(self) -> Mask:
        """What is not inside of a string."""
        return ~inside_quotes(len(self.data), unescaped_quotes(self.data, b'"'))

    @cached_property
    def _depth(self) -> Places:
        """In how many brackets each byte is; brackets are outside of themselves."""
        steps = np.zeros(len(self.data) + 1, np.int64)
        steps[1:][is_one_of(self.data, b"{[") & self.outside] += 1
        steps[:-1][is_one_of(self.data, b"}]") & self.outside] -= 1
        depth: Places = np.cumsum(steps)[:-1]
        return depth

    def whole(self, opening: bytes) -> list[Span]:
        """The values that stand beside each other, each of which begins with the bracket."""
        begins = np.flatnonzero(is_one_of(self.data, b"{[") & self.outside & (self._depth == 0))
        ends = np.flatnonzero(is_one_of(self.data, b"}]") & self.outside & (self._depth == 0))
        if len(begins) != len(ends):
            raise expected("}" if opening == b"{" else "]", b"")
        there = np.flatnonzero(~is_one_of(self.data, BLANKS + b",") & (self._depth == 0))
        other = np.setdiff1d(there, np.concatenate([begins, ends]))
        if len(other):
            raise expected(opening.decode(), self._excerpt(int(other[0])))
        wrong = begins[self.data[begins] != opening[0]]
        if len(wrong):
            raise expected(opening.decode(), self._excerpt(int(wrong[0])))
        return [Span(int(b), int(e) + 1, 1) for b, e in zip(begins, ends, strict=True)]

    def first(self, opening: bytes) -> Span:
        """The first value, which begins with the bracket; what follows it is nobody's business."""
        begins = np.flatnonzero(~is_one_of(self.data, BLANKS))
        if not len(begins) or self.data[begins[0]] != opening[0]:
            raise expected(opening.decode(), self._excerpt(int(begins[0])) if len(begins) else b"")
        closing = is_one_of(self.data, b"}]") & self.outside & (self._depth == 0)
        ends = np.flatnonzero(closing)
        if not len(ends):
            raise expected("}" if opening == b"{" else "]", b"")
        return Span(int(begins[0]), int(ends[0]) + 1, 1)

    def _excerpt(self, begin: int) -> bytes:
        return bytes(self.data[begin : begin + 100].tobytes())

    def elements(self, span: Span) -> Fields:
        """What commas divide inside of an array or an object."""
        inside = slice(span.begin + 1, span.end - 1)
        commas = self._signs(b",", span)
        starts = np.concatenate([[inside.start], commas + 1]).astype(np.int64)
        ends = np.concatenate([commas, [inside.stop]]).astype(np.int64)
        found = Fields(self.data, starts, ends, 1).trimmed(BLANKS)
        if len(starts) == 1 and found.starts[0] >= found.ends[0]:
            return Fields(self.data, starts[:0], ends[:0], 1)
        return found

    def members(self, span: Span) -> tuple[Fields, Fields]:
        """The keys (in their quotes) and the values of an object."""
        found = self.elements(span)
        colons = self._signs(b":", span)
        if len(colons) != len(found.starts):
            raise expected(":", self._excerpt(span.begin))
        keys = Fields(self.data, found.starts, colons, 1).trimmed(BLANKS)
        return keys, Fields(self.data, colons + 1, found.ends, 1).trimmed(BLANKS)

    def signs(self, sign: bytes, depth: int) -> Places:
        """Where a sign stands, in so many brackets."""
        there = (self.data == sign[0]) & self.outside & (self._depth == depth)
        return np.flatnonzero(there)

    def _signs(self, sign: bytes, span: Span) -> Places:
        inside = slice(span.begin + 1, span.end - 1)
        there = (self.data[inside] == sign[0]) & self.outside[inside]
        return np.flatnonzero(there & (self._depth[inside] == span.depth)) + inside.start

    def named(self, span: Span) -> dict[str, Span]:
        """The values of an object of few members, by their keys."""
        keys, values = self.members(span)
        found: dict[str, Span] = {}
        places = zip(values.starts.tolist(), values.ends.tolist(), strict=True)
        for key, (begin, end) in zip(_texts(keys), places, strict=True):
            name = str(json.loads(key))
            if name in found:
                raise Error(Code.INCORRECT_DATA, f"Repeated field (`{name}`) when processing data")
            found[name] = Span(begin, end, span.depth + 1)
        return found

    def text(self, span: Span) -> bytes:
        """The bytes of a value."""
        return bytes(self.data[span.begin : span.end].tobytes())

    def check(self, span: Span, opening: bytes) -> Span:
        """The value, if it begins with the bracket."""
        if self.data[span.begin : span.begin + 1].tobytes() != opening:
            raise expected(opening.decode(), self._excerpt(span.begin))
        return span


def _texts(fields: Fields) -> list[bytes]:
    places = zip(fields.starts.tolist(), fields.ends.tolist(), strict=True)
    return [bytes(fields.data[begin:end].tobytes()) for begin, end in places]


def texts_of(fields: Fields) -> pa.Array:
    """The texts of elements, in the kernel's form."""
    return fields.columns()[0]


def expected(sign: str, found: bytes) -> Error:
    """The error of another sign than one that must be there."""
    where = f"before: '{found.decode('utf-8', 'replace')}'" if found else "at end of stream"
    return Error(
        Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED, f"Cannot parse input: expected '{sign}' {where}"
    )
