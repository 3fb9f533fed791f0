"""bloom_filter([false_positive]): blocks are skipped that surely lack a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.engines.keys.condition import Condition, Constantly, Either
from sparktree.engines.keys.domain import Mask
from sparktree.engines.skip_indexes.kind import KINDS, Arguments, Content, Question, literals
from sparktree.engines.skip_indexes.probes import ACCEPTED, Probe, all_of, any_of, probing, sides
from sparktree.engines.skip_indexes.stored import (
    elements,
    exact,
    solid_type,
    stored_array,
    stored_column,
)
from sparktree.errors import Code, Error
from sparktree.kernel.connection import kernel
from sparktree.parts.indexes.bloom import BloomFilters
from sparktree.parts.indexes.blooms import bloom_shape
from sparktree.parts.indexes.hashing import Hashes, value_hashes
from sparktree.planner.expr import Call, Constant, Expr, InSet, SetTable, is_constant
from sparktree.planner.lower import fold
from sparktree.sql import ast
from sparktree.types import (
    UUID,
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Enum,
    FixedString,
    Float,
    Integer,
    IPv4,
    IPv6,
    String,
    Type,
)

_TYPES = (
    Integer, Float, Enum, Bool, Date, DateTime, DateTime64, String, FixedString, UUID, IPv4, IPv6,
)  # fmt: skip
_MOST_VALUES = 10_000  # of IN; more would ask longer than reading takes


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of each expression."""

    columns: tuple[BloomFilters, ...]

    def hold_all(self, column: int, needles: Hashes) -> Mask:
        """The blocks that may hold all the hashed needles."""
        return self.columns[column].hold_all(needles)


def filters_of(table: pa.Table, kind: str, arguments: Arguments, count: int) -> Content:
    """The Bloom filters of an index file."""
    shape = bloom_shape(kind, arguments)
    columns = tuple(BloomFilters.of(table[f"filter{i}"], shape) for i in range(count))
    return Content(table.num_rows, Filters(columns))


