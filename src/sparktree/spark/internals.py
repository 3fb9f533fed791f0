"""What we take of Spark that is not its public interface, and what is done where it is missing.

Versions of Spark differ here and nowhere else: 3.5 and later run tables, 4.0 and later the data
source, 4.1 and later its filters and streams of epochs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from inspect import signature
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyspark
from py4j.protocol import Py4JError  # type: ignore[import-untyped]
from pyspark import RDD, SparkConf, SparkContext, cloudpickle
from pyspark.java_gateway import launch_gateway
from pyspark.serializers import NoOpSerializer
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from sparktree.errors import Code, Error, not_implemented

VERSION = tuple(int(number) for number in re.findall(r"\d+", pyspark.__version__)[:2])
LEAST = (3, 5)
STREAM = "sql.streaming.queryId"  # the property of a stream's tasks that names its query
_TRANSFER = "transfer"

HAS_DATA_SOURCE = VERSION >= (4, 0)
HAS_FILTERS = VERSION >= (4, 1)
HAS_STREAMS_OF_ARROW = VERSION >= (4, 1)
_TAKES_ARROW = VERSION >= (4, 0)  # createDataFrame


def require(version: tuple[int, int], what: str, instead: str) -> None:
    """NOT_IMPLEMENTED with an older Spark."""
    if version > VERSION:
        needed = ".".join(map(str, version))
        raise not_implemented(
            f"{what} needs Spark {needed}, and this is {pyspark.__version__}: {instead}"
        )


def require_least() -> None:
    """NOT_IMPLEMENTED with a Spark of which nothing works."""
    require(LEAST, "sparktree", "install pyspark 3.5 or later.")


# --- the JVM -------------------------------------------------------------------------------


def active_context() -> SparkContext | None:
    """The context of the process, if it has one."""
    return SparkContext._active_spark_context


def gateway() -> Any:
    """The connection to the JVM, if the process has one."""
    return SparkContext._gateway


def launch(conf: SparkConf | None = None) -> Any:
    """A connection to a JVM: the one that the environment names, or a new one for the settings."""
    return launch_gateway() if conf is None else launch_gateway(conf)  # type: ignore[no-untyped-call]


def new_context(found: Any, conf: Iterable[tuple[str, str]]) -> SparkContext:
    """A context in the JVM of a gateway."""
    spark_conf = SparkConf(_jvm=found.jvm).setAll(list(conf))
    return SparkContext(gateway=found, conf=spark_conf)


def forget_gateway(*, shut_down: bool) -> None:
    """The JVM ends, or is gone: the next context takes another."""
    if shut_down and SparkContext._gateway is not None:
        SparkContext._gateway.shutdown()
    SparkContext._gateway = SparkContext._jvm = None


def forget_session() -> None:
    """The next session is a new one."""
    if hasattr(SparkSession, "_instantiatedSession"):
        SparkSession._instantiatedSession = None


def abandon(context: SparkContext) -> None:
    """Stop a context whose JVM is gone: nobody is there to be told."""
    context._jsc = None
    context.stop()


def accumulator_server(context: SparkContext) -> Any:
    """What receives the accumulators' values, if it is to be had."""
    return getattr(context, "_accumulatorServer", None)


def status_store(context: SparkContext) -> Any:
    """What Spark's own page reads, and its REST interface; None once the context has ended."""
    java: Any = context._jsc
    return java.sc().statusStore() if java is not None else None


def waiter(context: SparkContext) -> Callable[[Any], None]:
    """What waits for a future of the JVM."""
    scala: Any = context._jvm.scala.concurrent  # type: ignore[union-attr]
    result, patience = scala.Await.result, scala.duration.Duration.Inf()

    def wait(action: Any) -> None:
        result(action, patience)

    return wait


def look_up_once(context: SparkContext) -> None:
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


# --- sessions and frames -------------------------------------------------------------------


def is_classic(thing: Any) -> bool:
    """Whether a session or a DataFrame runs in a JVM of this process, not by Spark Connect."""
    return hasattr(thing, "_jsparkSession" if isinstance(thing, SparkSession) else "_jdf")


def arrow_schema(schema: StructType, zone: str) -> pa.Schema:
    """Spark's columns as Arrow's; older versions say all times in UTC, which are the same."""
    from pyspark.sql.pandas import types as pandas_types  # noqa: PLC0415  # only for DataFrames

    if "timezone" in signature(pandas_types.to_arrow_schema).parameters:
        return pandas_types.to_arrow_schema(schema, timezone=zone)
    return pandas_types.to_arrow_schema(schema)


def frame_of(session: SparkSession, table: pa.Table) -> DataFrame:
    """A DataFrame of Arrow's rows; before 4.0 a task makes them of Arrow's bytes."""
    if _TAKES_ARROW:
        return session.createDataFrame(table)
    from pyspark.sql.pandas import types as pandas_types  # noqa: PLC0415  # as above

    schema = pandas_types.from_arrow_schema(table.schema)
    stream = pa.BufferOutputStream()
    with pa.ipc.new_stream(stream, table.schema) as writer:
        writer.write_table(table)
    rows = session.createDataFrame([(bytearray(stream.getvalue()),)], f"{_TRANSFER} binary")
    return rows.mapInArrow(_unpacked, schema)


