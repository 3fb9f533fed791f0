"""What the bytes of states are made of: fields, each written by the kernel and found again.

A state is found in its bytes in two steps: `st_state_fields` cuts the bytes of all rows into those
of each field's values, and the kernel makes values of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, not_implemented
from sparktree.functions.core import lists
from sparktree.functions.core.clickhouse_bytes import little_endian, width
from sparktree.functions.core.from_bytes import from_bytes
from sparktree.kernel import sql
from sparktree.kernel.byte_shapes import (
    PLAIN_TEXT,
    UNSIGNED,
    Bytes,
    Fixed,
    Lists,
    Number,
    Optional,
    Places,
    Record,
    Shape,
    slices,
)
from sparktree.kernel.connection import arrow_function, raw_bytes, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.varints import numbers
from sparktree.types import STRING, UINT64, Array, Integer, LowCardinality, Nullable, String, Tuple
from sparktree.types.base import Type
from sparktree.types.composite import Like

NOTHING, SOMETHING = Sql("'\\x00'::BLOB"), Sql("'\\x01'::BLOB")
_NONE = frozenset({0})
_FLAG = "?"  # before the fields: a byte says whether they are there at all


class Field(Protocol):
    """One field of a state."""

    @property
    def code(self) -> str | None:
        """How its bytes are told from those of the next field; None if they cannot be read."""

    def write(self, value: Sql) -> Sql:
        """The bytes of a value, BLOB."""

    def read(self, found: Sql) -> Sql:
        """The value out of the bytes of its elements, BLOB[]."""


def joined(*pieces: Sql) -> Sql:
    """Bytes one behind the other."""
    return Sql("(" + " || ".join(pieces) + ")")


# --- fields ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plain:
    """A number as it lies in memory; none is zero."""

    type: Type

    @property
    def code(self) -> str | None:
        return f"fixed {width(self.type)}"

    def write(self, value: Sql) -> Sql:
        return little_endian(sql.coalesce(value, self.type.default()), self.type)

    def read(self, found: Sql) -> Sql:
        return from_bytes(sql.item(found, 1), self.type, STRING)


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things, seven bits a byte."""

    code: str | None = "count"

    def write(self, value: Sql) -> Sql:
        return counted(value)

    def read(self, found: Sql) -> Sql:
        return from_bytes(sql.item(found, 1), UINT64, STRING)


@dataclass(frozen=True, slots=True)
class Single:
    """A value or none: a byte says which; of a string its size, with a zero at the end."""

    type: Type

    @property
    def code(self) -> str | None:
        return _element_code("single", self.type)

    def write(self, value: Sql) -> Sql:
        if isinstance(self.type, LowCardinality | Nullable):
            return Single(self.type.of).write(value)
        if isinstance(self.type, String):
            data = raw_bytes(value)
            whole_size = sql.cast(Sql(f"octet_length({data}) + 1"), "INTEGER")
            size = little_endian(whole_size, Integer(32, True))
            none = Sql("'\\xFF\\xFF\\xFF\\xFF'::BLOB")
            return sql.case((sql.is_null(value), none), otherwise=joined(size, data, NOTHING))
        here = joined(SOMETHING, _value(value, self.type))
        return sql.case((sql.is_null(value), NOTHING), otherwise=here)

    def read(self, found: Sql) -> Sql:
        value = from_bytes(sql.item(found, 1), self.type, STRING)
        return sql.case((Sql(f"len({found}) > 0"), value))


@dataclass(frozen=True, slots=True)
class Listed:
    """A number of elements, then these."""

    type: Type

    @property
    def code(self) -> str | None:
        return _element_code("list", self.type)

    def write(self, value: Sql) -> Sql:
        known = sql.coalesce(value, Sql(f"CAST([] AS {Array(self.type).kernel})"))
        return sql.bound(
            known,
            lambda v: joined(
                counted(Sql(f"len({v})")), items(v, lambda item: _value(item, self.type))
            ),
        )

    def read(self, found: Sql) -> Sql:
        return lists.transform(found, lambda item: from_bytes(item, self.type, STRING))


