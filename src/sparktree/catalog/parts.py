"""Data parts: allotted, committed in one transaction, outdated, removed."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    Boolean,
    Connection,
    Row,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from sparktree.catalog import schema
from sparktree.catalog.insert_blocks import forget_blocks, new_parts
from sparktree.catalog.leases import require_held
from sparktree.catalog.mirroring import Mirroring
from sparktree.catalog.patches import (
    concerning,
    require_fresh,
    require_none,
    require_seen,
    unneeded,
)
from sparktree.catalog.records import (
    Lease,
    NewPart,
    Part,
    PartState,
    Swap,
    Swapped,
    Table,
    new_uuid,
)
from sparktree.catalog.references import refer
from sparktree.catalog.store import Store, values_of
from sparktree.catalog.streams import advance, settled_block
from sparktree.catalog.tables import living_table, lock_tables, require_versions
from sparktree.errors import Code, Error
from sparktree.parts.name import PATCH, PartInfo

# How many keys a statement lists at most; both databases allow some 30,000 parameters.
CHUNK = 5_000
# Folders that are removed unless a commit names them.
UNFINISHED = (PartState.PRE_ACTIVE, PartState.TEMPORARY)
_P = schema.parts
_T = schema.tables
_IS_PATCH = literal_column(schema.IS_PATCH, Boolean)
_OUTLINE = [column for column in _P.c if column.name != "meta"]


class Parts:
    """The parts of all tables, changed on behalf of one owner."""

    def __init__(
        self,
        store: Store,
        owner: str,
        clock: Callable[[], float],
        mirroring: Mirroring | None = None,
    ) -> None:
        self._store = store
        self._owner = owner
        self._clock = clock
        self._mirroring = mirroring or Mirroring(store)

    def allocate(self, table: str, news: Sequence[NewPart], *, skip: int = 0) -> list[Part]:
        """Block numbers and names for parts to be inserted, and their rows in state PreActive.

        From here on each part's folder belongs to this process; `commit` or `abort` must follow.
        The first `skip` numbers are for nobody.
        """
        with self._store.write() as connection:
            first = take_blocks(connection, table, len(news) + skip) + skip
            parts = [self._inserted(table, first + offset, new) for offset, new in enumerate(news)]
            _insert(connection, parts)
        return parts

    def adopt(self, table: Table, parts: Sequence[Part]) -> None:
        """Parts of a table without any become active where they lie: others wrote them."""
        now = self._clock()
        active = [
            replace(one, uuid=new_uuid(), state=PartState.ACTIVE, created=now) for one in parts
        ]
        with self._store.write() as connection:
            _next_version(connection, table.uuid)
            _insert(connection, active)
            refer(connection, active)

    def prepare(self, parts: Sequence[Part], state: PartState = PartState.PRE_ACTIVE) -> list[Part]:
        """Rows for parts whose names are known: of merges and mutations; or Temporary ones.

        A Temporary row only says that a folder is in the making, for a crash to be cleaned up.
        """
        mine = [replace(self._pre_active(part), state=state) for part in parts]
        with self._store.write() as connection:
            for table in {part.table for part in mine}:
                living_table(connection, table)
            _insert(connection, mine)
        return mine

    def commit(
        self,
        activate: Sequence[Part] = (),
        outdate: Sequence[Part] = (),
        *,
        guard: Lease | None = None,
        seen: Sequence[Part] = (),
    ) -> list[Part]:
        """Swap parts, of one table or several, at one instant; returns the new ones as active."""
        return self.swap(Swap(activate, outdate, seen=seen), guard=guard).active

    def swap(self, swap: Swap, *, guard: Lease | None = None) -> Swapped:
        """All the changes at one instant.

        ABORTED if a part to outdate is not active any more, if the rows to activate are gone, if
        an UPDATE came between or if the lease is lost; UNKNOWN_TABLE if a table was dropped;
        CANNOT_ASSIGN_ALTER if a table was altered meanwhile. Parts of blocks that were inserted
        before are left out. Patches that no part needs any more become outdated too.
        """
        now = self._clock()
        doomed = [self._doomed(part) for part in swap.doomed]
        outdated: list[Part] = []
        tables: list[Table] = []
        with self._mirroring.writing() as (connection, noted):
            if guard is not None:
                require_held(connection, guard, now)
            lock_tables(connection, {*_tables(swap), *swap.versions})
            if swap.epoch is not None and not advance(connection, swap.epoch):
                self._remove_own(connection, [*swap.activate, *swap.kept])
                return Swapped([], [], [])
            require_versions(connection, swap.versions)
            for uuid in _tables(swap):
                table = _next_version(connection, uuid)
                tables.append(table)
                gone = [*_of(uuid, swap.outdate), *_dropped(connection, uuid, swap)]
                _outdate(connection, table, gone, now)
                _outdate(connection, table, _of(uuid, swap.moved), 0.0)
                outdated += [*gone, *_of(uuid, swap.moved)]
                self._remove_own(connection, _of(uuid, swap.activate))
            new = new_parts(connection, swap, now)
            versions = {table.uuid: table.parts_version for table in tables}
            active = [
                replace(
                    part,
                    state=PartState.ACTIVE,
                    owner=None,
                    created=now,
                    added_version=versions[part.table],
                )
                for part in new
            ]
            self._remove_own(connection, swap.kept)
            _insert(connection, [*active, *doomed])
            refer(connection, [*active, *swap.kept])
            for table in tables:
                gone = _settle_patches(connection, table.uuid, swap)
                _outdate(connection, table, gone, now)
                outdated += gone
            noted.removed(_uncovered(outdated, active))
        return Swapped(active, outdated, doomed)

    def forget_blocks(self, table: str) -> None:
        """The table is not to remember what was inserted."""
        forget_blocks(self._store, table)

    def uncommitted(self, parts: Sequence[Part]) -> list[Part]:
        """Those of the prepared parts that are still this process's own."""
        own: set[str] = set()
        with self._store.read() as connection:
            for uuids in _chunks(parts):
                query = select(_P.c.uuid).where(_P.c.uuid.in_(uuids), self._unfinished_here())
                own |= set(connection.scalars(query))
        return [part for part in parts if part.uuid in own]

    def abort(self, parts: Sequence[Part]) -> None:
        """The rows of parts that will not be committed; the caller deletes their folders."""
        with self._store.write() as connection:
            for uuids in _chunks(parts):
                connection.execute(delete(_P).where(_P.c.uuid.in_(uuids), self._unfinished_here()))

    def all(
        self,
        table: str | None = None,
        states: Collection[PartState] = (PartState.ACTIVE,),
        *,
        patches: bool = False,
    ) -> list[Part]:
        """The parts in those states in the order of their blocks, of one table or of all.

        Patches are left out unless they are asked for.
        """
        wanted = select(_P).where(_P.c.state.in_(states))
        if table is not None:
            wanted = wanted.where(_P.c.table == table)
        with self._store.read() as connection:
            found = [part_of(row) for row in connection.execute(_in_order(wanted))]
        return found if patches else [part for part in found if not part.is_patch]

    def patches(self, table: str) -> list[Part]:
        """The active patches of a table, by partition and blocks."""
        with self._store.read() as connection:
            return _active_patches(connection, table)

    def outline(self, table: str, partition_id: str | None = None) -> list[Part]:
        """The parts that are active or about to be, without their descriptions; no patches. Those
        of the whole table, or of one partition."""
        states = (PartState.ACTIVE, PartState.PRE_ACTIVE)
        wanted = select(*_OUTLINE).where(_P.c.table == table, _P.c.state.in_(states))
        if partition_id is not None:
            wanted = wanted.where(_P.c.partition_id == partition_id)
        with self._store.read() as connection:
            found = [part_of(row) for row in connection.execute(_in_order(wanted))]
        return [part for part in found if not part.is_patch]

    def settled_block(self, table: str) -> int:
        """The last block number up to which no INSERT is on its way any more."""
        with self._store.read() as connection:
            return settled_block(connection, table)

    def of_blocks(self, table: str, after: int, last: int) -> list[Part]:
        """The active parts with blocks behind `after` and up to `last`, without their descriptions;
        no patches."""
        wanted = select(*_OUTLINE).where(
            _active(table), _P.c.max_block > after, _P.c.min_block <= last, ~_IS_PATCH
        )
        with self._store.read() as connection:
            return [part_of(row) for row in connection.execute(_in_order(wanted))]

    def counts(self, table: str, state: PartState = PartState.ACTIVE) -> dict[str, tuple[int, int]]:
        """How many parts each partition has in a state, and how many bytes."""
        wanted = (
            select(_P.c.partition_id, func.count(), func.sum(_P.c.bytes_on_disk))
            .where(_P.c.table == table, _P.c.state == state)
            .group_by(_P.c.partition_id)
        )
        with self._store.read() as connection:
            rows = connection.execute(wanted).all()
        return {row[0]: (int(row[1]), int(row[2])) for row in rows if not row[0].startswith(PATCH)}

    def sizes(self, table: str) -> tuple[int, int, int]:
        """Rows of the active parts; bytes on disk and uncompressed of all that are kept."""
        rows = case((_P.c.state == PartState.ACTIVE, _P.c.rows), else_=0)
        wanted = select(
            func.sum(rows), func.sum(_P.c.bytes_on_disk), func.sum(_P.c.data_uncompressed_bytes)
        ).where(_P.c.table == table, _P.c.state.in_([PartState.ACTIVE, PartState.OUTDATED]))
        with self._store.read() as connection:
            found = connection.execute(wanted).one()
        return int(found[0] or 0), int(found[1] or 0), int(found[2] or 0)

    def crowded_tables(self) -> set[str]:
        """Tables with several active parts in a partition."""
        crowded = (
            select(_P.c.table)
            .where(_P.c.state == PartState.ACTIVE)
            .group_by(_P.c.table, _P.c.partition_id)
            .having(func.count() > 1)
        )
        with self._store.read() as connection:
            return set(connection.scalars(crowded))

    def first_removals(self) -> dict[str, float]:
        """When the first of each table's outdated parts was replaced."""
        outdated = _P.c.state == PartState.OUTDATED
        first = select(_P.c.table, func.min(_P.c.removed)).where(outdated).group_by(_P.c.table)
        with self._store.read() as connection:
            return {table: moment or 0.0 for table, moment in connection.execute(first)}

    def find(self, table: str, name: str) -> Part | None:
        """The active part of that name."""
        named = (_P.c.table == table) & (_P.c.name == name) & (_P.c.state == PartState.ACTIVE)
        with self._store.read() as connection:
            row = connection.execute(select(_P).where(named)).one_or_none()
            return part_of(row) if row else None

    def get(self, table: str, name: str) -> Part:
        """The active part of that name, or NO_SUCH_DATA_PART."""
        part = self.find(table, name)
        if part is None:
            raise Error(Code.NO_SUCH_DATA_PART, f"No part {name} in committed state.")
        return part

    def claim_removable(self, table: str, lifetime: float) -> list[Part]:
        """Parts outdated for `lifetime` seconds that no snapshot holds, now in state Deleting.

        They are this process's to delete: `forget` them afterwards, or `unclaim` what failed.
        """
        holds = schema.holds.c
        held = exists().where(holds.table == _P.c.table, holds.parts_version < _P.c.removed_version)
        leaving = (
            (_P.c.table == table)
            & (_P.c.state == PartState.OUTDATED)
            & (_P.c.removed <= self._clock() - lifetime)
        )
        claim = {"state": PartState.DELETING, "owner": self._owner}
        with self._store.write() as connection:
            lock_tables(connection, [table])  # whoever takes a snapshot now, holds it by then
            rows = connection.execute(_in_order(select(_P).where(leaving, ~held))).all()
            parts = [part_of(row) for row in rows]
            for uuids in _chunks(parts):
                connection.execute(update(_P).where(_P.c.uuid.in_(uuids)).values(claim))
        return [replace(part, state=PartState.DELETING, owner=self._owner) for part in parts]

    def unclaim(self, parts: Sequence[Part]) -> None:
        """Parts whose files could not be deleted: somebody will try again."""
        back = {"state": PartState.OUTDATED, "owner": None}
        with self._store.write() as connection:
            for uuids in _chunks(parts):
                connection.execute(
                    update(_P).where(_P.c.uuid.in_(uuids), self._deleting()).values(back)
                )

    def forget(self, parts: Sequence[Part]) -> None:
        """The rows of claimed parts, once their files are gone."""
        with self._store.write() as connection:
            for uuids in _chunks(parts):
                connection.execute(delete(_P).where(_P.c.uuid.in_(uuids), self._deleting()))

    def known_folders(self, table: str) -> set[tuple[str, str]]:
        """Disk and path of every part in any state.

        List the disk first and ask then: a folder takes its final name only after its row exists.
        """
        known = select(_P.c.disk, _P.c.path).where(_P.c.table == table)
        with self._store.read() as connection:
            return {(disk, path) for disk, path in connection.execute(known)}

    def any_on(self, disk: str) -> bool:
        """Whether a part lies on a disk."""
        with self._store.read() as connection:
            found = select(_P.c.uuid).where(_P.c.disk == disk).limit(1)
            return connection.scalar(found) is not None

    def _inserted(self, table: str, block: int, new: NewPart) -> Part:
        name = str(PartInfo(new.partition_id, block, block, new.level, new.mutation))
        part = Part(
            table=table,
            name=name,
            partition_id=new.partition_id,
            min_block=block,
            max_block=block,
            path=f"store/{table}/{name}",
            level=new.level,
            mutation=new.mutation,
            disk=new.disk,
            partition=new.partition,
        )
        return self._pre_active(part)

    def _pre_active(self, part: Part) -> Part:
        return replace(
            part,
            uuid=part.uuid or new_uuid(),
            state=PartState.PRE_ACTIVE,
            created=self._clock(),
            owner=self._owner,
        )

    def _doomed(self, part: Part) -> Part:
        """A folder that this process deletes; after a crash somebody else does, at once."""
        return replace(
            self._pre_active(part), state=PartState.DELETING, removed=0.0, removed_version=0
        )

    def _remove_own(self, connection: Connection, parts: Sequence[Part]) -> None:
        """The PreActive rows, to be replaced by the active ones."""
        removed = 0
        for uuids in _chunks(parts):
            gone = delete(_P).where(_P.c.uuid.in_(uuids), self._unfinished_here())
            removed += connection.execute(gone).rowcount
        if removed != len(parts):
            raise Error(
                Code.ABORTED,
                f"Cannot commit parts {_named(parts)}: they are not prepared by this process, "
                "or were cleaned up because it seemed dead.",
            )

    def _unfinished_here(self) -> Any:
        return _P.c.state.in_(UNFINISHED) & (_P.c.owner == self._owner)

    def _deleting(self) -> Any:
        return (_P.c.state == PartState.DELETING) & (_P.c.owner == self._owner)


