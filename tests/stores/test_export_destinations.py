"""EXPORT PART: every type and format, read back by others; several files; stores besides S3."""

from __future__ import annotations

import gzip
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from tests.oracle import Oracle
from tests.stores.exporting import (
    counted,
    destination,
    export,
    failures,
    rows,
)
from tests.stores.servers import KEY, SECRET, Asked, Bucket, free_port, served

# A column of each type, and two values: an ordinary one, and an extreme or empty one.
TYPES = {
    "UInt8": "255, 0", "UInt16": "65535, 0", "UInt32": "4294967295, 0",
    "UInt64": "18446744073709551615, 0", "Int8": "-128, 127", "Int16": "-32768, 1",
    "Int32": "-2147483648, 1", "Int64": "-9223372036854775808, 1", "Int128": "-1, 2",
    "UInt128": "1, 340282366920938463463374607431768211455", "Int256": "-1, 2", "UInt256": "1, 2",
    "Float32": "1.5, -inf", "Float64": "0.1, nan", "Bool": "true, false",
    "Decimal(9, 2)": "1.25, -0.01", "Decimal(18, 4)": "1.25, -0.0001",
    "Decimal(38, 10)": "1.25, -0.5",
    "String": "'Zürich', ''", "FixedString(3)": "'abc', 'a'",
    "Date": "'2020-01-02', '1970-01-01'", "Date32": "'1900-01-01', '2100-01-01'",
    "DateTime": "'2020-01-02 03:04:05', 0", "DateTime('Asia/Tokyo')": "'2020-01-02 03:04:05', 0",
    "DateTime64(3)": "'2020-01-02 03:04:05.678', 0",
    "IPv4": "'127.0.0.1', '255.255.255.255'", "IPv6": "'::1', '2001:db8::1'",
    "Enum8('a' = -1, 'b' = 2)": "'a', 'b'", "Enum16('c' = 300, 'd' = -5)": "'c', 'd'",
    "LowCardinality(String)": "'low', ''", "LowCardinality(Nullable(String))": "'low', NULL",
    "Nullable(UInt64)": "7, NULL", "Nullable(String)": "'x', NULL",
    "Nullable(DateTime64(3))": "'2020-01-02 03:04:05.678', NULL",
    "Array(UInt8)": "[1, 2], []", "Array(Array(String))": "[['a'], []], []",
    "Array(Nullable(Int32))": "[1, NULL], [NULL]",
    "Tuple(a UInt8, b String)": "(1, 'x'), (0, '')",
    "Map(String, UInt64)": "{'k': 1}, {}", "Map(String, Array(UInt8))": "{'k': [1]}, {}",
    "Array(Tuple(x UInt8, y Nullable(String)))": "[(1, NULL)], []",
}  # fmt: skip


# Types that Spark cannot read.
WIDE = {
    "Decimal(76, 20)": "1.25, -0.5",
    "DateTime64(9, 'UTC')": "'2020-01-02 03:04:05.678901234', 0",
    "UUID": "'61f0c404-5cb3-11e7-907b-a6006ad3dba0', '00000000-0000-0000-0000-000000000000'",
}


def typed_table(db: sparktree.Engine, name: str, types: dict[str, str]) -> str:
    """A table with a column of each type and two rows; its columns as declared."""
    columns = ", ".join(f"c{i} {type_}" for i, type_ in enumerate(types))
    db.query(f"CREATE TABLE {name} (k UInt8, {columns}) ENGINE = MergeTree ORDER BY k")
    for row, place in enumerate((0, 1), 1):
        values = ", ".join(_split(pair)[place] for pair in types.values())
        db.query(f"INSERT INTO {name} VALUES ({row}, {values})")
    db.query(f"OPTIMIZE TABLE {name} FINAL")
    return f"k UInt8, {columns}"


