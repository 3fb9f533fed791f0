"""How nodes become text: one printer per node class, found by the class."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sparktree.registry import Registry
from sparktree.sql.ast import Node

_P = TypeVar("_P", bound=Callable[[Any, "Style"], str])


@dataclass(frozen=True, slots=True)
class Style:
    """Where a node is printed: on one line or not, how deep, in an operator, where in a list."""

    one_line: bool = False
    indent: int = 0
    operand: bool = False  # an operator around it: an operator needs parentheses
    index: int = 0  # its place in a list: a lambda that is not the first needs parentheses

    @property
    def new_line(self) -> str:
        """What separates clauses."""
        return " " if self.one_line else "\n" + "    " * self.indent

    def deeper(self, levels: int = 1) -> Style:
        """The style one level further in."""
        return Style(self.one_line, self.indent + levels)

    def plain(self, index: int = 0) -> Style:
        """The style of an argument."""
        return Style(self.one_line, self.indent, index=index)

    def as_operand(self) -> Style:
        """The style of an operator's operand."""
        return replace(self, operand=True, index=0)


ONE_LINE = Style(one_line=True)
_PRINTERS: Registry[type[Node], Callable[[Any, Style], str]] = Registry()


def prints(*classes: type[Node]) -> Callable[[_P], _P]:
    """Declare the printer of these node classes."""

    def declare(printer: _P) -> _P:
        _PRINTERS.declare(*classes)(printer)
        return printer

    return declare


def render(node: Node, style: Style = ONE_LINE) -> str:
    """The node as ClickHouse prints it."""
    return _PRINTERS[type(node)](node, style)


def render_list(nodes: tuple[Node, ...], style: Style) -> str:
    """`a, b, c` on one line."""
    return ", ".join(render(node, style.plain(index)) for index, node in enumerate(nodes))


def render_lines(nodes: tuple[Node, ...], style: Style) -> str:
    """` a`, or one per line when there are several."""
    if style.one_line or len(nodes) == 1:
        return " " + render_list(nodes, style)
    inner = style.deeper()
    return ",".join(
        inner.new_line + render(node, inner.plain(index)) for index, node in enumerate(nodes)
    )


_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NEEDS_QUOTES = frozenset(
    {"distinct", "all", "not", "table", "select", "from", "null", "true", "false", "nan", "inf",
     "infinity", "top", "values"}
)  # fmt: skip
_ESCAPES = str.maketrans(
    {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
)


def back_quote(name: str) -> str:
    """The name in backticks."""
    return "`" + name.translate(_ESCAPES).replace("`", "\\`") + "`"


def quote_name(name: str) -> str:
    """The name, in backticks if it would not be read back as itself."""
    if _PLAIN.match(name) and name.lower() not in _NEEDS_QUOTES:
        return name
    return back_quote(name)


def quote_string(value: str) -> str:
    """A string literal."""
    return "'" + value.translate(_ESCAPES).replace("'", "\\'") + "'"