def part_of(row: Row[Any]) -> Part:
    """A part from its row."""
    values = dict(row._mapping)
    return Part(**{**values, "state": PartState(values["state"])})


def take_blocks(connection: Connection, table: str, count: int) -> int:
    """The first of `count` block numbers that nobody else gets; one counter a table."""
    lock_tables(connection, [table])
    last = living_table(connection, table).last_block
    connection.execute(update(_T).where(_T.c.uuid == table).values(last_block=last + count))
    return last + 1


def active_parts(connection: Connection, table: str) -> tuple[Part, ...]:
    """The active parts in order."""
    rows = connection.execute(_in_order(select(_P).where(_active(table))))
    return tuple(part_of(row) for row in rows)


def active_parts_since(
    connection: Connection, table: str, known: Sequence[Part], version: int
) -> tuple[Part, ...]:
    """The same, given those at an earlier version: only what came and went since is read."""
    came = select(_P).where(_active(table), _P.c.added_version > version)
    new = [part_of(row) for row in connection.execute(came)]
    left = (_P.c.table == table) & _P.c.state.in_((PartState.OUTDATED, PartState.DELETING))
    gone = set(connection.scalars(select(_P.c.uuid).where(left, _P.c.removed_version > version)))
    gone.update(part.uuid for part in new)
    parts = [*(part for part in known if part.uuid not in gone), *new]
    # Of what went long ago no row may be left.
    count = connection.scalar(select(func.count()).select_from(_P).where(_active(table)))
    if count != len(parts):
        return active_parts(connection, table)
    parts.sort(key=_place)
    return tuple(parts)


