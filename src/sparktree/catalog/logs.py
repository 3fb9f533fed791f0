"""Logs: query_log, part_log and the like, appended in batches and bounded in length."""

from collections.abc import Sequence

from sqlalchemy import delete, func, insert, select

from sparktree.catalog import schema
from sparktree.catalog.records import LogRow
from sparktree.catalog.store import Locks, Store

KEPT_ROWS = 100_000
_L = schema.logs


class Logs:
    """The rows of every log; of each log the last `kept_rows` are kept."""

    def __init__(self, store: Store, kept_rows: int = KEPT_ROWS) -> None:
        self._store = store
        self._kept_rows = kept_rows

    def append(self, log: str, rows: Sequence[LogRow]) -> None:
        """Add rows in their order, and let go of the oldest."""
        if not rows:
            return
        values = [
            {"log": log, "event_time": row.event_time, "type": row.type, "payload": row.payload}
            for row in rows
        ]
        ids = select(_L.c.id).where(_L.c.log == log).order_by(_L.c.id.desc())
        with self._store.write(durable=False, locks=Locks((f"log/{log}",))) as connection:
            connection.execute(insert(_L), values)
            first_gone = connection.scalar(ids.offset(self._kept_rows).limit(1))
            if first_gone is not None:
                connection.execute(delete(_L).where(_L.c.log == log, _L.c.id <= first_gone))

    def read(
        self, log: str, *, type: str | None = None, since: float | None = None
    ) -> list[LogRow]:
        """The rows in the order in which they were added."""
        wanted = select(_L.c.event_time, _L.c.type, _L.c.payload).where(_L.c.log == log)
        if type is not None:
            wanted = wanted.where(_L.c.type == type)
        if since is not None:
            wanted = wanted.where(_L.c.event_time >= since)
        with self._store.read() as connection:
            return [LogRow(*row) for row in connection.execute(wanted.order_by(_L.c.id))]

    def count(self, log: str) -> int:
        with self._store.read() as connection:
            rows = select(func.count()).select_from(_L).where(_L.c.log == log)
            return connection.scalar(rows) or 0

    def clear(self, log: str) -> None:
        """What TRUNCATE TABLE system.<log> does."""
        with self._store.write(durable=False) as connection:
            connection.execute(delete(_L).where(_L.c.log == log))
