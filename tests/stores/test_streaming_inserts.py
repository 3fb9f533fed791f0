"""Rows that come with an INSERT into one file go by: no more than a block of them is held."""

from __future__ import annotations

import gzip
import io
import threading
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from sparktree.engines.objects.spooling import PartitionSpool
from tests.stores.servers import Asked, Bucket
from tests.stores.test_hive_writing import open_uploads

PIECE = b"".join(b"%d,%s\n" % (n, b"x" * 100) for n in range(10_000))


class Endless(io.RawIOBase):
    """Data that goes on only when something else has happened."""

    def __init__(self, pieces: int, hold_at: int, go_on: threading.Event, end: bytes = b"") -> None:
        self._pieces, self._hold_at, self._go_on, self._end = pieces, hold_at, go_on, end
        self._given = 0
        self._left = b""
        self.waited = True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        if not self._left and self._given < self._pieces:
            if self._given == self._hold_at:
                self.waited = self._go_on.wait(120)
            self._left = PIECE
            self._given += 1
            if self._given == self._pieces:
                self._left += self._end
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def test_parts_are_sent_before_the_last_row_has_come(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    sent = threading.Event()

    def seen(asked: Asked) -> None:
        if asked.method == "PUT":
            sent.set()

    bucket.refuse = seen
    data = Endless(60, 50, sent)
    function = f"s3({bucket.args('f.csv', chr(39) + 'CSV' + chr(39))}, 'a UInt32, b String')"
    statement = f"INSERT INTO FUNCTION {function} FORMAT CSV"
    settings = {"max_insert_block_size": 20_000}
    engine.query(statement, data=io.BufferedReader(data), settings=settings)
    assert data.waited
    bucket.refuse = None
    found = engine.query(f"SELECT count(), sum(a), sum(length(b)) FROM {function}").text()
    assert found == "600000\t2999700000\t60000000\n"
    assert open_uploads(bucket) == 0


def test_a_wrong_row_at_the_end_leaves_nothing(engine: sparktree.Engine, bucket: Bucket) -> None:
    function = f"s3({bucket.args('f.csv', chr(39) + 'CSV' + chr(39))}, 'a UInt32, b String')"
    data = Endless(12, -1, threading.Event(), b"wrong,x\n")
    with pytest.raises(sparktree.Error) as caught:
        engine.query(
            f"INSERT INTO FUNCTION {function} FORMAT CSV",
            data=io.BufferedReader(data),
            settings={"max_insert_block_size": 20_000},
        )
    assert caught.value.name == "CANNOT_PARSE_INPUT_ASSERTION_FAILED"
    assert bucket.objects() == [] and open_uploads(bucket) == 0


def test_local_files_of_all_kinds(engine: sparktree.Engine, tmp_path: Path) -> None:
    settings = {"max_insert_block_size": 2, "output_format_parquet_row_group_size": 3}
    rows = "(1, 'a'), (2, DEFAULT), (NULL, 'c'), (4, 'd'), (5, 'e')"
    for name in ("f.parquet", "f.csv.gz", "f.jsonl", "f.native", "f.arrow", "f.orc"):
        function = f"file('{tmp_path}/{name}', auto, 'a Nullable(UInt8), b String')"
        engine.query(f"INSERT INTO FUNCTION {function} VALUES {rows}", settings=settings)
        found = engine.query(f"SELECT * FROM {function}").text()
        assert found == "1\ta\n2\t\n\\N\tc\n4\td\n5\te\n", name
    assert pq.read_table(tmp_path / "f.parquet").num_rows == 5
    assert gzip.decompress((tmp_path / "f.csv.gz").read_bytes()).count(b"\n") == 5
    # Columns that are left out have their defaults, in every block.
    engine.query(f"CREATE TABLE t (a UInt8, b String) ENGINE = File(CSV, '{tmp_path}/t.csv')")
    engine.query("INSERT INTO t (a) VALUES (1), (2), (3)", settings=settings)
    assert (tmp_path / "t.csv").read_text() == '1,""\n2,""\n3,""\n'


def test_files_named_by_their_partition_are_written_once_out_of_many_blocks(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    format_ = chr(39) + "CSV" + chr(39)
    function = f"s3({bucket.args('p_{_partition_id}.csv', format_)}, 'a UInt32, b String')"
    statement = f"INSERT INTO FUNCTION {function} PARTITION BY a % 3 FORMAT CSV"
    settings = {"max_insert_block_size": 4_000}
    data = Endless(2, -1, threading.Event())
    engine.query(statement, data=io.BufferedReader(data), settings=settings)
    assert sorted(bucket.objects()) == [f"p_{n}.csv" for n in range(3)]
    read = f"s3({bucket.args('p_*.csv', format_)}, 'a UInt32, b String')"
    query = f"SELECT _file, count(), sum(a) FROM {read} GROUP BY _file ORDER BY _file"
    assert engine.query(query).text() == (
        "p_0.csv\t6668\t33336666\np_1.csv\t6666\t33323334\np_2.csv\t6666\t33330000\n"
    )
    wrong = Endless(1, -1, threading.Event(), b"wrong,x\n")
    other = statement.replace("p_{", "q_{")
    with pytest.raises(sparktree.Error):
        engine.query(other, data=io.BufferedReader(wrong), settings=settings)
    assert sorted(bucket.objects()) == [f"p_{n}.csv" for n in range(3)]
    assert open_uploads(bucket) == 0
    engine.query(other, data=io.BytesIO(b""), settings=settings)
    assert len(bucket.objects()) == 3


def test_rows_that_wait_for_their_partition_are_not_in_memory() -> None:
    with PartitionSpool(1) as spool:
        before = pa.total_allocated_bytes()
        for number in range(20):
            values = pa.array(np.arange(number * 100_000, (number + 1) * 100_000))
            parts = pa.array(np.repeat(np.array(["x", "y"]), 50_000))
            spool.add(pa.record_batch([values, parts], ["c0", "p0"]))
            del values, parts
        assert pa.total_allocated_bytes() - before < 4_000_000
        x, y = (pa.Table.from_batches(rows) for rows in spool.partitions())
    assert x.num_rows == y.num_rows == 1_000_000
    assert set(x.column("p0").unique().to_pylist()) == {"x"}
    assert x.column("c0")[50_000].as_py() == 100_000
