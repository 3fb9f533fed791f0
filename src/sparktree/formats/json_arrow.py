"""JSONEachRow, read by Arrow: rows whose values have the kind that their columns expect.

Whatever is unusual (a number in quotes, a time as a number, rows over several lines) is left to the
reader that looks at every value; so are all errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj

from sparktree.formats.header import names_of
from sparktree.formats.input import Field
from sparktree.formats.json_shape import spellings
from sparktree.formats.options import FormatOptions, Header
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import FALSE, Sql
from sparktree.kernel.text import escape
from sparktree.types.base import Type
from sparktree.types.composite import Array, Tuple, Wrapper
from sparktree.types.from_json import key_path
from sparktree.types.from_text import Fields
from sparktree.types.numeric import Bool, Decimal, Float, Integer
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import Moment, Time, Time64

_TEXTS = (String, FixedString, Enum, UUID, IPv4, IPv6, Moment, Time, Time64)
_BLOCK = 1 << 20
_FAILURES = 2  # pieces that Arrow refuses before it is asked no more


@dataclass(slots=True)
class ArrowRows:
    """Reads pieces of lines for some columns, as long as that works."""

    columns: Header
    options: FormatOptions
    schema: pa.Schema | None = field(init=False)
    folded: bool = field(init=False)  # whether the case of keys does not matter
    failures: int = 0

    def __post_init__(self) -> None:
        forms = [arrow_form(type_) for _, type_ in self.columns]
        names = [name for name, _ in self.columns]
        matching = names_of(self.columns, self.options)
        unfit = None in forms or matching.ambiguous
        self.schema = None if unfit else pa.schema(zip(names, forms, strict=True))
        self.folded = matching.folded

    def read(self, piece: bytes) -> tuple[pa.Table, list[Field]] | None:
        """The values as columns t0, t1, ..., and what each becomes; None to look closer."""
        if self.schema is None or self.failures >= _FAILURES:
            return None
        data = _valid(piece)
        try:
            return self._fields(data, self._parsed(data, self.schema))
        except pa.ArrowInvalid:
            self.failures += 1
            return None

    def _parsed(self, data: bytes, schema: pa.Schema) -> pa.Table:
        """The columns; keys that mean one in another case are for the other reader."""
        skips = self.options.settings.input_format_skip_unknown_fields
        try:
            return _parsed(data, schema, "error" if self.folded or not skips else "ignore")
        except pa.ArrowInvalid as error:
            if not skips or not self.folded or "unexpected field" not in str(error):
                raise
            if any(name not in schema.names for name in self._respelled(data)):
                raise
            return _parsed(data, schema, "ignore")

    def _respelled(self, data: bytes) -> Iterator[str]:
        for names in spellings(data, self.columns, self.options).values():
            yield from names

    def _fields(self, data: bytes, rows: pa.Table) -> tuple[pa.Table, list[Field]] | None:
        columns: dict[str, pa.ChunkedArray | pa.Array] = {}
        fields: list[Field] = []
        for number, (name, type_) in enumerate(self.columns):
            column = rows.column(number)
            columns[f"t{number}"] = column
            value = _value(type_, sql.name(f"t{number}"), column, self.options.settings.fields)
            if not column.null_count:
                fields.append(Field(value))
                continue
            if type_.nullable:
                if isinstance(_plain(type_), Tuple):  # whose fields would be NULL, not itself
                    null = sql.is_null(sql.name(f"t{number}"))
                    value = sql.case((null, sql.NULL), otherwise=value)
                absent = _absent(data, name, column)
                if absent is None:
                    return None
                columns[f"a{number}"] = absent
                given = sql.name(f"a{number}")
                fields.append(Field(value, given if absent.true_count else FALSE))
            elif self.options.settings.input_format_null_as_default:
                missing = sql.is_null(sql.name(f"t{number}"))
                fields.append(Field(sql.case((missing, type_.default()), otherwise=value), missing))
            else:
                return None
        return pa.table(columns), fields


def arrow_form(type_: Type) -> pa.DataType | None:
    """What Arrow's parser makes of the values; None where it cannot be asked."""
    inner = _plain(type_)
    if isinstance(inner, Bool):
        return pa.bool_()
    if isinstance(inner, Integer) and inner.bits <= 64:
        return getattr(pa, f"{'' if inner.signed else 'u'}int{inner.bits}")()
    if isinstance(inner, Float) and inner.bits > 16:
        return pa.float32() if inner.bits == 32 else pa.float64()
    if isinstance(inner, Decimal) and inner.precision <= 38:
        return pa.decimal128(inner.precision, inner.scale)
    if isinstance(inner, _TEXTS):
        return pa.string()
    if isinstance(inner, Array):
        item = arrow_form(inner.of)
        return None if item is None else pa.list_(item)
    if isinstance(inner, Tuple) and inner.names is not None and inner.of:
        forms = [arrow_form(t) for t in inner.of]
        return None if None in forms else pa.struct(list(zip(inner.names, forms, strict=True)))
    return None


