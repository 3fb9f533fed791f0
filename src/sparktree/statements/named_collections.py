"""CREATE, ALTER and DROP NAMED COLLECTION: arguments of functions and engines under a name."""

from __future__ import annotations

import json
from typing import Any

from sparktree.engines.objects.collections import KIND, is_configured
from sparktree.errors import Code, Error
from sparktree.sql.statements.other import DropNamedCollection
from sparktree.sql.statements.views import (
    AlterNamedCollection,
    CollectionEntry,
    CreateNamedCollection,
)
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.rights import database_right


@handles(CreateNamedCollection, needs=database_right("CREATE NAMED COLLECTION"))
def create_collection(statement: CreateNamedCollection, context: Context) -> None:
    """CREATE NAMED COLLECTION."""
    entries = dict(map(_entry, statement.entries))
    objects = context.services.catalog.objects
    made = not is_configured(statement.name, context.services.storage) and objects.create(
        KIND, statement.name, json.dumps(entries)
    )
    if not made and not statement.if_not_exists:
        raise Error(
            Code.NAMED_COLLECTION_ALREADY_EXISTS,
            f"A named collection `{statement.name}` already exists",
        )


def _entry(entry: CollectionEntry) -> tuple[str, dict[str, Any]]:
    return entry.setting.name, {"value": entry.setting.value, "overridable": entry.overridable}


@handles(AlterNamedCollection, needs=database_right("ALTER NAMED COLLECTION"))
def alter_collection(statement: AlterNamedCollection, context: Context) -> None:
    """ALTER NAMED COLLECTION ... SET ... DELETE ..."""
    _check_changeable(statement.name, context)

    def change(payload: str) -> str:
        entries = json.loads(payload) | dict(map(_entry, statement.entries))
        for name in statement.deleted:
            if name not in entries:
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"Cannot delete key `{name}` because it does not exist in collection",
                )
            del entries[name]
        return json.dumps(entries)

    changed = context.services.catalog.objects.change(KIND, statement.name, change)
    if not changed and not statement.if_exists:
        raise _missing("update", statement.name)


@handles(DropNamedCollection, needs=database_right("DROP NAMED COLLECTION"))
def drop_collection(statement: DropNamedCollection, context: Context) -> None:
    """DROP NAMED COLLECTION."""
    _check_changeable(statement.name, context)
    dropped = context.services.catalog.objects.drop(KIND, statement.name)
    if not dropped and not statement.if_exists:
        raise _missing("remove", statement.name)


def _check_changeable(name: str, context: Context) -> None:
    if is_configured(name, context.services.storage):
        raise Error(
            Code.NAMED_COLLECTION_IS_IMMUTABLE,
            f"The named collection `{name}` is one of the configuration, and cannot be changed",
        )


def _missing(what: str, name: str) -> Error:
    return Error(
        Code.NAMED_COLLECTION_DOESNT_EXIST,
        f"Cannot {what} collection `{name}`, because it doesn't exist",
    )
