"""The table engine Join: `Join(ANY|ALL|SEMI|ANTI, LEFT|INNER|RIGHT|FULL, keys...)`."""

from __future__ import annotations

from collections.abc import Collection

from sparktree.engines.definition.table import TableDefinition
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.join_tables import JoinTable
from sparktree.sql import ast

_STRICTNESSES = ("ANY", "ALL", "SEMI", "ANTI")
_KINDS = ("LEFT", "INNER", "RIGHT", "FULL")
_SETTINGS = frozenset(
    {
        "disk",
        "join_any_take_last_row",
        "join_overflow_mode",
        "join_use_nulls",
        "max_bytes_in_join",
        "max_rows_in_join",
        "persistent",
    }
)


def check_engine(
    engine: ast.Function, settings: tuple[ast.Setting, ...], columns: Collection[str]
) -> None:
    """Refuse arguments that declare no join, and settings that the engine does not have."""
    if len(engine.args) < 3:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Storage Join requires at least 3 parameters: Join(ANY|ALL|SEMI|ANTI,"
            " LEFT|INNER|RIGHT, keys...)",
        )
    _check_words(_word(engine.args[0]), _word(engine.args[1]))
    for place, node in enumerate(engine.args[2:], 3):
        if not isinstance(node, ast.Identifier) or len(node.parts) != 1:
            message = f"Parameter №{place} of storage Join don't look like column name"
            raise Error(Code.BAD_ARGUMENTS, message)
        if node.parts[0] not in columns:
            message = f"Key column ({node.parts[0]}) does not exist in table declaration"
            raise Error(Code.NO_SUCH_COLUMN_IN_TABLE, message)
    for setting in settings:
        if setting.name not in _SETTINGS:
            message = f"Unknown setting {setting.name} for storage Join"
            raise Error(Code.BAD_ARGUMENTS, message)
        if setting.name == "join_any_take_last_row" and str(setting.value) in ("1", "True"):
            raise not_implemented("The setting join_any_take_last_row of tables is not supported.")


def _word(node: ast.Expression) -> str:
    plain = isinstance(node, ast.Identifier) and len(node.parts) == 1
    return node.parts[0].upper() if plain and isinstance(node, ast.Identifier) else ""


def _check_words(strictness: str, kind: str) -> None:
    if strictness not in _STRICTNESSES:
        raise Error(
            Code.BAD_ARGUMENTS,
            "First parameter of storage Join must be ANY or ALL or SEMI or ANTI (without quotes)",
        )
    if kind not in _KINDS:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Second parameter of storage Join must be LEFT or INNER or RIGHT or FULL"
            " (without quotes)",
        )
    if strictness in ("SEMI", "ANTI") and kind not in ("LEFT", "RIGHT"):
        raise Error(Code.BAD_ARGUMENTS, "SEMI|ANTI JOIN should be LEFT or RIGHT")
    if (strictness, kind) == ("ANY", "FULL"):
        raise not_implemented("ANY FULL JOINs are not implemented.")


def join_table(definition: TableDefinition, name: str) -> JoinTable | None:
    """The join that a table is for; None for tables of other engines."""
    if not definition.engine_info.only_in_joins:
        return None
    strictness, kind, *keys = (_written(node) for node in definition.engine.args)
    storage = definition.create.storage
    given = {s.name: s.value for s in storage.settings} if storage else {}
    use_nulls = str(given.get("join_use_nulls", 0)) in ("1", "True", "true")
    return JoinTable(name, strictness.upper(), kind.upper(), tuple(keys), use_nulls)


def _written(node: ast.Expression) -> str:
    assert isinstance(node, ast.Identifier)
    return node.parts[0]
