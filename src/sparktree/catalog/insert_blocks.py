"""The blocks that were inserted lately: what was inserted before is not inserted again."""

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from sparktree.catalog import schema
from sparktree.catalog.records import Part, Swap, Window
from sparktree.catalog.store import Store
from sparktree.errors import Code, Error

_B = schema.insert_blocks
_MOST_NAMES = 500  # in one question


def new_parts(connection: Connection, swap: Swap, now: float) -> list[Part]:
    """The parts to activate but for those of known blocks; their blocks are remembered.

    The tables' rows are locked by now, so that two inserts of one block follow each other.
    """
    for table in swap.forget:
        connection.execute(delete(_B).where(_B.c.table == table))
    for table, partition_id in swap.drop:
        gone = (_B.c.table == table) & (_B.c.partition_id == partition_id)
        connection.execute(delete(_B).where(gone))
    places = {
        part.uuid: _block_keys(part, swap) for part in swap.activate if part.uuid in swap.blocks
    }
    for table, window in swap.windows.items():
        _forget_old(connection, table, window, now)
    known = _already_inserted(connection, {place for own in places.values() for place in own})
    if any(known.intersection(own) and not known.issuperset(own) for own in places.values()):
        raise Error(Code.INSERT_WAS_DEDUPLICATED, "Some of the blocks were inserted before.")
    fresh = dict.fromkeys(p for own in places.values() for p in own if p not in known)
    if fresh:
        connection.execute(insert(_B), [_row(*place, now) for place in fresh])
        for table in {table for table, _, _ in fresh}:
            _trim(connection, table, swap.windows[table].blocks)
    doubled = {uuid for uuid, own in places.items() if known.intersection(own)}
    return [part for part in swap.activate if part.uuid not in doubled]


BlockKey = tuple[str, str, str]


def _block_keys(part: Part, swap: Swap) -> list[BlockKey]:
    return [(part.table, part.partition_id, block) for block in swap.blocks[part.uuid]]


def _row(table: str, partition_id: str, block: str, now: float) -> dict[str, object]:
    return {"table": table, "partition_id": partition_id, "block": block, "created": now}


def _already_inserted(connection: Connection, places: Collection[BlockKey]) -> set[BlockKey]:
    found: set[BlockKey] = set()
    for table in {table for table, _, _ in places}:
        blocks = sorted({block for of, _, block in places if of == table})
        for first in range(0, len(blocks), _MOST_NAMES):
            same = (_B.c.table == table) & _B.c.block.in_(blocks[first : first + _MOST_NAMES])
            rows = connection.execute(select(_B.c.partition_id, _B.c.block).where(same))
            found |= {(table, row.partition_id, row.block) for row in rows}
    return found & set(places)


def _forget_old(connection: Connection, table: str, window: Window, now: float) -> None:
    """Blocks that were inserted too long ago are not known any more."""
    if window.seconds is not None:
        old = _B.c.created < now - window.seconds
        connection.execute(delete(_B).where(_B.c.table == table, old))


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