def _place(part: Part) -> tuple[Any, ...]:
    return (
        part.partition_id, part.min_block, part.max_block, part.level, part.mutation,
    )  # fmt: skip


def part_on_disk(connection: Connection, table: str, name: str) -> Part | None:
    """The part of that name that is active, or outdated and not about to be deleted."""
    states = (PartState.ACTIVE, PartState.OUTDATED)
    named = (_P.c.table == table) & (_P.c.name == name) & _P.c.state.in_(states)
    rows = connection.execute(select(_P).where(named).order_by(_P.c.state)).all()
    return part_of(rows[0]) if rows else None


def patches_of(connection: Connection, part: Part) -> tuple[Part, ...]:
    """The patches over the rows of a part: those of now, or of when it was outdated."""
    states = (PartState.ACTIVE, PartState.OUTDATED)
    same = (_P.c.table == part.table) & _P.c.state.in_(states)
    rows = connection.execute(select(_P).where(same, _IS_PATCH))
    over = concerning(part, map(part_of, rows))
    last, ended = part.removed_version, part.removed
    if last is None or ended is None:
        return tuple(patch for patch in over if patch.removed_version is None)
    return tuple(
        patch
        for patch in over
        if patch.created <= ended and (patch.removed_version or last) >= last
    )


def _in_order(query: Any) -> Any:
    columns = _P.c
    return query.order_by(
        columns.table, columns.partition_id, columns.min_block, columns.max_block, columns.level,
        columns.mutation,
    )  # fmt: skip


