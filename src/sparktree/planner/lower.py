"""Typed expressions as kernel SQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import Agg, lacks_null
from sparktree.functions.core import declare
from sparktree.functions.core.declare import Argument, QueryContext
from sparktree.kernel import sql
from sparktree.kernel.constants import constant_value, evaluate
from sparktree.kernel.sql import Sql
from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Column,
    Constant,
    Expr,
    InSet,
    Lambda,
    SortItem,
    Variable,
    is_constant,
    is_deterministic,
)
from sparktree.types import Array, Bool, Float, Tuple, Type, remove_nullable
from sparktree.types.literal import literal, settled

_LONG = 8192  # characters of kernel SQL


@dataclass(frozen=True, slots=True)
class Lowering:
    """How to print expressions in one place of a query: `names` overrides columns and variables."""

    context: QueryContext
    names: Mapping[object, Sql] = field(default_factory=dict)
    depth: int = 0
    calls: dict[int, tuple[Call, Sql]] = field(default_factory=dict)  # by identity, as they are met

    def value(self, expr: Expr) -> Sql:
        """Kernel SQL of the expression's kernel form."""
        if isinstance(expr, Call):
            lowered = self._call(expr)
            boolean = expr.function.condition and not isinstance(expr.type.inner, Bool)
            return sql.cast(lowered, expr.type.kernel) if boolean else lowered
        if isinstance(expr, InSet):
            return sql.cast(self._in_set(expr), "UTINYINT")
        if isinstance(expr, Constant):
            return literal(expr.type, expr.value)
        if isinstance(expr, Column):
            return self.names.get(expr.id, sql.name(expr.kernel_name))
        if isinstance(expr, Variable):
            return self.names[expr.name]
        raise Error(Code.LOGICAL_ERROR, f"{type(expr).__name__} stands where it has no value.")

    def condition(self, expr: Expr) -> Sql:
        """Kernel SQL of a BOOLEAN that says whether the expression is not zero."""
        if isinstance(expr, Call) and expr.function.condition:
            return self._call(expr)
        if isinstance(expr, InSet):
            return self._in_set(expr)
        value = self.value(expr)
        return value if isinstance(expr.type.inner, Bool) else sql.op("<>", value, 0)

    def _call(self, expr: Call) -> Sql:
        """The call; once, as arguments are asked for as values and as conditions."""
        if id(expr) not in self.calls:
            sqls = tuple(
                Sql("") if isinstance(arg, Lambda) else self._argument(expr, arg)
                for arg in expr.args
            )
            self.calls[id(expr)] = expr, _settled(expr, self._with_short(expr, sqls))
        return self.calls[id(expr)][1]

    def _with_short(self, expr: Call, sqls: tuple[Sql, ...], done: int = 0) -> Sql:
        """The call; arguments that are long get names first, as it may say them several times:
        calls in calls in calls would be without end."""
        long = (
            i
            for i in range(done, len(sqls))
            if len(sqls[i]) > _LONG and not is_constant(expr.args[i])
        )
        place = next(long, None)
        if place is None:
            return self._lowered(expr, sqls)
        before, behind = sqls[:place], sqls[place + 1 :]
        return sql.let(
            sqls[place], lambda v: self._with_short(expr, (*before, v, *behind), place + 1)
        )

    def _lowered(self, expr: Call, sqls: tuple[Sql, ...]) -> Sql:
        bodies = {i: self._body(arg) for i, arg in enumerate(expr.args) if isinstance(arg, Lambda)}
        call = declare.Call(
            expr.function.name,
            tuple(argument(arg, self.context) for arg in expr.args),
            expr.type if expr.function.nulls == "own" else remove_nullable(expr.type),
            self.context,
            sqls,
            lambda position: self.condition(expr.args[position]),
            bodies,
        )
        lowered = expr.function.lower(call)
        if expr.function.nulls != "guard" or not expr.type.nullable:
            return lowered
        nullable = [s for s, a in zip(sqls, expr.args, strict=True) if s and a.type.nullable]
        return sql.case((sql.any_of(sql.is_null(s) for s in nullable), sql.NULL), otherwise=lowered)

    def _argument(self, expr: Call, arg: Expr) -> Sql:
        """An argument; its default for NULL where the result, such as an Array, cannot be NULL."""
        value = self.value(arg)
        solid = expr.function.nulls != "own" and not expr.type.nullable
        if not solid or not arg.type.nullable:
            return value
        return sql.coalesce(value, remove_nullable(arg.type).zero())

    def _body(self, expr: Lambda) -> Callable[..., Sql]:
        def body(*values: Sql) -> Sql:
            names = dict(self.names)
            names.update(zip((p.name for p in expr.parameters), values, strict=True))
            return Lowering(self.context, names, self.depth + 1).value(expr.body)

        return body

    def _in_set(self, expr: InSet) -> Sql:
        value = self.value(expr.value)
        if expr.table is not None:
            inside = self._in_table(expr, value)
        elif expr.values:
            inside = self._in_values(expr, value)
        else:
            inside = sql.FALSE
        if expr.value.type.nullable and not expr.null_in and _is_empty(expr):
            # NULL is in no set and outside of none; the kernel says otherwise of empty ones.
            inside = sql.case((sql.is_null(value), sql.NULL), otherwise=inside)
        return sql.op("NOT", inside) if expr.negated else inside

    def _in_values(self, expr: InSet, value: Sql) -> Sql:
        solid = [v for v in expr.values if not _is_null(v)]
        inside = Sql(f"({value} IN ({', '.join(self.value(v) for v in solid)}))")
        if not solid:
            inside = sql.FALSE
        if not expr.null_in or not expr.value.type.nullable:
            return inside
        null = sql.TRUE if len(solid) < len(expr.values) else sql.FALSE
        return sql.case((sql.is_null(value), null), otherwise=inside)

    def _in_table(self, expr: InSet, value: Sql) -> Sql:
        """NULL in the set is equal to nothing, unless `null_in` says that it is to NULL."""
        assert expr.table is not None
        columns = [sql.name(f"s{i}") for i in range(len(expr.table.types))]
        row = sql.struct(*columns) if len(columns) > 1 else columns[0]
        table = sql.quote_name(expr.table.name)
        solid = sql.all_of(Sql(f"{c} IS NOT NULL") for c in columns)
        if expr.null_in and len(columns) > 1:
            solid = sql.TRUE  # the kernel takes NULLs inside of rows for equal
        inside = Sql(f"({value} IN (SELECT {row} FROM {table} WHERE {solid}))")
        if not expr.null_in or not expr.value.type.nullable:
            return inside
        null = Sql(f"(EXISTS (SELECT 1 FROM {table} WHERE {columns[0]} IS NULL))")
        return sql.case((sql.is_null(value), null), otherwise=inside)

    def order_by(self, items: tuple[SortItem, ...]) -> str:
        """The items of an ORDER BY: NULLs and NaNs where ClickHouse has them."""
        return ", ".join(part for item in items for part in self._order(item))

    def _order(self, item: SortItem) -> list[str]:
        if is_constant(item.expr):
            return ["(1 = 1)"]  # orders nothing; a literal would mean a place in SELECT
        type_ = item.expr.type
        value = self.value(item.expr)
        if item.descending != item.nulls_first and isinstance(type_, Array | Tuple):
            value = _nulls_least(value, type_)
        else:
            value = type_.order_key(value)
        if item.collate:
            value = _collated(value, item.expr.type, item.collate)
        direction = "DESC" if item.descending else "ASC"
        nulls = "FIRST" if item.nulls_first else "LAST"
        parts = []
        if isinstance(item.expr.type.inner, Float) and (item.descending != item.nulls_first):
            # The kernel takes NaN for the greatest number; ClickHouse keeps it beside the NULLs.
            side = "DESC" if item.nulls_first else "ASC"
            parts.append(f"isnan({value}) {side} NULLS {nulls}")
        return [*parts, f"{value} {direction} NULLS {nulls}"]

    def aggregate_condition(self, use: AggregateUse) -> Sql | None:
        """Which rows count: those of -If, without NULLs unless the aggregate wants them."""
        parts = [] if use.condition is None else [self.condition(use.condition)]
        if use.aggregate.nulls == "skip" and use.mode in ("value", "state"):
            nullable = [arg for arg in use.args if lacks_null(arg.type)]
            parts += [Sql(f"({self.value(arg)} IS NOT NULL)") for arg in nullable]
        return sql.all_of(parts) if parts else None

    def print_aggs(self, aggs: tuple[Agg, ...], use: AggregateUse) -> tuple[Sql, ...]:
        """The kernel calls over the rows that count."""
        condition = self.aggregate_condition(use)
        own = None if use.condition is None else self.condition(use.condition)
        value = self.value(use.args[0]) if len(use.args) == 1 else None
        return tuple(agg.sql(own if agg.skips_null(value) else condition) for agg in aggs)


