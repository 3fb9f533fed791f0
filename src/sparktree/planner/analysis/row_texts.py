"""formatRow: rows as texts in a format, by the names that the query has for its expressions."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import FormatOptions
from sparktree.formats.render import column
from sparktree.formats.row_texts import row_text
from sparktree.functions.core.declare import Argument, Call, QueryContext, function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner.analysis.analyser import Analyser
from sparktree.planner.analysis.special_forms import special_form
from sparktree.planner.expr import Constant, Expr
from sparktree.sql import ast, column_name
from sparktree.types import STRING, Array, String, Type


@special_form("formatRow")
@special_form("formatRowNoNewline")
def format_row(analyser: Analyser, node: ast.Function) -> Expr:
    """The call with the names of its arguments as a constant behind the format."""
    args = analyser.spread(node)
    if len(args) < 2:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Function {node.name} requires at least two arguments: the format name and its output"
            " expression(s)",
        )
    first, *others = args
    names = Constant(Array(STRING), [_name(arg) for arg in others])
    return analyser.call(
        node.name, [analyser.expr(first), names, *(analyser.expr(arg) for arg in others)]
    )


def _name(node: ast.Expression) -> str:
    if isinstance(node, ast.Aliased):
        return node.alias
    return ".".join(node.parts) if isinstance(node, ast.Identifier) else column_name(node)


def _options(context: QueryContext | None) -> FormatOptions:
    known = context or QueryContext()
    return FormatOptions(settings=format_settings(known.settings, known.zone))


def _format_type(name: str, arguments: Sequence[Argument]) -> Type:
    first = arguments[0]
    if not isinstance(first.type, String) or not first.is_constant:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"First argument to {name} must be a format name"
        )
    _row(arguments, first.context)
    return STRING


def _row(arguments: Sequence[Argument], context: QueryContext | None) -> Sql:
    """The text of a row of columns c0, c1, ...: the arguments behind the format and the names."""
    names = [str(name) for name in arguments[1].value]  # type: ignore[attr-defined]
    types = [argument.type for argument in arguments[2:]]
    header = list(zip(names, types, strict=True))
    return row_text(str(arguments[0].value), header, _options(context))


def _declare(name: str, doc: str, example: tuple[str, str]) -> None:
    def unpacked(row: Sql, text: Sql, count: int) -> Sql:
        # Computed before they get the names that the row's text has for them.
        for number in reversed(range(count)):
            assert column(number) == sql.name(f"c{number}")
            value, named = sql.field(row, number + 1), sql.function([f"c{number}"], text)
            text = sql.item(sql.call("list_transform", sql.array(value), named), 1)
        return text

    def lower(call: Call) -> Sql:
        text = _row(call.arguments, call.context)
        made = sql.bound(sql.struct(*call.sqls[2:]), lambda row: unpacked(row, text, len(call) - 2))
        return sql.call("rtrim", made, Sql("chr(10)")) if name.endswith("NoNewline") else made

    lower.__doc__ = doc
    function(
        name, args=(3, None), returns=lambda arguments: _format_type(name, arguments),
        family="query", nulls="own", low_cardinality=True, example=example,
    )(lower)  # fmt: skip


_declare(
    "formatRow",
    "Values as a row of text in a format.",
    ("formatRow('CSV', 1, 'a')", '1,"a"\\n'),
)
_declare(
    "formatRowNoNewline",
    "Values as a row of text in a format, without the end of the line.",
    ("formatRowNoNewline('CSV', 1, 'a')", '1,"a"'),
)