@dataclass(frozen=True, slots=True)
class Hashes:
    """A number of hashes, which do not tell the values."""

    code: str | None = None

    def write(self, value: Sql) -> Sql:
        return sql.bound(
            value, lambda v: joined(counted(Sql(f"len({v})")), items(v, lambda hashed: hashed))
        )

    def read(self, found: Sql) -> Sql:
        raise NotImplementedError


def _element_code(kind: str, type_: Type) -> str | None:
    if isinstance(type_, String):
        return f"{kind} text"
    size = width(type_)
    return None if size is None else f"{kind} {size}"


# --- writing --------------------------------------------------------------------------------------


def counted(value: Sql) -> Sql:
    """A number of things, seven bits a byte."""
    return _varuint(sql.cast(sql.coalesce(value, 0), "UBIGINT"))


def items(values: Sql, each: Callable[[Sql], Sql]) -> Sql:
    """The bytes of all elements, one behind the other."""
    digits = lists.transform(values, lambda v: sql.call("hex", each(v)))
    return sql.call("unhex", sql.call("array_to_string", digits, sql.string("")))


def _value(value: Sql, type_: Type) -> Sql:
    """A value as RowBinary has it."""
    if isinstance(type_, LowCardinality):
        return _value(value, type_.of)
    if isinstance(type_, Nullable):
        here = joined(NOTHING, _value(value, type_.of))
        return sql.case((sql.is_null(value), SOMETHING), otherwise=here)
    if isinstance(type_, Array):
        return Listed(type_.of).write(value)
    if isinstance(type_, Tuple):
        fields = [_value(sql.field(value, i), t) for i, t in enumerate(type_.of, 1)]
        return joined(*fields) if fields else Sql("''::BLOB")
    if isinstance(type_, String):
        data = raw_bytes(value)
        return joined(counted(Sql(f"octet_length({data})")), data)
    if isinstance(type_, Like) and width(type_) is None:
        return _value(value, type_.form)
    return little_endian(value, type_)


@arrow_function("st_varuint", ("UBIGINT",), "BLOB")
def _varuint(values: pa.ChunkedArray) -> pa.Array:
    found = numbers(whole(values).fill_null(0).to_numpy(zero_copy_only=False))
    return found.cast(pa.binary())


# --- reading --------------------------------------------------------------------------------------


def codes(fields: Sequence[Field], *, flagged: bool) -> str | None:
    """How the fields of a state are found; None if they cannot be read."""
    each = [field.code for field in fields]
    known = [code for code in each if code is not None]
    if len(known) < len(each):
        return None
    return (_FLAG if flagged else "") + ";".join(known)


@dataclass(frozen=True, slots=True)
class _Sized:
    """Bytes and a zero behind their size of 32 bits; a negative one says that there are none."""

    @property
    def width(self) -> int | None:
        return None

    def end(self, data: bytes, at: int) -> int:
        if at + 4 > len(data):
            raise IndexError(at)
        return at + 4 + max(int.from_bytes(data[at : at + 4], "little", signed=True), 0)

    def _sizes(self, data: Bytes, at: Places) -> Places:
        lines = data[at[:, None] + np.arange(4)]
        return np.ascontiguousarray(lines).view("<i4")[:, 0].astype(np.int64)

    def ends(self, data: Bytes, at: Places) -> Places:
        return at + 4 + np.maximum(self._sizes(data, at), 0)

    def array(self, data: Bytes, at: Places) -> pa.Array:
        sizes, starts = self._sizes(data, at), at + 4
        ends = starts + np.maximum(sizes, 0)
        # Only a zero is cut off: states of old servers end with the last byte of the text.
        closed = (sizes > 0) & (data[ends - 1] == 0)
        found = slices(data, starts, ends - closed)
        return found.take(pa.array(np.arange(len(at)), mask=sizes < 0))


def _lines(rows: Bytes) -> pa.Array:
    """Rows of bytes as values."""
    count, size = rows.shape
    buffers = [None, pa.py_buffer(np.ascontiguousarray(rows))]
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(size), count, buffers).cast(
        pa.large_binary()
    )