def _tables(swap: Swap) -> list[str]:
    """The tables whose set of parts changes, in an order that is the same for everybody."""
    parts = (*swap.activate, *swap.outdate, *swap.moved)
    return sorted({part.table for part in parts} | {table for table, _ in swap.drop})


def _dropped(connection: Connection, uuid: str, swap: Swap) -> list[Part]:
    """What is active now in the partitions to drop; ABORTED if one came to a whole partition."""
    drop, whole = (
        {p for table, p in places if table == uuid} for places in (swap.drop, swap.whole)
    )
    if not drop and not whole:
        return []
    named = {part.uuid for part in (*swap.outdate, *swap.activate, *swap.moved)}
    there: list[Part] = []
    for partitions in _slices(sorted(drop | whole)):
        wanted = select(_P).where(_active(uuid), _P.c.partition_id.in_(partitions))
        there += [part_of(row) for row in connection.execute(_in_order(wanted))]
    others = [part for part in there if part.uuid not in named]
    late = [part for part in others if part.partition_id in whole]
    if late:
        raise Error(Code.ABORTED, f"Parts {_named(late)} were inserted meanwhile.")
    return [part for part in others if part.partition_id in drop]


def _active(table: str) -> Any:
    return (_P.c.table == table) & (_P.c.state == PartState.ACTIVE)


