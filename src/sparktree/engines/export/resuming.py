"""Exports of partitions go on after the process that began them has died."""

from __future__ import annotations

from dataclasses import replace

from sparktree.engines.export.checking import check_route
from sparktree.engines.export.history import abandon
from sparktree.engines.export.manifest import Export, Exports
from sparktree.engines.export.partitions import PartitionExport, hash_sql, lease_of
from sparktree.engines.export.planning import AS_IS, CHANGED, Accepting, Wishes
from sparktree.engines.export.records import PartitionRecord
from sparktree.errors import Code, Error

_MOST = 3  # times: an export may be what processes die of


def resume(exports: Exports, record: PartitionRecord) -> None:
    """Go on with an export whose process has died; if its rows are no more to be had, what it
    wrote is removed and it has failed."""
    lease = lease_of(exports, record.name)
    if lease is None:  # another process was quicker
        return
    export: PartitionExport | None = None
    try:
        accepting = _accepting(exports, record)
        text = hash_sql(accepting.route, accepting.as_is)
        resumed = replace(record, owner=exports.storage.catalog.owner, resumed=record.resumed + 1)
        export = PartitionExport(exports, resumed, _accepted(accepting, record), lease, text)
    except Error as error:
        # While somebody else exports one of the parts its file is not ours to remove.
        if error.code == Code.ABORTED:
            raise
        abandon(exports.storage, record, error.message)
    finally:
        if export is None:
            exports.storage.catalog.leases.release(lease)
    if export is not None:
        export.start()


def _accepting(exports: Exports, record: PartitionRecord) -> Accepting:
    if record.resumed >= _MOST:
        raise Error(Code.LIMIT_EXCEEDED, f"It was resumed {_MOST} times")
    tables = exports.storage.catalog.tables
    source, destination = tables.find_uuid(record.source), tables.find_uuid(record.destination)
    if source is None or destination is None:
        raise Error(Code.UNKNOWN_TABLE, "One of the tables is gone")
    as_is, changed = (exports.jobs.environment(source.database, some) for some in (AS_IS, CHANGED))
    route = check_route(source, destination, exports.storage, as_is)
    wishes = Wishes.of(record.wishes)
    return Accepting(exports.storage, route, wishes, as_is, changed, record.query_id)


def _accepted(accepting: Accepting, record: PartitionRecord) -> list[Export]:
    """The exports of the same parts; an error if they would not give the same files."""
    exports: list[Export] = []
    try:
        exports += (accepting.accept(name) for name in record.parts)
        keys = [key for export in exports for key in export.target.file_keys()]
        if sorted(keys) != sorted(one.key for one in record.files):
            raise Error(Code.NO_SUCH_DATA_PART, "The rows of its parts have changed since")
    except BaseException:
        for export in exports:
            export.release()
            accepting.storage.catalog.leases.release(export.lease)
        raise
    return exports
