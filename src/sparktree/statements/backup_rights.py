"""The rights that BACKUP and RESTORE need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.catalog.records import Table
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE
from sparktree.sql import ast
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.other import Backup, BackupElement
from sparktree.sql.statements.views import CreateView
from sparktree.statements.context import Context
from sparktree.statements.rights import qualified

_CREATE = {
    "users": "CREATE USER",
    "roles": "CREATE ROLE",
    "settings_profiles": "CREATE SETTINGS PROFILE",
    "row_policies": "CREATE ROW POLICY",
    "quotas": "CREATE QUOTA",
    "functions": "CREATE FUNCTION",
}
_SOURCES = {"File": "FILE", "Disk": "DISK", "S3": "S3", "AzureBlobStorage": "AZURE"}


def backup_rights(statement: Backup, context: Context) -> Iterator[Element]:
    """BACKUP on what is saved, and the right to write where it goes; what is restored only the
    backup tells, which has to be read."""
    if not statement.restore:
        for element in statement.elements:
            yield from _saving(element, context)
    yield from destination_rights(statement.destination, restore=statement.restore)
    for setting in statement.settings:
        if setting.name == "base_backup" and isinstance(setting.value, ast.Function):
            yield from destination_rights(setting.value, restore=True)


def destination_rights(call: ast.Function, *, restore: bool) -> Iterator[Element]:
    """The right to read a backup where it is, or to write it there."""
    source = _SOURCES.get(call.name)
    if source is not None:
        yield right("READ" if restore else "WRITE", source)


def _saving(element: BackupElement, context: Context) -> Iterator[Element]:
    if element.kind in ("ALL", "ALL DATABASES") and not element.except_databases:
        yield right("BACKUP")
    elif element.kind in ("ALL", "ALL DATABASES"):
        known = [one.name for one in context.services.catalog.databases.all()]
        for name in (*known, "system"):
            if name not in (*element.except_databases, TEMPORARY_DATABASE):
                yield right("BACKUP", name)
    elif element.kind == "DATABASE":
        assert element.name is not None
        yield right("BACKUP", element.name.name)
    elif element.kind != "TEMPORARY TABLE":
        assert element.name is not None
        yield right("BACKUP", *qualified(element.name, context))


class Planned(Protocol):
    """A table that is restored, as far as rights go."""

    @property
    def full_name(self) -> tuple[str, str]:
        """Database and name."""
        ...

    @property
    def create(self) -> CreateTable | CreateView:
        """Its definition."""
        ...

    @property
    def existing(self) -> Table | None:
        """The table, if it is there."""
        ...

    @property
    def rows(self) -> bool:
        """Whether it gets rows."""
        ...


def restore_rights(
    plans: Sequence[Planned], databases: Iterable[str], entities: Iterable[str], context: Context
) -> None:
    """ACCESS_DENIED unless the user may make, and fill, all that is restored."""
    access = context.access
    if access is None:
        return
    access.check(*(right("CREATE DATABASE", name) for name in databases))
    for plan in plans:
        access.check(*_restoring(plan))
    access.check(*(right(_CREATE[table]) for table in entities))


def _restoring(plan: Planned) -> Iterator[Element]:
    if not plan.full_name[0]:
        yield right("CREATE TEMPORARY TABLE")
        return
    if plan.existing is not None:
        yield right("SHOW TABLES", *plan.full_name)
    else:
        view = isinstance(plan.create, CreateView)
        yield right("CREATE VIEW" if view else "CREATE TABLE", *plan.full_name)
    if plan.rows:
        yield right("INSERT", *plan.full_name)