def _active_patches(connection: Connection, table: str) -> list[Part]:
    wanted = _in_order(select(_P).where(_active(table), _IS_PATCH))
    return [part_of(row) for row in connection.execute(wanted)]


def _settle_patches(connection: Connection, uuid: str, swap: Swap) -> list[Part]:
    """The patches that nobody needs any more; ABORTED if the commit would lose new values."""
    new = _of(uuid, swap.activate)
    if not (_of(uuid, swap.outdate) or swap.drop or any(part.is_patch for part in new)):
        return []  # an INSERT has nothing to do with patches
    patches = _active_patches(connection, uuid)
    if not patches:
        return []
    others = select(*_OUTLINE).where(_active(uuid), ~_IS_PATCH)
    parts = [part_of(row) for row in connection.execute(others)]
    require_none(_of(uuid, swap.unpatched), patches)
    moved = {part.name for part in _of(uuid, swap.moved)}
    for part in new:
        if part.name in moved:
            continue  # what it has, and what patches have for it, stays as it was
        if part.is_patch and not part.level:
            require_fresh(part, parts)
        elif not part.is_patch:
            require_seen(part, patches, swap.seen)
    return unneeded(patches, parts)


def _next_version(connection: Connection, uuid: str) -> Table:
    table = living_table(connection, uuid)
    table = replace(table, parts_version=table.parts_version + 1)
    connection.execute(
        update(_T).where(_T.c.uuid == uuid).values(parts_version=table.parts_version)
    )
    return table


