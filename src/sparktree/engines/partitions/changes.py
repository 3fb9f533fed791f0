"""The changes of one statement: folders made beforehand, then one commit, or nothing at all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from sparktree.catalog.records import Lease, NewPart, Part, PartState, Swap, Swapped, Table
from sparktree.engines.definition.column_changes import adapted, changes_of
from sparktree.engines.definition.virtual_columns import PERSISTENT
from sparktree.engines.jobs.partition_keys import Place
from sparktree.engines.partitions.part_moves import PartMoves
from sparktree.engines.recovery.removing import remove_folders
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.writing.commit import row_of, withdraw
from sparktree.parts.description import PartDescription, to_text
from sparktree.parts.filename import DESCRIPTION
from sparktree.parts.rewriting import Rewriting, linked_projections, rewrite
from sparktree.parts.sharing import keyed
from sparktree.parts.store import STORE, link_folder

_AT_ONCE = 16  # parts whose files are linked at the same time


@dataclass(slots=True)
class Changes:
    """What operations of one statement want to change together."""

    storage: DataFolder
    activate: list[Part] = field(default_factory=list)
    outdate: list[Part] = field(default_factory=list)
    drop: list[Place] = field(default_factory=list)
    whole: list[Place] = field(default_factory=list)
    kept: list[Part] = field(default_factory=list)
    doomed: list[Part] = field(default_factory=list)
    unpatched: list[Part] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    moves: list[PartMoves] = field(default_factory=list)
    began: float = field(default_factory=time.time)
    _unfinished: list[Part] = field(default_factory=list)

    # --- folders --------------------------------------------------------------------------

    def clone(
        self,
        parts: Sequence[tuple[Part, PartDescription]],
        source: Table,
        target: Table,
        *,
        skip: int = 0,
    ) -> list[Part]:
        """New parts of the target with the same files, active by the commit.

        The source is the table that the descriptions are of, and whose columns were renamed since.
        """
        news = [NewPart(p.partition_id, p.disk, p.partition, p.level) for p, _ in parts]
        rows = self.storage.catalog.parts.allocate(target.uuid, news, skip=skip)
        self._unfinished += rows
        reach("partition_after_allocate")
        version = target.metadata_version
        orders = []
        for (_, original), row in zip(parts, rows, strict=True):
            view = adapted(original, changes_of(source), source.metadata_version)
            # Under new block numbers rows are others: what they were known by stays behind.
            kept = tuple(c for c in view.columns if c.name not in PERSISTENT)
            orders.append(Rewriting(view, row.path, original, kept, metadata_version=version))
        # Most of the time the disk is waited for: it makes many parts durable in one go.
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            made = list(pool.map(self._linked, orders, rows))
        for name in {row.disk for row in rows}:
            self.storage.disks[name].sync(f"{STORE}/{target.uuid}")
        reach("partition_after_link")
        self.activate += made
        self.versions |= {t.uuid: t.metadata_version for t in (source, target)}
        return made

    def _linked(self, order: Rewriting, row: Part) -> Part:
        disk, source = self.storage.disks[row.disk], order.source
        part = replace(rewrite(order, disk), uuid=row.uuid)
        inner = linked_projections(disk, source, row.path, source.projections)
        for projection in inner.values():
            disk.sync(projection.part.folder)
        part = replace(part, projections=inner).named(row.name, self.storage.catalog.clock())
        made = row_of(row, part)
        disk.create(f"{row.path}/{DESCRIPTION}", made.meta.encode("utf-8"))
        return made

    def copy(self, parts: Sequence[tuple[Part, str, str]]) -> None:
        """Folders with the same files that are nobody's parts: of each its part, name and path."""
        rows = [replace(p, name=name, path=path, uuid="") for p, name, path in parts]
        rows = self.storage.catalog.parts.prepare(rows, PartState.TEMPORARY)
        self._unfinished += rows
        reach("partition_after_prepare")
        self.kept += [self._shared(p, row) for (p, _, _), row in zip(parts, rows, strict=True)]
        reach("partition_after_copy")

    def _shared(self, part: Part, row: Part) -> Part:
        """The row of a folder that has the files of a part."""
        disk = self.storage.disks[row.disk]
        if disk.can_link:
            link_folder(disk, part.path, row.path)
            return row
        row = replace(row, meta=to_text(keyed(described(part), row.path)))
        disk.create(f"{row.path}/{DESCRIPTION}", row.meta.encode("utf-8"))
        return row

    def move(self, moves: PartMoves) -> None:
        """Parts get to other disks."""
        self.moves.append(moves)
        made = moves.copied()
        self._unfinished += made
        self.activate += made

    def doom(self, table: Table, name: str, path: str, disk: str) -> None:
        """A folder that is deleted once the rest is committed."""
        self.doomed.append(Part(table.uuid, name, "", 0, 0, path, disk=disk))

    # --- the commit -----------------------------------------------------------------------

    def commit(self, guard: Lease | None) -> Swapped:
        """All of it at one instant; on any failure nothing has changed and nothing is left."""
        swap = Swap(
            self.activate, self.outdate, self.drop, self.whole, self.kept, self.doomed,
            self.versions, unpatched=self.unpatched,
            moved=[part for moves in self.moves for part, _ in moves.orders],
        )  # fmt: skip
        reach("partition_before_commit")
        done = self.storage.catalog.parts.swap(swap, guard=guard)
        reach("partition_after_commit")
        self._unfinished.clear()
        for moves in self.moves:
            moves.end()
            moves.note(self.began)
        for part in done.doomed:
            remove_folders(self.storage.catalog, self.storage.disks, [part])
            reach("partition_after_delete")
        if done.doomed:
            self.storage.catalog.parts.forget(done.doomed)
        return done

    def undo(self) -> None:
        """Remove what was made for a commit that does not come."""
        withdraw(self._unfinished, self.storage.catalog, self.storage.disks)
        for moves in self.moves:
            moves.end()
