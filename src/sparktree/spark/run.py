"""Running a plan: stages joined by exchanges are one Spark job, broadcast ones run before."""

import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from pyspark import RDD, Broadcast, cloudpickle

from sparktree.disks.disk import Disk
from sparktree.spark import blocks, finishing, internals, spool
from sparktree.spark.blocks import Record
from sparktree.spark.context import ContextState
from sparktree.spark.jobs import JOBS, collect
from sparktree.spark.progress import Report
from sparktree.spark.queries import QUERIES, Query, RunOptions
from sparktree.spark.stages import Aside, Stage, broadcast, buckets, check, exchanged
from sparktree.spark.stopping import Stop
from sparktree.spark.task import StageTask

# Inputs up to this size travel in the task's closure, larger ones as the tasks' data.
_CLOSURE_BYTES = 256 << 10
# A broadcast up to this size travels in the closure too.
_SMALL_BROADCAST = 64 << 10
# What the driver holds of a result at a time, about.
_WAVE_BYTES = 256 << 20


def rows(
    known: ContextState,
    stages: Sequence[Stage],
    options: RunOptions,
    disks: tuple[Disk, ...] = (),
    aside: Aside | None = None,
) -> Iterator[pa.Table]:
    """The rows of the last stage as tables, in the order of its tasks; at least one table.

    Later tasks run while earlier rows are consumed, and only so many at a time as bounds memory.
    `aside` names earlier stages whose rows are wanted too (few: they are held whole).
    """
    for record in _run(known, stages, options, disks, aside):
        yield blocks.decode(spool.content(record))


def sink_results(
    known: ContextState, stages: Sequence[Stage], options: RunOptions, disks: tuple[Disk, ...]
) -> list[bytes]:
    """What the last stage's sink yielded, in the order of its tasks."""
    return [bytes(record.payload) for record in _run(known, stages, options, disks)]


def _run(
    known: ContextState,
    stages: Sequence[Stage],
    options: RunOptions,
    disks: tuple[Disk, ...],
    aside: Aside | None = None,
) -> Iterator[Record]:
    check(stages)
    if not known.is_local:
        require_sendable(*((stage.sink, stage.work) for stage in stages))
    query = Query(options, sum(len(stage.inputs) for stage in stages))
    told = finishing.ExchangeReports()
    with (
        QUERIES.running(query),
        _listening(known, query, told) as number,
        spool.folder(known.files) as folder,
    ):
        yield from _Run(known, stages, query, told, number, folder, disks).result(aside or {})


def require_sendable(*things: Any) -> None:
    """The Error of what cannot be sent to a task; Spark would tell it in words of its own."""
    for one in things:
        cloudpickle.dumps(one)  # type: ignore[no-untyped-call]


@contextmanager
def _listening(known: ContextState, query: Query, told: finishing.ExchangeReports) -> Iterator[int]:
    def listen(report: Report) -> None:
        if report.sent is not None:
            told.add(report.sent)
        query.report(report)

    reports = known.reports
    number = reports.listen(listen)
    try:
        yield number
    finally:
        reports.forget(number)


