"""The base of an incremental backup: where it is, and who may open it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.engines.backups.contents import Contents
from sparktree.engines.backups.destinations import Destination, destination_of
from sparktree.engines.backups.opened import OpenedBackup, open_backup
from sparktree.sql import ast, parse_expression
from sparktree.statements.backup_rights import destination_rights
from sparktree.statements.constants import constant_arguments
from sparktree.statements.context import Context


@dataclass(frozen=True, slots=True)
class Base:
    """A base backup, and how an incremental one calls it."""

    opened: OpenedBackup
    bare: str


def place_of(call: ast.Function, context: Context) -> Destination:
    """The destination that a call means."""
    return destination_of(call, context.storage, constant_arguments(context).value)


def base_finder(
    call: ast.Function, context: Context, first: ast.Function | None = None
) -> Callable[[Contents], Destination | None]:
    """Where the bases of backups below that of the call are: opened with the same keys. `first` is
    the base of the call's own backup, if that is not where it was."""
    given = [first] if first is not None else []

    def find(contents: Contents) -> Destination | None:
        if not contents.base:
            return None
        if given:
            return place_of(given.pop(), context)
        base = parse_expression(contents.base)
        assert isinstance(base, ast.Function)
        if context.access is not None:
            context.access.check(*destination_rights(base, restore=True))
        return place_of(with_keys_of(call, base), context)

    return find


def with_keys_of(call: ast.Function, base: ast.Function) -> ast.Function:
    """A base of which only the address is known, with the keys of the backup itself."""
    if base.name != call.name or base.name in ("File", "Disk"):
        return base
    kept = 3 if base.name == "AzureBlobStorage" else 1
    return ast.Function(base.name, (*base.args[:kept], *call.args[kept:]))


def open_base(call: ast.Function, context: Context) -> Base:
    """The backup that another one is to be based on."""
    destination = place_of(call, context)
    return Base(open_backup(destination, base_finder(call, context)), destination.bare)
