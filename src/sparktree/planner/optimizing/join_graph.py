"""INNER and CROSS joins as tables with conditions, of which they are made in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.join_conditions import comparable
from sparktree.planner.calls import call
from sparktree.planner.expr import (
    Call,
    Column,
    Expr,
    columns_of,
    is_constant,
    is_deterministic,
    transform,
)
from sparktree.planner.nodes import Filter, Join, Node, Project, produced
from sparktree.planner.optimizing.cardinality import Estimator, shared
from sparktree.planner.optimizing.conditions import implied, parts_of
from sparktree.planner.optimizing.join_order import Equal, Shape, Tables, members

_COMPARED = ("equals", "less", "lessOrEquals", "greater", "greaterOrEquals")


def is_free(node: Node) -> bool:
    """Whether a join gives the same rows in any order of its tables."""
    return (
        isinstance(node, Join)
        and node.kind in ("INNER", "CROSS")
        and not node.any
        and not node.any_left
        and not node.merged
        and node.inequality is None
        and node.keyless is None
        and node.refused is None
        and all(is_deterministic(side) for pair in node.keys for side in pair)
        and (node.condition is None or is_deterministic(node.condition))
    )


def _renames(node: Node) -> bool:
    return isinstance(node, Project) and all(isinstance(e, Column) for _, e in node.columns)


def reaches(node: Node) -> bool:
    """Whether there are joins of any order below conditions and other names."""
    while isinstance(node, Filter) or _renames(node):
        if isinstance(node, Filter) and not is_deterministic(node.condition):
            return False
        node = node.input  # type: ignore[attr-defined]
    return is_free(node)


@dataclass(frozen=True, slots=True)
class Equality:
    """Two expressions that are equal, each over some of the tables."""

    left: Expr
    right: Expr

    @property
    def sides(self) -> tuple[Expr, Expr]:
        return self.left, self.right


@dataclass(slots=True)
class JoinGraph:
    """The tables of joins, with what rows of them must satisfy to meet."""

    context: QueryContext
    tables: list[Node] = field(default_factory=list)
    equalities: list[Equality] = field(default_factory=list)
    conditions: list[Expr] = field(default_factory=list)
    names: dict[int, Expr] = field(default_factory=dict)  # what columns above are, of the tables'
    owner: dict[int, int] = field(default_factory=dict)  # the table of a column
    table_conditions: list[list[Expr]] = field(default_factory=list)  # conditions of single tables
    written: Shape = 0

    @classmethod
    def of(cls, node: Node, context: QueryContext) -> JoinGraph:
        """The joins of a node."""
        graph = cls(context)
        graph.written = graph._collect(node)
        graph.table_conditions = [[] for _ in graph.tables]
        graph._settle()
        return graph

    # --- taking joins apart -----------------------------------------------------------------

    def _collect(self, node: Node) -> Shape:
        if isinstance(node, Filter) and reaches(node):
            shape = self._collect(node.input)
            self.conditions.append(self.resolved(node.condition))
            return shape
        if isinstance(node, Project) and reaches(node):
            shape = self._collect(node.input)
            self.names |= {column.id: self.resolved(expr) for column, expr in node.columns}
            return shape
        if isinstance(node, Join) and is_free(node):
            shapes = self._collect(node.left), self._collect(node.right)
            for left, right in node.keys:
                self.equalities.append(Equality(self.resolved(left), self.resolved(right)))
            if node.condition is not None:
                self.conditions.append(self.resolved(node.condition))
            self.names |= {new.id: self.resolved(old) for new, old in node.columns}
            return shapes
        while isinstance(node, Filter) and is_deterministic(node.condition):
            self.conditions.append(node.condition)
            node = node.input
        self.tables.append(node)
        self.owner |= dict.fromkeys(produced(node), len(self.tables) - 1)
        return len(self.tables) - 1

    def resolved(self, expr: Expr) -> Expr:
        """The expression over the tables' own columns."""
        return transform(expr, lambda e: self.names.get(e.id) if isinstance(e, Column) else None)

    def mask(self, *exprs: Expr) -> int:
        """The tables that expressions read."""
        found = 0
        for number in columns_of(*exprs):
            found |= 1 << self.owner[number]
        return found

    def _settle(self) -> None:
        """Every condition in its place: at one table, as an equality, or among the others."""
        conditions, self.conditions = self.conditions, []
        for part in (p for c in conditions for p in parts_of(c, self.context)):
            mask = self.mask(part)
            pair = self._equality(part)
            if mask.bit_count() == 1 and is_deterministic(part):
                self.table_conditions[next(members(mask))].append(part)
            elif pair is not None:
                self.equalities.append(pair)
            else:
                self.conditions.append(part)
                self._imply(part, mask)
        self._spread_constants()

    def _equality(self, part: Expr) -> Equality | None:
        """An equality between tables by which rows can be looked up."""
        if not isinstance(part, Call) or part.function.name != "equals":
            return None
        if not is_deterministic(part):
            return None
        a, b = (self.mask(side) for side in part.args)
        if not a or not b or a & b:
            return None
        pair = comparable(*part.args)
        return None if pair is None else Equality(*pair)

    def _imply(self, part: Expr, mask: int) -> None:
        """What a condition on several tables says of each of them."""
        for table in members(mask):
            said = implied(part, produced(self.tables[table]), self.context)
            if said is not None:
                self.table_conditions[table].append(said)

    def _spread_constants(self) -> None:
        """A condition that compares a column with constants holds for all that are equal to it."""
        for group in self.groups():
            columns = [e for e in group if isinstance(e, Column)]
            for column in columns:
                for part in list(self.table_conditions[self.owner[column.id]]):
                    if _is_about(part, column):
                        self._copy(part, column, columns)

    def _copy(self, part: Expr, column: Column, others: Sequence[Column]) -> None:
        for other in others:
            parts = self.table_conditions[self.owner[other.id]]
            copied = _moved(part, column, other)
            if other.type == column.type and copied not in parts:
                parts.append(copied)

    def groups(self) -> list[list[Expr]]:
        """Expressions over single tables that are all equal to one another."""
        found: list[list[Expr]] = []
        for one in self.equalities:
            if not self._is_single(one):
                continue
            with_one = [group for group in found if any(side in group for side in one.sides)]
            merged = list(dict.fromkeys([e for group in with_one for e in group] + [*one.sides]))
            found = [group for group in found if group not in with_one] + [merged]
        return found

    def _is_single(self, one: Equality) -> bool:
        return all(self.mask(side).bit_count() == 1 for side in one.sides)

    # --- what is known of it ----------------------------------------------------------------

    def filtered(self, table: int) -> Node:
        """A table with its own conditions."""
        node = self.tables[table]
        for part in self.table_conditions[table]:
            node = Filter(node, part)
        return node

    def measured(self, estimator: Estimator) -> Tables:
        """The sizes that the search for an order asks for."""
        sizes = [estimator.size(node) for node in self.tables]
        rows = [
            size.rows * estimator.share(own, node) if own else size.rows
            for size, own, node in zip(sizes, self.table_conditions, self.tables, strict=True)
        ]
        equal = []
        for group in self.groups():
            distinct: dict[int, float] = {}
            places = [self.mask(expr).bit_length() - 1 for expr in group]
            ends = [sizes[table].ends_of(e) for table, e in zip(places, group, strict=True)]
            for expr, table, within in zip(group, places, shared(ends), strict=True):
                values = max(sizes[table].distinct(expr) * within, 1.0)
                distinct[table] = min(values, distinct.get(table, values))
                rows[table] = min(rows[table], max(sizes[table].whole * within, 1.0))
            equal.append(Equal(distinct))
        others = [(self.mask(part), 0.3) for part in self.conditions]
        return Tables(rows, [size.whole for size in sizes], equal, others)

    # --- putting joins together -------------------------------------------------------------

    def built(self, shape: Shape) -> Node:
        """The joins in an order, with the conditions as soon as their tables have met."""
        return _Building(self).node(shape)


