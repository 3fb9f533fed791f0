"""What an export that was cut off leaves at its destination, and how it is removed.

A row of the catalog names the files before the first byte is written, and goes when they are
complete. Nothing else of an export is ever kept: one that was cut off does not go on.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import xxhash

from sparktree.catalog.records import Part, Table
from sparktree.engines.export.checking import import_source
from sparktree.engines.export.manifest import Export, Exports
from sparktree.engines.storage.part_log import log_part
from sparktree.errors import Code, Error
from sparktree.stores.store import Staged, Store

UNFINISHED = "unfinished_export"
EVENT = "EXPORT_PART"
_LOG = logging.getLogger("sparktree.exports")


def remember(exports: Exports, export: Export) -> str:
    """Note where files are about to be written; the name of the note."""
    target = export.target
    # Short: it may become the name of a file.
    place = f"{export.destination.uuid}/{target.folder}{target.stem}"
    name = xxhash.xxh3_128_hexdigest(place.encode("utf-8", "surrogateescape"))
    content = {
        "owner": exports.storage.catalog.owner,
        "source": export.source.uuid,
        "destination": export.destination.uuid,
        "part": export.part.name,
        "stem": target.stem,
        # Files that are replaced hold the rows of the same part: they need not go.
        "keys": [] if export.overwrites else target.file_keys(),
        "began": export.began,
    }
    exports.storage.catalog.objects.replace(UNFINISHED, name, json.dumps(content))
    return name


def forget(exports: Exports, name: str) -> None:
    """The files are complete, or gone."""
    exports.storage.catalog.objects.drop(UNFINISHED, name)


@dataclass(frozen=True, slots=True)
class Leftover:
    """A note of a process that is dead."""

    name: str
    owner: str
    source: str
    destination: str
    part: str
    stem: str
    keys: tuple[str, ...]
    began: float


def leftovers(exports: Exports) -> list[Leftover]:
    """What dead processes, or exports that could not clean up, left behind."""
    live = exports.storage.catalog.owners.live_ids() - {exports.storage.catalog.owner}
    running = {export.target.stem for export in exports.all() if not export.ended}
    found = []
    for stored in exports.storage.catalog.objects.all(UNFINISHED):
        content = json.loads(stored.payload)
        content["keys"] = tuple(content["keys"])
        one = Leftover(stored.name, **content)
        if one.owner not in live and one.stem not in running:
            found.append(one)
    return found


def remove_leftover(exports: Exports, one: Leftover) -> None:
    """Remove the files and the note; the log tells of an export that died with its process."""
    tables = exports.storage.catalog.tables
    destination, source = tables.find_uuid(one.destination), tables.find_uuid(one.source)
    if destination is not None:
        files = import_source(destination, exports.storage)
        files.store.sweep(files.folder, one.stem)
        withdraw(files.store, one.keys)
    forget(exports, one.name)
    if source is not None and one.owner != exports.storage.catalog.owner:
        _log_death(exports, source, one)


def withdraw(store: Store, keys: Iterable[str]) -> None:
    """Delete published files."""
    for key in keys:
        store.withdraw(Staged(key, ""))


def _log_death(exports: Exports, source: Table, one: Leftover) -> None:
    snapshot = exports.storage.catalog.pin(source.uuid, one.part)
    if snapshot is None:
        return
    with snapshot:
        part: Part = snapshot.parts[0]
        error = Error(Code.ABORTED, "The process that exported the part has died")
        log_part(
            exports.storage, exports.journal, EVENT, source, part, began=one.began, error=error
        )


def clean(exports: Exports, export: Export, name: str) -> None:
    """After a failure: remove what tasks wrote; what cannot be removed now is kept in mind."""
    target = export.target
    try:
        target.source.store.sweep(target.source.folder, target.stem)
    except Error as error:
        _LOG.warning("Cannot clean up after the export of %s: %s", export.part.name, error)
        exports.has_leftovers = True
        return
    forget(exports, name)


def sweep_quietly(export: Export) -> None:
    """After a success: remove what tasks wrote that died and were run again."""
    target = export.target
    with suppress(Error):
        target.source.store.sweep(target.source.folder, target.stem)
