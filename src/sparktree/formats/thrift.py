"""Thrift's compact protocol, in which Parquet files describe themselves: any struct as a tree."""

from __future__ import annotations

import struct as binary
from typing import Any

# Kinds of values, by their numbers in the protocol.
TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
_INTEGERS = (I16, I32, I64)

Field = tuple[int, Any]  # the kind and the value; a list's value is (kind, values)
Struct = dict[int, Field]


def read_struct(data: bytes, position: int = 0) -> tuple[Struct, int]:
    """The struct at a position, and where it ends."""
    found: Struct = {}
    number = 0
    while True:
        head = data[position]
        position += 1
        if head == 0:
            return found, position
        kind = head & 15
        if head >> 4:
            number += head >> 4
        else:
            number, position = _zigzag(data, position)
        value, position = _read(data, position, kind)
        found[number] = (kind, value)


def _read(data: bytes, position: int, kind: int) -> tuple[Any, int]:
    if kind in (TRUE, FALSE):
        return kind == TRUE, position
    if kind == BYTE:
        return data[position], position + 1
    if kind in _INTEGERS:
        return _zigzag(data, position)
    if kind == DOUBLE:
        return binary.unpack_from("<d", data, position)[0], position + 8
    if kind == BINARY:
        size, position = _varint(data, position)
        return data[position : position + size], position + size
    if kind in (LIST, SET):
        return _read_list(data, position)
    if kind == STRUCT:
        return read_struct(data, position)
    raise ValueError(f"kind {kind} at {position}")


def _read_list(data: bytes, position: int) -> tuple[Any, int]:
    head = data[position]
    position += 1
    size, kind = head >> 4, head & 15
    if size == 15:
        size, position = _varint(data, position)
    values = []
    for _ in range(size):
        if kind in (TRUE, FALSE):
            value, position = data[position] == TRUE, position + 1
        else:
            value, position = _read(data, position, kind)
        values.append(value)
    return (kind, values), position


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, position
        shift += 7


def _zigzag(data: bytes, position: int) -> tuple[int, int]:
    value, position = _varint(data, position)
    return (value >> 1) ^ -(value & 1), position


def struct_bytes(fields: Struct) -> bytes:
    """The struct as bytes."""
    out = bytearray()
    _write_struct(out, fields)
    return bytes(out)


def _write_struct(out: bytearray, fields: Struct) -> None:
    last = 0
    for number, (kind, value) in sorted(fields.items()):
        if kind in (TRUE, FALSE):
            kind = TRUE if value else FALSE
        if 0 < number - last < 16:
            out.append((number - last) << 4 | kind)
        else:
            out.append(kind)
            _write_zigzag(out, number)
        last = number
        if kind not in (TRUE, FALSE):
            _write(out, kind, value)
    out.append(0)


def _write(out: bytearray, kind: int, value: Any) -> None:
    if kind == BYTE:
        out.append(value)
    elif kind in _INTEGERS:
        _write_zigzag(out, value)
    elif kind == DOUBLE:
        out += binary.pack("<d", value)
    elif kind == BINARY:
        _write_varint(out, len(value))
        out += value
    elif kind in (LIST, SET):
        _write_list(out, *value)
    else:
        _write_struct(out, value)


def _write_list(out: bytearray, kind: int, values: list[Any]) -> None:
    if len(values) < 15:
        out.append(len(values) << 4 | kind)
    else:
        out.append(15 << 4 | kind)
        _write_varint(out, len(values))
    for value in values:
        if kind in (TRUE, FALSE):
            out.append(TRUE if value else FALSE)
        else:
            _write(out, kind, value)


def _write_varint(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _write_zigzag(out: bytearray, value: int) -> None:
    _write_varint(out, value << 1 if value >= 0 else (-value << 1) - 1)
