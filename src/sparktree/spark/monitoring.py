"""What Spark tells of its stages and executors at this moment; nothing of it starts Spark."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sparktree.loading import load

# As jobs are grouped (`spark/jobs.py`): one group for each run of a query.
_GROUP = re.compile(r"sparktree-(?P<query>.*)-\d+")


@dataclass(frozen=True, slots=True)
class StageState:
    """A stage that runs, and the query that it is for."""

    query_id: str
    stage: int
    attempt: int
    name: str
    tasks: int
    completed: int
    active: int
    failed: int


@dataclass(frozen=True, slots=True)
class ExecutorState:
    """An executor, or the driver."""

    executor_id: str
    address: str
    cores: int
    active: int
    completed: int
    failed: int
    memory: int  # bytes for what Spark keeps
    used: int
    shuffle_read: int
    shuffle_written: int
    is_active: bool


def stages() -> Iterator[StageState]:
    """The stages of our jobs that run now."""
    store = _store()
    if store is None:
        return
    try:
        for job in _each(store.jobsList(None)):
            group = job.jobGroup()
            found = _GROUP.fullmatch(group.get()) if group.isDefined() else None
            if found is None or job.status().name() != "RUNNING":
                continue
            for stage in map(int, str(job.stageIds().mkString(",")).split(",")):
                data = store.lastStageAttempt(stage)
                if data.status().name() == "ACTIVE":
                    yield _stage(found["query"], data)
    except _failures():
        return  # a context that ends meanwhile runs nothing any more


def executors() -> Iterator[ExecutorState]:
    """The executors of the context, the driver among them."""
    store = _store()
    if store is None:
        return
    try:
        for one in _each(store.executorList(False)):
            yield ExecutorState(
                one.id(), one.hostPort(), one.totalCores(), one.activeTasks(), one.completedTasks(),
                one.failedTasks(), one.maxMemory(), one.memoryUsed(), one.totalShuffleRead(),
                one.totalShuffleWrite(), one.isActive(),
            )  # fmt: skip
    except _failures():
        return


def _stage(query_id: str, data: Any) -> StageState:
    return StageState(
        query_id, data.stageId(), data.attemptId(), data.name(), data.numTasks(),
        data.numCompleteTasks(), data.numActiveTasks(), data.numFailedTasks(),
    )  # fmt: skip


def _store() -> Any:
    """What Spark's own page reads; None where Spark does not run."""
    if "pyspark" not in sys.modules:  # it takes its time, and system tables are for all queries
        return None
    internals = load("sparktree.spark.internals")
    context = internals.active_context()
    return internals.status_store(context) if context is not None else None


def _failures() -> tuple[type[BaseException], ...]:
    """How calls of Spark fail."""
    failures: tuple[type[BaseException], ...] = load("sparktree.spark.failures").SPARK_FAILURES
    return failures


def _each(found: Any) -> Iterator[Any]:
    """The elements of a sequence of Scala's."""
    steps = found.iterator()
    while steps.hasNext():
        yield steps.next()