def _moved(part: Expr, column: Column, other: Column) -> Expr:
    return transform(part, lambda e: other if e == column else None)


def _is_about(part: Expr, column: Column) -> bool:
    """Whether a condition compares the column itself with constants."""
    if not isinstance(part, Call) or part.function.name not in _COMPARED:
        return False
    others = [arg for arg in part.args if arg != column]
    return len(others) == 1 and is_constant(others[0])


@dataclass(slots=True)
class _Building:
    """Joins that are being made of a graph."""

    graph: JoinGraph
    groups: list[list[Expr]] = field(init=False)
    equalities: list[Equality] = field(init=False)  # those of expressions over several tables
    conditions: list[Expr] = field(init=False)

    def __post_init__(self) -> None:
        graph = self.graph
        self.groups = graph.groups()
        self.equalities = [one for one in graph.equalities if not graph._is_single(one)]
        self.conditions = list(graph.conditions)

    def node(self, shape: Shape) -> Node:
        node, _ = self._joined(shape)
        for part in self.conditions:  # those that read no table
            node = Filter(node, part)
        return node

    def _joined(self, shape: Shape) -> tuple[Node, int]:
        if isinstance(shape, int):
            return self._table(shape), 1 << shape
        (left, a), (right, b) = self._joined(shape[0]), self._joined(shape[1])
        keys = tuple(self._keys(a, b))
        columns = tuple((c, c) for c in (*produced(left).values(), *produced(right).values()))
        node: Node = Join(left, right, "INNER" if keys else "CROSS", keys, None, columns)
        for part in self._due(a | b):
            node = Filter(node, part)
        return node, a | b

    def _table(self, table: int) -> Node:
        """A table with its conditions, and its own equal values compared."""
        node = self.graph.filtered(table)
        for group in self.groups:
            own = [expr for expr in group if self.graph.mask(expr) == 1 << table]
            for other in own[1:]:
                node = Filter(node, call("equals", [own[0], other], self.graph.context))
        return node

    def _keys(self, a: int, b: int) -> Iterator[tuple[Expr, Expr]]:
        mask = self.graph.mask
        for group in self.groups:
            left = next((e for e in group if not mask(e) & ~a), None)
            right = next((e for e in group if not mask(e) & ~b), None)
            if left is not None and right is not None:
                yield left, right
        for one in list(self.equalities):
            for first, second in (one.sides, one.sides[::-1]):
                if not mask(first) & ~a and not mask(second) & ~b:
                    self.equalities.remove(one)
                    yield first, second
                    break

    def _due(self, tables: int) -> Iterator[Expr]:
        """Conditions whose tables have all met, each once."""
        mask = self.graph.mask
        for part in [c for c in self.conditions if mask(c) and not mask(c) & ~tables]:
            self.conditions.remove(part)
            yield part
        for one in [e for e in self.equalities if not mask(*e.sides) & ~tables]:
            self.equalities.remove(one)
            yield call("equals", list(one.sides), self.graph.context)