def _split(pair: str) -> list[str]:
    """Two values, at the comma that no bracket or quote is around."""
    depth = 0
    for place, sign in enumerate(pair):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            return [pair[:place], pair[place + 1 :]]
    raise AssertionError(pair)


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.S3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#23")
def test_every_type_comes_back_from_every_reader(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle
) -> None:
    for source, target, types in (("w", "e", WIDE), ("s", "d", TYPES)):
        columns = typed_table(engine, source, types)
        destination(engine, bucket, columns, name=target)
        export(engine, to=target, table=source)
        assert failures(engine) == []
        wanted = engine.query(f"SELECT * FROM {source} ORDER BY k").text()
        assert engine.query(f"SELECT * FROM {target} ORDER BY k").text() == wanted
        (key,) = bucket.objects(f"{target}/")
        path = bucket.folder / key
        quoted = columns.replace("'", "\\'")
        read = f"SELECT * FROM file('{path}', 'Parquet', '{quoted}') ORDER BY k"
        assert oracle.text(read) == wanted
    plain = pq.ParquetFile(path).read()
    assert plain.num_rows == 2 and plain.column_names == [
        "k",
        *(f"c{i}" for i in range(len(TYPES))),
    ]
    simple = [f.name for f in plain.schema if not pa.types.is_nested(f.type) and _is_plain(f.type)]
    items = ", ".join(simple)
    duck = duckdb.execute(f"SELECT {items} FROM read_parquet('{path}') ORDER BY k").fetchall()
    assert [_texts(row) for row in duck] == [
        _texts(row.values()) for row in plain.select(simple).to_pylist()
    ]
    spark = engine.services.spark.session().read.parquet(str(path)).select(simple).orderBy("k")
    found = [_texts(row) for row in spark.collect()]
    assert found == [_texts(row.values()) for row in plain.select(simple).to_pylist()]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#23")
def test_serializations_and_structures_of_many_rows(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle
) -> None:
    """Mostly default values, dictionaries, NULLs and nested structures: equal hashes."""
    columns = (
        "k UInt64, sparse UInt64, text String, low LowCardinality(String), n Nullable(Float64),"
        " `nest.a` Array(UInt8), `nest.b` Array(String), arr Array(Array(Nullable(Int32))),"
        " m Map(LowCardinality(String), Tuple(x UInt8, y Nullable(String))), t DateTime64(6)"
    )
    engine.query(
        f"CREATE TABLE s ({columns}) ENGINE = MergeTree ORDER BY k"
        " SETTINGS ratio_of_defaults_for_sparse_serialization = 0.5, min_bytes_for_wide_part = 0"
    )
    engine.query(
        "INSERT INTO s SELECT number, if(number % 100 = 0, number, 0),"
        " if(number % 50 = 0, toString(number), ''), toString(number % 7),"
        " if(number % 3 = 0, NULL, number / 3), range(number % 4) AS r,"
        " arrayMap(x -> toString(x), r), [[number, NULL], []],"
        " map(toString(number % 3), (number % 200, if(number % 2 = 0, NULL, 'y'))), number"
        " FROM numbers(100000)"
    )
    destination(engine, bucket, columns)
    export(engine, export_merge_tree_part_max_rows_per_file=40_000)
    assert failures(engine) == [] and len(bucket.objects("d/")) > 1
    query = "SELECT count(), sum(cityHash64(toString(tuple(*)))) FROM {}"
    wanted = rows(engine, query.format("s"))
    assert rows(engine, query.format("d")) == wanted
    read = f"file('{bucket.folder}/d/*.parquet', 'Parquet', '{columns}')"
    assert [oracle.text(query.format(read)).split()] == wanted


def _is_plain(type_: pa.DataType) -> bool:
    """Whether all readers give the same Python values."""
    kinds = (pa.types.is_integer, pa.types.is_string, pa.types.is_date)
    return any(is_kind(type_) for is_kind in kinds)


