"""What a table's TTL leaves of rows: kernel SQL over blocks of a merge, made in the driver."""

from __future__ import annotations

from dataclasses import dataclass, field

import pyarrow as pa

from sparktree.engines.definition.computed import Computed
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.definition.ttl_rules import Kind, Moments, Rule, has_come, of_kind, rules_of
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.engines.writing.sorted_block import sorted_rows
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartDescription
from sparktree.parts.layout import KeyLayout
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Expr, InSet, SetTable, transform, walk
from sparktree.planner.expr import Column as Numbered
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import Aggregate, OneRow
from sparktree.planner.physical import Planner
from sparktree.planner.physical.aggregation import Grouping
from sparktree.settings.query import QuerySettings
from sparktree.sql import ast
from sparktree.types import SimpleAggregateFunction, Type

SOURCE = "expiring"
_COME = "__come"


@dataclass(frozen=True, slots=True)
class Expiring:
    """Turns sorted rows in stored form into those that the TTL leaves; it runs inside tasks."""

    sql: str  # over `expiring`
    keys: tuple[KeyLayout, ...] = ()  # to sort by, where the SQL does not keep the order
    sets: tuple[tuple[str, pa.Table], ...] = ()  # the rows of subqueries

    def __call__(self, rows: pa.Table) -> pa.Table:
        with kernel() as cursor:
            for name, table in (*self.sets, (SOURCE, rows)):
                cursor.register(name, table)
            left = cursor.sql(self.sql).to_arrow_table()
            for name in (*(name for name, _ in self.sets), SOURCE):
                cursor.unregister(name)
        return sorted_rows(left, self.keys) if self.keys else left


def expiring(
    definition: TableDefinition, environment: Environment, now: float
) -> tuple[Expiring, RowsForTable]:
    """What applies the TTL as of a moment, and the form of the rows that it leaves.

    The definition has all columns that the parts are to have.
    """
    building = _Building(definition, environment, int(now))
    text = building.text()
    moved = bool(building.sets) or bool(of_kind(building.rules, Kind.GROUP_BY))
    sets = tuple((one.name, one.table) for one in building.sets)
    keys = tuple(building.rows.keys) if moved else ()
    return Expiring(text, keys, sets), building.rows


def grouping_length(definition: TableDefinition) -> int | None:
    """How many keys the shortest GROUP BY has; rows that are equal in them must meet."""
    rules = of_kind(rules_of(definition), Kind.GROUP_BY)
    lengths = [len(rule.element.group_by) for rule in rules if rule.element is not None]
    return min(lengths, default=None)


