"""Tables of engine Hive, against a real metastore."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import hdfs_native
import pyarrow as pa
import pyarrow.orc as orc
import pyarrow.parquet as pq
import pytest

import sparktree
from tests.stores.metastore import BUCKET, ORC, TEXT, Hive, metastore
from tests.stores.servers import KEY, SECRET, Bucket, free_port, proxied

COLUMNS = {"x": "bigint", "name": "string"}
KEYS = {"day": "string", "n": "int"}
NULL = "__HIVE_DEFAULT_PARTITION__"


@pytest.fixture(scope="module")
def hive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hive]:
    with metastore(tmp_path_factory.mktemp("metastore")) as started:
        yield started


def error_of(db: sparktree.Engine, query: str) -> sparktree.Error:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    return caught.value


def write(folder: Path, *rows: tuple[int, str | None]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    numbers, names = zip(*rows, strict=True)
    pq.write_table(pa.table({"x": numbers, "name": names}), folder / "part-0")
    (folder / "_SUCCESS").touch()
    (folder / ".part-0.crc").write_text("not Parquet")


@pytest.mark.requirement("RQ.HivePartitioning.TableEngines.Hive")
def test_partitions_and_places_are_those_of_the_metastore(
    engine: sparktree.Engine, hive: Hive, tmp_path: Path
) -> None:
    base = tmp_path / "warehouse"
    hive.create("sales", COLUMNS, KEYS, f"file:{base}")
    for values, folder, *rows in (
        (("2020-01-01", "1"), base / "day=2020-01-01/n=1", (1, "a"), (2, None)),
        (("2020-01-02", "2"), base / "day=2020-01-02/n=2", (3, "c")),
        (("a b/%c", "3"), base / "day=a b%2F%25c/n=3", (4, "d")),
        ((NULL, "4"), base / f"day={NULL}/n=4", (5, "e")),
        (("elsewhere", "10"), tmp_path / "far away", (6, "f")),
    ):
        write(folder, *rows)
        hive.add("sales", COLUMNS, values, f"file:{folder}")
    hive.add("sales", COLUMNS, ("nothing", "0"), f"file:{tmp_path}/nothing")
    write(base / "day=2020-01-03/n=1", (100, "in no partition"))
    args = f"'{hive.url}', 'default', 'sales'"
    # The specification's own form: keys are columns that only queries naming them see.
    engine.query(f"CREATE TABLE h (x Int64, name Nullable(String)) ENGINE = Hive({args})")
    assert engine.query("SELECT * FROM h ORDER BY x").text() == (
        "1\ta\n2\t\\N\n3\tc\n4\td\n5\te\n6\tf\n"
    )
    assert engine.query("SELECT x, day, n, toTypeName(n) FROM h WHERE x > 2 ORDER BY x").text() == (
        "3\t2020-01-02\t2\tLowCardinality(String)\n4\ta b/%c\t3\tLowCardinality(String)\n"
        "5\t\t4\tLowCardinality(String)\n6\telsewhere\t10\tLowCardinality(String)\n"
    )
    assert engine.query("SELECT x FROM h WHERE day = ''").text() == "5\n"
    off = error_of(engine, "SELECT day FROM h SETTINGS use_hive_partitioning = 0")
    assert off.name == "UNKNOWN_IDENTIFIER"
    # ClickHouse's form: keys are declared, with types of their own.
    engine.query(
        "CREATE TABLE typed (n Int32, day Nullable(String), x Int64)"
        f" ENGINE = Hive({args}) PARTITION BY (day, n)"
    )
    assert engine.query("SELECT * FROM typed WHERE n BETWEEN 3 AND 10 ORDER BY n").text() == (
        "3\ta b/%c\t4\n4\t\\N\t5\n10\telsewhere\t6\n"
    )
    assert engine.query("SELECT count(), sum(n) FROM typed WHERE day IS NULL").text() == "1\t4\n"
    # Nothing declared: all that the metastore knows.
    engine.query(f"CREATE TABLE found ENGINE = Hive({args})")
    assert engine.query("DESCRIBE found").text().splitlines()[0].startswith("x\tNullable(Int64)")
    assert engine.query("SELECT sum(x) FROM found").text() == "21\n"
    assert engine.query("SELECT _path FROM h WHERE x = 6").text() == f"{tmp_path}/far away/part-0\n"


@pytest.mark.requirement("RQ.HivePartitioning.TableEngines.Hive")
def test_partitions_that_conditions_rule_out_are_not_read(
    engine: sparktree.Engine, hive: Hive, tmp_path: Path
) -> None:
    hive.create("pruned", COLUMNS, KEYS, f"file:{tmp_path}/p")
    for number in range(6):
        folder = tmp_path / f"p{number}"
        if number in (2, 5):
            write(folder, (number, "good"))
        else:  # a file that cannot be read shows who tries to
            folder.mkdir()
            (folder / "part-0").write_text("damaged")
        hive.add("pruned", COLUMNS, (f"day{number % 3}", str(number)), f"file:{folder}")
    engine.query(
        "CREATE TABLE p (day String, n Int32, x Int64)"
        f" ENGINE = Hive('{hive.url}', 'default', 'pruned') PARTITION BY (day, n)"
    )
    for condition, rows in {
        "day = 'day2'": "2\n5\n",
        "day IN ('day2', 'none')": "2\n5\n",
        "day = 'day2' AND n > 2": "5\n",
        "n = 5": "5\n",
        "n % 3 = 2": "2\n5\n",
        "day > 'day1'": "2\n5\n",
        "concat(day, toString(n)) = 'day22'": "2\n",
        "day = 'none'": "",
    }.items():
        query = f"SELECT x FROM p WHERE {condition} ORDER BY x"
        assert engine.query(query).text() == rows, condition
    damaged = error_of(engine, "SELECT sum(x) FROM p")
    assert damaged.name == "INCORRECT_DATA" and "part-0" in damaged.message


@pytest.mark.requirement("RQ.HivePartitioning.TableEngines.Hive")
def test_formats_and_types(engine: sparktree.Engine, hive: Hive, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.mkdir()
    lines = ['1\x01he"y, you\x011.5\x01true\x012020-01-01\x012020-01-01 10:00:00.5\x0112.50',
             "\x01".join(["\\N"] * 7), "2\x01 x \x01\x01false\x01\\N\x01\\N\x01-3"]  # fmt: skip
    (text / "000000_0").write_text("\n".join(lines) + "\n")
    types = {"i": "int", "s": "varchar(20)", "d": "double", "b": "boolean", "dt": "date",
             "ts": "timestamp", "de": "decimal(10,2)"}  # fmt: skip
    hive.create("lines", types, {}, f"file:{text}", TEXT)
    engine.query(f"CREATE TABLE lines ENGINE = Hive('{hive.url}', 'default', 'lines')")
    assert engine.query("SELECT * FROM lines ORDER BY i").text() == (
        '1\the"y, you\t1.5\ttrue\t2020-01-01\t2020-01-01 10:00:00.500000000\t12.5\n'
        "2\t x \t\\N\tfalse\t\\N\t\\N\t-3\n"
        "\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n"
    )
    engine.query(
        "CREATE TABLE some (de Nullable(Decimal(10, 2)), i Nullable(Int32))"
        f" ENGINE = Hive('{hive.url}', 'default', 'lines')"
    )
    assert engine.query("SELECT * FROM some WHERE i = 2").text() == "-3\t2\n"
    commas = tmp_path / "commas"
    commas.mkdir()
    (commas / "a").write_text("x,y\n1,NULL\n")
    hive.create("commas", {"x": "int", "y": "string"}, {}, f"file:{commas}", TEXT,
                {"field.delim": ",", "serialization.null.format": "NULL"},
                {"skip.header.line.count": "1"})  # fmt: skip
    engine.query(f"CREATE TABLE commas ENGINE = Hive('{hive.url}', 'default', 'commas')")
    assert engine.query("SELECT * FROM commas").text() == "1\t\\N\n"
    hive.create("both", {"x": "int"}, {"k": "string"}, f"file:{tmp_path}/b", TEXT,
                {"field.delim": ","})  # fmt: skip
    hive.add("both", {"x": "int"}, ("v",), f"file:{commas}", TEXT)
    engine.query(f"CREATE TABLE both (x Int32) ENGINE = Hive('{hive.url}', 'default', 'both')")
    assert error_of(engine, "SELECT * FROM both").name == "NOT_IMPLEMENTED"
    rows = tmp_path / "rows"
    rows.mkdir()
    made = {"x": [1, None], "a": [[1, 2], []], "st": [{"p": 1, "q": "z"}, {"p": 2, "q": None}]}
    orc.write_table(pa.table(made), rows / "000000_0")
    hive.create("orcs", {"x": "int", "a": "array<int>", "st": "struct<p:int,q:string>"}, {},
                f"file:{rows}", ORC)  # fmt: skip
    engine.query(f"CREATE TABLE orcs ENGINE = Hive('{hive.url}', 'default', 'orcs')")
    assert engine.query("SELECT x, a, st.q FROM orcs ORDER BY x").text() == (
        "1\t[1,2]\tz\n\\N\t[]\t\\N\n"
    )


def test_files_on_s3(hive: Hive, s3_server: tuple[int, Path], tmp_path: Path) -> None:
    with proxied(*s3_server, BUCKET) as bucket:
        _read_from(bucket, hive, tmp_path)


def _read_from(bucket: Bucket, hive: Hive, tmp_path: Path) -> None:
    write(bucket.folder / "w/t/day=a%3Ab", (7, "s"))
    hive.create("remote", COLUMNS, {"day": "string"}, f"s3a://{bucket.name}/w/t")
    hive.add("remote", COLUMNS, ("a:b",), f"s3a://{bucket.name}/w/t/day=a%3Ab")
    config = tmp_path / "config.xml"
    to = f"{bucket.url.removesuffix(bucket.name)}{{bucket}}"
    config.write_text(
        f"<clickhouse><s3><b><endpoint>{bucket.url}</endpoint><access_key_id>{KEY}</access_key_id>"
        f"<secret_access_key>{SECRET}</secret_access_key></b></s3>"
        f"<url_scheme_mappers><s3a><to>{to}</to></s3a></url_scheme_mappers></clickhouse>"
    )
    with sparktree.connect(str(tmp_path / "data"), config=str(config)) as db:
        db.query(f"CREATE TABLE r (x Int64) ENGINE = Hive('{hive.url}', 'default', 'remote')")
        assert db.query("SELECT x, day FROM r").text() == "7\ta:b\n"


def test_files_on_hdfs(engine: sparktree.Engine, hive: Hive, node: str, tmp_path: Path) -> None:
    write(tmp_path / "made", (8, "h"))
    client = hdfs_native.Client(node)
    place = "/hive/day=a %3A b"
    client.mkdirs(place, 0o755, True)
    with client.create(f"{place}/part-0") as out:
        out.write((tmp_path / "made" / "part-0").read_bytes())
    hive.create("distributed", COLUMNS, {"day": "string"}, f"{node}/hive")
    hive.add("distributed", COLUMNS, ("a : b",), f"{node}{place}")
    engine.query(f"CREATE TABLE d (x Int64) ENGINE = Hive('{hive.url}', 'default', 'distributed')")
    assert engine.query("SELECT x, day, _path FROM d").text() == f"8\ta : b\t{place}/part-0\n"


@pytest.mark.requirement("RQ.HivePartitioning.TableEngines.Hive")
def test_what_cannot_be_read(engine: sparktree.Engine, hive: Hive, tmp_path: Path) -> None:
    nobody = f"thrift://127.0.0.1:{free_port()}"
    for args, name in {
        "": "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        f"'{hive.url}', 'default'": "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        "'http://127.0.0.1:1', 'default', 't'": "BAD_ARGUMENTS",
        "'thrift://', 'default', 't'": "BAD_ARGUMENTS",
        "'thrift://host:port', 'default', 't'": "BAD_ARGUMENTS",
        f"'{hive.url}', '', 't'": "BAD_ARGUMENTS",
    }.items():
        assert error_of(engine, f"CREATE TABLE e (x Int8) ENGINE = Hive({args})").name == name, args
    sorted_ = f"CREATE TABLE e (x Int8) ENGINE = Hive('{hive.url}', 'default', 't') ORDER BY x"
    assert error_of(engine, sorted_).name == "BAD_ARGUMENTS"
    hive.create("strange", {"x": "int"}, {"k": "string"}, f"file:{tmp_path}/s", "org.example.Own")
    hive.create("moved", {"x": "int"}, {}, f"wasb://{BUCKET}/w/x")
    hive.create("view", {"x": "int"}, {}, f"file:{tmp_path}/a", kind="VIRTUAL_VIEW")
    hive.create("plain", {"x": "int"}, {"k": "string"}, f"file:{tmp_path}/t")
    hive.add("plain", {"x": "int"}, ("v",), f"file:{tmp_path}/t/k=v", ORC)
    for number, (url, table, columns, by, name) in enumerate((
        (nobody, "plain", "x Int32", "", "NO_HIVEMETASTORE"),
        (hive.url, "none", "x Int32", "", "UNKNOWN_TABLE"),
        (hive.url, "strange", "x Int32", "", "NOT_IMPLEMENTED"),
        (hive.url, "moved", "x Int32", "", "BAD_ARGUMENTS"),
        (hive.url, "view", "x Int32", "", "NOT_IMPLEMENTED"),
        (hive.url, "plain", "y Int32", "", "NO_SUCH_COLUMN_IN_TABLE"),
        (hive.url, "plain", "x Int32", "PARTITION BY x", "BAD_ARGUMENTS"),
        (hive.url, "plain", "x Int32", "", "NOT_IMPLEMENTED"),
    )):  # fmt: skip
        created = f"CREATE TABLE t{number} ({columns}) ENGINE = Hive('{url}', 'default', '{table}')"
        engine.query(f"{created} {by}")
        assert error_of(engine, f"SELECT * FROM t{number}").name == name, (table, columns)
    written = error_of(engine, "INSERT INTO t0 VALUES (1)")
    assert written.name == "NOT_IMPLEMENTED" and "write is not supported" in written.message
    nowhere = error_of(engine, f"CREATE TABLE c ENGINE = Hive('{nobody}', 'd', 't')")
    assert nowhere.name == "NO_HIVEMETASTORE"


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_a_server_that_is_no_metastore(engine: sparktree.Engine, answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            connection.recv(1 << 16)
            connection.sendall(answer)
            connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        url = f"thrift://127.0.0.1:{server.getsockname()[1]}"
        error = error_of(engine, f"CREATE TABLE c ENGINE = Hive('{url}', 'd', 't')")
        thread.join(10)
    assert error.name == "NO_HIVEMETASTORE"
