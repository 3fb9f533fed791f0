"""The process's Spark session: the user's own, or one that we build when it is first needed."""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pyspark import RDD, SparkConf, SparkContext
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from sparktree.errors import not_implemented
from sparktree.spark.configuration import DEFAULTS, task_memory
from sparktree.spark.java import find_java
from sparktree.spark.launch import launch
from sparktree.spark.reports import Reports


class _Known:
    """What we keep about a context, as asking the JVM takes its time."""

    def __init__(self, context: SparkContext) -> None:
        self.context = context
        self.reports = Reports(context)
        self.empty: dict[int, RDD[Any]] = {}
        conf = dict(context.getConf().getAll())
        self._cpus = int(conf.get("spark.task.cpus", "1"))
        self._local = context.master.startswith("local")
        self._parallelism = self._count()
        self.task_memory = task_memory(conf, self._parallelism)

    def parallelism(self) -> int:
        """A cluster may grow and shrink; a local session does not."""
        return self._parallelism if self._local else self._count()

    def _count(self) -> int:
        return max(self.context.defaultParallelism // self._cpus, 1)


class _Shared:
    """What all handles of the process have in common."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.context: SparkContext | None = None
        self.built = False
        self.handles = 0
        self._known: _Known | None = None

    def get(self, conf: Mapping[str, str]) -> SparkContext:
        """The active context of the process, else a new one."""
        with self.lock:
            if self.context is None or self.context._jsc is None:
                active = SparkContext._active_spark_context
                self.context = active or _build({**DEFAULTS, **conf})
                self.built = active is None
            return self.context

    def known(self, context: SparkContext) -> _Known:
        with self.lock:
            if self._known is None or self._known.context is not context:
                self._known = _Known(context)
            return self._known

    def stop(self) -> None:
        with self.lock:
            if self.context is not None and self.built:
                self.context.stop()
            self.context, self.built, self._known = None, False, None


_SHARED = _Shared()


class SparkHandle:
    """One engine's hold on Spark; nothing starts before something is asked for.

    Engines of a process share the session. One that we built lives until the process ends or
    `stop_spark()`; one that the user passed is never stopped.
    """

    def __init__(
        self, spark: SparkSession | None = None, conf: Mapping[str, str] | None = None
    ) -> None:
        if spark is not None and not isinstance(spark, SparkSession):
            raise not_implemented("A Spark Connect session cannot run tables: pass a classic one.")
        self._spark = spark
        self._conf = dict(conf or {})
        self._closed = False
        with _SHARED.lock:
            _SHARED.handles += 1

    def context(self) -> SparkContext:
        """The Spark context, started if need be."""
        if self._spark is not None:
            return self._spark.sparkContext
        return _SHARED.get(self._conf)

    def session(self) -> SparkSession:
        """The session for DataFrames; SQL's part of Spark starts with it."""
        if self._spark is not None:
            return self._spark
        context = self.context()
        with _SHARED.lock:
            return SparkSession.getActiveSession() or SparkSession(context)

    def reports(self) -> Reports:
        """Where the tasks of this context report."""
        return _SHARED.known(self.context()).reports

    def parallelism(self) -> int:
        """How many tasks run at the same time."""
        return _SHARED.known(self.context()).parallelism()

    def task_memory(self) -> int:
        """The bytes that the kernel may use in one task."""
        return _SHARED.known(self.context()).task_memory

    def empty(self, tasks: int) -> "RDD[Any]":
        """So many partitions with nothing in them, for tasks that bring their own inputs."""
        made = _SHARED.known(self.context()).empty
        if tasks not in made:
            made[tasks] = self.context().parallelize((), tasks)
        return made[tasks]

    def warm_up(self) -> None:
        """Start Spark and its Python workers; may run in a thread of its own."""
        tasks = self.parallelism()
        self.context().parallelize(range(tasks), tasks).mapPartitions(_warm_up).collect()

    def close(self) -> None:
        """Let go. The session stays for the next engine."""
        with _SHARED.lock:
            if not self._closed:
                self._closed = True
                _SHARED.handles -= 1


def stop_spark(*, force: bool = False) -> bool:
    """Stop the session that we built when no handle is open, or at once with `force`."""
    with _SHARED.lock:
        if _SHARED.handles and not force:
            return False
        _SHARED.stop()
        return True


def _warm_up(data: Iterator[Any]) -> Iterator[Any]:
    list(data)
    from sparktree.spark import task, worker  # noqa: PLC0415  # in the worker, not in the driver

    worker.cursor(1 << 30).close()
    return iter((task.__name__,))


def _build(conf: dict[str, str]) -> SparkContext:
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ or "PYSPARK_SUBMIT_ARGS" in os.environ
    if submitted:
        return SparkContext.getOrCreate()
    local = conf["spark.master"].startswith("local")
    with _own_interrupts():
        if SparkContext._gateway is None and local:
            gateway = launch(conf)
        else:
            os.environ.setdefault("JAVA_HOME", find_java())
            gateway = SparkContext._gateway or launch_gateway(
                SparkConf(False).setAll(list(conf.items()))
            )
        context = SparkContext(gateway=gateway, conf=_spark_conf(conf, gateway))
    if local and "PYSPARK_PYTHON" not in os.environ:
        context.pythonExec = sys.executable
    atexit.register(_stop_at_exit)
    return context


def _spark_conf(conf: Mapping[str, str], gateway: Any) -> SparkConf:
    spark_conf = SparkConf(_jvm=gateway.jvm)
    return spark_conf.setAll(list(conf.items()))


@contextmanager
def _own_interrupts() -> Iterator[None]:
    """Keep the process's Ctrl-C: Spark's handler would cancel every job there is."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop_at_exit() -> None:
    _SHARED.stop()
