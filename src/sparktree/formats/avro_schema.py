"""Avro's schemas: which one a type has, and what values of a schema are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.binary_columns import unwrapped
from sparktree.formats.options import Header
from sparktree.kernel.text import unescape
from sparktree.types.base import Type
from sparktree.types.composite import (
    Array,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    Tuple,
    make_nullable,
)
from sparktree.types.numeric import BOOL, FLOAT32, FLOAT64, INT32, INT64, Bool, Decimal, Float
from sparktree.types.numeric import Integer as IntegerType
from sparktree.types.texts import STRING, UUID, Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import DATE32, Date, DateTime, DateTime64

Schema = Any  # as JSON has it
_NAME = re.compile(r"[A-Za-z_0-9]+")
STAMPS = {3: "timestamp-millis", 6: "timestamp-micros"}


def bad(message: str) -> Error:
    """What ClickHouse says of data that is no Avro."""
    return Error(Code.AVRO_EXCEPTION, f"avro::Exception: {message}")


def schema_text(header: Header) -> str:
    """The schema of rows."""
    namer = _Schemas()
    fields = [{"name": valid(name), "type": namer.of(type_, name)} for name, type_ in header]
    row = {"type": "record", "name": "row", "fields": fields}
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False)


def valid(name: str) -> str:
    """A name that Avro allows."""
    text = unescape(name).decode("utf-8", "replace")
    if not _NAME.fullmatch(text):
        raise bad(f"Invalid name: {text}")
    return text


@dataclass(slots=True)
class _Schemas:
    """Names types of a schema by a running number, as ClickHouse does."""

    number: int = 0

    def of(self, type_: Type, column: str) -> Schema:
        """The schema of a type in a column."""
        self.number += 1
        type_ = unwrapped(type_)
        if isinstance(type_, LowCardinality):
            self.number -= 1
            return self.of(type_.of, column)
        if isinstance(type_, Nullable):
            if isinstance(type_.of, Nothing):
                return "null"
            return ["null", self.of(type_.of, column)]
        for kinds, schema in _SCHEMAS:
            if isinstance(type_, kinds):
                found = schema(self, type_, column)
                if found is not None:
                    return found
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Type {type_} is not supported for Avro output: column {column}.",
        )

    def integer(self, type_: Any, column: str) -> Schema:
        if type_.bits <= 64:
            return "long" if type_.bits == 64 else "int"
        sign = "int" if type_.signed else "uint"
        return self.fixed(f"{sign}{type_.bits}", type_.bits // 8)

    def fixed(self, name: str, size: int) -> Schema:
        return {"type": "fixed", "name": f"{name}{self.number}", "size": size}

    def enum(self, type_: Any, column: str) -> Schema:
        symbols = [valid(name) for name, _ in sorted(type_.values, key=lambda v: v[1])]
        name = f"enum8_{self.number}" if type_.bits == 8 else f"enum16{self.number}"
        return {"type": "enum", "name": name, "symbols": symbols}

    def record(self, type_: Any, column: str) -> Schema:
        name = f"{column}_{self.number}"
        names = type_.names or tuple(str(i) for i in range(1, len(type_.of) + 1))
        pairs = zip(names, type_.of, strict=True)
        fields = [{"name": valid(n), "type": self.of(t, n)} for n, t in pairs]
        return {"type": "record", "name": name, "fields": fields}


def _logical(kind: str, name: str, **more: int) -> Schema:
    return {"type": kind, "logicalType": name, **more}


def _stamp(schemas: _Schemas, type_: Any, column: str) -> Schema:
    if type_.precision in STAMPS:
        return _logical("long", STAMPS[type_.precision])
    return _logical("bytes", "decimal", precision=18, scale=type_.precision)


_Write = Callable[[_Schemas, Any, str], Schema]
_SCHEMAS: tuple[tuple[type[Type] | tuple[type[Type], ...], _Write], ...] = (
    (IntegerType, _Schemas.integer),
    (Float, lambda s, t, c: {32: "float", 64: "double"}.get(t.bits)),
    (Bool, lambda s, t, c: "boolean"),
    (String, lambda s, t, c: "string"),
    (FixedString, lambda s, t, c: s.fixed("fixed_", t.size)),
    (IPv6, lambda s, t, c: s.fixed("ipv6_", 16)),
    (UUID, lambda s, t, c: _logical("string", "uuid")),
    (Date, lambda s, t, c: _logical("int", "date")),
    ((DateTime, IPv4), lambda s, t, c: "int"),
    (DateTime64, _stamp),
    (Decimal, lambda s, t, c: _logical("bytes", "decimal", precision=t.precision, scale=t.scale)),
    (Enum, _Schemas.enum),
    (Array, lambda s, t, c: {"type": "array", "items": s.of(t.of, c)}),
    (Map, lambda s, t, c: {"type": "map", "values": s.of(t.value, c)}),
    (Tuple, _Schemas.record),
)


@dataclass(frozen=True)
class Node:
    """A schema that is understood: its kind, and what belongs to it."""

    kind: str  # int, long, ..., array, map, record, or `optional` for a union with null
    logical: str = ""
    size: int = 0  # of `fixed`
    precision: int = 0
    scale: int = 0
    symbols: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of a record's fields
    inner: tuple[Node, ...] = ()
    null_first: bool = True  # of a union

    @property
    def type(self) -> Type:
        """The type of its values."""
        return _type(self)


_PRIMITIVE = ("null", "boolean", "int", "long", "float", "double", "bytes", "string")
_PLAIN = {"boolean": BOOL, "int": INT32, "long": INT64, "float": FLOAT32, "double": FLOAT64}


def parse_schema(text: str) -> Node:
    """The schema of a file, whose rows are records."""
    try:
        node = _Parser().node(json.loads(text))
    except (ValueError, KeyError, TypeError) as error:
        raise bad(f"Invalid schema: {error}") from error
    if node.kind != "record":
        raise Error(Code.TYPE_MISMATCH, "Root schema must be a record")
    return node


@dataclass(slots=True)
class _Parser:
    """Remembers the types that have names."""

    known: dict[str, Node] = field(default_factory=dict)

    def node(self, schema: Schema) -> Node:
        """The node of a schema."""
        if isinstance(schema, list):
            return self._union([self.node(one) for one in schema])
        if isinstance(schema, str):
            if schema in _PRIMITIVE:
                return Node(schema)
            known = self.known.get(schema) or self.known.get(schema.rpartition(".")[2])
            if known is None:
                raise bad(f"Unknown type: {schema}")
            return known
        kind = schema["type"]
        if kind in ("record", "error"):
            return self._record(schema)
        if kind in ("array", "map"):
            return Node(kind, inner=(self.node(schema["items" if kind == "array" else "values"]),))
        if not isinstance(kind, str) or kind not in (*_PRIMITIVE, "fixed", "enum"):
            return self.node(kind)
        found = Node(
            kind,
            schema.get("logicalType", ""),
            int(schema.get("size", 0)),
            int(schema.get("precision", 0)),
            int(schema.get("scale", 0)),
            tuple(schema.get("symbols", ())),
        )
        return self._named(schema, found) if kind in ("fixed", "enum") else found

    def _record(self, schema: Schema) -> Node:
        names = tuple(one["name"] for one in schema["fields"])
        inner = tuple(self.node(one["type"]) for one in schema["fields"])
        return self._named(schema, Node("record", names=names, inner=inner))

    def _named(self, schema: Schema, node: Node) -> Node:
        name, space = schema["name"], schema.get("namespace")
        full = f"{space}.{name}" if space and "." not in name else name
        self.known[full] = self.known[full.rpartition(".")[2]] = node
        return node

    def _union(self, options: list[Node]) -> Node:
        kinds = [one.kind for one in options]
        if len(options) == 1:
            return options[0]
        if len(options) != 2 or "null" not in kinds:
            raise not_implemented("Unions in Avro are read only of a type and null.")
        null = kinds.index("null")
        return Node("optional", inner=(options[1 - null],), null_first=null == 0)


def _type(node: Node) -> Type:
    if node.kind in _PLAIN or node.kind in ("string", "bytes", "fixed"):
        return _scalar(node)
    if node.kind == "enum":
        values = tuple((symbol, number) for number, symbol in enumerate(node.symbols))
        return Enum(8 if len(values) <= 128 else 16, values)
    if node.kind == "array":
        return Array(node.inner[0].type)
    if node.kind == "map":
        return Map(STRING, node.inner[0].type)
    if node.kind == "record":
        return Tuple(tuple(one.type for one in node.inner), node.names)
    if node.kind == "optional":
        return make_nullable(node.inner[0].type)
    return Nullable(Nothing())


def _scalar(node: Node) -> Type:
    if node.logical == "decimal" and node.kind in ("bytes", "fixed"):
        return Decimal(node.precision, node.scale)
    if node.logical == "date" and node.kind == "int":
        return DATE32
    if node.logical == "uuid" and node.kind == "string":
        return UUID()
    for precision, name in STAMPS.items():
        if node.logical == name and node.kind == "long":
            return DateTime64(precision)
    if node.kind == "fixed":
        return FixedString(node.size)
    return _PLAIN.get(node.kind, STRING)