class _Run:
    """One run of a plan."""

    def __init__(
        self,
        known: ContextState,
        stages: Sequence[Stage],
        query: Query,
        told: finishing.ExchangeReports,
        number: int,
        folder: str,
        disks: tuple[Disk, ...],
    ) -> None:
        self._known = known
        self._told = told
        self._few = query.options.few
        self._sources = finishing.sources(stages) if self._few else {}
        self._context = known.context
        self._stages = stages
        self._query = query
        self._number = number
        self._folder = folder
        self._disks = disks
        self._memory = query.options.memory or known.task_memory
        self._group = JOBS.group(query.options.query_id)
        self._pool = query.options.pool
        self._rdds: dict[int, RDD[bytes]] = {}
        self._exchanges: dict[int, Any] = {}
        self._shuffle = known.shuffle
        self._whole: dict[int, list[bytes] | Broadcast[list[bytes]]] = {}
        self._shipped = {one for stage in stages for one in broadcast(stage)}

    def result(self, aside: Aside) -> Iterator[Record]:
        """The records of the last stage, after the rows that are wanted aside."""
        try:
            for source in sorted(self._shipped):
                self._whole[source] = self._ship(source)
            for source in aside:
                found = [blocks.decode(spool.content(r)) for r in self._records(source)]
                aside[source] = pa.concat_tables(found)
            yield from self._records(len(self._stages) - 1)
        finally:
            for shipped in self._whole.values():
                if isinstance(shipped, Broadcast):
                    shipped.destroy(blocking=False)

    def _stop(self) -> Stop | None:
        stop = self._query.options.stop
        return stop if stop is None or self._known.is_local else stop.sent_elsewhere()

    def _ship(self, stage: int) -> "list[bytes] | Broadcast[list[bytes]]":
        """The stage's whole output, ready to be sent to every task that reads it."""
        whole = [bytes(record.payload) for record in self._records(stage)]
        if sum(map(len, whole)) <= _SMALL_BROADCAST:
            return whole
        return self._context.broadcast(whole)

    def _records(self, stage: int) -> Iterator[Record]:
        """The records of a stage, made here or by tasks."""
        yield from self._here(stage) or self._waves(stage)

    def _here(self, index: int) -> Iterator[Record] | None:
        """The records of a stage that gets few rows; None if its tasks have to make them."""
        if index not in self._sources:
            return None
        arrived = self._arrived(self._sources[index])
        if arrived is None:
            return None
        return finishing.finished(index, self._stages[index], arrived, self._query)

    def _arrived(self, source: int) -> list[Record] | None:
        """All that a stage sends into its exchange, if it is little; the exchange is written."""
        made = self._here(source)
        if made is not None:
            kept, size = [], 0
            for record in made:
                kept.append(record)
                size += len(record.payload)
                if size > self._few:
                    return None
            return kept
        job = JOBS.submit(
            self._context,
            self._group,
            self._pool,
            lambda: self._shuffle.write(self._context, self._exchange(source), self._known.wait),
        )
        self._query.wait(job, self._cancel)
        return self._told.take(source, len(self._stages[source].inputs))

    def _waves(self, stage: int) -> Iterator[Record]:
        """The records of a stage, wave by wave; the next wave runs while one is consumed."""
        tasks, least = len(self._stages[stage].inputs), 2 * self._known.parallelism()
        start, end = 0, min(least, tasks)
        job = self._submit(stage, start, end)
        try:
            while start < tasks:
                arrived = self._query.wait(job, self._cancel)
                records = [blocks.checked(one) for one in arrived]
                average = sum(map(spool.size, records)) // (end - start) + 1
                start, end = end, min(end + max(_WAVE_BYTES // average, least), tasks)
                if start < tasks:
                    job = self._submit(stage, start, end)
                for record in records:
                    yield record
                    self._query.check()
                spool.forget(records)
        finally:
            if not job.done():
                self._cancel()

    def _submit(self, stage: int, start: int, end: int) -> "Future[list[bytes]]":
        def job() -> list[bytes]:
            partitions = range(start, end)
            whole = len(partitions) == len(self._stages[stage].inputs)
            return collect(self._rdd(stage), None if whole else partitions)

        return JOBS.submit(self._context, self._group, self._pool, job)

    def _cancel(self) -> None:
        self._known.cancel(self._group)

    def _rdd(self, stage: int) -> "RDD[bytes]":
        """The records of a stage; bytes as they are on their way to the driver."""
        if stage not in self._rdds:
            self._rdds[stage] = internals.as_they_are(self._tasks(stage))
        return self._rdds[stage]

    def _tasks(self, index: int) -> "RDD[bytes]":
        stage = self._stages[index]
        inputs = tuple(pickle.dumps(dict(task)) for task in stage.inputs)
        sources = exchanged(stage)
        if sources:
            data = self._shuffle.received(self._context, [self._exchange(one) for one in sources])
            task = self._task(index, inputs)
        elif sum(map(len, inputs)) <= _CLOSURE_BYTES:
            data, task = self._known.empty(len(inputs)), self._task(index, inputs)
        else:
            data, task = self._context.parallelize(inputs, len(inputs)), self._task(index, None)
        return data.mapPartitionsWithIndex(task)

    def _exchange(self, index: int) -> Any:
        """The stage's output by bucket; made once, however many stages read it."""
        if index not in self._exchanges:
            count = buckets(self._stages[index])
            self._exchanges[index] = self._shuffle.shuffled(
                self._context, self._tasks(index), count
            )
        return self._exchanges[index]

    def _task(self, index: int, inputs: tuple[bytes, ...] | None) -> StageTask:
        stage = self._stages[index]
        return StageTask(
            run=self._number,
            index=index,
            sql=stage.sql,
            inputs=inputs,
            output=stage.output,
            sink=stage.sink,
            work=stage.work,
            setup=stage.setup,
            unreduced=stage.unreduced,
            memory=self._memory,
            exchanges=bool(exchanged(stage)),
            broadcast={one: self._whole[one] for one in broadcast(stage)},
            folder="" if index in self._shipped else self._folder,
            room=self._known.result_room,
            reports=self._known.reports.accumulator,
            disks=self._disks,
            told=finishing.task_bytes(self._few, len(stage.inputs))
            if index in self._sources.values()
            else 0,
            stop=self._stop(),
            most=self._query.options.most if index == len(self._stages) - 1 else None,
        )
