"""Values as parts store them, as kernel SQL of the kernel's own form."""

from __future__ import annotations

import datetime
import decimal
import uuid
from typing import Any

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type, typed_null

_NAMES = {
    pa.bool_(): "BOOLEAN",
    pa.int8(): "TINYINT",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.uint8(): "UTINYINT",
    pa.uint16(): "USMALLINT",
    pa.uint32(): "UINTEGER",
    pa.uint64(): "UBIGINT",
    pa.float32(): "FLOAT",
    pa.float64(): "DOUBLE",
    pa.date32(): "DATE",
    pa.string(): "VARCHAR",
    pa.uuid(): "UUID",
}


def stored_literal(type_: Type, value: Any) -> Sql:
    """A stored value, given as Arrow gives it, as kernel SQL."""
    if value is None:
        return typed_null(type_.kernel)
    return sql.cast(type_.from_storage(_literal(type_.storage, value)), type_.kernel)


def _literal(kind: pa.DataType, value: Any) -> Sql:
    """The value as the kernel would read it from an Arrow array of that type."""
    if isinstance(value, dict):
        fields = zip(kind, value.values(), strict=True)
        return sql.struct(*(_literal(field.type, item) for field, item in fields))
    if isinstance(value, list):
        items = sql.array(*(_literal(kind.value_type, item) for item in value))
        return items if value else sql.cast(items, _name(kind))
    return sql.cast(_scalar(value), _name(kind))


def _scalar(value: Any) -> Sql:
    if value is None:
        return sql.NULL
    if isinstance(value, bool):
        return sql.TRUE if value else sql.FALSE
    if isinstance(value, int):
        return sql.integer(value)
    if isinstance(value, bytes):
        return Sql(f"unhex('{value.hex()}')")
    if isinstance(value, decimal.Decimal):
        return sql.string(f"{value:f}")
    if isinstance(value, float | str | datetime.date | uuid.UUID):
        return sql.string(str(value))
    raise TypeError(f"no stored value: {value!r}")


def _name(kind: pa.DataType) -> str:
    """The kernel's name of an Arrow type."""
    if isinstance(kind, pa.ListType):
        return f"{_name(kind.value_type)}[]"
    if isinstance(kind, pa.StructType):
        return f"STRUCT({', '.join(f'{f.name} {_name(f.type)}' for f in kind)})"
    if isinstance(kind, pa.Decimal128Type):
        return f"DECIMAL({kind.precision}, {kind.scale})"
    return _NAMES.get(kind, "BLOB")
