"""Mutations in the background: one after the other, each over all parts older than it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from functools import partial

from sparktree.background.merges import claim, part_key
from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import Mutation, Part, PartState
from sparktree.engines.faults import reach
from sparktree.engines.mutations.applying import Applying
from sparktree.engines.mutations.commands import from_text
from sparktree.engines.mutations.committing import commit_mutated, running_mutations
from sparktree.engines.mutations.preparing import Prepared, prepare
from sparktree.engines.part_log import log_part
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
            _Running(services, mutation, cancellation).run()
    finally:
        services.catalog.leases.release(lease)


class _Running:
    """One mutation, until no older part is left."""

    def __init__(self, services: Services, mutation: Mutation, cancellation: Cancellation) -> None:
        self.services = services
        self.catalog = services.catalog
        self.mutation = mutation
        self.cancellation = cancellation

    def run(self) -> None:
        """Batch after batch; a part that a merge took meanwhile comes again as another one."""
        while self.catalog.mutations.find(self.mutation.table, self.mutation.id) is not None:
            self._check()
            if free := self._free():
                self._batch(free[: _PARTS_AT_ONCE * self.services.spark.expected_parallelism()])
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

    def _free(self) -> list[Part]:
        """Those of the older parts that nobody else works on."""
        active = self._older((PartState.ACTIVE,))
        taken = {key for lease in self.catalog.leases.all() for key in lease.keys}
        return [part for part in active if part_key(part) not in taken]

    def _batch(self, parts: list[Part]) -> None:
        try:
            self._apply(parts)
        except Exception as failure:  # recorded with the mutation and shown
            error = failure if isinstance(failure, Error) else _internal(failure)
            self.cancellation.check()
            if error.code == Code.ABORTED:
                return
            if len(parts) == 1:
                self.catalog.mutations.record_failure(self.mutation, parts[0].name, error)
                raise error from failure
            for part in parts:  # to learn which of them fails; the others are done
                self._batch([part])

    def _apply(self, parts: list[Part]) -> None:
        prepared = self._prepared()
        lease = claim(self.services, parts)
        if lease is None:
            return
        number, began = self.mutation.number, time.time()
        applying = Applying(self.services, prepared, self.cancellation.watch)
        try:
            with (
                self.catalog.snapshot(self.mutation.table),
                running_mutations(self.services, prepared.record, parts, number),
            ):
                reach("mutation_before_write")
                made = applying.run(parts)
                reach("mutation_after_write")
                self._check()
                new = commit_mutated(self.services, parts, made, number, lease)
        finally:
            applying.sweep()
            self.catalog.leases.release(lease)
        for part, source in zip(new, parts, strict=True):
            log_part(self.services, "MutatePart", prepared.record, part, [source], began=began)

    def _prepared(self) -> Prepared:
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


def _internal(failure: Exception) -> Error:
    return Error(Code.LOGICAL_ERROR, f"{type(failure).__name__}: {failure}.")
