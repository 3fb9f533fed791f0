"""Aggregates by key: sumMap, minMap, maxMap over maps or over arrays of keys and of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.basic import list_total, sum_type, summand, summed_by_list
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    illegal_argument,
    joined_lists,
)
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT128,
    Array,
    Bool,
    Decimal,
    Float,
    Integer,
    Map,
    Tuple,
    Type,
    make_nullable,
    remove_nullable,
)
from sparktree.types.literal import literal

Parts = tuple[Sql, ...]
Returns = Callable[[Sequence[Argument], Sequence[Value]], Type]


@dataclass(frozen=True, slots=True)
class ByKey:
    """An aggregate of the values of every key."""

    name: str
    kernel: str
    widen: bool = False  # whether sums get the widest type of their kind
    filtered: bool = False  # whether the parameter says which keys count

    @property
    def of_maps(self) -> bool:
        """Whether ClickHouse has it as sum, min or max with the combinator Map as well."""
        return self.name in ("sumMap", "minMap", "maxMap")

    def value_type(self, type_: Type, *, of_map: bool = False) -> Type:
        """The type of a key's result; in arrays sums of decimals stay as wide as they are."""
        plain = remove_nullable(type_)
        if self.kernel != "sum" or not self.widen or (isinstance(plain, Decimal) and not of_map):
            return plain
        return sum_type([Argument(plain)], ())


def _types(arguments: Sequence[Argument]) -> list[Type]:
    types = [a.type for a in arguments]
    return list(types[0].of) if len(types) == 1 and isinstance(types[0], Tuple) else types


def _returns(declared: ByKey) -> Returns:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        types = _types(arguments)
        if len(types) == 1 and isinstance(types[0], Map) and declared.of_maps:
            value = sum_type([Argument(types[0].value.inner)], ()) if declared.widen else None
            inner = value or types[0].value.inner
            shown = make_nullable(inner) if types[0].value.nullable else inner
            return Map(types[0].key, shown)
        if len(types) > 1 and isinstance(types[0], Map) and declared.of_maps:
            message = "Map combinator takes only one map argument"
            raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, message)
        if len(types) < 2 or not all(isinstance(t, Array) for t in types):
            raise illegal_argument(declared.name, types[0])
        if declared.filtered and not isinstance(parameters[0], list | tuple):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Aggregate function {declared.name} requires an Array as a parameter",
            )
        keys, *values = (t.of for t in types if isinstance(t, Array))
        if declared.kernel == "sum":
            _check_summed(values)
        return Tuple((Array(keys), *(Array(declared.value_type(v)) for v in values)))

    return returns


def _check_summed(types: Sequence[Type]) -> None:
    """Only numbers have a sum."""
    for type_ in types:
        if not isinstance(type_.inner, Integer | Float | Decimal | Bool):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Values for -Map cannot be summed, passed type {type_}",
            )


def _rows_of(declared: ByKey, call: AggregateCall) -> Sql:
    """The keys and values of a row as a list of structs."""
    type_ = call.type(0)
    if isinstance(type_, Map):
        return call[0]
    arrays = list(call.sqls)
    if isinstance(type_, Tuple):
        arrays = [sql.field(call[0], i + 1) for i in range(len(type_.of))]
    rows = sql.cast(sql.call("list_zip", *arrays), f"{_row_type(call).kernel}[]")
    lengths = [sql.call("len", array) for array in arrays]
    same = sql.all_of(sql.op("=", lengths[0], other) for other in lengths[1:])
    message = raising(Code.BAD_ARGUMENTS, "Sizes of keys and values arrays do not match")
    failed = sql.cast(sql.call("error", sql.string(message)), f"{_row_type(call).kernel}[]")
    return sql.case((same, _filtered(declared, call, rows)), otherwise=failed)


def _filtered(declared: ByKey, call: AggregateCall, rows: Sql) -> Sql:
    if not declared.filtered:
        return rows
    key = _row_type(call).of[0]
    wanted = call.parameters[0]
    assert isinstance(wanted, list | tuple)
    listed = ", ".join(sql.cast(literal(key, value), key.kernel) for value in wanted)
    return Sql(f"list_filter({rows}, lambda _p: _p.f1 IN ({listed or 'NULL'}))")


