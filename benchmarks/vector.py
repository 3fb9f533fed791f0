"""The nearest vectors: a graph of neighbours against plain Spark, which looks at all rows, and
ClickHouse with the same index.

`python -m benchmarks.vector [--rows N] [--dimensions D] [--runs N]`; all in one run. Recall is the
part of the ten nearest, by looking at all rows, that are found.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import sparktree
from benchmarks.common import arguments, folder, plain_spark, table, timed
from tests.oracle import Oracle

INDEX = "INDEX near v TYPE vector_similarity('hnsw', 'L2Distance', {})"
CREATE = "CREATE TABLE {} (id UInt32, v Array(Float32){}) ENGINE = MergeTree ORDER BY id"
NEAREST = "SELECT id FROM {} ORDER BY L2Distance(v, {}) LIMIT 10"
SPARK = (
    "SELECT id FROM t ORDER BY sqrt(aggregate(zip_with(v, array({}), (a, b) -> (a - b) * (a - b)),"
    " 0D, (s, x) -> s + x)) LIMIT 10"
)
QUESTIONS = 10
Ask = Callable[[str], list[int]]


def run() -> None:
    """Fill all three, ask the same questions."""
    options = arguments(200_000, dimensions=64)
    rows, dimensions = int(options.rows), int(options.dimensions)
    random = np.random.default_rng(7)
    # Vectors around some centres, as those of texts and pictures are.
    centres = random.normal(size=(max(rows // 1000, 1), dimensions))
    vectors = centres[random.integers(len(centres), size=rows)]
    vectors = (vectors + 0.5 * random.normal(size=vectors.shape)).astype(np.float32)
    questions = vectors[random.integers(rows, size=QUESTIONS)] + 0.1
    spark = plain_spark()
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db, Oracle() as oracle:
        built = fill(db, oracle, path, vectors)
        spark.read.parquet(str(path / "vectors.parquet")).createOrReplaceTempView("t")
        lines = compared(spark, db, oracle, questions, options.runs)
        size = "SELECT sum(data_compressed_bytes) FROM system.data_skipping_indices"
        sizes = [
            int(ask(size)) // 1_000_000 for ask in (lambda q: db.query(q).text(), oracle.query)
        ]
    table(
        f"The 10 nearest of {rows:,} vectors of {dimensions} numbers, {QUESTIONS} questions",
        ("", "ms of a question (median)", "recall"),
        lines,
    )
    ours, theirs = built
    print(f"  INSERT with the index: sparktree {ours:.1f} s, ClickHouse {theirs:.1f} s")
    print(f"  the index: sparktree {sizes[0]} MB, ClickHouse {sizes[1]} MB")
    spark.stop()


def fill(
    db: sparktree.Engine, oracle: Oracle, path: Path, vectors: np.ndarray
) -> tuple[float, float]:
    """The same rows everywhere; the seconds of INSERT with the index."""
    flat = pa.array(vectors.reshape(-1))
    lists = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1]).cast(pa.list_(pa.float32()))
    ids = pa.array(np.arange(len(vectors), dtype=np.int64))
    file = path / "vectors.parquet"
    pq.write_table(pa.table({"id": ids, "v": lists}), file, compression="zstd")
    index = f", {INDEX.format(vectors.shape[1])}"
    seconds = []
    for ask in (db.query, oracle.query):
        ask(CREATE.format("t", index))
        ask(CREATE.format("plain", ""))
        ask(f"INSERT INTO plain SELECT id, v FROM file('{file}')")
        seconds.append(timed(lambda ask=ask: ask("INSERT INTO t SELECT id, v FROM plain")))
    return seconds[0], seconds[1]


def compared(
    spark: Any, db: sparktree.Engine, oracle: Oracle, questions: np.ndarray, runs: int
) -> list[tuple[str, float, float]]:
    """A line of each way."""
    exact: dict[int, set[int]] = {}

    def ours(text: str) -> list[int]:
        return [row[0] for row in db.query(text).rows()]

    def theirs(text: str) -> list[int]:
        return [int(line) for line in oracle.query(text).split()]

    def plain(text: str) -> list[int]:
        return [row[0] for row in spark.sql(text).collect()]

    ways: Sequence[tuple[str, Ask, Callable[[str], str]]] = (
        ("sparktree, all rows", ours, lambda v: NEAREST.format("plain", f"[{v}]")),
        ("sparktree, index", ours, lambda v: NEAREST.format("t", f"[{v}]")),
        ("ClickHouse, all rows", theirs, lambda v: NEAREST.format("plain", f"[{v}]")),
        ("ClickHouse, index", theirs, lambda v: NEAREST.format("t", f"[{v}]")),
        ("Spark over Parquet", plain, SPARK.format),
    )
    lines = []
    for name, ask, text in ways:
        times: list[float] = []
        found = 0
        for number, question in enumerate(questions):
            shown = text(", ".join(f"{float(x):.6f}" for x in question))
            ask(shown)
            times += [timed(lambda ask=ask, shown=shown: ask(shown)) for _ in range(runs)]
            near = set(ask(shown))
            found += len(near & exact.setdefault(number, near))
        lines.append((name, 1000 * float(np.median(times)), found / (10 * len(questions))))
    return lines


if __name__ == "__main__":
    run()
