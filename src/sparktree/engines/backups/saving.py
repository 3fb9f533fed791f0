"""BACKUP: snapshots of tables, and what of them goes where in a backup."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from sparktree.catalog.patches import concerning
from sparktree.catalog.records import Mutation, Part, Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.engines.backups.contents import Contents, Entry, hash_of
from sparktree.engines.backups.copying import FileToSave
from sparktree.engines.backups.names import TablePaths
from sparktree.engines.definition.column_changes import adapted, changes_of
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.virtual_columns import PERSISTENT
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Code, Error
from sparktree.parts.copying import copied_as
from sparktree.parts.description import PartDescription, to_text
from sparktree.parts.filename import DESCRIPTION
from sparktree.parts.rewriting import Rewriting

_POLL = 0.05


@dataclass(frozen=True, slots=True)
class TableToSave:
    """A table that goes into a backup, maybe under another name."""

    record: Table
    paths: TablePaths
    create_query: str  # under the name that it has in the backup
    definition: str = "{}"
    partitions: frozenset[str] | None = None  # None: all of them
    inner: Table | None = None  # that has the rows of a materialized view

    @property
    def rows_of(self) -> Table | None:
        """The table whose parts are the rows; a buffer's go to the table behind it anyway."""
        if self.inner is not None:
            return self.inner
        info = engine_info(self.record.engine)
        return self.record if info.has_parts and info.family is not Family.BUFFER else None


@dataclass(slots=True)
class Saving:
    """What goes into one backup. Snapshots are held until it is closed."""

    storage: DataFolder
    jobs: Jobs
    contents: Contents
    check: Callable[[], None]  # what ends a wait for mutations early
    base: Contents | None = None
    deduplicates: bool = True
    files: list[FileToSave] = field(default_factory=list)
    holds: ExitStack = field(default_factory=ExitStack)
    _known: dict[tuple[int, str], str] = field(default_factory=dict)
    _in_base: set[tuple[int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.base is not None and self.deduplicates:
            self._in_base = {(entry.size, entry.hash) for entry in self.base.entries.values()}

    def add_data(self, name: str, data: bytes) -> None:
        """A small file."""
        self._add(name, len(data), hash_of(data), data=data)

    def add_tables(self, tables: Sequence[TableToSave], *, structure_only: bool) -> None:
        """Definitions, and the rows that the tables have now: seen together, as nearly as tables
        can be."""
        snapshots: list[Snapshot | None] = []
        for table in tables:
            rows = None if structure_only else table.rows_of
            snapshots.append(self._snapshot(rows) if rows is not None else None)
        for table, snapshot in zip(tables, snapshots, strict=True):
            self._add_table(table, snapshot)

    def _add_table(self, table: TableToSave, snapshot: Snapshot | None) -> None:
        self.add_data(table.paths.create_query, table.create_query.encode())
        if table.definition != "{}":
            self.add_data(table.paths.definition, table.definition.encode())
        if table.inner is not None:
            self.add_data(table.paths.inner_query, table.inner.create_query.encode())
        if snapshot is None:
            return
        wanted = table.partitions
        for part in snapshot.parts:
            if wanted is None or part.partition_id in wanted:
                self._add_part(part, snapshot, f"{table.paths.data}/{part.name}")

    def _snapshot(self, table: Table) -> Snapshot:
        """The table's parts, once the mutations that began are done: who restores them could not
        tell which rows went through them."""
        while True:
            snapshot = self.storage.catalog.snapshot(table.uuid)
            waiting = list(self._unmutated(snapshot))
            if not waiting:
                break
            snapshot.release()
            self._refuse_vain(table, waiting)
            self.check()
            time.sleep(_POLL)
        self.holds.callback(snapshot.release)
        _refuse_patched(table, snapshot)
        return snapshot

    def _unmutated(self, snapshot: Snapshot) -> Iterator[Mutation]:
        found = self.storage.catalog.mutations.all(snapshot.table.uuid, is_done=False)
        for mutation in found:
            if any(part.data_version < mutation.number for part in snapshot.parts):
                yield mutation

    def _refuse_vain(self, table: Table, waiting: Sequence[Mutation]) -> None:
        """Mutations that fail, or are stopped, would be waited for in vain."""
        for mutation in waiting:
            reason = mutation.latest_fail_reason
            if self.jobs.blockers.stopped("MERGES", table.uuid):
                reason = "merges and mutations are stopped by SYSTEM STOP MERGES"
            if reason:
                raise Error(
                    Code.CANNOT_BACKUP_TABLE,
                    f"Cannot backup table {table.database}.{table.name}: its mutation"
                    f" {mutation.id} does not get done: {reason}",
                )

    def _add_part(self, part: Part, snapshot: Snapshot, folder: str) -> None:
        original = described(part)
        saved = as_saved(original, snapshot.table)
        kept = {name for name, _ in saved.all_files()}
        places = dict(original.all_places())
        for name, file in original.all_files():
            if name in kept:
                source = (part.disk, places[name], part.name)
                self._add(f"{folder}/{name}", file.size, file.hash, source=source)
        self.add_data(f"{folder}/{DESCRIPTION}", to_text(saved).encode())

    def _add(
        self,
        name: str,
        size: int,
        checksum: str,
        *,
        source: tuple[str, str, str] = ("", "", ""),
        data: bytes | None = None,
    ) -> None:
        """A file, unless the same bytes are in the backup, or in its base, already."""
        if name in self.contents.entries:
            return
        entry = Entry(name, size, checksum)
        key = (size, checksum)
        if size and key in self._in_base:
            entry = replace(entry, in_base=True)
        elif size and self.deduplicates and key in self._known:
            entry = replace(entry, data_file=self._known[key])
        elif size:
            self._known[key] = name
            self.files.append(FileToSave(*source, name, size, checksum, data))
        self.contents.entries[name] = entry

    def close(self) -> None:
        """Let go of the parts."""
        self.holds.close()


def as_saved(part: PartDescription, table: Table) -> PartDescription:
    """The part as a table without a past describes it: columns under today's names, without those
    that were dropped and those that rows were known by."""
    view = adapted(part, changes_of(table), table.metadata_version)
    kept = tuple(column for column in view.columns if column.name not in PERSISTENT)
    order = Rewriting(view, part.folder, part, kept)
    names = set(order.shared_files())
    # One file has the statistics of all columns by the names that they had.
    statistics = part.statistics if view.statistics == part.statistics else {}
    if not statistics:
        names -= {file for one in part.statistics.values() for file in one.files}
    return copied_as(
        replace(
            view,
            columns=kept,
            files={name: file for name, file in view.files.items() if name in names},
            indexes={n: i for n, i in view.indexes.items() if names >= set(i.files)},
            statistics=statistics,
            metadata_version=0,
        )
    )


def _refuse_patched(table: Table, snapshot: Snapshot) -> None:
    """Values of UPDATE that lie beside the parts would be lost; ClickHouse loses them."""
    if any(concerning(part, snapshot.patches) for part in snapshot.parts):
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            f"Cannot backup table {table.database}.{table.name} because there are"
            f' {len(snapshot.patches)} unapplied patch parts. Run query "ALTER TABLE'
            f' {table.database}.{table.name} APPLY PATCHES" before it',
        )
