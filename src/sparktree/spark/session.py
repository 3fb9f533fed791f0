"""An engine's hold on Spark. Nothing of Spark is imported or started before it is needed."""

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.disks.mounting import to_be_mounted
from sparktree.errors import Code, Error
from sparktree.spark.configuration import (
    DriverAddress,
    configured,
    driver_address,
    is_local,
    local_cores,
)
from sparktree.spark.jvm import Jvm
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Aside, Sink, Stage

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from sparktree.spark.context import ContextState

T = TypeVar("T")


class _Handles:
    """The handles of the process that are open, and the start that they share.

    Two locks: an engine can be opened while another's thread waits for Spark to start.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.starting = threading.Lock()
        self.open = 0


_HANDLES = _Handles()


@contextmanager
def _translated() -> Iterator[None]:
    """What py4j and Spark say where no job runs becomes an error of ours."""
    try:
        yield
    except Exception as failure:
        if isinstance(failure, Error) or "sparktree.spark.context" not in sys.modules:
            raise
        from sparktree.spark import failures, jobs  # noqa: PLC0415  # they import pyspark

        if not isinstance(failure, failures.SPARK_FAILURES):
            raise
        if failures.is_gone(failure):
            jobs.JOBS.lost = sys.modules["sparktree.spark.context"].SHARED.built
        raise failures.in_spark(failure) from failure


class SparkHandle:
    """One engine's hold on Spark.

    Engines of a process share its session. One that we built lives until the process ends or
    `stop_spark()`; one that the user passed or started is never stopped.
    """

    def __init__(
        self,
        spark: "SparkSession | None" = None,
        conf: Mapping[str, str] | None = None,
        disks: Mapping[str, Disk] | None = None,
    ) -> None:
        if spark is not None:
            from sparktree.spark import internals  # noqa: PLC0415  # who has a session has pyspark

            if not internals.is_classic(spark):
                raise internals.no_connect("connect(spark=...)")
        self._spark = spark
        self._conf = configured(conf or {})
        self._closed = False
        self._disks = {} if disks is None else disks
        with _HANDLES.lock:
            _HANDLES.open += 1

    def run(
        self, stages: Sequence[Stage], options: RunOptions, aside: Aside | None = None
    ) -> Iterator[pa.Table]:
        """The rows of the last stage as tables, in the order of its tasks; at least one table.

        Later tasks run while earlier rows are consumed, and only so many as bounds memory. The
        rows of the stages of `aside` are there once the first table is.
        """
        from sparktree.spark import run  # noqa: PLC0415  # pyspark takes its time to import

        with _translated():
            yield from run.rows(self.context_state(), stages, options, self.mounts(), aside)

    def run_sink(self, stages: Sequence[Stage], options: RunOptions) -> list[bytes]:
        """What the last stage's sink yielded, in the order of its tasks."""
        from sparktree.spark import run  # noqa: PLC0415  # as above

        with _translated():
            return run.sink_results(self.context_state(), stages, options, self.mounts())

    def mounts(self) -> tuple[Disk, ...]:
        """The engine's disks that kernels of tasks cannot read by themselves."""
        return to_be_mounted(self._disks.values())

    def run_sink_over(self, frame: "DataFrame", sink: Sink, options: RunOptions) -> list[bytes]:
        """What the sink yielded over a DataFrame's rows, in the order of its partitions."""
        from sparktree.spark import frames  # noqa: PLC0415  # as above

        with _translated():
            return frames.sink_results(self.context_state(), frame, sink, options)

    def frame_schema(self, frame: "DataFrame") -> pa.Schema:
        """The columns of a DataFrame as Arrow's."""
        from sparktree.spark import frames  # noqa: PLC0415  # as above

        with _translated():
            return frames.arrow_schema(frame)

    def frame(self, table: pa.Table) -> "DataFrame":
        """The table as a DataFrame, in the Spark types that hold its values."""
        from sparktree.spark import frames  # noqa: PLC0415  # as above

        with _translated():
            return frames.to_spark(self.session(), table)

    def session(self) -> "SparkSession":
        """The session for DataFrames; SQL's part of Spark starts with it."""
        from sparktree.spark import context  # noqa: PLC0415  # as above

        with _translated():
            return self._spark or context.SHARED.session(self.context_state().context)

    def parallelism(self) -> int:
        """How many tasks run at the same time."""
        with _translated():
            return self.context_state().parallelism()

    def expected_parallelism(self) -> int:
        """As `parallelism`, but a local session need not be started for it."""
        master = self._conf["spark.master"]
        started = "sparktree.spark.context" in sys.modules
        if self._spark is not None or started or not is_local(master):
            return self.parallelism()
        return local_cores(master)

    def driver_address(self) -> DriverAddress:
        """Where tasks call the driver."""
        with _translated():
            return driver_address(dict(self.context_state().context.getConf().getAll()))

    def task_memory(self) -> int:
        """The bytes that the kernel may use in one task."""
        return self.context_state().task_memory

    def warm_up(self) -> None:
        """Start Spark and its Python workers; may run in a thread of its own."""
        with _translated():
            self.context_state().warm_up()

    def on_all_machines(
        self, task: Callable[[Iterable[int]], Iterator[T]], *, send: ModuleType | None = None
    ) -> list[T]:
        """What tasks on all machines give, as far as they can be made to spread; the module that is
        sent along need not be there."""
        from sparktree.spark import failures  # noqa: PLC0415  # as above

        with _translated():
            try:
                return self.context_state().on_all_machines(task, send)
            except failures.SPARK_FAILURES as failure:
                raise failures.in_spark(failure) from failure

    def context_state(self) -> "ContextState":
        """The context and what we keep about it, started if need be."""
        if self._closed:
            raise Error(Code.ABORTED, "The engine is closed.")
        with _HANDLES.starting, _translated():
            jvm = self._early()
            from sparktree.spark import context  # noqa: PLC0415  # as above

            if self._spark is not None:
                return context.SHARED.state(self._spark.sparkContext)
            return context.SHARED.get(self._conf, jvm)

    def _early(self) -> Jvm | None:
        """A JVM that starts while pyspark is imported, where it is sure that we need one."""
        own = self._spark is None and is_local(self._conf["spark.master"])
        submitted = "PYSPARK_GATEWAY_PORT" in os.environ or "PYSPARK_SUBMIT_ARGS" in os.environ
        return Jvm(self._conf) if own and not submitted and "pyspark" not in sys.modules else None

    def has_cancelled(self) -> bool:
        """Whether a job was ever cancelled in this process: its tasks may have written on."""
        if "sparktree.spark.context" not in sys.modules:
            return False
        with _translated():
            return bool(sys.modules["sparktree.spark.context"].SHARED.has_cancelled())

    def settle(self, seconds: float) -> bool:
        """Wait for the tasks of cancelled jobs; False if some still run after that long."""
        with _translated():
            return self.context_state().settle(seconds)

    def close(self) -> None:
        """Let go. The session stays for the next engine."""
        with _HANDLES.lock:
            if not self._closed:
                self._closed = True
                _HANDLES.open -= 1


def stop_spark(*, force: bool = False) -> bool:
    """Stop the session that we built when no handle is open, or at once with `force`."""
    with _HANDLES.starting, _HANDLES.lock:
        if _HANDLES.open and not force:
            return False
        if "sparktree.spark.context" in sys.modules:
            sys.modules["sparktree.spark.context"].SHARED.stop()
        return True