@dataclass(frozen=True, slots=True)
class _Matcher:
    question: Question

    def call(self, call: Call, negated: bool) -> Condition | None:
        name = call.function.name
        if name in ("equals", "notEquals"):
            return self._equality(call, negated != (name == "notEquals"))
        if name in ("has", "hasAny", "hasAll"):
            found = self._has(call, name)
        elif name in ("mapContainsKey", "mapContainsValue"):
            found = self._map_contains(call, name)
        else:
            return None
        return ACCEPTED if found is not None and negated else found

    def _equality(self, call: Call, negated: bool) -> Condition | None:
        found = sides(call)
        if found is None:
            return None
        expr, constant = found
        if expr in self.question.keys and not isinstance(expr.type, Array):
            return ACCEPTED if negated else self._probe(expr, constant)
        if isinstance(expr, Call) and expr.function.name == "arrayElement":
            return self._map_element(expr, constant, negated)
        return None

    def _probe(self, key: Expr, constant: Expr) -> Condition:
        solid = solid_type(key.type)
        value = exact(constant, solid, self.question.context)
        if value is None:
            return ACCEPTED
        hashes = value_hashes(stored_array([value], solid))
        return Probe(self.question.keys.index(key), hashes)

    def _map_element(self, expr: Call, constant: Expr, negated: bool) -> Condition | None:
        """m['k'] = 'v' needs the key k and the value v, unless v is what a missing key gives."""
        map_, key = expr.args
        if not is_constant(key):
            return None
        keys = self._key_of("mapKeys", map_)
        values = self._key_of("mapValues", map_)
        if keys is None and values is None:
            return None
        if negated or self._is_default(constant, expr.type):
            return ACCEPTED
        parts = [self._probe(keys, key)] if keys is not None else []
        parts += [self._probe(values, constant)] if values is not None else []
        return all_of(parts)

    def _key_of(self, function: str, map_: Expr) -> Expr | None:
        for key in self.question.keys:
            if isinstance(key, Call) and key.function.name == function and key.args[0] == map_:
                return key
        return None

    def _is_default(self, constant: Expr, type_: Type) -> bool:
        value = exact(constant, solid_type(type_), self.question.context)
        if value is None:
            return True
        with kernel() as cursor:
            row = cursor.execute(f"SELECT {solid_type(type_).default()}").fetchone()
        return row is None or row[0] == value.value

    def _has(self, call: Call, name: str) -> Condition | None:
        key, constant = call.args
        if is_constant(key) and constant in self.question.keys and name == "has":
            items = elements(key, self.question.context)
            return None if items is None else any_of([self._probe(constant, i) for i in items])
        if key not in self.question.keys or not isinstance(key.type, Array):
            return None
        if not is_constant(constant):
            return None
        if name == "has":
            if fold(constant, self.question.context).value is None:
                return ACCEPTED
            return self._probe(key, constant)
        items = elements(constant, self.question.context)
        if items is None or any(i.value is None for i in items):
            return ACCEPTED
        parts = [self._probe(key, item) for item in items]
        return any_of(parts) if name == "hasAny" else all_of(parts)

    def _map_contains(self, call: Call, name: str) -> Condition | None:
        map_, constant = call.args
        function = "mapKeys" if name == "mapContainsKey" else "mapValues"
        key = self._key_of(function, map_)
        if key is None or not is_constant(constant):
            return None
        return self._probe(key, constant)

    def in_set(self, expr: InSet, negated: bool) -> Condition | None:
        if isinstance(expr.value, Call) and expr.value.function.name == "tuple":
            return self._in_tuples(expr, expr.value, negated)
        if expr.value not in self.question.keys or isinstance(expr.value.type, Array):
            return None
        if negated or expr.null_in:
            return ACCEPTED
        array = self._set_values(expr)
        if array is None or len(array) > _MOST_VALUES:
            return ACCEPTED
        position = self.question.keys.index(expr.value)
        return any_of([Probe(position, one.reshape(1)) for one in value_hashes(array)])

    def _set_values(self, expr: InSet) -> pa.Array | None:
        solid = solid_type(expr.value.type)
        if expr.table is not None:
            if not self.question.limits.subqueries or solid_type(expr.table.types[0]) != solid:
                return None
            most = self.question.limits.rows
            if most and expr.table.table.num_rows > most:
                return None
            return stored_column(expr.table.table.column(0), solid)
        values = [fold(v, self.question.context) for v in expr.values]
        return stored_array([Constant(solid, v.value) for v in values], solid)

    def _in_tuples(self, expr: InSet, value: Call, negated: bool) -> Condition | None:
        """Of a tuple of expressions only those that the index has are asked for."""
        places = [i for i, e in enumerate(value.args) if e in self.question.keys]
        if not places:
            return None
        if negated or expr.null_in or len(expr.values) > _MOST_VALUES:
            return ACCEPTED
        if expr.table is not None:
            return self._in_rows(expr.table, value.args, places)
        rows: list[Condition] = []
        for row in expr.values:
            items = fold(row, self.question.context).value
            fields = list(items.values()) if isinstance(items, dict) else items
            if not isinstance(fields, list | tuple):
                return ACCEPTED
            solids = [solid_type(value.args[i].type) for i in places]
            probes = [
                self._probe(value.args[i], Constant(solid, fields[i]))
                for i, solid in zip(places, solids, strict=True)
            ]
            rows.append(all_of(probes))
        return Either(tuple(rows)) if rows else Constantly(False)

    def _in_rows(self, table: SetTable, args: Sequence[Expr], places: Sequence[int]) -> Condition:
        """The same of a subquery's rows; one with NULL equals nothing."""
        solids = [solid_type(args[i].type) for i in places]
        count, limits = table.table.num_rows, self.question.limits
        looked_at = limits.subqueries and count <= min(limits.rows or count, _MOST_VALUES)
        if not looked_at or [solid_type(table.types[i]) for i in places] != solids:
            return ACCEPTED
        columns = [table.table.column(i) for i in places]
        valid = reduce(pc.and_, (pc.is_valid(column) for column in columns))
        found = [
            value_hashes(stored_column(column.filter(valid), solid))
            for column, solid in zip(columns, solids, strict=True)
        ]
        positions = [self.question.keys.index(args[i]) for i in places]
        rows = [
            all_of([Probe(p, h.reshape(1)) for p, h in zip(positions, row, strict=True)])
            for row in zip(*found, strict=True)
        ]
        return any_of(rows)


class Bloom:
    """Values in Bloom filters."""

    ordered = False

    def arguments(self, type_: ast.Function) -> Arguments:
        """The probability of a false positive."""
        found = literals(type_)
        if len(found) > 1:
            raise Error(
                Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
                "BloomFilter index cannot have more than one parameter",
            )
        for value in found:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 < float(str(value)) < 1:
                raise Error(
                    Code.BAD_ARGUMENTS,
                    "The BloomFilter false positive must be a double number between 0 and 1",
                )
        return tuple(float(str(value)) for value in found)

    def check_types(self, types: Sequence[Type]) -> None:
        """Single values and arrays of them."""
        for type_ in types:
            if not isinstance(solid_type(type_), _TYPES):
                raise Error(Code.ILLEGAL_COLUMN, f"Unexpected type {type_} of bloom filter index")

    def condition(self, question: Question) -> Condition:
        """Equality, membership and elements of arrays and maps."""
        return probing(question, _Matcher(question))

    def condition_text(
        self, question: Question, condition: Condition, names: Sequence[str]
    ) -> str | None:
        """Nothing: ClickHouse shows none."""
        return None

    def content(
        self, table: pa.Table, about: dict[str, Any], arguments: Arguments, types: Sequence[Type]
    ) -> Content:
        """The filters."""
        return filters_of(table, "bloom_filter", arguments, len(types))


KINDS.add("bloom_filter", Bloom())
