"""Columns combined by aggregate functions: one kernel query over the runs of equal keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.writing.sorted_block import SortedBlock
from sparktree.errors import Code, Error
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.parts.storage import as_type
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Column
from sparktree.planner.nodes import Aggregate, OneRow
from sparktree.planner.physical import Planner
from sparktree.planner.physical.aggregation import Grouping
from sparktree.sql import ast
from sparktree.types import UINT64, Array, SimpleAggregateFunction, Type

SOURCE = "merging"
_GROUP = "__group"
_KEEP = "__keep"


@dataclass(frozen=True, slots=True)
class Combined:
    """A column, its type, the aggregate call that combines its values, and what of it is taken."""

    name: str
    type: Type
    call: ast.Function
    element: int | None = None  # of the tuple that the call gives, counted from 1
    inner: int | None = None  # of the tuples that this element is an array of


@dataclass(frozen=True, slots=True)
class Grouped:
    """Runs become one row each: combined columns from the query, all others of the first row."""

    sql: str
    reads: tuple[str, ...]  # the columns that the query sees as m0, m1, ...
    gives: tuple[str, ...]
    needs: tuple[str, ...] = ()
    drops: bool = False  # whether the query says which rows stay
    orders: bool = False  # whether a row that is alone may change, too

    @property
    def shows(self) -> tuple[str, int] | None:
        """FINAL shows all rows."""
        return None

    def __call__(self, block: SortedBlock, *, final: bool) -> pa.Table:
        """One row for each key."""
        merged = block.take(block.starts)
        alone = block.single and not self.drops and not self.orders
        if not self.gives or not block.rows.num_rows or alone:
            return merged
        found = self._run(block)
        for name in self.gives:
            place = merged.schema.get_field_index(name)
            kind = merged.schema.field(place).type
            merged = merged.set_column(place, name, as_type(found[name], kind, name))
        return merged.filter(pc.equal(found[_KEEP], 1)) if self.drops else merged

    def _run(self, block: SortedBlock) -> pa.Table:
        columns = {f"m{i}": block.rows[name] for i, name in enumerate(self.reads)}
        with kernel() as cursor:
            cursor.register(SOURCE, pa.table({**columns, _GROUP: pa.array(block.groups)}))
            found = cursor.sql(self.sql).to_arrow_table()
            cursor.unregister(SOURCE)
        names = [*self.gives, *([_KEEP] if self.drops else [])]
        return found.rename_columns(names)


def grouped(
    environment: Environment,
    columns: Sequence[tuple[str, Type]],
    combined: Sequence[Combined],
    *,
    drop_empty: bool = False,
) -> Grouped:
    """The rule that combines these columns; `columns` are all that the calls read."""
    if not combined:
        return Grouped("", (), ())
    text = _Query(environment, columns).text(combined, drop_empty)
    reads, gives = tuple(n for n, _ in columns), tuple(c.name for c in combined)
    # A map is put in order, without its zeros, even if there is nothing to add to it.
    maps = any(one.element is not None for one in combined)
    return Grouped(text, reads, gives, reads, drop_empty, maps)


class _Query:
    """Kernel SQL over the stored columns m0, m1, ..., grouped by the number of the run."""

    def __init__(self, environment: Environment, columns: Sequence[tuple[str, Type]]) -> None:
        self.environment = environment
        self.columns = [(name, _plain(type_)) for name, type_ in columns]
        self.expressions = TableExpressions.over(environment, [*self.columns, (_GROUP, UINT64)])

    def text(self, combined: Sequence[Combined], drop_empty: bool) -> str:
        """One row for each run, in their order."""
        group = self.expressions.columns[_GROUP]
        calls = list(dict.fromkeys(one.call for one in combined))
        numbers = self.expressions.numbers
        uses = [(numbers.column(f"u{i}", UINT64), self._use(c)) for i, c in enumerate(calls)]
        node = Aggregate(OneRow(), ((group, group),), tuple(uses))
        planner = Planner(self.environment.context, 1)
        inner = Grouping(planner, node, uses).whole(self._source())
        found = dict(zip(calls, uses, strict=True))
        values = [self._value(one, found[one.call]) for one in combined]
        items = [
            f"{c.type.to_storage(v)} AS o{i}"
            for i, (c, v) in enumerate(zip(combined, values, strict=True))
        ]
        if drop_empty:
            kept = sql.any_of(map(_not_empty, combined, values))
            items.append(f"{sql.cast(kept, 'UTINYINT')} AS {_KEEP}")
        return f"SELECT {', '.join(items)} FROM ({inner}) ORDER BY {group.kernel_name}"

    def _use(self, call: ast.Function) -> AggregateUse:
        typed = self.expressions.analyse(call)
        if not isinstance(typed, AggregateUse):
            raise Error(Code.LOGICAL_ERROR, f"{call.name} is no aggregate function.")
        return typed

    def _source(self) -> str:
        columns = self.expressions.columns
        items = [
            f"{type_.from_storage(sql.name(f'm{i}'))} AS {columns[name].kernel_name}"
            for i, (name, type_) in enumerate(self.columns)
        ]
        items.append(f"{_GROUP} AS {columns[_GROUP].kernel_name}")
        return f"SELECT {', '.join(items)} FROM {SOURCE}"

    def _value(self, one: Combined, found: tuple[Column, AggregateUse]) -> Sql:
        column, use = found
        value, type_ = sql.name(column.kernel_name), use.type
        if one.element is not None:
            value, type_ = sql.field(value, one.element), type_.children()[one.element - 1]
        if one.inner is not None:
            (of,) = type_.children()
            each = sql.function(["e"], sql.field(sql.name("e"), one.inner))
            value, type_ = (
                sql.call("list_transform", value, each),
                Array(of.children()[one.inner - 1]),
            )
        return convert(value, type_, _plain(one.type), self.environment.context.zone)


def _plain(type_: Type) -> Type:
    """The type of the values that merges combine."""
    return type_.of if isinstance(type_, SimpleAggregateFunction) else type_


def _not_empty(one: Combined, value: Sql) -> Sql:
    if one.type.nullable:
        return Sql(f"({value} IS NOT NULL)")
    return Sql(f"({value} <> {one.type.default()})")
