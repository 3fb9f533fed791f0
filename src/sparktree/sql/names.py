"""The name that ClickHouse gives to the column of an expression without an alias."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.sql.ast import (
    Aliased,
    Asterisk,
    Expression,
    Frame,
    FrameBound,
    Function,
    Identifier,
    Lambda,
    Literal,
    Subquery,
    Window,
)
from sparktree.sql.printer import format_query
from sparktree.sql.printers.expressions import format_scalar, order_direction

# What an expression is called by those who know the query around it; None if they do not.
Known = Callable[[Expression], str | None]


def column_name(node: Expression, known: Known = lambda _: None) -> str:
    """`plus(a, 1)` for `a + 1`; an alias is the name itself.

    What a subquery and the column of a table are called depends on the query: `known` tells.
    """
    return _Namer(known).name(node)


@dataclass(frozen=True, slots=True)
class _Namer:
    known: Known

    def name(self, node: Expression) -> str:
        if isinstance(node, Aliased):
            return node.alias
        known = self.known(node)
        if known is not None:
            return known
        if isinstance(node, Identifier):
            return ".".join(node.parts)
        if isinstance(node, Literal):
            return format_scalar(node.value)
        if isinstance(node, Function):
            return self._function(node)
        if isinstance(node, Lambda):
            return f"lambda(tuple({', '.join(node.parameters)}), {self.name(node.body)})"
        return format_query(node.query if isinstance(node, Subquery) else node, one_line=True)

    def _function(self, node: Function) -> str:
        args = node.args
        if node.name == "array":
            return f"[{self._joined(args)}]"
        if node.name == "tuple":
            return f"({self._joined(args)})"
        if node.name.lower() == "count":
            args = tuple(a for a in args if not isinstance(a, Asterisk) or a.qualifier)
        parameters = "" if node.parameters is None else f"({self._joined(node.parameters)})"
        return f"{node.name}{parameters}({self._joined(args)}){self._over(node.over)}"

    def _joined(self, nodes: tuple[Expression, ...]) -> str:
        return ", ".join(map(self.name, nodes))

    def _over(self, window: Window | str | None) -> str:
        if window is None:
            return ""
        if isinstance(window, str):
            return f" OVER {window}"
        parts = [] if window.base is None else [window.base]
        if window.partition_by:
            parts.append(f"PARTITION BY {self._joined(window.partition_by)}")
        if window.order_by:
            items = (self.name(i.expression) + order_direction(i) for i in window.order_by)
            parts.append(f"ORDER BY {', '.join(items)}")
        if window.frame is not None:
            parts.append(self._frame(window.frame))
        return f" OVER ({' '.join(parts)})"

    def _frame(self, frame: Frame) -> str:
        start, end = self._bound(frame.start), self._bound(frame.end)
        return f"{frame.unit} BETWEEN {start} AND {end}"

    def _bound(self, bound: FrameBound) -> str:
        if bound.current:
            return "CURRENT ROW"
        offset = "UNBOUNDED" if bound.offset is None else self.name(bound.offset)
        return f"{offset} {bound.direction}"
