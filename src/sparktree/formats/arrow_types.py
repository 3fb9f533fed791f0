"""Which columns the schemas of Arrow, Parquet and ORC files tell of."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from sparktree.formats.arrow_forms import Target
from sparktree.formats.guess import everything_nullable, without_nulls
from sparktree.formats.options import FormatSettings, Header
from sparktree.types.base import Type
from sparktree.types.composite import (
    Array,
    LowCardinality,
    Map,
    Nullable,
    Tuple,
    make_nullable,
)
from sparktree.types.from_arrow import is_list, type_of
from sparktree.types.times import DATETIME, Time64


def file_columns(schema: pa.Schema, target: Target, settings: FormatSettings) -> Header:
    """The columns as ClickHouse describes such a file."""
    columns = [(field.name, _column_type(field, target, settings)) for field in schema]
    if without_nulls(settings):
        return [(name, _without_nulls(type_)) for name, type_ in columns]
    if everything_nullable(settings):
        return [(name, _with_nulls(type_, target)) for name, type_ in columns]
    return columns


def _column_type(field: pa.Field, target: Target, settings: FormatSettings) -> Type:
    kind = field.type
    if isinstance(kind, pa.BaseExtensionType) and not isinstance(kind, pa.UuidType):
        return _column_type(field.with_type(kind.storage_type), target, settings)
    if pa.types.is_dictionary(kind):
        value = _column_type(field.with_type(kind.value_type), target, settings)
        return LowCardinality(value) if target is Target.ARROW else value
    if is_list(kind):
        return Array(_column_type(kind.value_field, target, settings))
    if pa.types.is_map(kind):
        key = kind.key_field.with_nullable(False)
        return Map(
            _column_type(key, target, settings), _column_type(kind.item_field, target, settings)
        )
    if pa.types.is_struct(kind) and kind.num_fields:
        return _tuple(field, target, settings)
    return _scalar(field, target, settings)


def _tuple(field: pa.Field, target: Target, settings: FormatSettings) -> Type:
    """A struct; in Parquet it is Nullable only where no field could tell that it is NULL."""
    fields = [field.type.field(i) for i in range(field.type.num_fields)]
    names = tuple(one.name for one in fields)
    if target is Target.PARQUET:
        silent = field.nullable and not any(one.nullable for one in fields)
        types = [
            _column_type(f.with_nullable(f.nullable or silent), target, settings) for f in fields
        ]
        return Nullable(Tuple(tuple(types), names)) if silent else Tuple(tuple(types), names)
    found = Tuple(tuple(_column_type(one, target, settings) for one in fields), names)
    return Nullable(found) if field.nullable or target is Target.ORC else found


def _scalar(field: pa.Field, target: Target, settings: FormatSettings) -> Type:
    kind, types = field.type, pa.types
    if target is Target.ARROW:
        special: Type | None = None
        if types.is_date64(kind):
            special = DATETIME
        elif kind == pa.time32("s"):
            special = Time64(0)
        if special is not None:
            return make_nullable(special) if field.nullable else special
    if target is Target.PARQUET:
        return type_of(field.with_type(_parquet_kind(kind, settings)))
    return type_of(field)


def _parquet_kind(kind: pa.DataType, settings: FormatSettings) -> pa.DataType:
    """What Parquet itself knows of a type: times of a day are moments of the first one."""
    types = pa.types
    if types.is_null(kind):
        return pa.int32()
    if types.is_duration(kind):
        return pa.int64()
    if types.is_time(kind) or types.is_timestamp(kind):
        local = types.is_timestamp(kind) and kind.tz is None
        zone = None if local and not settings.input_format_parquet_local_time_as_utc else "UTC"
        return pa.timestamp(kind.unit, zone)
    return kind


def _without_nulls(type_: Type) -> Type:
    if isinstance(type_, Nullable):
        return _without_nulls(type_.of)
    return _inside(type_, _without_nulls)


def _with_nulls(type_: Type, target: Target) -> Type:
    def changed(inner: Type) -> Type:
        return _with_nulls(inner, target)

    if isinstance(type_, Nullable):
        return Nullable(_inside(type_.of, changed))
    found = _inside(type_, changed)
    if isinstance(found, Tuple):
        return found if target is Target.PARQUET else Nullable(found)
    return found if isinstance(found, LowCardinality) else make_nullable(found)


def _inside(type_: Type, change: Callable[[Type], Type]) -> Type:
    """The type with what is inside of it changed."""
    if isinstance(type_, Array):
        return Array(change(type_.of))
    if isinstance(type_, LowCardinality):
        return LowCardinality(change(type_.of))
    if isinstance(type_, Map):
        return Map(type_.key, change(type_.value))
    if isinstance(type_, Tuple):
        return Tuple(tuple(map(change, type_.of)), type_.names)
    return type_
