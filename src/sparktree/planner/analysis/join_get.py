"""joinGet: values looked up in a table of the engine Join."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import wrong_arity
from sparktree.planner.analysis.analyser import Analyser
from sparktree.planner.analysis.special_forms import special_form
from sparktree.planner.environment import View
from sparktree.planner.expr import Expr
from sparktree.planner.join_tables import JoinTable, incompatible
from sparktree.sql import ast
from sparktree.types import Type, remove_low_cardinality


@special_form("joinGet", "The value of a column in a table of the engine Join, by its keys.")
@special_form("joinGetOrNull", "As joinGet, but NULL where there are no such keys.")
def join_get(analyser: Analyser, node: ast.Function) -> Expr:
    """joinGet(table, column, keys...): the column's value in the row with the keys."""
    if len(node.args) < 3:
        raise wrong_arity(node.name, len(node.args), 3, None)
    table = _named_table(analyser, node.args[0])
    source = analyser.environment.table(table)
    declared = None if isinstance(source, View) else source.traits.join
    if isinstance(source, View) or declared is None:
        message = f"Table {table.database}.{table.name} should have engine StorageJoin"
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)
    column = str(analyser.constant(node.args[1]))
    types = dict(source.columns())
    _check_get(declared, column, types, [analyser.expr(arg) for arg in node.args[2:]])
    or_null = node.name == "joinGetOrNull" or declared.use_nulls
    found = analyser.expr(ast.Subquery(_looked_up(table, declared, column, node.args[2:], or_null)))
    if or_null or types[column].nullable:
        return found
    return analyser.call("assumeNotNull", [found])


def _named_table(analyser: Analyser, node: ast.Expression) -> ast.TableName:
    parts = node.parts if isinstance(node, ast.Identifier) else ()
    if not parts:
        parts = tuple(str(analyser.constant(node)).split(".", 1))
    database = parts[0] if len(parts) == 2 else analyser.context.database
    return ast.TableName(parts[-1], database)


def _check_get(
    declared: JoinTable, column: str, types: dict[str, Type], keys: Sequence[Expr]
) -> None:
    if (declared.strictness, declared.kind) != ("ANY", "LEFT"):
        raise incompatible("joinGet only supports StorageJoin of type Left Any")
    if column not in types or column in declared.keys:
        message = f"StorageJoin doesn't contain column {column}"
        raise Error(Code.NO_SUCH_COLUMN_IN_TABLE, message)
    if len(keys) != len(declared.keys):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Number of join_keys and number of right table key columns for function joinGet don't"
            f" match: passed {len(keys)}, should be equal to {len(declared.keys)}",
        )
    for place, (key, name) in enumerate(zip(keys, declared.keys, strict=True)):
        given, needed = remove_low_cardinality(key.type), remove_low_cardinality(types[name])
        if given != needed:
            raise Error(
                Code.TYPE_MISMATCH,
                f"Type mismatch in joinGet key {place}: found type {given}, while the needed type"
                f" is {needed}",
            )


def _looked_up(
    table: ast.TableName,
    declared: JoinTable,
    column: str,
    keys: Sequence[ast.Expression],
    or_null: bool,
) -> ast.Select:
    """The value as a subquery; its names are none that the keys could mean."""
    names = [f"_join_key_{place}" for place in range(len(keys))]
    renamed = [(column, "_join_value"), *zip(declared.keys, names, strict=True)]
    rows = ast.Select(
        tuple(ast.Aliased(ast.Identifier((name,)), new) for name, new in renamed),
        from_=ast.TableExpression(table),
    )
    equal = [
        ast.Function("equals", (ast.Identifier((name,)), key))
        for name, key in zip(names, keys, strict=True)
    ]
    value = ast.Function("anyOrNull" if or_null else "any", (ast.Identifier(("_join_value",)),))
    return ast.Select(
        (value,),
        from_=ast.TableExpression(ast.Subquery(rows), alias="_join_table"),
        where=equal[0] if len(equal) == 1 else ast.Function("and", tuple(equal)),
    )
