"""BACKUP and RESTORE: settings, what runs behind the statement, and its result."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import replace

from sparktree.engines.backups.destinations import shown_name
from sparktree.engines.backups.opened import open_backup
from sparktree.engines.backups.operations import Operation
from sparktree.engines.backups.settings import (
    BackupSettings,
    RestoreSettings,
    settings_of,
    settings_texts,
)
from sparktree.engines.storage.journal import RunningQuery
from sparktree.errors import Code, Error
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.settings.declare import by_name
from sparktree.settings.inert_settings import known_settings
from sparktree.sql import ast, format_query
from sparktree.sql.statements.other import Backup
from sparktree.statements.backup import make_backup
from sparktree.statements.backup_bases import base_finder, open_base, place_of, with_keys_of
from sparktree.statements.backup_rights import backup_rights
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.restore import restore_backup
from sparktree.statements.rows import rows
from sparktree.system.columns import all_columns
from sparktree.types import STRING

_LOG = logging.getLogger("sparktree.backups")
_POLL = 0.002


@handles(Backup, needs=backup_rights)
def backup(statement: Backup, context: Context) -> Outcome:
    """BACKUP and RESTORE, also ASYNC."""
    asked = _Request(statement, context)
    operation = asked.operation
    context.services.backups.begin(operation)
    if asked.settings.setting_async:
        _go_on(asked, context)
        return _outcome(operation, operation.status.value)
    asked.run(context)
    return _outcome(operation, operation.status.value)


def _outcome(operation: Operation, status: str) -> Outcome:
    type_ = next(c.type for c in all_columns()["backups"] if c.name == "status")
    return rows([("id", STRING), ("status", type_)], [(operation.id, status)])


class _Request:
    """What a statement asks for; nothing was done for it yet."""

    def __init__(self, statement: Backup, context: Context) -> None:
        self.statement = statement
        given = {one.name: one.value for one in statement.settings}
        chosen_id = given.pop("id", None)
        self.base = _base(given.pop("base_backup", None))
        if given.pop("password", None):
            message = "Password is not applicable, backup cannot be encrypted."
            raise Error(Code.BAD_ARGUMENTS, message)
        kind: type[BackupSettings] | type[RestoreSettings]
        kind = RestoreSettings if statement.restore else BackupSettings
        own = {*by_name(kind), "async"}
        of_query = {n: v for n, v in given.items() if n not in own and n in known_settings()}
        context.change(of_query)
        own_given = {name: value for name, value in given.items() if name not in of_query}
        self.settings: BackupSettings | RestoreSettings
        if statement.restore:
            self.settings = settings_of(RestoreSettings, own_given)
        else:
            self.settings = settings_of(BackupSettings, own_given)
        self.operation = Operation(
            str(chosen_id or uuid.uuid4()),
            shown_name(statement.destination),
            context.query_id,
            statement.restore,
            shown_name(self.base) if self.base is not None else "",
            settings_texts(self.settings),
        )

    def run(self, context: Context) -> None:
        """Do it; its end is in system.backups."""
        with context.services.backups.running(self.operation):
            if isinstance(self.settings, RestoreSettings):
                self._restore(self.settings, context)
            else:
                self._save(self.settings, context)

    def _save(self, settings: BackupSettings, context: Context) -> None:
        statement = self.statement
        destination = place_of(statement.destination, context)
        base = None
        if self.base is not None:
            base = open_base(self._opened_base(self.base, settings), context)
        make_backup(statement.elements, destination, base, settings, self.operation, context)

    def _opened_base(
        self, base: ast.Function, settings: BackupSettings | RestoreSettings
    ) -> ast.Function:
        same = settings.use_same_s3_credentials_for_base_backup
        return with_keys_of(self.statement.destination, base) if same else base

    def _restore(self, settings: RestoreSettings, context: Context) -> None:
        call = self.statement.destination
        if self.base is None:
            find = base_finder(call, context)
        else:
            find = base_finder(call, context, self._opened_base(self.base, settings))
        opened = open_backup(place_of(call, context), find)
        restore_backup(self.statement.elements, opened, settings, self.operation, context)


def _base(value: object) -> ast.Function | None:
    if value is None or isinstance(value, ast.Function):
        return value
    raise Error(Code.UNKNOWN_SETTING, "Unknown setting 'base_backup'")


def _go_on(asked: _Request, context: Context) -> None:
    """In a thread, under the same query id, once the statement is done."""
    later = Context(
        context.services,
        replace(context.session),
        context.settings,
        context.query_id,
        parameters=context.parameters,
    )
    text = format_query(without_secrets(asked.statement), one_line=True)
    thread = threading.Thread(target=_behind(asked, later, text), name="backup", daemon=True)
    context.services.backups.spawn(thread)


def _behind(asked: _Request, context: Context, text: str) -> Callable[[], None]:
    def run() -> None:
        _enter(context, text)
        try:
            asked.run(context)
        except Error as error:
            _LOG.warning("%s failed: %s", text, error)
        finally:
            context.release()
            context.services.journal.leave(context.query_id)

    return run


def _enter(context: Context, text: str) -> None:
    """KILL QUERY finds it by the id of the statement, which is about to end."""
    running = RunningQuery(
        context.query_id, text, context.session.user, context.session.database, kind="Backup"
    )
    while True:
        try:
            context.services.journal.enter(running)
            return
        except Error as error:
            if error.code != Code.QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING:
                raise
        time.sleep(_POLL)