def _row_type(call: AggregateCall) -> Tuple:
    types = _types(call.arguments)
    if isinstance(types[0], Map):
        return Tuple((types[0].key, types[0].value))
    return Tuple(tuple(t.of for t in types if isinstance(t, Array)))


def _final(declared: ByKey) -> Callable[[AggregateCall, Parts], Sql]:
    def final(call: AggregateCall, parts: Parts) -> Sql:
        row = _row_type(call)
        values = range(2, len(row.of) + 1)
        of_map = isinstance(call.type(0), Map)
        results = [declared.value_type(t, of_map=of_map) for t in row.of[1:]]
        combined = [
            f"{_combined(declared, row.of[i - 1], i, result)} AS _v{i}"
            for i, result in zip(values, results, strict=True)
        ]
        rows = f"(SELECT unnest({parts[0]}) AS _r)"
        grouped = f"(SELECT _r.f1 AS _k, {', '.join(combined)} FROM {rows} GROUP BY 1)"
        order = row.of[0].order_key(sql.name("_k"))
        if of_map:
            listed = f"coalesce(list({{'f1': _k, 'f2': _v2}} ORDER BY {order}), [])"
            return Sql(f"(SELECT {listed} FROM {grouped})")
        names = ["_k", *(f"_v{i}" for i in values)]
        listed = sql.struct(*(Sql(f"coalesce(list({n} ORDER BY {order}), [])") for n in names))
        # Sums that are zero are left out with their keys; of what may be NULL, those of no value.
        sums = " OR ".join(
            f"_v{i} IS NOT NULL" if row.of[i - 1].nullable else f"_v{i} <> {result.zero()}"
            for i, result in zip(values, results, strict=True)
        )
        some = sums if declared.kernel == "sum" else "true"
        return Sql(f"(SELECT {listed} FROM {grouped} WHERE {some})")

    return final


def _combined(declared: ByKey, type_: Type, place: int, wanted: Type) -> Sql:
    value = sql.field(sql.name("_r"), place)
    if declared.kernel != "sum":
        return sql.call(declared.kernel, value)
    if summed_by_list(type_.inner):
        given = Sql(f"(list({value}) FILTER ({value} IS NOT NULL))")
        return list_total(given, type_.inner)
    total = sql.call("sum", summand(value, type_.inner))
    if isinstance(wanted, Integer) and wanted.bits <= 64:
        return number(total, INT128, wanted)
    return sql.cast(total, wanted.kernel)


def _declare(declared: ByKey, doc: str, example: tuple[str, str]) -> None:
    aggregate(
        Aggregate(
            declared.name,
            _returns(declared),
            (1, None),
            states=lambda call: (Array(_row_type(call)),),
            partial=lambda call: (Agg("list", (_rows_of(declared, call),), around="flatten({})"),),
            merge=joined_lists,
            final=_final(declared),
            doc=doc,
            example=example,
            aliases=(f"{declared.name[:3]}MappedArrays",) if declared.of_maps else (),
            of_null="refused" if declared.of_maps else "null",
            parameters=(1, 1) if declared.filtered else (0, 0),
            shown_version=lambda types: 0 if isinstance(types[0], Map) else 1,
        )
    )


_declare(
    ByKey("sumMap", "sum", widen=True),
    "The sums of the values of every key.",
    ("sumMap([1], [number])", "([1],[45])"),
)
_declare(
    ByKey("minMap", "min"), "The least value of every key.", ("minMap([1], [number])", "([1],[0])")
)
_declare(
    ByKey("maxMap", "max"),
    "The greatest value of every key.",
    ("maxMap([1], [number])", "([1],[9])"),
)
_declare(
    ByKey("sumMapWithOverflow", "sum"),
    "The sums of the values of every key, in the type of the values.",
    ("sumMapWithOverflow([1], [toUInt8(number)])", "([1],[45])"),
)
_declare(
    ByKey("sumMapFiltered", "sum", widen=True, filtered=True),
    "The sums of the values of the keys in the parameter.",
    ("sumMapFiltered([1])([1, 2], [number, 1])", "([1],[45])"),
)
_declare(
    ByKey("sumMapFilteredWithOverflow", "sum", filtered=True),
    "The sums of the values of the keys in the parameter, in the type of the values.",
    ("sumMapFilteredWithOverflow([1])([1, 2], [toUInt8(number), 1])", "([1],[45])"),
)