def _texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting#4")
def test_formats_and_several_files(engine: sparktree.Engine, bucket: Bucket) -> None:
    columns = "k UInt64, v String"
    engine.query(
        f"CREATE TABLE s ({columns}) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 100"
    )
    engine.query("INSERT INTO s SELECT number, toString(number) FROM numbers(1000)")
    with pytest.raises(sparktree.Error, match="CANNOT_PARSE_BOOL"):
        engine.query("SET output_format_parallel_formatting = 'maybe'")
    hashes = "SELECT count(), sum(cityHash64(k, v)) FROM {}"
    wanted = rows(engine, hashes.format("s"))
    formats = {
        "CSV": "csv", "JSONEachRow": "jsoneachrow", "Arrow": "arrow", "TSV": "tsv",
        "Parquet": "parquet", "ORC": "orc",
    }  # fmt: skip
    for format_, ending in formats.items():
        for parallel in (0, 1):
            name = f"{format_}{parallel}"
            destination(engine, bucket, columns, name=name, format_=format_)
            export(
                engine,
                to=name,
                output_format_parallel_formatting=parallel,
                export_merge_tree_part_max_rows_per_file=300,
                export_merge_tree_part_copy_column_chunks=0,  # which are of more rows
            )
            names = [key.partition(".")[2] for key in bucket.objects(f"{name}/")]
            several = [f"{i}.{ending}" for i in (1, 2, 3, 4)]
            assert names == (several if parallel else [ending])
            assert rows(engine, hashes.format(name)) == wanted, name
    # Text is cut between rows: together it is what one task writes.
    texts = [
        b"".join((bucket.folder / key).read_bytes() for key in bucket.objects(f"CSV{parallel}/"))
        for parallel in (0, 1)
    ]
    assert texts[0] == texts[1]
    # A small part is one file, whatever the settings say.
    destination(engine, bucket, columns, name="small")
    export(engine, to="small")
    assert len(bucket.objects("small/")) == 1
    # Compression and the engine's other names.
    args = bucket.args("z", "'CSV'", "compression_method = 'gzip'", "partition_strategy = 'hive'")
    engine.query(f"CREATE TABLE z ({columns}) ENGINE = GCS({args}) PARTITION BY tuple()")
    export(engine, to="z")
    (key,) = bucket.objects("z/")
    assert gzip.decompress((bucket.folder / key).read_bytes()) == texts[0]
    assert failures(engine) == [] and counted(engine) == [2 * len(formats) + 2, 0, 0]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting#2")
@pytest.mark.parametrize("format_", ["CSV", "JSONEachRow", "Parquet"])
def test_files_are_formatted_at_the_same_time(
    engine: sparktree.Engine, bucket: Bucket, format_: str
) -> None:
    """The first file is not taken before the second comes: one task alone would never get on."""
    columns = "k UInt64, v String"
    engine.query(
        f"CREATE TABLE s ({columns}) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 100"
    )
    engine.query("INSERT INTO s SELECT number, toString(number) FROM numbers(1000)")
    destination(engine, bucket, columns, name="several", format_=format_)
    destination(engine, bucket, columns, name="one", format_=format_)
    together = threading.Barrier(2)
    met: list[int] = []

    def meet(asked: Asked) -> None:
        if asked.method == "PUT" and not met:
            together.wait(60)
            met.append(asked.client)

    bucket.refuse = meet
    settings = {"max_rows_per_file": 500, "copy_column_chunks": 0}
    for name, value in settings.items():
        engine.query(f"SET export_merge_tree_part_{name} = {value}")
    export(engine, to="several")
    assert failures(engine) == [] and len(set(met)) == 2
    clients: set[int] = set()

    def note(asked: Asked) -> None:
        if asked.method == "PUT":
            clients.add(asked.client)

    bucket.refuse = note
    export(engine, to="one", output_format_parallel_formatting=0)
    bucket.refuse = None
    assert len(clients) == 1 and len(bucket.objects("one/")) == 1
    hashes = "SELECT count(), sum(cityHash64(k, v)) FROM {}"
    found = [rows(engine, hashes.format(table)) for table in ("s", "several", "one")]
    assert found[0] == found[1] == found[2]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines#2")
