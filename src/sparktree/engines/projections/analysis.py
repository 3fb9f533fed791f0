"""The query of a projection with types: what it reads, filters, groups by and aggregates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sparktree.engines.definition.table import TableDefinition
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.analysis.scope import CommonTable, Scope
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.planner.calls import aggregate
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Column, Expr, InSet, columns_of, walk
from sparktree.planner.nodes import Aggregate, ArrayJoin, Filter, Node, Project, Scan, Window
from sparktree.planner.sources import PlainSource, ScanRequest, ScanResult
from sparktree.sql import ast
from sparktree.types import UINT64, Type

PART_OFFSET = "_part_offset"
_PARENT = "_parent"


@dataclass(frozen=True, slots=True)
class Analysed:
    """A projection's query: `reads` are columns of the table, all else is over them."""

    reads: tuple[Column, ...]
    filters: tuple[Expr, ...] = ()
    grouped: bool = False
    keys: tuple[tuple[Column, Expr], ...] = ()
    values: tuple[AggregateUse, ...] = ()  # as the query calls the aggregates
    states: tuple[tuple[Column, AggregateUse], ...] = ()  # the same, giving their states


@dataclass(frozen=True, slots=True)
class _Parent(PlainSource):
    """The table as the query of a projection sees it: what parts store, and the row's number."""

    definition: TableDefinition

    @property
    def name(self) -> str:
        """How messages call it."""
        return _PARENT

    def columns(self) -> list[tuple[str, Type]]:
        """Columns of SELECT *."""
        return self.definition.asterisk_columns()

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """MATERIALIZED columns and the number of the row."""
        hidden = [(c.name, c.type) for c in self.definition.columns if c.kind == "MATERIALIZED"]
        known = self.definition.by_name
        return [*hidden, *([(PART_OFFSET, UINT64)] if PART_OFFSET not in known else [])]

    def scan(self, request: ScanRequest) -> ScanResult:
        """It is never read."""
        raise Error(Code.LOGICAL_ERROR, "The query of a projection does not run by itself.")


def analysed(select: ast.Select, definition: TableDefinition, environment: Environment) -> Analysed:
    """The query of a projection of the table."""
    # Everything that ORDER BY reads is kept in the projection, too.
    order = () if select.group_by is not None else tuple(i.expression for i in select.order_by)
    source = ast.TableExpression(ast.TableName(_PARENT))
    whole = replace(select, columns=(*select.columns, *order), order_by=(), from_=source)
    known = CommonTable(ast.WithQuery(_PARENT, select), Scope(), computed_rows=_Parent(definition))
    typed = QueryAnalyser(environment).analyse(whole, Scope(common={_PARENT: known}))
    return _Chain(environment).of(typed.root)


class _Chain:
    """Takes the nodes of the query apart, from the result down to the table."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.filters: list[Expr] = []
        self.exprs: list[Expr] = []
        self.group: Aggregate | None = None

    def of(self, node: Node) -> Analysed:
        """The parts of the query."""
        while not isinstance(node, Scan):
            node = self._below(node)
        own = {c.id for c in node.columns}
        read = columns_of(*self.exprs, *self.filters)
        reads = tuple(c for c in node.columns if c.id in read and c.id in own)
        if any(isinstance(e, InSet) and e.table for f in self.filters for e in walk(f)):
            raise not_implemented("A subquery in the WHERE of a projection is not supported.")
        if self.group is None:
            return Analysed(reads, tuple(self.filters))
        uses = [(c, u, state_use(u, self.environment)) for c, u in self.group.aggregates]
        return Analysed(
            reads,
            tuple(self.filters),
            True,
            self.group.keys,
            tuple(use for _, use, _ in uses),
            tuple((replace(column, type=state.type), state) for column, _, state in uses),
        )

    def _below(self, node: Node) -> Node:
        if isinstance(node, Filter):
            self.filters += conjuncts(node.condition)
            return node.input
        if isinstance(node, Aggregate) and not node.sets and self.group is None:
            # What is above the aggregation is computed from its states when they are read.
            self.group, self.filters = node, []
            self.exprs = [*(e for _, e in node.keys), *(u for _, u in node.aggregates)]
            return node.input
        if isinstance(node, Project | ArrayJoin | Window) and self.group is None:
            parts = {Project: "columns", ArrayJoin: "arrays", Window: "windows"}[type(node)]
            self.exprs += [expr for _, expr in getattr(node, parts)]
            return node.input
        raise not_implemented(
            "A projection is SELECT over the columns of its table with WHERE, GROUP BY and ORDER BY"
            " only."
        )


def state_use(use: AggregateUse, environment: Environment) -> AggregateUse:
    """The call that gives the state instead of the result."""
    args = [*use.args] if use.condition is None else [*use.args, use.condition]
    if use.mode != "value" or use.order_by:
        raise not_implemented(f"The aggregate {use.name} in a projection is not supported.")
    found = aggregate(f"{use.name}State", args, use.parameters, environment.context)
    if found is None:
        raise Error(Code.LOGICAL_ERROR, f"{use.name} has no state.")
    return found
