"""Thrift's binary protocol, as far as calls of a metastore need it.

The protocol tells the type of every value, so that no generated classes are needed: a struct is
read as its fields by their numbers.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

_VERSION = 0x80010000
_CALL, _EXCEPTION = 1, 3
_STOP, _BOOL, _BYTE, _DOUBLE, _I16, _I32, _I64 = 0, 2, 3, 4, 6, 8, 10
_STRING, _STRUCT, _MAP, _SET, _LIST = 11, 12, 13, 14, 15
_NUMBERS = {_BOOL: ">?", _BYTE: ">b", _DOUBLE: ">d", _I16: ">h", _I32: ">i", _I64: ">q"}
_LONGEST = 1 << 30  # bytes of a text; more is no answer of a metastore

Struct = dict[int, Any]
# Texts; integers of 16 bits; lists; maps of texts; structs, whose keys are numbers.
Argument = str | int | Sequence[Any] | Mapping[Any, Any]


class ThriftError(Exception):
    """The server answered that it could not, or in another language."""


class Client:
    """A connection to a server; one call at a time."""

    def __init__(self, host: str, port: int, seconds: float) -> None:
        self._socket = socket.create_connection((host, port), seconds)
        self._stream: BinaryIO = self._socket.makefile("rb")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        self._socket.close()

    def call(self, name: str, *args: Argument) -> Struct:
        """The fields of the answer: 0 is the result, others are what the method raises."""
        _, body = _encoded(dict(enumerate(args, 1)))
        head = struct.pack(">I", _VERSION | _CALL) + _text(name) + struct.pack(">i", 0)
        self._socket.sendall(head + body)
        (kind,) = struct.unpack(">I", self._read(4))
        if kind & 0xFFFF0000 != _VERSION:
            raise ThriftError("The server speaks another protocol.")
        self._value(_STRING)
        self._read(4)
        answer: Struct = self._value(_STRUCT)
        if kind & 0xFF == _EXCEPTION:
            raise ThriftError(str(answer.get(1, "The server failed.")))
        return answer

    def _read(self, count: int) -> bytes:
        data = self._stream.read(count)
        if len(data) != count:
            raise ConnectionError("The server closed the connection.")
        return data

    def _value(self, kind: int) -> Any:
        if kind in _NUMBERS:
            form = _NUMBERS[kind]
            return struct.unpack(form, self._read(struct.calcsize(form)))[0]
        if kind == _STRING:
            return self._read(self._count()).decode("utf-8", "surrogateescape")
        if kind == _STRUCT:
            found: Struct = {}
            while field := self._read(1)[0]:
                (number,) = struct.unpack(">h", self._read(2))
                found[number] = self._value(field)
            return found
        if kind in (_LIST, _SET):
            inner = self._read(1)[0]
            return [self._value(inner) for _ in range(self._count())]
        if kind == _MAP:
            key, value = self._read(2)
            return {self._value(key): self._value(value) for _ in range(self._count())}
        raise ThriftError(f"The answer has a value of the unknown type {kind}.")

    def _count(self) -> int:
        (count,) = struct.unpack(">i", self._read(4))
        if not 0 <= count <= _LONGEST:
            raise ThriftError(f"The answer tells of {count} values.")
        return int(count)


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    return struct.pack(">i", len(data)) + data


def _encoded(value: Argument) -> tuple[int, bytes]:
    """The type of a value, and its bytes."""
    if isinstance(value, str):
        return _STRING, _text(value)
    if isinstance(value, int):
        return _I16, struct.pack(">h", value)
    if isinstance(value, Sequence):
        items = [_encoded(item) for item in value]
        kind = items[0][0] if items else _STRING
        return _LIST, struct.pack(">bi", kind, len(items)) + b"".join(data for _, data in items)
    if all(isinstance(key, int) for key in value):
        fields = ((number, *_encoded(item)) for number, item in value.items())
        body = b"".join(struct.pack(">bh", kind, number) + data for number, kind, data in fields)
        return _STRUCT, body + bytes([_STOP])
    pairs = b"".join(_text(key) + _text(text) for key, text in value.items())
    return _MAP, struct.pack(">bbi", _STRING, _STRING, len(value)) + pairs
