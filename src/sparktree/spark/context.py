"""The process's Spark context: the active one, or one that we build."""

import atexit
import logging
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from socketserver import BaseServer
from typing import Any

from pyspark import RDD, SparkConf, SparkContext, SparkFiles
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from sparktree.spark import failures, jobs, worker
from sparktree.spark.configuration import PYTHON, is_local, result_room, task_memory
from sparktree.spark.java import find_java
from sparktree.spark.jobs import JOBS
from sparktree.spark.jvm import Jvm
from sparktree.spark.reports import Reports

_POLL_SECONDS = 0.05
_DYING_SECONDS = 2.0  # between the last answer of a JVM and its end


class ContextState:
    """What we keep about a context, as asking the JVM takes its time."""

    def __init__(self, context: SparkContext) -> None:
        self.context = context
        _look_up_once(context)
        self.reports = Reports(context)
        scala: Any = context._jvm.scala.concurrent  # type: ignore[union-attr]
        self._result, self._patience = scala.Await.result, scala.duration.Duration.Inf()
        self._empty: dict[int, RDD[Any]] = {}
        conf = dict(context.getConf().getAll())
        self._cpus = int(conf.get("spark.task.cpus", "1"))
        self.is_local = is_local(str(context.master))
        # A folder that Spark removes when the context ends, on the machine of all tasks.
        self.files = SparkFiles.getRootDirectory() if self.is_local else None
        self._parallelism = self._count()
        self.task_memory = task_memory(conf, self._parallelism)
        self.result_room = result_room(conf)
        self._cancelled: set[str] = set()  # groups of jobs whose tasks may still run
        self.has_cancelled = False

    def parallelism(self) -> int:
        """How many tasks run at a time. A cluster may grow and shrink; a local session does not."""
        return self._parallelism if self.is_local else self._count()

    def empty(self, tasks: int) -> "RDD[Any]":
        """So many partitions with nothing in them, for tasks that bring their own inputs."""
        if tasks not in self._empty:
            self._empty[tasks] = self.context.parallelize((), tasks)
        return self._empty[tasks]

    def wait(self, action: Any) -> None:
        """Wait for something that the JVM does."""
        self._result(action, self._patience)

    def cancel(self, group: str) -> None:
        """Stop the group's jobs, also those that Spark is yet to hear of. They end at once, their
        tasks a while later."""
        self._cancelled.add(group)
        self.has_cancelled = True
        jobs.cancel(self.context, group)

    def settle(self, seconds: float) -> bool:
        """Wait for the tasks of cancelled jobs; False if some still run after that long."""
        end = time.monotonic() + seconds
        for group in tuple(self._cancelled):
            while self._runs(group):
                if time.monotonic() > end:
                    return False
                time.sleep(_POLL_SECONDS)
            self._cancelled.discard(group)
        return True

    def _runs(self, group: str) -> bool:
        tracker = self.context.statusTracker()
        jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(group)]
        stages = [tracker.getStageInfo(s) for job in jobs if job is not None for s in job.stageIds]
        return any(stage is not None and stage.numActiveTasks > 0 for stage in stages)

    def warm_up(self) -> None:
        """Start the Python workers."""
        tasks = self.parallelism()
        self.context.parallelize(range(tasks), tasks).mapPartitions(_warm_up).collect()

    def _count(self) -> int:
        return max(self.context.defaultParallelism // self._cpus, 1)


def _look_up_once(context: SparkContext) -> None:
    """Names of the JVM that every job needs, which py4j would ask for each time."""
    jvm: Any = context._jvm
    for name in (
        "PairwiseRDD",
        "PythonPartitioner",
        "PythonRDD",
        "PythonUtils",
        "SimplePythonFunction",
    ):
        setattr(jvm, name, getattr(jvm, name))
    for owner, name in (
        (jvm.PythonRDD, "collectAndServe"),
        (jvm.PythonUtils, "getBroadcastThreshold"),
    ):
        setattr(owner, name, getattr(owner, name))


def _warm_up(data: Iterable[int]) -> Iterable[int]:
    tasks = list(data)
    worker.cursor(1 << 30).close()
    return tasks


class Shared:
    """What all handles of the process have in common."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._built: SparkContext | None = None
        self._jvm: Jvm | None = None
        self._state: ContextState | None = None
        atexit.register(self._leave)

    def get(self, conf: Mapping[str, str], jvm: Jvm | None) -> ContextState:
        """The active context, else a new one, in `jvm` when one was started for it."""
        with self._lock:
            self._bury()
            context = SparkContext._active_spark_context
            if context is not None:
                return self.state(context)
            self._jvm = self._jvm or jvm
            try:
                self._built = self._build(conf)
                return self.state(self._built)
            except BaseException as failure:
                self._abandon()
                if isinstance(failure, failures.SPARK_FAILURES):
                    raise failures.at_start(failure) from failure
                raise

    @property
    def built(self) -> SparkContext | None:
        """The context that we built."""
        return self._built

    def state(self, context: SparkContext) -> ContextState:
        """What we keep about the context."""
        with self._lock:
            if self._state is None or self._state.context is not context:
                self._state = ContextState(context)
            return self._state

    def session(self, context: SparkContext) -> SparkSession:
        """The session for DataFrames over the context."""
        with self._lock:
            return SparkSession.getActiveSession() or SparkSession(context)

    def has_cancelled(self) -> bool:
        """Whether a job of the context was cancelled."""
        with self._lock:
            self._bury()
            return self._state is not None and self._state.has_cancelled

    def stop(self) -> None:
        """Stop the context if it is ours."""
        with self._lock:
            if self._jvm is not None:
                self._jvm.mute()
            if self._built is not None and self._built is SparkContext._active_spark_context:
                self._built.stop()
            self._built = self._state = None

    def end(self, seconds: float) -> int:
        """Stop the context and our JVM, and wait for its end; its exit code."""
        with self._lock:
            self.stop()
            if self._jvm is None:
                return 0
            SparkContext._gateway.shutdown()  # type: ignore[union-attr]
            SparkContext._gateway = SparkContext._jvm = None
            jvm, self._jvm = self._jvm, None
            return jvm.end(seconds)

    def _bury(self) -> None:
        """Forget our JVM if it has died, and all that was in it: there is room for another."""
        if self._jvm is None:
            return
        lost, JOBS.lost = JOBS.lost, None  # one that lives after all is not waited for again
        dying = lost is not None and lost is self._built
        if self._jvm.has_ended(_DYING_SECONDS if dying else 0):
            self._forget()

    def _abandon(self) -> None:
        """Spark did not come up: what there is of it goes, so that the next statement can begin."""
        if self._jvm is not None:
            self._jvm.process.kill()
            self._jvm.has_ended(_DYING_SECONDS)
            self._forget()

    def _forget(self) -> None:
        if self._state is not None and self._state.files is not None:
            shutil.rmtree(self._state.files, ignore_errors=True)
        # A context that was being built is known to Spark alone.
        for context in (self._built, SparkContext._active_spark_context):
            if context is not None:
                context._jsc = None  # nobody is there to be told
                context.stop()
        SparkContext._gateway = SparkContext._jvm = None
        SparkSession._instantiatedSession = None
        self._jvm = self._built = self._state = None

    def _leave(self) -> None:
        """At the interpreter's end: our JVM stops its context by itself once it is let go."""
        if self._jvm is None:
            self.stop()
        else:
            self._jvm.let_go()

    def _build(self, conf: Mapping[str, str]) -> SparkContext:
        if submitted():
            return SparkContext.getOrCreate()
        logging.getLogger().addFilter(failures.is_no_news)  # once, however often it is added
        local = is_local(conf["spark.master"])
        with _own_interrupts():
            gateway = SparkContext._gateway or (self._launch(conf) if local else _submit(conf))
            spark_conf = SparkConf(_jvm=gateway.jvm).setAll(list(conf.items()))
            context = SparkContext(gateway=gateway, conf=spark_conf)
        _pass_over_the_end(context._accumulatorServer)
        if PYTHON in conf:  # which only Spark's own scripts look at
            context.pythonExec = conf[PYTHON]
        elif local and "PYSPARK_PYTHON" not in os.environ:
            context.pythonExec = sys.executable
        return context

    def _launch(self, conf: Mapping[str, str]) -> Any:
        self._jvm = self._jvm or Jvm(conf)
        port, secret = self._jvm.address()
        with _environment(PYSPARK_GATEWAY_PORT=str(port), PYSPARK_GATEWAY_SECRET=secret):
            return launch_gateway()  # type: ignore[no-untyped-call]


SHARED = Shared()


def submitted() -> bool:
    """Whether Spark's own scripts started this process: the context is then theirs to describe."""
    return "PYSPARK_GATEWAY_PORT" in os.environ or "PYSPARK_SUBMIT_ARGS" in os.environ


def _submit(conf: Mapping[str, str]) -> Any:
    """A JVM by Spark's own script, which knows the ways to every kind of cluster."""
    os.environ.setdefault("JAVA_HOME", find_java())
    spark_conf = SparkConf(loadDefaults=False).setAll(list(conf.items()))
    return launch_gateway(spark_conf)  # type: ignore[no-untyped-call]


def _pass_over_the_end(server: BaseServer) -> None:
    """That the JVM has died is told to those who wait for it; this one would print it."""
    tell = server.handle_error

    def handle(request: Any, address: Any) -> None:
        if not isinstance(sys.exception(), EOFError):
            tell(request, address)

    server.handle_error = handle  # type: ignore[assignment,method-assign]


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


@contextmanager
def _environment(**values: str) -> Iterator[None]:
    """The variables set for a moment."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
