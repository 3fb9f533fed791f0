"""Which columns of which tables a typed query reads, as the rights to them are checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, fields

from sparktree.access.access import Access, right
from sparktree.planner.expr import Expr, columns_of
from sparktree.planner.nodes import (
    Aggregate,
    Filter,
    Join,
    Node,
    Project,
    Query,
    Scan,
    SetOperation,
    Window,
    expressions_in,
    inputs,
)

# Numbers of columns in the order in which they are wanted.
Wanted = dict[int, None]


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table or view that a query names, with its columns by their numbers."""

    path: tuple[str, str]
    columns: Mapping[int, str]
    node: Node
    access: Access  # of whose rights it needs

    @property
    def is_shown(self) -> bool:
        """Whether the user may know of any column: refusals of tables without one come first."""
        return any(
            self.access.sees("SHOW COLUMNS", *self.path, name) for name in self.columns.values()
        )

    def check(self, wanted: Iterable[int]) -> None:
        """ACCESS_DENIED unless the user may read these columns; any column if none is wanted."""
        names = tuple(dict.fromkeys(self.columns[i] for i in wanted if i in self.columns))
        if names:
            self.access.check(right("SELECT", *self.path, columns=names))
        else:
            self.access.check_any_column("SELECT", self.path, tuple(self.columns.values()))


def key_of(node: Node) -> int:
    """What tells a node from others, also where a rule has replaced it by one like it."""
    if isinstance(node, Scan) and node.columns:
        return -node.columns[0].id - 1
    return id(node)


def wanted_below(query: Query, policies: Set[int]) -> dict[int, Wanted]:
    """The columns that are wanted of each node, those at the left before those at the right;
    conditions of row policies want none."""
    found: dict[int, Wanted] = {}
    wanted = dict.fromkeys(column.id for column in query.columns)
    stack: list[tuple[Node, Wanted]] = [(query.root, wanted)]
    if query.totals is not None:
        stack.append((query.totals, wanted))
    while stack:
        node, wanted = stack.pop()
        own = found.setdefault(key_of(node), {})
        own.update(wanted)
        below = _below(node, own, policies)
        if isinstance(node, Scan):
            own.update(below)
        stack += [(child, below) for child in reversed(inputs(node))]
    return found


def _below(node: Node, wanted: Wanted, policies: Set[int]) -> Wanted:
    """What a node wants of those below it."""
    if isinstance(node, Project):
        return _columns(expr for column, expr in node.columns if column.id in wanted)
    if isinstance(node, Aggregate):
        used = (use for column, use in node.aggregates if column.id in wanted)
        return _columns((*used, *(key for _, key in node.keys)))
    if isinstance(node, Window):
        used_windows = (use for column, use in node.windows if column.id in wanted)
        return {**wanted, **_columns(used_windows)}
    if isinstance(node, Join):
        shown = [inner for column, inner in node.columns if column.id in wanted]
        named = (node.keys, node.condition, node.inequality)
        rest = [expr for value in named for expr in expressions_in(value)]
        return _columns((*shown, *rest))
    if isinstance(node, SetOperation):
        exprs = [
            expr
            for _, given in node.inputs
            for column, expr in zip(node.columns, given, strict=True)
            if column.id in wanted or node.distinct or node.operator != "UNION"
        ]
        return _columns(exprs)
    if isinstance(node, Filter) and id(node.condition) in policies:
        return wanted
    own = (getattr(node, f.name) for f in fields(node) if f.name not in ("columns", "input"))
    return {**wanted, **_columns(expressions_in(tuple(own)))}


def _columns(exprs: Iterable[Expr]) -> Wanted:
    return {number: None for expr in exprs for number in columns_of(expr)}
