"""What a backup that was cut off leaves, and how it is removed.

Who writes a backup says so in a file `.lock` beside it and in a row of the catalog, before anything
else is written. Without `.backup`, which comes last, there is no backup, whatever else lies there.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sparktree.catalog.catalog import Catalog
from sparktree.engines.backups.destinations import Destination, destination_of
from sparktree.engines.backups.operations import LOG, Operation, Status
from sparktree.engines.backups.places import BACKUP, LOCK, Place, read_file
from sparktree.engines.recovery.disk_markers import catalog_identity
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.journal import Journal
from sparktree.errors import Code, Error
from sparktree.sql import ast, parse_expression

UNFINISHED = "unfinished_backup"
_LOG = logging.getLogger("sparktree.backups")


@dataclass(frozen=True, slots=True)
class Lock:
    """The right to write a backup at a place."""

    catalog: Catalog
    destination: Destination
    uuid: str
    operation: Operation

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is written in the block is a backup behind it; after an error nothing is left."""
        place = self.destination.place
        self._refuse_existing()
        self._note()
        self._take(place)
        try:
            self._refuse_existing()
        except Error:
            self._let_go(place)
            raise
        try:
            yield
        except BaseException:
            place.clear()
            self.catalog.objects.drop(UNFINISHED, self.uuid)
            raise
        self._let_go(place)

    def _let_go(self, place: Place) -> None:
        place.remove(LOCK)
        self.catalog.objects.drop(UNFINISHED, self.uuid)

    def _refuse_existing(self) -> None:
        if self.destination.place.size(BACKUP) is not None:
            message = f"Backup {self.destination.name} already exists."
            raise Error(Code.BACKUP_ALREADY_EXISTS, message)

    def _note(self) -> None:
        """A later start is to find what is left, where it can open the place."""
        content = {
            "owner": self.catalog.owner,
            "bare": self.destination.bare if self.destination.opens_alone else "",
            "operation": self.operation.values(),
            "began": self.operation.started,
        }
        self.catalog.objects.replace(UNFINISHED, self.uuid, json.dumps(content))

    def _take(self, place: Place) -> None:
        try:
            if place.size(LOCK) is None:
                self._refuse_foreign(place)
            else:
                self._take_over(place)
            place.create(LOCK, self._text())
        except BaseException as error:
            self.catalog.objects.drop(UNFINISHED, self.uuid)
            if isinstance(error, Error) and error.code == Code.FILE_ALREADY_EXISTS:
                raise self._written_by_another() from error
            raise

    def _text(self) -> bytes:
        content = {
            "catalog": catalog_identity(self.catalog),
            "owner": self.catalog.owner,
            "backup": self.uuid,
        }
        return json.dumps(content).encode()

    def _refuse_foreign(self, place: Place) -> None:
        """What others put there would be lost if the backup failed."""
        if place.has_files():
            raise Error(
                Code.BACKUP_ALREADY_EXISTS,
                f"Cannot write backup {self.destination.name}: there are files at"
                f" {place.address('')} that no running backup has written",
            )

    def _take_over(self, place: Place) -> None:
        """Remove what a dead process of this catalog left; others' is theirs."""
        found = lock_of(place)
        alive = found.get("owner") in self.catalog.owners.live_ids()
        if alive or found.get("catalog") != catalog_identity(self.catalog):
            raise self._written_by_another()
        place.clear()

    def _written_by_another(self) -> Error:
        message = f"Backup {self.destination.name} is being written already"
        return Error(Code.BACKUP_ALREADY_EXISTS, message)


def lock_of(place: Place) -> dict[str, Any]:
    """What `.lock` says; nothing if it is not ours or was not written whole."""
    size = place.size(LOCK)
    if not size:
        return {}
    try:
        return dict(json.loads(read_file(place, LOCK, size)))
    except (ValueError, TypeError):
        return {}


def sweep_backups(storage: DataFolder, journal: Journal) -> None:
    """At a start: what dead processes left of backups goes, and the log says that they failed."""
    live = storage.catalog.owners.live_ids()
    for stored in storage.catalog.objects.all(UNFINISHED):
        content = json.loads(stored.payload)
        if content["owner"] in live:
            continue
        try:
            whole = bool(content["bare"]) and _swept(content["bare"], stored.name, storage)
        except Error as error:
            _LOG.warning("Cannot remove what a backup left at %s: %s", content["bare"], error)
            continue
        storage.catalog.objects.drop(UNFINISHED, stored.name)
        _log_death(content, journal, whole)


def _swept(bare: str, uuid: str, storage: DataFolder) -> bool:
    """Remove what is left, unless it is another's; whether the backup was complete."""
    call = parse_expression(bare)
    assert isinstance(call, ast.Function)
    place = destination_of(call, storage, _plain).place
    if lock_of(place).get("backup") != uuid:
        return False
    if place.size(BACKUP) is not None:
        place.remove(LOCK)
        return True
    place.clear()
    return False


def _plain(node: ast.Expression) -> object:
    assert isinstance(node, ast.Literal)
    return node.value


def _log_death(content: dict[str, Any], journal: Journal, whole: bool) -> None:
    values = dict(content["operation"])
    now = time.time()
    values["end_time"] = int(now * 1_000_000)
    if not whole:
        error = Error(Code.ABORTED, "The process that made the backup has died")
        values["error"] = str(error)
    status = Status.BACKUP_CREATED if whole else Status.BACKUP_FAILED
    journal.logs.add(LOG, status, values, now)
