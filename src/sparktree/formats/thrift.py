"""Thrift's compact protocol, in which Parquet files describe themselves: any struct as a tree."""

from __future__ import annotations

import struct as binary
from collections.abc import Container
from typing import Any

# Kinds of values, by their numbers in the protocol.
TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
_INTEGERS = (I16, I32, I64)

Field = tuple[int, Any]  # the kind and the value; a list's value is (kind, values)
Struct = dict[int, Field]


def read_struct(data: bytes, position: int = 0, begins: Container[int] = ()) -> tuple[Struct, int]:
    """The struct at a position, and where it ends.

    Of lists of structs in the fields `begins` only where each struct begins is found out.
    """
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
        read = _begins if number in begins else _read
        value, position = read(data, position, kind)
        found[number] = (kind, value)


def _begins(data: bytes, position: int, kind: int) -> tuple[list[int], int]:
    """Where the structs of a list begin."""
    size, kind, position = _list_head(data, position)
    if kind != STRUCT:
        raise ValueError(f"kind {kind} at {position}")
    found = []
    for _ in range(size):
        found.append(position)
        position = _after(data, position)
    return found, position


def _after(data: bytes, position: int) -> int:
    """Where a struct ends. Footers have hundreds of thousands of values: this reads none."""
    while head := data[position]:
        position += 1
        if head < 16:
            position = _after_varint(data, position)
        position = _after_value(data, position, head & 15)
    return position + 1


def _after_value(data: bytes, position: int, kind: int) -> int:
    if kind in _INTEGERS:
        return _after_varint(data, position)
    if kind == STRUCT:
        return _after(data, position)
    if kind == BINARY:
        size, position = _varint(data, position)
        return position + size
    if kind in (LIST, SET):
        size, inner, position = _list_head(data, position)
        if inner in (TRUE, FALSE):
            return position + size
        for _ in range(size):
            position = _after_value(data, position, inner)
        return position
    return _read(data, position, kind)[1]


def _after_varint(data: bytes, position: int) -> int:
    while data[position] > 127:
        position += 1
    return position + 1


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
    size, kind, position = _list_head(data, position)
    values = []
    for _ in range(size):
        if kind in (TRUE, FALSE):
            value, position = data[position] == TRUE, position + 1
        else:
            value, position = _read(data, position, kind)
        values.append(value)
    return (kind, values), position


def _list_head(data: bytes, position: int) -> tuple[int, int, int]:
    """Size, kind of the values, and where they begin."""
    head = data[position]
    position += 1
    size, kind = head >> 4, head & 15
    if size == 15:
        size, position = _varint(data, position)
    return size, kind, position


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
