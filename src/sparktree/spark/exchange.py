"""Spark's shuffle for records: bytes go to the bucket that precedes them, and are never pickled."""

from typing import Any

from pyspark import RDD, SparkContext
from pyspark.serializers import NoOpSerializer

from sparktree.spark.context import ContextState

_PARTITION_FUNCTION = 0  # one for all, so that Spark knows exchanges of equal width as aligned


def shuffled(context: SparkContext, records: "RDD[bytes]", buckets: int) -> Any:
    """The JVM's pairs by bucket, of an RDD that yields a packed bucket before every record."""
    records._bypass_serializer = True  # type: ignore[attr-defined]
    jvm = context._jvm
    assert jvm is not None
    pairs = jvm.PairwiseRDD(records._jrdd.rdd()).asJavaPairRDD()
    return pairs.partitionBy(jvm.PythonPartitioner(buckets, _PARTITION_FUNCTION))


def write(known: ContextState, pairs: Any) -> None:
    """Run what is before the exchange, as a job of its own; who reads it finds it done."""
    dependency = pairs.rdd().dependencies().apply(0)
    known.wait(known.context._jsc.sc().submitMapStage(dependency))


def received(context: SparkContext, exchanges: list[Any]) -> "RDD[bytes]":
    """The records of several exchanges of equal width; partition i holds bucket i of each."""
    pairs = exchanges[0]
    for other in exchanges[1:]:
        pairs = pairs.union(other)
    jvm = context._jvm
    assert jvm is not None
    return RDD(jvm.PythonRDD.valueOfPair(pairs), context, NoOpSerializer())
