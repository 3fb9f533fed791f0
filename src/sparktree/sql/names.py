"""The name that ClickHouse gives to the column of an expression without an alias."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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


def _is_literal(node: Expression) -> bool:
    """Whether it is a number, NULL, or an array of such in brackets."""
    if isinstance(node, Function):
        return node.name == "array" and node.operator and all(map(_is_literal, node.args))
    if not isinstance(node, Literal) or isinstance(node.value, bool):
        return False
    return isinstance(node.value, int | float | None)


def _has_float(node: Expression) -> bool:
    """Whether numbers in brackets are floats because one of them is: `[1, 2.5]` is `[1., 2.5]`."""
    if isinstance(node, Function):
        return _is_literal(node) and any(map(_has_float, node.args))
    return isinstance(node, Literal) and isinstance(node.value, float)


def _as_floats(nodes: tuple[Expression, ...]) -> tuple[Expression, ...]:
    return tuple(map(_as_float, nodes))


def _as_float(node: Expression) -> Expression:
    if isinstance(node, Function):
        return replace(node, args=_as_floats(node.args))
    if isinstance(node, Literal) and isinstance(node.value, int):
        return Literal(float(node.value))
    return node


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
            return f"[{self._joined(_as_floats(args) if _has_float(node) else args)}]"
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
