"""What two tables must have in common for parts of one to become parts of the other."""

from __future__ import annotations

from collections.abc import Iterable

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.storage.data_folder import policy_name
from sparktree.errors import Code, Error
from sparktree.planner.spelling import with_own_names
from sparktree.sql import ast, format_query


def check_same_tables(
    source: TableDefinition, target: TableDefinition, *, same_policies: bool = True
) -> None:
    """Structure first, then keys, then what parts have besides columns; each with its message."""
    if _structure(source) != _structure(target):
        raise Error(Code.INCOMPATIBLE_COLUMNS, "Tables have different structure")
    strict = target.settings.enforce_index_structure_match_on_partition_manipulation

    def fits(given: Iterable[ast.Node], wanted: Iterable[ast.Node]) -> bool:
        """Parts may lack what the table declares: it is made when they are merged."""
        ours, theirs = _set(given), _set(wanted)
        return ours == theirs if strict else ours <= theirs

    checks = (
        ("ordering", _ordering(source) == _ordering(target)),
        ("partition key", _texts(source.partition_key) == _texts(target.partition_key)),
        ("primary key", _texts(source.primary_key) == _texts(target.primary_key)),
        ("secondary indices", fits(source.indexes, target.indexes)),
        ("projections", fits(source.create.projections, target.create.projections)),
        ("storage policies", not same_policies or _policy(source) == _policy(target)),
    )
    for what, same in checks:
        if not same:
            raise Error(Code.BAD_ARGUMENTS, f"Tables have different {what}")


def _structure(table: TableDefinition) -> set[tuple[str, str]]:
    """The order of columns does not matter, nor do defaults, codecs and comments."""
    return {(column.name, str(column.type)) for column in table.columns if column.stored}


def _ordering(table: TableDefinition) -> list[tuple[str, bool]]:
    return [(_text(item.expression), item.descending) for item in table.sorting_key]


def _texts(nodes: Iterable[ast.Node]) -> list[str]:
    return [_text(node) for node in nodes]


def _text(node: ast.Node) -> str:
    """What is alike for one declaration under other names of its functions."""
    return format_query(with_own_names(node), one_line=True)


def _set(nodes: Iterable[ast.Node]) -> set[str]:
    return set(_texts(nodes))


def _policy(table: TableDefinition) -> str:
    return policy_name(table.settings)
