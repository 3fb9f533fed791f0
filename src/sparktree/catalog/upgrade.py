"""The version of the catalog's tables: refuse newer ones, bring older ones up step by step."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, Index, insert, inspect, select, text, update

from sparktree.catalog import schema
from sparktree.catalog.records import Database, new_uuid
from sparktree.catalog.store import Locks, Store, values_of
from sparktree.errors import Code, Error

Step = Callable[[Connection], None]


def _add_insert_blocks(connection: Connection) -> None:
    schema.insert_blocks.create(connection)


def _add_reservations(connection: Connection) -> None:
    schema.reservations.create(connection)


def _add_file_refs(connection: Connection) -> None:
    schema.file_refs.create(connection)
    _index("parts_by_path").create(connection)


def _add_stream_epochs(connection: Connection) -> None:
    schema.stream_epochs.create(connection)


def _add_versions_and_unmirrored(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE parts ADD COLUMN added_version BIGINT"))
    for name in ("parts_by_version", "parts_by_partition", "parts_of_patches"):
        _index(name).create(connection)
    schema.unmirrored.create(connection)


def _index(name: str) -> Index:
    return next(index for index in schema.parts.indexes if index.name == name)


def _add_replicas(connection: Connection) -> None:
    schema.owner_macros.create(connection)
    columns = inspect(connection).get_columns(schema.insert_blocks.name)
    if "created" not in {column["name"] for column in columns}:
        added = "ALTER TABLE insert_blocks ADD COLUMN created DOUBLE PRECISION"
        connection.execute(text(added))


# From each older version to the next one.
STEPS: Mapping[int, Step] = {
    1: _add_insert_blocks,
    2: _add_reservations,
    3: _add_file_refs,
    4: _add_stream_epochs,
    5: _add_versions_and_unmirrored,
    6: _add_replicas,
}


def prepare(
    store: Store,
    now: float,
    *,
    target: int = schema.VERSION,
    steps: Mapping[int, Step] = STEPS,
) -> None:
    """Make the tables where there are none, bring older ones to `target`."""
    with store.read() as connection:
        found = _stored_version(connection)
    _refuse_newer(found, target)
    if found != target:
        _write(store, now, target, steps)


def _write(store: Store, now: float, target: int, steps: Mapping[int, Step]) -> None:
    """One transaction for all steps: other processes see the old version or the new one."""
    with store.write(locks=Locks(("version",))) as connection:
        found = _stored_version(connection)
        _refuse_newer(found, target)
        if found is None:
            _create(connection, now, target)
        else:
            _upgrade(connection, now, range(found, target), steps)


def _stored_version(connection: Connection) -> int | None:
    if not inspect(connection).has_table(schema.version.name):
        return None
    version: int | None = connection.scalar(select(schema.version.c.version))
    return version


def _refuse_newer(found: int | None, target: int) -> None:
    if found is not None and found > target:
        raise Error(
            Code.UNKNOWN_FORMAT_VERSION,
            f"The catalog has version {found}, written by a newer sparktree; "
            f"this one reads versions up to {target}. Upgrade sparktree to open it.",
        )


def _create(connection: Connection, now: float, target: int) -> None:
    schema.METADATA.create_all(connection)
    connection.execute(insert(schema.version), {"version": target, "written": now})
    default = Database("default", new_uuid())
    connection.execute(insert(schema.databases), values_of(default))


def _upgrade(
    connection: Connection, now: float, versions: range, steps: Mapping[int, Step]
) -> None:
    for version in versions:
        if version not in steps:
            raise Error(
                Code.UNKNOWN_FORMAT_VERSION,
                f"The catalog has version {version}, which is too old to be upgraded.",
            )
        steps[version](connection)
    connection.execute(update(schema.version).values(version=versions.stop, written=now))
