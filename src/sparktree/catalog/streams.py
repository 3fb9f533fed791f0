"""Streams that write into tables and read them: how far they have come, and may come."""

from sqlalchemy import Connection, exists, func, insert, select, update

from sparktree.catalog import schema
from sparktree.catalog.records import Epoch, PartState
from sparktree.catalog.tables import living_table
from sparktree.parts.name import PATCH

_E = schema.stream_epochs
_P = schema.parts
_Known = schema.parts.alias()
_THERE = (PartState.ACTIVE, PartState.OUTDATED, PartState.DELETING)


def advance(connection: Connection, epoch: Epoch) -> bool:
    """The stream has come as far as the epoch; False if it had before."""
    own = (_E.c.table == epoch.table) & (_E.c.stream == epoch.stream)
    earlier = update(_E).where(own, _E.c.epoch < epoch.number).values(epoch=epoch.number)
    if connection.execute(earlier).rowcount:
        return True
    if connection.scalar(select(_E.c.epoch).where(own)) is not None:
        return False
    living_table(connection, epoch.table)
    values = {"table": epoch.table, "stream": epoch.stream, "epoch": epoch.number}
    connection.execute(insert(_E), values)  # of two at once the key lets one through
    return True


def settled_block(connection: Connection, table: str) -> int:
    """The last block number up to which no INSERT is on its way any more."""
    last = living_table(connection, table).last_block  # first: what comes later has later blocks
    block = _P.c.min_block
    same = (_Known.c.table == table) & (_Known.c.partition_id == _P.c.partition_id)
    around = (_Known.c.min_block <= block) & (_Known.c.max_block >= block)
    # What is made of parts that are there (merged, mutated) has their blocks.
    derived = exists().where(same, around, _Known.c.state.in_(_THERE))
    waiting = (_P.c.table == table) & (_P.c.state == PartState.PRE_ACTIVE) & ~derived
    new = ~_P.c.partition_id.like(f"{PATCH}%") & (_P.c.min_block == _P.c.max_block)
    first = connection.scalar(select(func.min(block)).where(waiting, new))
    return last if first is None else min(last, first - 1)
