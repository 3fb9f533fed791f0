"""Packets as data: the fields of each, what they are, and since which revision they are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sparktree.errors import Code, Error
from sparktree.formats.native import counted_text, varint
from sparktree.formats.native_cursor import Cursor
from sparktree.kernel.text import escape

MOST_SETTINGS = 10_000  # of a packet


@dataclass(frozen=True, slots=True)
class Kind:
    """How the values of a field lie in the bytes."""

    read: Callable[[Cursor], Any]
    write: Callable[[Any], bytes]
    empty: Any  # the value of a field that nobody gave


@dataclass(frozen=True, slots=True)
class SettingText:
    """A setting or a parameter as packets have it."""

    name: str
    value: str
    flags: int = 0


IMPORTANT, CUSTOM = 1, 2  # flags: not to be passed over if unknown; the value of a parameter


def text_bytes(text: str) -> bytes:
    """A text of the kernel behind its length."""
    return counted_text(text)


def read_text(cursor: Cursor) -> str:
    """The text behind its length, as the kernel has texts: any bytes are one."""
    return escape(cursor.string())


def _read_settings(cursor: Cursor) -> list[SettingText]:
    """Settings as texts, until one without a name."""
    found: list[SettingText] = []
    while name := read_text(cursor):
        flags = cursor.varint()
        found.append(SettingText(name, read_text(cursor), flags))
        if len(found) > MOST_SETTINGS:
            raise Error(Code.INCORRECT_DATA, f"More than {MOST_SETTINGS} settings in a packet")
    return found


def _write_settings(settings: Sequence[SettingText]) -> bytes:
    found = (text_bytes(s.name) + varint(s.flags) + text_bytes(s.value) for s in settings)
    return b"".join(found) + text_bytes("")


def _read_pairs(cursor: Cursor) -> list[tuple[str, str]]:
    count = cursor.varint()
    if count > MOST_SETTINGS:
        raise Error(Code.INCORRECT_DATA, f"More than {MOST_SETTINGS} rules in a packet")
    return [(read_text(cursor), read_text(cursor)) for _ in range(count)]


def _write_pairs(pairs: Sequence[tuple[str, str]]) -> bytes:
    return varint(len(pairs)) + b"".join(text_bytes(a) + text_bytes(b) for a, b in pairs)


def _fixed(size: int) -> Kind:
    return Kind(lambda cursor: cursor.number(size), lambda v: int(v).to_bytes(size, "little"), 0)


TEXT = Kind(read_text, text_bytes, "")
NUMBER = Kind(lambda cursor: cursor.varint(), lambda value: varint(int(value)), 0)
BYTE, FOUR_BYTES, EIGHT_BYTES = _fixed(1), _fixed(4), _fixed(8)
SETTINGS = Kind(_read_settings, _write_settings, ())
PAIRS = Kind(_read_pairs, _write_pairs, ())


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a packet."""

    name: str
    kind: Kind
    since: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a packet, or of a part of one, in their order."""

    fields: tuple[Field, ...]

    @classmethod
    def of(cls, *fields: tuple[str, Kind] | tuple[str, Kind, int]) -> Layout:
        """The layout with such fields: name, kind, revision."""
        return cls(tuple(Field(*field) for field in fields))

    def read(self, cursor: Cursor, revision: int) -> dict[str, Any]:
        """The values of the fields that the revision has."""
        return {f.name: f.kind.read(cursor) for f in self.fields if f.since <= revision}

    def write(self, values: Mapping[str, Any], revision: int) -> bytes:
        """The bytes of the fields that the revision has."""
        return b"".join(
            f.kind.write(values.get(f.name, f.kind.empty))
            for f in self.fields
            if f.since <= revision
        )