def test_a_local_folder_is_a_destination_too(engine: sparktree.Engine, tmp_path: Path) -> None:
    columns = "p UInt8, x Int64"
    engine.query(f"CREATE TABLE s ({columns}) ENGINE = MergeTree PARTITION BY p ORDER BY x")
    engine.query("INSERT INTO s SELECT number % 2, number FROM numbers(10)")
    out = tmp_path / "out"
    engine.query(
        f"CREATE TABLE d ({columns}) ENGINE = File(Parquet, '{out}', partition_strategy = 'hive')"
        " PARTITION BY p"
    )
    export(engine)
    export(engine)
    assert counted(engine) == [2, 2, 2]
    found = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert [name.rpartition("/")[0] for name in found] == ["p=0", "p=1"]
    export(engine, export_merge_tree_part_overwrite_file_if_exists=1)
    again = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert again == found and counted(engine) == [4, 2, 2]
    query = "SELECT p, count(), sum(x) FROM d GROUP BY p ORDER BY p"
    assert rows(engine, query) == [["0", "5", "20"], ["1", "5", "25"]]


OVER_TLS = """
import sys, sparktree
with sparktree.connect(sys.argv[1]) as db:
    db.query("SET allow_experimental_export_merge_tree_part = 1")
    db.query("CREATE TABLE s (k UInt8, v String) ENGINE = MergeTree ORDER BY k")
    db.query("INSERT INTO s SELECT 1, 'plain text marker'")
    args = f"'{sys.argv[2]}', '{sys.argv[3]}', '{sys.argv[4]}', 'CSV', partition_strategy = 'hive'"
    db.query(f"CREATE TABLE d (k UInt8, v String) ENGINE = S3({args}) PARTITION BY tuple()")
    db.query("ALTER TABLE s EXPORT PART 'all_1_1_0' TO TABLE d")
    db.services.background.wait_idle(db.services.catalog.tables.get("default", "s").uuid, 60)
    print(db.query("SELECT status, exception FROM system.exports").text(), end="")
"""


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Security#6")
def test_over_tls_nothing_is_readable_on_the_way(engine: sparktree.Engine, tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", cert,
         "-keyout", key],
        check=True, capture_output=True,
    )  # fmt: skip
    bucket = tmp_path / "s3" / "bucket"
    bucket.mkdir(parents=True)
    with served(tmp_path / "s3", "--cert", str(cert), "--key", str(key)) as port:
        tap = Tap(port)
        url = f"https://127.0.0.1:{tap.port}/bucket/d"
        # A certificate that nobody vouches for is refused.
        engine.query("CREATE TABLE s (k UInt8, v String) ENGINE = MergeTree ORDER BY k")
        engine.query("INSERT INTO s SELECT 1, 'plain text marker'")
        args = f"'{url}', '{KEY}', '{SECRET}', 'CSV', partition_strategy = 'hive'"
        engine.query(f"CREATE TABLE d (k UInt8, v String) ENGINE = S3({args}) PARTITION BY tuple()")
        export(engine)
        assert "CERTIFICATE_VERIFY_FAILED" in failures(engine)[0]
        assert list(bucket.iterdir()) == []
        done = subprocess.run(
            [sys.executable, "-c", OVER_TLS, str(tmp_path / "trusting"), url, KEY, SECRET],
            env={**os.environ, "SSL_CERT_FILE": str(cert)},
            timeout=120, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, "Completed\t\n"), done.stderr
        (path,) = (path for path in bucket.rglob("*") if path.is_file())
        assert path.read_text() == '1,"plain text marker"\n'
        assert len(tap.seen) > 1000 and b"plain text marker" not in tap.seen
        assert SECRET.encode() not in tap.seen and b"PUT" not in tap.seen
        tap.close()


class Tap:
    """Passes bytes to a server and back, and keeps them all."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self.seen = bytearray()
        self._target = port
        self._server = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._server.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._target))
            for one_, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one_, other), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                self.seen += data
                target.sendall(data)
        except OSError:
            pass
        finally:
            for sock in (source, target):
                sock.close()
