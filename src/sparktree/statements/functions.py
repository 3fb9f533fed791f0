"""CREATE FUNCTION and DROP FUNCTION."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators.resolution import is_aggregate
from sparktree.functions.core.declare import find
from sparktree.planner.analysis.user_functions import called_functions
from sparktree.sql import ast, format_query
from sparktree.sql.statements.other import DropFunction
from sparktree.sql.statements.views import CreateFunction
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.rights import global_right, replacing

KIND = "function"


@handles(CreateFunction, needs=replacing("CREATE FUNCTION", "DROP FUNCTION"))
def create_function(statement: CreateFunction, context: Context) -> None:
    """CREATE FUNCTION: a lambda under a name."""
    body = _checked(statement)
    payload = format_query(body, one_line=True)
    objects = context.services.catalog.objects
    if statement.or_replace:
        objects.replace(KIND, statement.name, payload)
        return
    if not objects.create(KIND, statement.name, payload) and not statement.if_not_exists:
        raise Error(
            Code.FUNCTION_ALREADY_EXISTS,
            f"User-defined object '{statement.name}' already exists:"
            f" while adding user defined function `{statement.name}`",
        )


def _checked(statement: CreateFunction) -> ast.Lambda:
    name, body = statement.name, statement.body
    if find(name) is not None:
        raise Error(Code.FUNCTION_ALREADY_EXISTS, f"The function '{name}' already exists")
    if is_aggregate(name):
        raise Error(Code.FUNCTION_ALREADY_EXISTS, f"The aggregate function '{name}' already exists")
    if not isinstance(body, ast.Lambda):
        text = format_query(body, one_line=True)
        raise Error(Code.BAD_ARGUMENTS, f"Expected function, got: {text}")
    for place, parameter in enumerate(body.parameters):
        if parameter in body.parameters[:place]:
            message = f"Identifier {parameter} already used as function parameter"
            raise Error(Code.BAD_ARGUMENTS, message)
    if name in called_functions(body.body):
        raise Error(Code.CANNOT_CREATE_RECURSIVE_FUNCTION, "You cannot create recursive function")
    return body


@handles(DropFunction, needs=global_right("DROP FUNCTION"))
def drop_function(statement: DropFunction, context: Context) -> None:
    """DROP FUNCTION."""
    dropped = context.services.catalog.objects.drop(KIND, statement.name)
    if not dropped and not statement.if_exists:
        raise Error(
            Code.UNKNOWN_FUNCTION,
            f"User-defined object '{statement.name}' doesn't exist:"
            f" while removing user defined function `{statement.name}`",
        )