@dataclass(slots=True)
class _Building:
    """One layer of SQL for each kind of rule, in ClickHouse's order."""

    definition: TableDefinition
    environment: Environment
    now: int
    rules: list[Rule] = field(init=False)
    columns: list[Column] = field(init=False)
    expressions: TableExpressions = field(init=False)
    moments: Moments = field(init=False)
    rows: RowsForTable = field(init=False)
    sets: list[SetTable] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = rules_of(self.definition)
        self.columns = [c for c in self.definition.columns if c.stored]
        typed = [(c.name, _plain(c.type)) for c in self.columns]
        self.expressions = TableExpressions.over(self.environment, typed)
        self.moments = Moments(self.environment, [(c.name, c.type) for c in self.columns])
        settings = QuerySettings()
        self.rows = RowsForTable(self.definition, self.environment, settings, applied=self.now)

    @property
    def names(self) -> dict[str, str]:
        """The columns' names inside the SQL."""
        return {c.name: f"c{i}" for i, c in enumerate(self.columns)}

    def text(self) -> str:
        """All layers, and the stored form around them."""
        names = self.names
        items = [
            f"{_plain(c.type).from_storage(sql.name(c.name))} AS {names[c.name]}"
            for c in self.columns
        ]
        text = f"SELECT {', '.join(items)} FROM {SOURCE}"
        text = self._deleted(text)
        for number, rule in enumerate(of_kind(self.rules, Kind.GROUP_BY)):
            text = self._grouped(text, rule, f"g{number}")
        text = self._columns_reset(text)
        return f"SELECT {', '.join(self.rows.kept_items(names))} FROM ({text})"

    # --- rows -----------------------------------------------------------------------------

    def _deleted(self, text: str) -> str:
        gone = [self._is_due(rule) for rule in of_kind(self.rules, Kind.DELETE, Kind.WHERE)]
        return f"SELECT * FROM ({text}) WHERE NOT {sql.any_of(gone)}" if gone else text

    def _is_due(self, rule: Rule) -> Sql:
        """Whether the rule concerns a row now."""
        tests = [has_come(self.moments.seconds(rule, self.names), self.now)]
        if rule.where is not None:
            condition = self._lowering().condition(self._analysed(rule.where))
            tests.append(sql.coalesce(condition, sql.FALSE))
        return sql.all_of(tests)

    def _analysed(self, node: ast.Expression) -> Expr:
        typed = self.expressions.analyse(node)
        tables = [e.table for e in walk(typed) if isinstance(e, InSet) and e.table is not None]
        self.sets += [table for table in tables if table not in self.sets]
        return typed

    def _lowering(self) -> Lowering:
        known = self.expressions.columns
        by_id: dict[object, Sql] = {known[n].id: sql.name(a) for n, a in self.names.items()}
        return Lowering(self.environment.context, by_id)

    # --- groups ---------------------------------------------------------------------------

    def _grouped(self, text: str, rule: Rule, name: str) -> str:
        """The rows whose time has not come, then a row for each group of the others."""
        flagged = f"SELECT *, {self._is_due(rule)} AS {_COME} FROM ({text})"
        columns = ", ".join(self.names.values())
        groups = self._groups(rule, f"SELECT {self._numbered()} FROM {name} WHERE {_COME}")
        return (
            f"WITH {name} AS MATERIALIZED ({flagged})"
            f" SELECT {columns} FROM {name} WHERE NOT {_COME} UNION ALL {groups}"
        )

    def _numbered(self) -> str:
        columns = self.expressions.columns
        return ", ".join(f"{a} AS {columns[n].kernel_name}" for n, a in self.names.items())

    def _groups(self, rule: Rule, source: str) -> str:
        assert rule.element is not None
        assigned = {one.column: one.value for one in rule.element.assignments}
        values = [
            (c, self._analysed(assigned.get(c.name) or _any_value(c.name))) for c in self.columns
        ]
        uses = _Uses(self.expressions)
        results = [(c, uses.replaced(value)) for c, value in values]
        keys = [self._analysed(node) for node in rule.element.group_by]
        grouped = tuple((self.expressions.numbers.column("k", k.type), k) for k in keys)
        planner = Planner(self.environment.context, 1)
        node = Aggregate(OneRow(), grouped, tuple(uses.uses))
        inner = Grouping(planner, node, uses.uses).whole(source)
        zone = self.environment.context.zone
        items = [
            f"{convert(planner.lowering.value(value), value.type, _plain(c.type), zone)}"
            f" AS {self.names[c.name]}"
            for c, value in results
        ]
        return f"SELECT {', '.join(items)} FROM ({inner})"

    # --- columns --------------------------------------------------------------------------

    def _columns_reset(self, text: str) -> str:
        """Values whose time has come become the column's default."""
        rules = of_kind(self.rules, Kind.COLUMN)
        if not rules:
            return text
        tests = {rule.text: self._is_due(rule) for rule in rules}
        flags = {text: f"e{number}" for number, text in enumerate(tests)}
        added = ", ".join(f"{test} AS {flags[text]}" for text, test in tests.items())
        items = [
            f"{sql.case((Sql(flags[rule.text]), self._default(rule.column)), otherwise=Sql(alias))}"
            f" AS {alias}"
            for rule in rules
            for alias in [self.names[rule.column]]
        ]
        return f"SELECT * REPLACE ({', '.join(items)}) FROM (SELECT *, {added} FROM ({text}))"

    def _default(self, name: str) -> Sql:
        others = {n: sql.name(a) for n, a in self.names.items() if n != name}
        return Computed(self.definition, self.environment, others).value(name)


@dataclass(slots=True)
class _Uses:
    """The aggregates in expressions, each once, under columns of their own."""

    expressions: TableExpressions
    uses: list[tuple[Numbered, AggregateUse]] = field(default_factory=list)

    def replaced(self, expr: Expr) -> Expr:
        """The expression over the results of its aggregates."""
        return transform(expr, self._column)

    def _column(self, expr: Expr) -> Expr | None:
        if not isinstance(expr, AggregateUse):
            return None
        known = next((column for column, use in self.uses if use == expr), None)
        if known is None:
            known = self.expressions.numbers.column("u", expr.type)
            self.uses.append((known, expr))
        return known


def _any_value(column: str) -> ast.Expression:
    return ast.Function("any", (ast.Identifier((column,)),))


def _plain(type_: Type) -> Type:
    """The type of the values that aggregate functions see."""
    return type_.of if isinstance(type_, SimpleAggregateFunction) else type_


def columns_over(definition: TableDefinition, part: PartDescription) -> list[str]:
    """The columns of whose values a part has none left, after the TTL was applied to it.

    Values of a default expression are kept: they stay what they are if the expression changes.
    """
    rules = of_kind(rules_of(definition), Kind.COLUMN)
    plain = [rule for rule in rules if definition.by_name[rule.column].default is None]
    known = [(rule.column, rule.bounds(part)) for rule in plain]
    return [name for name, bounds in known if bounds is not None and bounds.greatest is None]
