"""The blocks that were inserted lately: what was inserted before is not inserted again."""

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from sparktree.catalog import schema
from sparktree.catalog.records import Part, Swap
from sparktree.catalog.store import Store

_B = schema.insert_blocks


def new_parts(connection: Connection, swap: Swap) -> list[Part]:
    """The parts to activate but for those of known blocks; their blocks are remembered.

    The tables' rows are locked by now, so that two inserts of one block follow each other.
    """
    for table in swap.forget:
        connection.execute(delete(_B).where(_B.c.table == table))
    for table, partition_id in swap.drop:
        gone = (_B.c.table == table) & (_B.c.partition_id == partition_id)
        connection.execute(delete(_B).where(gone))
    places = {
        part.uuid: _block_key(part, swap) for part in swap.activate if part.uuid in swap.blocks
    }
    known = _already_inserted(connection, set(places.values()))
    fresh = dict.fromkeys(place for place in places.values() if place not in known)
    if fresh:
        connection.execute(insert(_B), [_row(*place) for place in fresh])
        for table in {table for table, _, _ in fresh}:
            _trim(connection, table, swap.windows[table])
    return [part for part in swap.activate if places.get(part.uuid) not in known]


BlockKey = tuple[str, str, str]


def _block_key(part: Part, swap: Swap) -> BlockKey:
    return part.table, part.partition_id, swap.blocks[part.uuid]


def _row(table: str, partition_id: str, block: str) -> dict[str, str]:
    return {"table": table, "partition_id": partition_id, "block": block}


def _already_inserted(connection: Connection, places: Collection[BlockKey]) -> set[BlockKey | None]:
    found: set[BlockKey | None] = set()
    for table, block in {(table, block) for table, _, block in places}:
        same = (_B.c.table == table) & (_B.c.block == block)
        rows = connection.execute(select(_B.c.partition_id).where(same))
        found |= {(table, row.partition_id, block) for row in rows}
    return found & set(places)


def _trim(connection: Connection, table: str, window: int) -> None:
    """Only the last blocks are remembered."""
    own = _B.c.table == table
    last = select(_B.c.number).where(own).order_by(_B.c.number.desc()).offset(window).limit(1)
    number = connection.scalar(last)
    if number is not None:
        connection.execute(delete(_B).where(own, _B.c.number <= number))


def forget_blocks(store: Store, table: str) -> None:
    """A table that is not to remember any."""
    with store.write() as connection:
        connection.execute(delete(_B).where(_B.c.table == table))
