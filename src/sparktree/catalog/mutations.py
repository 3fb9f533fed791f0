"""Mutations: what ALTER UPDATE, DELETE and the like still have to do to the parts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, insert, select, update

from sparktree.catalog import schema
from sparktree.catalog.parts import take_blocks
from sparktree.catalog.records import Mutation
from sparktree.catalog.store import Store, values_of
from sparktree.errors import Code, Error

_M = schema.mutations

_SETTLED = 1.0  # seconds


class Mutations:
    """The mutations of all tables, oldest first."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    def add(self, table: str, command: str, block_numbers: str = "{}") -> Mutation:
        """A new mutation; its number is the table's next block number, which names it too."""
        with self._store.write() as connection:
            number = take_blocks(connection, table, 1)
            mutation = Mutation(
                table=table,
                id=f"mutation_{number}.txt",
                command=command,
                number=number,
                block_numbers=block_numbers,
                created=self._clock(),
            )
            connection.execute(insert(_M), values_of(mutation))
        return mutation

    def take_number(self, table: str) -> int:
        """The number of a change of rows that is not kept as a mutation."""
        with self._store.write() as connection:
            return take_blocks(connection, table, 1)

    def all(self, table: str | None = None, *, is_done: bool | None = None) -> list[Mutation]:
        """The mutations by number, of one table or of all, finished or not."""
        wanted = select(_M).order_by(_M.c.table, _M.c.number)
        if table is not None:
            wanted = wanted.where(_M.c.table == table)
        if is_done is not None:
            wanted = wanted.where(_M.c.is_done == is_done)
        with self._store.read() as connection:
            return [Mutation(**row._mapping) for row in connection.execute(wanted)]

    def find(self, table: str, id: str) -> Mutation | None:
        """The mutation of that id, if it was not killed."""
        same = (_M.c.table == table) & (_M.c.id == id)
        with self._store.read() as connection:
            row = connection.execute(select(_M).where(same)).one_or_none()
            return Mutation(**row._mapping) if row else None

    def finish(self, mutation: Mutation) -> Mutation:
        return self._change(replace(mutation, is_done=True))

    def kill(self, mutation: Mutation) -> None:
        """Forget the mutation; parts that it reached stay as they are."""
        with self._store.write() as connection:
            connection.execute(delete(_M).where(_same(mutation)))

    def has_forgettable(self, table: str, keep: int) -> bool:
        """Whether `forget` would find any."""
        with self._store.read() as connection:
            return connection.execute(self._forgettable(table, keep).limit(1)).first() is not None

    def forget(self, table: str, keep: int) -> None:
        """Forget finished mutations, but for so many of the last ones."""
        old = self._forgettable(table, keep).scalar_subquery()
        with self._store.write() as connection:
            connection.execute(delete(_M).where((_M.c.table == table) & _M.c.number.in_(old)))

    def _forgettable(self, table: str, keep: int) -> Select[tuple[int]]:
        """Their numbers. Statements that wait see a mutation end before it can be among them."""
        done = (_M.c.table == table) & _M.c.is_done
        newest = select(_M.c.number).where(done).order_by(_M.c.number.desc())
        last = newest.offset(keep).limit(1).scalar_subquery()
        settled = _M.c.created < self._clock() - _SETTLED
        return select(_M.c.number).where(done, settled, _M.c.number <= last)

    def record_failure(self, mutation: Mutation, part: str, error: Error) -> Mutation:
        """Why the mutation did not get past a part; the mutation stays to be tried again."""
        failed = replace(
            mutation,
            latest_failed_part=part,
            latest_fail_time=self._clock(),
            latest_fail_reason=str(error),
            latest_fail_error_code_name=error.name,
        )
        return self._change(failed)

    def _change(self, mutation: Mutation) -> Mutation:
        values = values_of(mutation)
        new = {name: value for name, value in values.items() if name not in ("table", "id")}
        with self._store.write() as connection:
            if not connection.execute(update(_M).where(_same(mutation)).values(new)).rowcount:
                raise Error(Code.BAD_ARGUMENTS, f"Mutation {mutation.id} does not exist.")
        return mutation


def _same(mutation: Mutation) -> ColumnElement[Any]:
    return (_M.c.table == mutation.table) & (_M.c.id == mutation.id)
