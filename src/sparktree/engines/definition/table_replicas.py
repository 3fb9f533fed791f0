"""The replicas of a table: the servers over one catalog, which all see the same parts."""

from __future__ import annotations

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.replicas import ReplicaPlace, expand, written_place
from sparktree.engines.definition.table import load_definition
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error


def replica_place(record: Table, storage: DataFolder) -> ReplicaPlace | None:
    """Path and name of this server's replica; None of a table that is not replicated."""
    if not engine_info(record.engine).is_replicated:
        return None
    written = written_place(load_definition(record.create_query).engine)
    assert written is not None
    return written.expanded({**storage.macros, "uuid": record.uuid})


def require_place(record: Table, storage: DataFolder) -> ReplicaPlace:
    """The same, or BAD_ARGUMENTS."""
    place = replica_place(record, storage)
    if place is None:
        where = f"{record.database}.{record.name} ({record.uuid})"
        raise Error(Code.BAD_ARGUMENTS, f"Table {where} is not replicated.")
    return place


def live_replicas(record: Table, storage: DataFolder) -> list[str]:
    """The names of the replicas whose servers live, this server's first."""
    own = require_place(record, storage)
    written = written_place(load_definition(record.create_query).engine)
    assert written is not None
    names = [own.replica]
    for macros in storage.catalog.replicas.live():
        try:
            names.append(expand(written.replica, {**macros, "uuid": record.uuid}))
        except Error as error:
            if error.code != Code.NO_ELEMENTS_IN_CONFIG:
                raise  # otherwise that server could not have made the table
    return list(dict.fromkeys(names))


def replicated_tables(storage: DataFolder) -> list[tuple[Table, ReplicaPlace]]:
    """All replicated tables that are attached, with the places of this server's replicas."""
    found = []
    for record in storage.catalog.tables.all():
        if engine_info(record.engine).is_replicated:
            try:
                place = replica_place(record, storage)
            except Error as error:
                if error.code != Code.NO_ELEMENTS_IN_CONFIG:
                    raise  # made by a server that has more macros: not to be found by path here
                continue
            assert place is not None
            found.append((record, place))
    return found


def require_quorum(record: Table, storage: DataFolder, wanted: int | str) -> None:
    """TOO_FEW_LIVE_REPLICAS unless so many servers live as an INSERT wants to have its rows.

    Whoever lives has them with the commit: the parts are the same for all.
    """
    if not engine_info(record.engine).is_replicated or wanted == 0:
        return
    alive = len(live_replicas(record, storage))
    quorum = alive // 2 + 1 if wanted == "auto" else int(wanted)
    if quorum > 1 and alive < quorum:
        raise Error(
            Code.TOO_FEW_LIVE_REPLICAS,
            f"Number of alive replicas ({alive}) is less than requested quorum ({quorum}/{alive}).",
        )
