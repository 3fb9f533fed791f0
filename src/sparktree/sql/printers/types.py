"""Data types as text in ClickHouse's normal spelling."""

from __future__ import annotations

from sparktree.sql.printers import expressions as expression_printer
from sparktree.sql.printers.base import ONE_LINE, Style, prints, quote_name, quote_string, render
from sparktree.sql.type_ast import NamedType, SkipPath, TypeName

__all__ = ["expression_printer", "format_type"]


def format_type(node: TypeName) -> str:
    """`Array(Nullable(String))`."""
    return render(node, ONE_LINE)


@prints(TypeName)
def _type_name(node: TypeName, style: Style) -> str:
    if not node.arguments:
        return node.name
    if node.name == "Tuple" and len(node.arguments) > 1 and not style.one_line:
        inner = style.deeper()
        lines = (inner.new_line + render(argument, inner) for argument in node.arguments)
        return f"{node.name}({','.join(lines)})"
    arguments = ", ".join(render(argument, style) for argument in node.arguments)
    return f"{node.name}({arguments})"


@prints(NamedType)
def _named_type(node: NamedType, style: Style) -> str:
    return f"{quote_name(node.name)} {render(node.type, style)}"


@prints(SkipPath)
def _skip_path(node: SkipPath, style: Style) -> str:
    if node.regexp:
        return f"SKIP REGEXP {quote_string(node.path)}"
    return f"SKIP {quote_name(node.path)}"
