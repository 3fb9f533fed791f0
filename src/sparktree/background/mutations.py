"""Mutations in the background: one after the other, each over all parts older than it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sparktree.background.merge_run import claim
from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import Lease, Mutation, Part, PartState, Table
from sparktree.engines.jobs.partition_keys import lock_key, part_key, place_of
from sparktree.engines.mutations.applying import Applying
from sparktree.engines.mutations.commands import from_text
from sparktree.engines.mutations.committing import commit_mutated, running_mutations
from sparktree.engines.mutations.preparing import Prepared, prepare
from sparktree.engines.services import Services
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_log import log_part
from sparktree.errors import Code, Error

MUTATIONS_TASK = "mutations"
_PARTS_AT_ONCE = 4  # for each core
_PAUSE = 0.02


def mutations(services: Services, table: str, _free: Mapping[Pool, int]) -> Iterator[Task]:
    """A task if the table has mutations to do."""
    if services.jobs.blockers.stopped("MERGES", table):
        return
    if services.catalog.leases.holders([_key(table)]):
        return  # some process is at it; when it ends there is another question
    if services.catalog.mutations.all(table, is_done=False):
        run = partial(_run_all, services, table)
        yield Task(Pool.MERGES_MUTATIONS, table, MUTATIONS_TASK, run)


def _key(table: str) -> str:
    """The lease of the one process that runs the table's mutations."""
    return f"mutations/{table}"


def _run_all(services: Services, table: str, cancellation: Cancellation) -> None:
    lease = services.catalog.leases.try_acquire([_key(table)], "mutations")
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
        self.interrupted = False
        self.failed: list[Applying] = []

    def run(self) -> None:
        """Until all is done, or a part fails."""
        try:
            self._run()
        finally:
            # Tasks end a while after their job was cancelled, and may have written on.
            for applying in self.failed:
                applying.sweep()

    def _run(self) -> None:
        """Batch after batch; a part that a merge took meanwhile comes again as another one."""
        while self.catalog.mutations.find(self.mutation.table, self.mutation.id) is not None:
            self._check()
            if free := self._free():
                self._batch(self._some(free))
            elif self._older((PartState.ACTIVE, PartState.PRE_ACTIVE)):
                time.sleep(_PAUSE)  # an insert or a merge that began before is about to commit
            else:
                self.catalog.mutations.finish(self.mutation)
                break
        self.services.prepared.pop((self.mutation.table, self.mutation.id), None)

    def _check(self) -> None:
        self.cancellation.check()
        if self.services.jobs.blockers.stopped("MERGES", self.mutation.table):
            raise Error(Code.ABORTED, "Cancelled mutating parts")

    def _older(self, states: tuple[PartState, ...]) -> list[Part]:
        """Parts whose data is from before the mutation."""
        parts = self.catalog.parts.all(self.mutation.table, states)
        return [p for p in parts if (p.mutation or p.min_block) < self.mutation.number]

    def _free(self) -> list[Part]:
        """Those of the older parts that nobody else works on."""
        active = self._older((PartState.ACTIVE,))
        taken = {key for lease in self.catalog.leases.all() for key in lease.keys}
        return [p for p in active if taken.isdisjoint({part_key(p), lock_key(place_of(p))})]

    def _some(self, free: list[Part]) -> list[Part]:
        """The next batch; once an operation on a partition broke in, only of one partition."""
        if self.interrupted:
            free = [part for part in free if part.partition_id == free[0].partition_id]
        return free[: _PARTS_AT_ONCE * self.services.spark.expected_parallelism()]

    def _batch(self, parts: list[Part]) -> None:
        interrupt = Cancellation()
        try:
            self._apply(parts, interrupt)
        except Exception as failure:  # recorded with the mutation and shown
            error = failure if isinstance(failure, Error) else _internal(failure)
            self.cancellation.check()
            if interrupt.cancelled:
                self.interrupted = True
                return
            if error.code == Code.ABORTED:
                return
            if len(parts) == 1:
                self.catalog.mutations.record_failure(self.mutation, parts[0].name, error)
                raise error from failure
            for part in parts:  # to learn which of them fails; the others are done
                self._batch([part])

    def _apply(self, parts: list[Part], interrupt: Cancellation) -> None:
        prepared = self._prepared()
        lease = claim(self.services, parts)
        if lease is None:
            return
        began = time.time()
        places = {place_of(part) for part in parts}
        try:
            with (
                self.catalog.snapshot(self.mutation.table) as snapshot,
                self.services.jobs.on_partitions.running(places, interrupt.cancel),
                running_mutations(
                    self.services.storage,
                    self.services.jobs,
                    prepared.record,
                    parts,
                    self.mutation.number,
                ),
            ):
                new = self._rewritten(prepared, parts, snapshot.patches, lease, interrupt)
        except Error:
            if interrupt.cancelled:
                error = Error(Code.ABORTED, "Cancelled mutating parts")
                self._log(prepared.record, parts, parts, began, error)
            raise
        finally:
            self.catalog.leases.release(lease)
        self._log(prepared.record, new, parts, began)

    def _rewritten(
        self,
        prepared: Prepared,
        parts: list[Part],
        patches: Sequence[Part],
        lease: Lease,
        interrupt: Cancellation,
    ) -> list[Part]:
        """The parts that come in the place of the others."""

        def watch(query_id: str) -> None:
            self.cancellation.watch(query_id)
            interrupt.watch(query_id)

        number = self.mutation.number
        applying = Applying(self.services.storage, prepared, watch, patches, number)
        try:
            reach("mutation_before_write")
            made = applying.run(parts)
            reach("mutation_after_write")
            self._check()
            interrupt.check()
            return commit_mutated(self.services.storage, parts, made, number, lease, patches)
        except BaseException:
            self.failed.append(applying)
            raise
        finally:
            applying.sweep()

    def _log(
        self,
        record: Table,
        new: Sequence[Part],
        sources: Sequence[Part],
        began: float,
        error: Error | None = None,
    ) -> None:
        for part, source in zip(new, sources, strict=True):
            log_part(
                self.services.storage,
                self.services.journal,
                "MutatePart",
                record,
                part,
                [source],
                began=began,
                error=error,
            )

    def _prepared(self) -> Prepared:
        """The mutation analysed for the table as it is now; its subqueries are computed once."""
        key = (self.mutation.table, self.mutation.id)
        record = self.catalog.tables.find_uuid(self.mutation.table)
        if record is None:
            raise Error(Code.ABORTED, "The table was dropped.")
        known = self.services.prepared.get(key)
        if known is None or known.record.metadata_version != record.metadata_version:
            environment = self.services.jobs.environment(record.database)
            known = prepare(record, from_text(self.mutation.command), environment)
            self.services.prepared[key] = known
        return known


def _internal(failure: Exception) -> Error:
    return Error(Code.LOGICAL_ERROR, f"{type(failure).__name__}: {failure}.")
