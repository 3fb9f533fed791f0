"""The process's Spark context: the active one, or one that we build."""

import atexit
import logging
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from socketserver import BaseServer
from types import ModuleType
from typing import Any, TypeVar

from pyspark import RDD, SparkConf, SparkContext, SparkFiles
from pyspark.sql import SparkSession

from sparktree.disks.elsewhere import TASKS
from sparktree.spark import failures, internals, jobs, worker
from sparktree.spark.configuration import PYTHON, is_local, result_room, task_memory
from sparktree.spark.java import find_java
from sparktree.spark.jobs import JOBS
from sparktree.spark.jvm import Jvm
from sparktree.spark.reports import Reports

_POLL_SECONDS = 0.05
_TASKS_FOR_EACH = 2  # slot, for every executor to get one
_DYING_SECONDS = 2.0  # between the last answer of a JVM and its end

T = TypeVar("T")


class ContextState:
    """What we keep about a context, as asking the JVM takes its time."""

    def __init__(self, context: SparkContext) -> None:
        self.context = context
        internals.look_up_once(context)
        self.reports = Reports(context)
        self.shuffle = internals.shuffle_of(context)
        self.wait = internals.waiter(context)  # for something that the JVM does
        self._empty: dict[int, RDD[Any]] = {}
        conf = dict(context.getConf().getAll())
        self._cpus = int(conf.get("spark.task.cpus", "1"))
        self.is_local = is_local(str(context.master))
        TASKS.are_elsewhere = not self.is_local
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

    def on_all_machines(
        self, task: Callable[[Iterable[int]], Iterator[T]], send: ModuleType | None
    ) -> list[T]:
        """What many small tasks give, which Spark deals out to all executors."""
        count = _TASKS_FOR_EACH * self._count()
        rdd = self.context.parallelize(range(count), count)
        with internals.sent(send):
            return rdd.mapPartitions(task).collect()

    def _count(self) -> int:
        return max(self.context.defaultParallelism // self._cpus, 1)


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
            context = internals.active_context()
            if context is not None:
                return self.state(context)
            internals.require_least()
            self._jvm = self._jvm or jvm
            try:
                self._built = self._build(conf)
                return self.state(self._built)
            except BaseException as failure:
                has_ended = self._jvm is not None and self._jvm.has_ended(0)
                self._abandon()
                if isinstance(failure, failures.SPARK_FAILURES):
                    raise failures.at_start(failure, has_ended=has_ended) from failure
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
            if self._built is not None and self._built is internals.active_context():
                self._built.stop()
            self._built = self._state = None

    def end(self, seconds: float) -> int:
        """Stop the context and our JVM, and wait for its end; its exit code."""
        with self._lock:
            self.stop()
            if self._jvm is None:
                return 0
            internals.forget_gateway(shut_down=True)
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
        for context in (self._built, internals.active_context()):
            if context is not None:
                internals.abandon(context)
        internals.forget_gateway(shut_down=False)
        internals.forget_session()
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
            gateway = internals.gateway() or (self._launch(conf) if local else _submit(conf))
            context = internals.new_context(gateway, conf.items())
        server = internals.accumulator_server(context)
        if server is not None:
            _pass_over_the_end(server)
        if PYTHON in conf:  # which only Spark's own scripts look at
            context.pythonExec = conf[PYTHON]
        elif local and "PYSPARK_PYTHON" not in os.environ:
            context.pythonExec = sys.executable
        return context

    def _launch(self, conf: Mapping[str, str]) -> Any:
        self._jvm = self._jvm or Jvm(conf)
        port, secret = self._jvm.address()
        with _environment(PYSPARK_GATEWAY_PORT=str(port), PYSPARK_GATEWAY_SECRET=secret):
            return internals.launch()


SHARED = Shared()


def submitted() -> bool:
    """Whether Spark's own scripts started this process: the context is then theirs to describe."""
    return "PYSPARK_GATEWAY_PORT" in os.environ or "PYSPARK_SUBMIT_ARGS" in os.environ


def _submit(conf: Mapping[str, str]) -> Any:
    """A JVM by Spark's own script, which knows the ways to every kind of cluster."""
    os.environ.setdefault("JAVA_HOME", find_java())
    return internals.launch(SparkConf(loadDefaults=False).setAll(list(conf.items())))


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