def _eight_bytes(found: Places) -> pa.Array:
    return _lines(found.view(np.uint8).reshape(-1, 8))


def _listed(offsets: Places, values: pa.Array) -> pa.Array:
    return pa.LargeListArray.from_arrays(pa.array(offsets), values)


def _field_shape(code: str) -> Shape:
    kind, _, of = code.partition(" ")
    if kind == "count":
        return Number(UNSIGNED, _eight_bytes)
    if kind == "single" and of == "text":
        return _Sized()
    inner = PLAIN_TEXT if of == "text" else Fixed(int(of), _lines)
    if kind == "list":
        return Lists(inner, UNSIGNED, False, _listed)
    return Optional(inner, _NONE) if kind == "single" else inner


@lru_cache(maxsize=256)
def shape(code: str) -> tuple[Record, bool]:
    """How the fields lie, and whether a byte before them says if they are there."""
    fields = tuple(map(_field_shape, code.removeprefix(_FLAG).split(";")))
    return Record(fields, lambda found, count: _rows_of(found)), code.startswith(_FLAG)


def whole_shape(code: str) -> Shape:
    """How a whole state lies."""
    fields, flagged = shape(code)
    return Optional(fields, _NONE) if flagged else fields


def _rows_of(fields: list[pa.Array]) -> pa.Array:
    """A list for each row: of each field the bytes of its elements."""
    columns = [f if pa.types.is_large_list(f.type) else _as_lists(f) for f in fields]
    count, size = len(columns[0]), len(columns)
    order = np.arange(count * size).reshape(size, count).T.ravel()
    mixed = pa.concat_arrays(columns).take(pa.array(order))
    return pa.LargeListArray.from_arrays(pa.array(np.arange(count + 1) * size), mixed)


def _as_lists(values: pa.Array) -> pa.Array:
    """Lists of one value, or of none where it is NULL."""
    known = ~np.asarray(values.is_null().to_numpy(zero_copy_only=False))
    return _listed(np.concatenate([[0], np.cumsum(known)]).astype(np.int64), values.drop_null())


@arrow_function("st_state_fields", ("BLOB", "VARCHAR"), "BLOB[][]")
def state_fields(values: pa.ChunkedArray, given: pa.ChunkedArray) -> pa.Array:
    """Of each state the bytes of its fields' elements; nothing of one that saw no rows."""
    kind = pa.list_(pa.list_(pa.binary()))
    if not len(values):
        return pa.array([], kind)
    fields, flagged = shape(given[0].as_py())
    states = whole(values).cast(pa.large_binary())
    sizes = np.full(len(states), len(fields.fields))
    data = np.frombuffer(states.buffers()[2] or b"", np.uint8)
    bounds = np.frombuffer(states.buffers()[1], np.int64)[states.offset :][: len(states) + 1]
    starts, ends = bounds[:-1].copy(), bounds[1:]
    if flagged:
        _enough(starts < ends)
        some = data[starts] != 0
        _nothing_left(starts[~some] + 1, ends[~some])
        sizes[~some] = 0
        starts, ends = starts[some] + 1, ends[some]
    try:
        found_ends = fields.ends(data, starts)
    except IndexError:
        raise _short() from None
    _enough(found_ends <= ends)
    _nothing_left(found_ends, ends)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    return _listed(offsets, fields.array(data, starts).flatten()).cast(kind)


def _short() -> ValueError:
    return ValueError(raising(Code.CANNOT_READ_ALL_DATA, "Cannot read all data of a state"))


def _enough(there: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
    if not there.all():
        raise _short()


def _nothing_left(found: Places, ends: Places) -> None:
    if (found != ends).any():
        message = "AggregateFunction state has trailing bytes after deserialization"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))


def readable(code: str | None, name: str) -> str:
    """How a state is found in bytes, if it can be."""
    if code is None:
        raise not_implemented(f"States of type {name} cannot be read from bytes.")
    return code
