"""Mutations in the background: one after the other, each over all parts older than it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from functools import partial

from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import Lease, Mutation, Part, PartState
from sparktree.engines.mutations.applying import Applying
from sparktree.engines.mutations.commands import from_text
from sparktree.engines.mutations.committing import commit_mutated
from sparktree.engines.mutations.preparing import Prepared, prepare
from sparktree.engines.services import Services
from sparktree.errors import Code, Error

MUTATIONS_TASK = "mutations"
_PARTS_AT_ONCE = 4  # for each core
_PAUSE = 0.02


def mutations(services: Services, table: str, _free: Mapping[Pool, int]) -> Iterator[Task]:
    """A task if the table has mutations to do."""
    if services.blockers.stopped("MERGES", table):
        return
    if services.catalog.mutations.all(table, is_done=False):
        run = partial(_run_all, services, table)
        yield Task(Pool.MERGES_MUTATIONS, table, MUTATIONS_TASK, run)


def _run_all(services: Services, table: str, cancellation: Cancellation) -> None:
    lease = services.catalog.leases.try_acquire([f"mutations/{table}"], "mutations")
    if lease is None:  # another process is at it
        time.sleep(_PAUSE)
        return
    try:
        for mutation in services.catalog.mutations.all(table, is_done=False):
            _Running(services, mutation, cancellation, lease).run()
    finally:
        services.catalog.leases.release(lease)


class _Running:
    """One mutation, until no older part is left."""

    def __init__(
        self, services: Services, mutation: Mutation, cancellation: Cancellation, lease: Lease
    ) -> None:
        self.services = services
        self.catalog = services.catalog
        self.mutation = mutation
        self.cancellation = cancellation
        self.lease = lease

    def run(self) -> None:
        """Batch after batch; a part that a merge took meanwhile comes again as another one."""
        while self.catalog.mutations.find(self.mutation.table, self.mutation.id) is not None:
            self._check()
            active = self._older((PartState.ACTIVE,))
            if active:
                self._batch(active[: _PARTS_AT_ONCE * self.services.spark.expected_parallelism()])
            elif self._older((PartState.ACTIVE, PartState.PRE_ACTIVE)):
                time.sleep(_PAUSE)  # an insert or a merge that began before is about to commit
            else:
                self.catalog.mutations.finish(self.mutation)
                break
        self.services.prepared.pop((self.mutation.table, self.mutation.id), None)

    def _check(self) -> None:
        self.cancellation.check()
        if self.services.blockers.stopped("MERGES", self.mutation.table):
            raise Error(Code.ABORTED, "Cancelled mutating parts")

    def _older(self, states: tuple[PartState, ...]) -> list[Part]:
        """Parts whose data is from before the mutation."""
        parts = self.catalog.parts.all(self.mutation.table, states)
        return [p for p in parts if (p.mutation or p.min_block) < self.mutation.number]

    def _batch(self, parts: list[Part]) -> None:
        try:
            self._apply(parts)
        except Error as error:
            self.cancellation.check()
            if error.code == Code.ABORTED:
                return
            if len(parts) == 1:
                self.catalog.mutations.record_failure(self.mutation, parts[0].name, error)
                raise
            for part in parts:  # to learn which of them fails; the others are done
                self._batch([part])

    def _apply(self, parts: list[Part]) -> None:
        applying = Applying(self.services, self._prepared(parts), self.cancellation.watch)
        with self.catalog.snapshot(self.mutation.table):
            try:
                made = applying.run(parts)
                commit_mutated(self.services, parts, made, self.mutation.number, self.lease)
            finally:
                applying.sweep()

    def _prepared(self, parts: list[Part]) -> Prepared:
        """The mutation analysed for the table as it is now; its subqueries are computed once."""
        key = (self.mutation.table, self.mutation.id)
        record = self.catalog.tables.find_uuid(self.mutation.table)
        if record is None:
            raise Error(Code.ABORTED, "The table was dropped.")
        known = self.services.prepared.get(key)
        if known is None or known.record.metadata_version != record.metadata_version:
            environment = self.services.environment(record.database)
            known = prepare(record, from_text(self.mutation.command), environment)
            self.services.prepared[key] = known
        return known
