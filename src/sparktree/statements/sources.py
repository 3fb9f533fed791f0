"""The rights that files, other servers and named collections need."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.engines.definition.engines import ENGINES
from sparktree.engines.objects.collections import find_collection
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.table_functions.declare import TABLE_FUNCTIONS
from sparktree.sql import ast

# Table functions that are not built: their rights are asked for before that is said.
_NOT_BUILT = {"remote": "REMOTE", "remoteSecure": "REMOTE"}


def engine_sources() -> dict[str, str | None]:
    """The engines, with what tables of them read from outside."""
    return {name: info.source for name, info in sorted(ENGINES.items())}


def function_rights(
    call: ast.Function, storage: DataFolder, privilege: str = "READ"
) -> Iterator[Element]:
    """To call a table function: its source, the named collection that tells where it is, and to
    make temporary tables, which it is like, unless it only tells what is known."""
    function = TABLE_FUNCTIONS.find(call.name)
    source = _NOT_BUILT.get(call.name) if function is None else function.source
    if source is not None:
        yield right(privilege, source)
        yield from collection_rights(call, storage)
    needs_temporary = function is not None and function.needs_temporary
    if source is not None or privilege == "WRITE" or needs_temporary:
        yield right("CREATE TEMPORARY TABLE")


def collection_rights(call: ast.Function, storage: DataFolder) -> Iterator[Element]:
    """To use the named collection in the place of the first argument."""
    first = call.args[0] if call.args else None
    if isinstance(first, ast.Identifier) and len(first.parts) == 1:
        name = first.parts[0]
        if find_collection(name, storage) is not None:
            yield right("NAMED COLLECTION", name)
