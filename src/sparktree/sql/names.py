"""The name that ClickHouse gives to the column of an expression without an alias."""

from __future__ import annotations

from sparktree.sql.ast import (
    Aliased,
    Asterisk,
    Expression,
    Frame,
    Function,
    Identifier,
    Lambda,
    Literal,
    OrderItem,
    Subquery,
    Window,
)
from sparktree.sql.printer import format_query
from sparktree.sql.printers.expressions import format_scalar, order_direction


def column_name(node: Expression) -> str:
    """`plus(a, 1)` for `a + 1`; an alias is the name itself.

    A subquery's name depends on its place in the query, so the analyser gives it; here it is text.
    """
    if isinstance(node, Aliased):
        return node.alias
    if isinstance(node, Identifier):
        return ".".join(node.parts)
    if isinstance(node, Literal):
        return format_scalar(node.value)
    if isinstance(node, Function):
        return _function(node)
    if isinstance(node, Lambda):
        return f"lambda(tuple({', '.join(node.parameters)}), {column_name(node.body)})"
    return format_query(node.query if isinstance(node, Subquery) else node, one_line=True)


def _function(node: Function) -> str:
    args = node.args
    if node.name == "array":
        return f"[{_joined(args)}]"
    if node.name == "tuple":
        return f"({_joined(args)})"
    if len(args) == 1 and isinstance(args[0], Asterisk) and node.name.lower() == "count":
        args = ()
    parameters = "" if node.parameters is None else f"({_joined(node.parameters)})"
    return f"{node.name}{parameters}({_joined(args)}){_over(node.over)}"


def _joined(nodes: tuple[Expression, ...]) -> str:
    return ", ".join(map(column_name, nodes))


def _over(window: Window | str | None) -> str:
    if window is None:
        return ""
    if isinstance(window, str):
        return f" OVER {window}"
    parts = [] if window.base is None else [window.base]
    if window.partition_by:
        parts.append(f"PARTITION BY {_joined(window.partition_by)}")
    if window.order_by:
        parts.append(f"ORDER BY {', '.join(map(_order_item, window.order_by))}")
    if window.frame is not None:
        parts.append(_frame(window.frame))
    return f" OVER ({' '.join(parts)})"


def _order_item(item: OrderItem) -> str:
    return column_name(item.expression) + order_direction(item)


def _frame(frame: Frame) -> str:
    return format_query(frame, one_line=True)
