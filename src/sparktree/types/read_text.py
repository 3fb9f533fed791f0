"""Every spelling that ClickHouse accepts, and its errors: the kernel's way out to Python."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error, not_implemented
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import read_number, read_time, read_word
from sparktree.types.base import Type
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.parse import parse_type
from sparktree.types.read_arrays import read_all
from sparktree.types.reading import Context, Reader, rest_failure
from sparktree.types.reading_arrays import Values
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6
from sparktree.types.times import Date, DateTime, DateTime64, Time, Time64

READERS: tuple[tuple[type[Type], Reader], ...] = (
    (Integer, read_number.read_integer),
    (Interval, read_number.read_interval),
    (Float, read_number.read_float),
    (Decimal, read_number.read_decimal),
    (Bool, read_word.read_bool),
    (UUID, read_word.read_uuid),
    (IPv4, read_word.read_ipv4),
    (IPv6, read_word.read_ipv6),
    (Enum, read_word.read_enum),
    (FixedString, read_word.read_fixed_string),
    (Date, read_time.read_date),
    (DateTime, read_time.read_datetime),
    (DateTime64, read_time.read_datetime64),
    (Time, read_time.read_time),
    (Time64, read_time.read_time64),
)


def reader(type_: Type) -> Reader:
    """Who reads values of the type."""
    for kind, read in READERS:
        if isinstance(type_, kind):
            return read
    raise not_implemented(f"Values of type {type_} cannot be read from text.")


def read_value(type_: Type, text: str, context: Context) -> str:
    """The text of a value as the kernel casts it, or the error."""
    if context.field and isinstance(type_, Integer):
        return _integer_field(type_, text, context)
    found = reader(type_)(type_, text, context)
    if found.end == len(text) and found.value:
        return found.value
    if context.field:
        raise _not_at_end(type_, text[found.end :])
    raise rest_failure(text, found.end, type_)


def _integer_field(type_: Integer, text: str, context: Context) -> str:
    """A field of a format: none at all is zero, and whatever is left over is what is wrong."""
    sign = "-?" if type_.signed else ""
    whole_number = re.match(rf"(?:{sign}|\+)[0-9]+|", text)
    end = whole_number.end() if whole_number else 0
    if end < len(text):
        raise _not_at_end(type_, text[end:])
    return read_number.read_integer(type_, text or "0", context).value


def _not_at_end(type_: Type, rest: str) -> Error:
    return Error(
        Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
        f"Cannot parse input: expected the end of a value of type {type_} before: '{rest}'",
    )


def read(type_: Type, text: Sql, zone: str, mode: str) -> Sql:
    """Kernel SQL for the value of a text in any spelling."""
    constants = (sql.string(str(type_)), sql.string(zone), sql.string(mode))
    found = read_by_arrays(text, *constants)
    if type_.kernel == "BLOB":
        return sql.call("unhex", found)
    return sql.cast(found, type_.kernel)


@arrow_function(
    "st_read", ("VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR"), "VARCHAR", handles_null=True
)
def read_by_arrays(
    texts: pa.ChunkedArray, types: pa.ChunkedArray, zones: pa.ChunkedArray, modes: pa.ChunkedArray
) -> pa.Array:
    """Texts as the kernel casts them; types, zones and modes are constants."""
    if len(texts) == 0:
        return pa.array([], pa.string())
    type_, mode = parse_type(types[0].as_py()), modes[0].as_py()
    field = mode.startswith("field")
    context = Context(zones[0].as_py(), mode == "or_null", mode.removeprefix("field_"), field)
    texts = whole(texts)
    known = texts.drop_null()
    values, fine = _read_different(type_, known, context)
    if mode == "or_null":
        values = pc.if_else(pa.array(fine), values, pa.scalar(None, pa.string()))
    elif not fine.all():
        raise _failure(type_, known[int(fine.argmin())].as_py(), context)
    if texts.null_count == 0:
        return values
    return pc.replace_with_mask(texts, texts.is_valid(), values)


def _read_different(type_: Type, texts: pa.Array, context: Context) -> Values:
    """As `read_all`, of each text once if most of them come again."""
    coded = texts.dictionary_encode()
    if 2 * len(coded.dictionary) > len(texts):
        return read_all(type_, texts, context)
    values, fine = read_all(type_, coded.dictionary, context)
    return values.take(coded.indices), fine[np.asarray(coded.indices)]


def _failure(type_: Type, text: str, context: Context) -> ValueError:
    """What is wrong with a text."""
    try:
        read_value(type_, text, context)
    except Error as error:
        return ValueError(raising(error.code, error.message))
    return ValueError(raising(Code.CANNOT_PARSE_TEXT, f"Cannot parse string '{text}' as {type_}"))
