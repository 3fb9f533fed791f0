"""Threads that run Spark jobs, so that whoever waits for one can be interrupted."""

import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from pyspark import RDD, SparkContext

from sparktree.spark import failures, internals

T = TypeVar("T")
_MOST_JOBS = 256


class Jobs:
    """A pool of job threads; each keeps its connection to the JVM and its scheduler pool."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_MOST_JOBS, thread_name_prefix="sparktree-job")
        self._local = threading.local()
        self._groups = itertools.count()
        self._lock = threading.Lock()
        self._pools: set[tuple[SparkContext, str]] = set()  # those that Spark knows
        self.lost: SparkContext | None = None  # whose JVM did not answer

    def group(self, query_id: str) -> str:
        """A name for the jobs of one run, by which they are cancelled."""
        return f"sparktree-{query_id}-{next(self._groups)}"

    def submit(
        self, context: SparkContext, group: str, pool: str, job: Callable[[], T]
    ) -> "Future[T]":
        """Run the job under the group's name, in a scheduler pool, in a thread of ours."""
        return self._pool.submit(self._run, context, group, pool, job)

    def _run(self, context: SparkContext, group: str, pool: str, job: Callable[[], T]) -> T:
        try:
            self._share_fairly(context, pool)
            context.setJobGroup(group, "sparktree", interruptOnCancel=True)
            return job()
        except failures.SPARK_FAILURES as failure:
            if failures.is_gone(failure):
                self.lost = context
            raise failures.in_spark(failure) from failure

    def _share_fairly(self, context: SparkContext, pool: str) -> None:
        """Pools share Spark's slots, and the jobs of a pool its share: a small query need not wait
        for a large one, nor one user for the many queries of another."""
        name = f"sparktree {pool}"
        if getattr(self._local, "pool", None) == (context, name):
            return
        with self._lock:
            if (context, name) not in self._pools:
                self._pools = {known for known in self._pools if known[0] is context}
                internals.fair_pool(context, name)
                self._pools.add((context, name))
        context.setLocalProperty("spark.scheduler.pool", name)
        self._local.pool = (context, name)


JOBS = Jobs()


def cancel(context: SparkContext, group: str) -> None:
    """Stop the group's jobs, also those that Spark is yet to hear of."""
    if not internals.is_running(context):
        return  # a context that has ended runs nothing any more
    try:
        internals.cancel_group(context, group)
    except failures.SPARK_FAILURES as failure:
        if failures.is_gone(failure):
            return  # nor does a JVM that is gone
        if not internals.is_stopped(context):
            raise failures.in_spark(failure) from failure


def collect(rdd: "RDD[bytes]", partitions: Sequence[int] | None) -> list[bytes]:
    """The records of the partitions, in their order; of all when None."""
    if partitions is None:
        return rdd.collect()
    return rdd.context.runJob(rdd, _as_they_are, partitions)


def _as_they_are(records: Any) -> Any:
    return records