def _unpacked(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for data in batch.column(0):
            yield from pa.ipc.open_stream(data.as_buffer())


# --- jobs ----------------------------------------------------------------------------------


def fair_pool(context: SparkContext, name: str) -> None:
    """Make a scheduler pool whose jobs run side by side: those that Spark makes by itself let them
    wait for one another. A session that schedules all jobs in their order has no pools."""
    java: Any = context._jsc
    scala, jvm = java.sc(), context._jvm
    if jvm is None or str(scala.getSchedulingMode()) != "FAIR":
        return
    root = scala.taskScheduler().rootPool()
    if root.getSchedulableByName(name) is None:
        fair = jvm.org.apache.spark.scheduler.SchedulingMode.FAIR()
        root.addSchedulable(jvm.org.apache.spark.scheduler.Pool(name, fair, 0, 1))


def is_running(context: SparkContext) -> bool:
    """Whether the context was not stopped from here."""
    return context._jsc is not None


def is_stopped(context: SparkContext) -> bool:
    """Whether the JVM says that the context was stopped."""
    java: Any = context._jsc
    return bool(java.sc().isStopped())


def cancel_group(context: SparkContext, group: str) -> None:
    """Stop the jobs of a group, also (from 4.0 on) those that Spark is yet to hear of."""
    if VERSION >= (4, 0):
        java: Any = context._jsc
        java.sc().cancelJobGroupAndFutureJobs(group)
    else:
        context.cancelJobGroup(group)


@contextmanager
def sent(module: ModuleType | None) -> Iterator[None]:
    """Functions of the module go to tasks as they are, not by their names."""
    if module is None:
        yield
        return
    cloudpickle.register_pickle_by_value(module)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)  # type: ignore[no-untyped-call]


def as_they_are(records: "RDD[bytes]") -> "RDD[bytes]":
    """The same records, which Spark need not pickle on their way."""
    records._bypass_serializer = True  # type: ignore[attr-defined]
    return records


# --- exchanges -----------------------------------------------------------------------------

_PARTITION_FUNCTION = 0  # one for all, so that Spark knows exchanges of equal width as aligned


class JavaShuffle:
    """Bytes go to the bucket that precedes them; they are never pickled, and written at once."""

    def shuffled(self, context: SparkContext, records: "RDD[bytes]", buckets: int) -> Any:
        """The JVM's pairs by bucket, of an RDD that yields a packed bucket before every record."""
        jvm: Any = context._jvm
        pairs = jvm.PairwiseRDD(as_they_are(records)._jrdd.rdd()).asJavaPairRDD()
        return pairs.partitionBy(jvm.PythonPartitioner(buckets, _PARTITION_FUNCTION))

    def write(self, context: SparkContext, pairs: Any, wait: Callable[[Any], None]) -> None:
        """Run what is before the exchange, as a job of its own; who reads it finds it done."""
        java: Any = context._jsc
        wait(java.sc().submitMapStage(pairs.rdd().dependencies().apply(0)))

    def received(self, context: SparkContext, exchanges: Sequence[Any]) -> "RDD[bytes]":
        """The records of several exchanges of equal width; partition i holds bucket i of each."""
        pairs, *others = exchanges
        for other in others:
            pairs = pairs.union(other)
        jvm: Any = context._jvm
        return RDD(jvm.PythonRDD.valueOfPair(pairs), context, NoOpSerializer())


class PublicShuffle:
    """The same by what Spark's API offers: the exchange is written when it is read."""

    def shuffled(
        self, context: SparkContext, records: "RDD[bytes]", buckets: int
    ) -> "tuple[RDD[tuple[int, bytes]], int]":
        """Pairs of bucket and record, which are not exchanged yet."""
        return records.mapPartitions(_pairs), buckets

    def write(self, context: SparkContext, pairs: Any, wait: Callable[[Any], None]) -> None:
        """Nothing can be run before it is read; all that is computed is computed then."""

    def received(self, context: SparkContext, exchanges: Sequence[Any]) -> "RDD[bytes]":
        """The records of several exchanges of equal width; partition i holds bucket i of each."""
        buckets = exchanges[0][1]
        return context.union([rdd for rdd, _ in exchanges]).partitionBy(buckets, _own).values()


Shuffle = JavaShuffle | PublicShuffle


def _pairs(records: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    found = iter(records)
    for bucket in found:
        yield int.from_bytes(bucket, "big"), next(found)


def _own(bucket: int) -> int:
    return bucket


def shuffle_of(context: SparkContext) -> Shuffle:
    """How records are exchanged with this Spark."""
    jvm: Any = context._jvm
    java: Any = context._jsc
    try:
        found = [jvm.PairwiseRDD, jvm.PythonPartitioner, jvm.PythonRDD.valueOfPair]
        found.append(java.sc().submitMapStage)
    except (AttributeError, TypeError, Py4JError):
        return PublicShuffle()
    # A name that py4j does not know is taken for that of a package.
    known = all(type(one).__name__ in ("JavaClass", "JavaMember") for one in found)
    return JavaShuffle() if known else PublicShuffle()


def no_connect(what: str) -> Error:
    """What cannot be done by Spark Connect."""
    return Error(
        Code.NOT_IMPLEMENTED,
        f"{what} needs a classic Spark session: Spark Connect reaches no tasks and no JVM of this"
        " process. By Spark Connect tables are read and written as a data source:"
        ' spark.read.format("sparktree"), df.write.format("sparktree").',
    )