def _settled(expr: Call, lowered: Sql) -> Sql:
    """The call as a literal where the kernel could not fold it, as it may raise."""
    if expr.function.condition or not lowered.raises:
        return lowered
    fixed = is_constant(expr) and is_deterministic(expr)
    return settled(expr.type, lowered) if fixed else lowered


def argument(expr: Expr, context: QueryContext) -> Argument:
    """What function declarations may know of an argument."""
    if isinstance(expr, Lambda):
        return Argument(expr.type, parameters=tuple(p.type for p in expr.parameters))
    if not is_constant(expr):
        return Argument(expr.type, context=context)
    return Argument(expr.type, True, lambda: fold(expr, context).value, context=context)


def fold(expr: Expr, context: QueryContext) -> Constant:
    """A constant expression computed by the kernel."""
    if isinstance(expr, Constant):
        return expr
    text = Lowering(context).value(expr)
    value = constant_value(text) if is_deterministic(expr) else evaluate(text)
    return Constant(expr.type, value)


def _nulls_least(value: Sql, type_: Type) -> Sql:
    """The key of an array or tuple by which NULL and NaN inside of it are the least values: they
    come last in either direction, and to the kernel they are the greatest."""
    if isinstance(type_, Array):
        changed = type_.map(value, lambda element: _nulls_least(element, type_.of))
        same = _nulls_least(sql.NULL, type_.of) == sql.NULL
        return value if same else changed
    if isinstance(type_, Tuple):
        plain = [sql.field(value, place) for place in range(1, len(type_.of) + 1)]
        keys = [_nulls_least(field, one) for field, one in zip(plain, type_.of, strict=True)]
        return value if keys == plain else sql.struct(*keys)
    key = type_.order_key(value)
    marks = [Sql(f"({value} IS NOT NULL)")] if type_.nullable else []
    if isinstance(type_.inner, Float):
        marks.append(Sql(f"(NOT isnan({value}))"))
    return sql.struct(*marks, key) if marks else key


def _collated(value: Sql, type_: Type, locale: str) -> Sql:
    inner = type_.inner
    if not isinstance(inner, Array):
        return sql.call("icu_sort_key", value, sql.string(locale))
    element = _collated(Sql("_e"), inner.of, locale)
    return sql.call("list_transform", value, sql.function(("_e",), element))


def _is_empty(expr: InSet) -> bool:
    """Whether the set has no element but NULL."""
    if expr.table is None:
        return all(map(_is_null, expr.values))
    rows = expr.table.table
    return rows.num_columns == 1 and bool(rows.column(0).null_count == rows.num_rows)


def _is_null(expr: Expr) -> bool:
    return isinstance(expr, Constant) and expr.value is None