def _plain(type_: Type) -> Type:
    while isinstance(type_, Wrapper):
        type_ = type_.of
    return type_


def _valid(piece: bytes) -> bytes:
    """The text as the kernel holds it."""
    try:
        if b"\xf4\x8f" not in piece:
            piece.decode()
            return piece
    except UnicodeDecodeError:
        pass
    return escape(piece).encode()


def _parsed(data: bytes, schema: pa.Schema, unknown: str) -> pa.Table:
    parse = pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior=unknown)
    try:
        found = pj.read_json(pa.BufferReader(data), pj.ReadOptions(block_size=_BLOCK), parse)
    except pa.ArrowInvalid as error:
        if "straddling" not in str(error):
            raise
        whole = pj.ReadOptions(block_size=len(data) + 1)
        found = pj.read_json(pa.BufferReader(data), whole, parse)
    return found.select(schema.names)


def _value(type_: Type, value: Sql, column: pa.ChunkedArray | pa.Array, fields: Fields) -> Sql:
    """Kernel SQL of a parsed value that is there."""
    inner = _plain(type_)
    if isinstance(inner, String):
        return value
    if isinstance(inner, _TEXTS):
        return fields.value(inner, value)
    if isinstance(inner, Array):
        items = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        return _list(inner, value, items.flatten(), fields)
    if isinstance(inner, Tuple):
        parts = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        return inner.pack(
            *(
                _filled(t, Sql(f"({value}).{sql.quote_name(name)}"), parts.field(name), fields)
                for name, t in zip(inner.names or (), inner.of, strict=True)
            )
        )
    return sql.cast(value, inner.kernel)


def _list(type_: Array, value: Sql, items: pa.Array, fields: Fields) -> Sql:
    if _is_ready(type_.of) and (type_.of.nullable or not items.null_count):
        return value
    return type_.map(value, lambda item: _filled(type_.of, item, items, fields))


def _is_ready(type_: Type) -> bool:
    return isinstance(_plain(type_), String | Integer | Float | Decimal | Bool)


def _filled(type_: Type, value: Sql, column: pa.Array, fields: Fields) -> Sql:
    """A value inside of another: null is NULL where that may be, the default elsewhere."""
    found = _value(type_, value, column, fields)
    if type_.nullable:
        return sql.case((sql.is_null(value), sql.NULL), otherwise=found)
    return sql.case((sql.is_null(value), type_.default()), otherwise=found)


def _absent(data: bytes, name: str, column: pa.ChunkedArray) -> pa.BooleanArray | None:
    """Where a row does not have the key at all; None if lines are not rows."""
    lines = pc.list_flatten(pc.split_pattern(pa.array([data.rstrip()], pa.binary()), b"\n"))
    if len(lines) != len(column):
        return None
    nulls = pc.is_null(column)
    texts = pa.table({"t0": lines.filter(nulls).cast(pa.string())})
    path = sql.string(key_path(name))
    with kernel() as cursor:
        cursor.register("texts", texts)
        found = cursor.sql(f"SELECT json_extract(t0, {path}) IS NULL AS a FROM texts")
        flags = found.to_arrow_table().column(0)
    flat = pa.chunked_array(
        [c.storage if isinstance(c, pa.ExtensionArray) else c for c in flags.chunks]
    ).cast(pa.bool_())
    return pc.replace_with_mask(
        pa.array([False] * len(column), pa.bool_()), nulls.combine_chunks(), flat.combine_chunks()
    )
