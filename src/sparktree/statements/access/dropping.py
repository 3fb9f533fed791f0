"""DROP and MOVE of users, roles, row policies, quotas and settings profiles."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.access.access import right
from sparktree.access.control import unknown
from sparktree.access.entities import CONFIGURED, KIND_OF, KINDS, STORED, User
from sparktree.access.rights import Element
from sparktree.errors import Code, Error
from sparktree.sql.statements.access import AccessKind, DropAccess, MoveAccess
from sparktree.statements.access.names import control
from sparktree.statements.access.policies import policy_key, policy_rights
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.view_security import refuse_definer


def entity_rights(
    verb: str, kind: AccessKind, statement: DropAccess | MoveAccess, context: Context
) -> Iterator[Element]:
    """The right to do something with each of the entities."""
    if kind == "ROW POLICY":
        yield from policy_rights(verb, statement.policies, context)
    elif kind in ("USER", "ROLE"):
        for name in statement.names:
            yield right(f"{verb} {kind}", name)
    else:
        yield right(f"{verb} {kind}")


def _drop_rights(statement: DropAccess, context: Context) -> Iterator[Element]:
    return entity_rights("DROP", statement.kind, statement, context)


@handles(DropAccess, needs=_drop_rights)
def drop_access(statement: DropAccess, context: Context) -> None:
    """DROP USER and its kin: none goes if one is not there."""
    access = control(context)
    kind = KINDS[statement.kind.lower()]
    keys = list(statement.names) or [policy_key(name, context) for name in statement.policies]
    known = access.known()
    if statement.storage not in (None, STORED) or statement.if_exists:
        keys = [key for key in keys if known.find(kind, key) is not None]
    for key, name in zip(keys, statement.names or keys, strict=False):
        found = known.find(kind, key)
        if found is None:
            raise unknown(kind, name)
    for key in keys if kind is User else ():
        refuse_definer(key, context)
    for key in keys:
        access.remove(kind, key)


def _move_rights(statement: MoveAccess, context: Context) -> Iterator[Element]:
    yield from entity_rights("DROP", statement.kind, statement, context)
    yield from entity_rights("CREATE", statement.kind, statement, context)


@handles(MoveAccess, needs=_move_rights)
def move_access(statement: MoveAccess, context: Context) -> None:
    """MOVE USER and its kin: there is one storage to move to."""
    if statement.storage not in control(context).storages:
        raise Error(
            Code.ACCESS_ENTITY_NOT_FOUND,
            f"Access storage with name {statement.storage} is not found",
        )
    kind = KINDS[statement.kind.lower()]
    for key in statement.names or [policy_key(name, context) for name in statement.policies]:
        found = control(context).get(kind, key)
        if found.storage == statement.storage:
            continue
        if found.storage == CONFIGURED:
            control(context).remove(kind, key)  # says that it cannot
        raise Error(
            Code.ACCESS_STORAGE_READONLY,
            f"Cannot insert {KIND_OF[kind]} `{key}` to {statement.storage} because this storage is"
            " readonly.",
        )
