"""What queries ask about tables in the place of a value: hasColumnInTable."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import wrong_arity
from sparktree.planner.analysis.analyser import Analyser
from sparktree.planner.analysis.special_forms import special_form
from sparktree.planner.expr import Constant, Expr, is_constant
from sparktree.sql import ast
from sparktree.types import NULL_TYPE, String

_PLACES = ("First", "Second", "Third")


@special_form(
    "hasColumnInTable",
    "Whether a table has a column: by the names of database, table, column.",
)
def has_column_in_table(analyser: Analyser, node: ast.Function) -> Expr:
    """hasColumnInTable(database, table, column): whether there is such a column."""
    if len(node.args) != 3:
        raise wrong_arity(node.name, len(node.args), 3, 3)
    given = [analyser.expr(arg) for arg in node.args]
    if any(expr.type == NULL_TYPE for expr in given):
        return Constant(NULL_TYPE, None)
    for place, expr in zip(_PLACES, given, strict=True):
        if not is_constant(expr) or not isinstance(expr.type, String):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"{place} argument for function {node.name} must be const String",
            )
    database, table, column = (str(analyser.constant(arg)) for arg in node.args)
    if not database:
        raise Error(Code.UNKNOWN_DATABASE, "Empty database name")
    analyser.environment.guard.check_shown(database, table)
    analyser.environment.table(ast.TableName(table, database))  # or UNKNOWN_TABLE
    found = analyser.expr(ast.Subquery(_columns(database, table, column)))
    return analyser.call("toUInt8", [analyser.call("assumeNotNull", [found])])


def _columns(database: str, table: str, column: str) -> ast.Select:
    """How many columns have these names."""
    wanted = {"database": database, "table": table, "name": column}
    tests = tuple(
        ast.Function("equals", (ast.Identifier((name,)), ast.Literal(value)))
        for name, value in wanted.items()
    )
    return ast.Select(
        (ast.Function("count", ()),),
        from_=ast.TableExpression(ast.TableName("columns", "system")),
        where=ast.Function("and", tests),
    )
