"""Bytes in hexadecimal and binary digits: hex, unhex, bin, unbin."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.clickhouse_bytes import little_endian
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.declare import Arguments, Call, function, illegal_type
from sparktree.functions.core.text_arguments import Takes, is_text
from sparktree.functions.core.text_functions import Bytes, text_function
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, raw_bytes, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN, escape_array
from sparktree.types import (
    STRING,
    UUID,
    AggregateFunction,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Float,
    Integer,
    IPv4,
    IPv6,
    Type,
)

_LEADING = (Integer, Date, DateTime, Bool)  # printed as numbers: without leading zero bytes
_BYTES = (Float, Decimal, IPv4, UUID, IPv6)


def _digits_type(arguments: Arguments) -> Type:
    name = arguments.function
    type_ = arguments[0].type
    if isinstance(type_, DateTime64):
        raise Error(Code.ILLEGAL_COLUMN, f"Illegal column {type_} of argument of function {name}")
    known = is_text(type_) or isinstance(type_, (*_LEADING, *_BYTES, AggregateFunction))
    if not known or isinstance(type_, Date32):
        raise illegal_type(name, type_)
    return STRING


def hex_of(text: Sql) -> Sql:
    """The hexadecimal digits of any text."""
    return _HEX(raw_bytes(text), False, False)


def _quick_hex(value: Sql, type_: Type) -> Sql | None:
    """The digits by the kernel alone; None if it has no way."""
    if isinstance(value, Bytes):
        return value.digits
    if is_text(type_):
        odd = sql.call("regexp_matches", value, sql.string(PATTERN))
        return sql.case((odd, hex_of(value)), otherwise=sql.call("hex", value))
    if isinstance(type_, Integer) and type_.bits <= 64:
        number = sql.cast(value, "HUGEINT")
        if type_.signed:
            number = Sql(f"({number} + CASE WHEN {value} < 0 THEN {1 << type_.bits} ELSE 0 END)")
        digits = sql.call("hex", sql.cast(number, "UBIGINT"))
        return Sql(f"lpad({digits}, CAST((length({digits}) + 1) // 2 * 2 AS INTEGER), '0')")
    return None


def _in_shown_order(texts: Texts, number: bool, high_first: bool) -> Texts:
    """The bytes in the order in which they are shown, one text behind the other."""
    sizes = texts.sizes
    rows = np.repeat(np.arange(len(sizes)), sizes)
    starts = np.cumsum(sizes) - sizes
    within = np.arange(len(rows)) - starts[rows]
    if high_first:
        within = sizes[rows] - 1 - within
    data = texts.data[texts.starts[rows] + within]
    if not number:
        return Texts(data, starts, sizes)
    # Of a number, zeros in front are left out, but for the last byte.
    last = np.arange(len(rows)) == (starts + sizes - 1)[rows]
    seen = np.cumsum((data != 0) | last)
    kept = seen > np.where(starts > 0, seen[np.maximum(starts - 1, 0)], 0)[rows]
    left = np.bincount(rows[kept], minlength=len(sizes))
    return Texts(data[kept], np.cumsum(left) - left, left)


def _declare_digits(name: str, base: str, doc: str, example: tuple[str, str]) -> ArrowFunction:
    width = 2 if name == "hex" else 8
    made = "".join(format(byte, f"0{width}{base}") for byte in range(256)).encode()
    table = np.frombuffer(made, np.uint8).reshape(256, width)

    @arrow_function(f"st_{name}_bytes", ("BLOB", "BOOLEAN", "BOOLEAN"), "VARCHAR")
    def digits(
        values: pa.ChunkedArray, number: pa.ChunkedArray, high_first: pa.ChunkedArray
    ) -> pa.Array:
        texts = Texts.of(whole(values))
        if not len(texts.sizes):
            return pa.array([], pa.string())
        shown = _in_shown_order(texts, bool(number[0].as_py()), bool(high_first[0].as_py()))
        made = table[shown.data[: shown.starts[-1] + shown.sizes[-1]]]
        bounds = np.append(shown.starts, shown.starts[-1] + shown.sizes[-1]) * width
        return binary_of(np.ascontiguousarray(made).reshape(-1), bounds).view(pa.string())

    def lower(call: Call) -> Sql:
        type_ = call.inner(0)
        if name == "hex" and (quick := _quick_hex(call[0], type_)) is not None:
            return quick
        if isinstance(type_, IPv6):
            return digits(type_.to_storage(call[0]), False, False)
        if isinstance(type_, UUID):  # as it is written, not as it lies in memory
            written = sql.call(
                "replace", sql.cast(call[0], "VARCHAR"), sql.string("-"), sql.string("")
            )
            return digits(sql.call("unhex", written), False, False)
        flag = isinstance(type_, (*_LEADING, IPv4))
        return digits(little_endian(call[0], type_), flag, flag)

    lower.__doc__ = doc
    function(name, returns=_digits_type, any_case=True, example=example)(lower)
    return digits


_HEX = _declare_digits(
    "hex",
    "X",
    "The bytes of a string or the value of a number in hexadecimal digits.",
    ("hex('abc')", "616263"),
)
_declare_digits(
    "bin",
    "b",
    "The bytes of a string or the value of a number in binary digits.",
    ("bin(5)", "00000101"),
)

_HEX_VALUES = np.full(256, 255, np.uint8)  # ClickHouse's table: what is no digit counts as 255
for _digit in b"0123456789abcdefABCDEF":
    _HEX_VALUES[_digit] = int(chr(_digit), 16)
_BIT_VALUES = np.where(np.arange(256) == ord("0"), 0, 1).astype(np.uint8)  # only 0 counts as 0


def _from_digits(texts: Texts, values: npt.NDArray[np.uint8], width: int) -> pa.Array:
    """The bytes of texts of digits, `width` of them a byte; zeros in front complete the first."""
    sizes = -(-texts.sizes // width)
    rows = np.repeat(np.arange(len(sizes)), sizes)
    starts = np.cumsum(sizes) - sizes
    ends = (texts.starts + texts.sizes)[rows] - width * (
        sizes[rows] - 1 - np.arange(len(rows)) + starts[rows]
    )
    data = np.zeros(len(rows), np.uint8)
    for step in range(width, 0, -1):
        places = ends - step
        digit = np.where(places >= texts.starts[rows], values[texts.data[np.maximum(places, 0)]], 0)
        data = (data << np.uint8(8 // width)) + digit.astype(np.uint8)
    return escape_array(binary_of(data, np.append(starts, len(rows))))


@arrow_function("st_unhex", ("VARCHAR",), "VARCHAR")
def _unhex(column: pa.ChunkedArray) -> pa.Array:
    return _from_digits(Texts.of(whole(column)), _HEX_VALUES, 2)


@arrow_function("st_unbin", ("VARCHAR",), "VARCHAR")
def _unbin(column: pa.ChunkedArray) -> pa.Array:
    return _from_digits(Texts.of(whole(column)), _BIT_VALUES, 8)


text_function(
    "unhex",
    (Takes.TEXT,),
    STRING,
    whole=lambda call: _unhex(call[0]),
    any_case=True,
    doc="The bytes of hexadecimal digits.",
    example=("unhex('616263')", "abc"),
)
text_function(
    "unbin",
    (Takes.TEXT,),
    STRING,
    whole=lambda call: _unbin(call[0]),
    any_case=True,
    doc="The bytes of binary digits.",
    example=("unbin('01100001')", "a"),
)
