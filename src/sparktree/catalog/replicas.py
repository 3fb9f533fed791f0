"""What the servers over one catalog call themselves: the macros of their configurations."""

import json
from collections.abc import Callable, Collection, Mapping

from sqlalchemy import delete, insert, select

from sparktree.catalog import schema
from sparktree.catalog.store import Store

_M = schema.owner_macros
Macros = Mapping[str, str]


class Replicas:
    """The macros of every opened catalog that lives."""

    def __init__(self, store: Store, owner: str, live: Callable[[], Collection[str]]) -> None:
        self._store = store
        self._owner = owner
        self._live = live
        self._own: Macros | None = None

    def announce(self, macros: Macros) -> None:
        """Tell the others what this server calls itself."""
        self._own = dict(macros)
        self.announce_again()

    def announce_again(self) -> None:
        """The same, after the others took this server for dead."""
        if self._own is None:
            return
        row = {"owner": self._owner, "macros": json.dumps(self._own)}
        with self._store.write(durable=False) as connection:
            connection.execute(delete(_M).where(_M.c.owner == self._owner))
            connection.execute(insert(_M), row)

    def live(self) -> list[Macros]:
        """The macros of all servers that live, this one's first."""
        live = self._live()
        with self._store.read() as connection:
            rows = connection.execute(select(_M).where(_M.c.owner != self._owner)).all()
        others = [json.loads(row.macros) for row in rows if row.owner in live]
        return [*([self._own] if self._own is not None else []), *others]