def _outdate(connection: Connection, table: Table, parts: Sequence[Part], now: float) -> None:
    gone = {
        "state": PartState.OUTDATED,
        "removed": now,
        "removed_version": table.parts_version,
    }
    changed = 0
    for uuids in _chunks(parts):
        active = _P.c.uuid.in_(uuids) & (_P.c.state == PartState.ACTIVE)
        changed += connection.execute(update(_P).where(active).values(gone)).rowcount
    if changed != len(parts):
        raise Error(
            Code.ABORTED,
            f"Cannot replace parts {_named(parts)} of table {table.database}.{table.name}: "
            "not all of them are active any more.",
        )


def _insert(connection: Connection, parts: Sequence[Part]) -> None:
    if not parts:
        return
    try:
        connection.execute(insert(_P), [values_of(part) for part in parts])
    except IntegrityError as error:
        raise Error(
            Code.DUPLICATE_DATA_PART, f"One of the parts {_named(parts)} already exists."
        ) from error


def _uncovered(gone: Sequence[Part], new: Sequence[Part]) -> list[Part]:
    """Parts in whose place none of the new ones comes."""
    places: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for part in new:
        blocks = part.min_block, part.max_block
        places.setdefault((part.table, part.partition_id), []).append(blocks)
    for blocks_of_place in places.values():
        blocks_of_place.sort()
    return [p for p in gone if not _covered(p, places.get((p.table, p.partition_id), []))]


def _covered(old: Part, blocks: Sequence[tuple[int, int]]) -> bool:
    """Whether one of the ranges, which do not overlap and are in order, has the part's blocks."""
    at = bisect_right(blocks, old.min_block, key=itemgetter(0)) - 1
    return at >= 0 and blocks[at][1] >= old.max_block


def _of(table: str, parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.table == table]


def _named(parts: Sequence[Part]) -> str:
    names = ", ".join(part.name for part in parts[:5])
    return names if len(parts) <= 5 else f"{names} and {len(parts) - 5} more"


def _chunks(parts: Sequence[Part]) -> Iterator[list[str]]:
    return _slices([part.uuid for part in parts])


def _slices(uuids: Sequence[str]) -> Iterator[list[str]]:
    for start in range(0, len(uuids), CHUNK):
        yield list(uuids[start : start + CHUNK])
