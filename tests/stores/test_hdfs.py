"""Hive partitioning on a real HDFS."""

from __future__ import annotations

from pathlib import Path

import pytest

import sparktree
from sparktree.stores.hdfs import hdfs_store
from tests.storage.storages import connected
from tests.stores.exporting import counted, export, export_from_disk, failures


def error_of(db: sparktree.Engine, query: str) -> sparktree.Error:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    return caught.value


@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.HDFS")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.HDFS#1")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.HDFS#2")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.HDFS#3")
@pytest.mark.requirement("RQ.HivePartitioning.TableEngines.HDFS")
def test_folders_on_hdfs(engine: sparktree.Engine, node: str) -> None:
    engine.query(
        f"CREATE TABLE w (date String, x Int64) ENGINE = HDFS('{node}/data', 'Parquet',"
        " partition_strategy = 'hive') PARTITION BY date"
    )
    engine.query("INSERT INTO w VALUES ('2020-01-01', 1), ('2020-01-02', 2)")
    engine.query("INSERT INTO w VALUES ('2020-01-02', 3)")
    assert engine.query("SELECT * FROM w ORDER BY x").text() == (
        "2020-01-01\t1\n2020-01-02\t2\n2020-01-02\t3\n"
    )
    function = f"hdfs('{node}/data/date=*/*.parquet')"
    query = f"SELECT date, x FROM {function} WHERE date = '2020-01-02' ORDER BY x"
    assert engine.query(query).text() == "2020-01-02\t2\n2020-01-02\t3\n"
    assert engine.query(query.replace("hdfs('", "hdfsCluster('default', '")).text() == (
        "2020-01-02\t2\n2020-01-02\t3\n"
    )
    off = error_of(engine, f"{query} SETTINGS use_hive_partitioning = 0")
    assert off.name == "UNKNOWN_IDENTIFIER"
    engine.query(
        f"CREATE TABLE r (x Int64) ENGINE = HDFS('{node}/data/{{date}}/*.parquet', 'Parquet')"
        " PARTITION BY date"
    )
    assert engine.query("SELECT date, x FROM r WHERE x = 1").text() == "2020-01-01\t1\n"
    # A damaged file counts only where it is read.
    client = pytest.importorskip("hdfs_native").Client(node)
    client.mkdirs("/data/date=bad", 0o755, True)
    with client.create("/data/date=bad/f.parquet") as out:
        out.write(b"damaged")
    assert engine.query(query).text() == "2020-01-02\t2\n2020-01-02\t3\n"
    damaged = error_of(engine, f"SELECT sum(x) FROM {function}")
    assert damaged.name == "INCORRECT_DATA" and "date=bad/f.parquet" in damaged.message
    missing = f"SELECT * FROM hdfs('{node}/none/*.csv', 'CSV', 'x Int8')"
    assert error_of(engine, missing).name == "FILE_DOESNT_EXIST"


@pytest.mark.requirement("RQ.HivePartitioning.TableEngines.HDFS")
def test_addresses_of_hdfs_that_cannot_work(engine: sparktree.Engine) -> None:
    pytest.importorskip("hdfs_native")
    for url in ("not a url", "hdfs://", "hdfs://host:1", "http://host/x"):
        bad = f"SELECT * FROM hdfs('{url}', 'CSV', 'x Int8')"
        assert error_of(engine, bad).name == "BAD_ARGUMENTS"
    nobody = "SELECT * FROM hdfs('hdfs://127.0.0.1:1/a/*.csv', 'CSV', 'x Int8')"
    assert error_of(engine, nobody).name == "HDFS_ERROR"


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines#3")
def test_parts_are_exported_to_hdfs(engine: sparktree.Engine, node: str) -> None:
    columns = "p UInt8, x Int64"
    engine.query(f"CREATE TABLE s ({columns}) ENGINE = MergeTree PARTITION BY p ORDER BY x")
    engine.query("INSERT INTO s SELECT number % 2, number FROM numbers(10)")
    engine.query(
        f"CREATE TABLE d ({columns}) ENGINE = HDFS('{node}/exported', 'Parquet',"
        " partition_strategy = 'hive') PARTITION BY p"
    )
    export(engine)
    assert failures(engine) == []
    client = pytest.importorskip("hdfs_native").Client(node)
    paths = sorted(one.path for one in client.list_status("/exported", True) if not one.isdir)
    assert [path.rpartition("/")[0] for path in paths] == ["/exported/p=0", "/exported/p=1"]
    assert engine.query("SELECT p, count(), sum(x) FROM d GROUP BY p ORDER BY p").text() == (
        "0\t5\t20\n1\t5\t25\n"
    )
    export(engine)  # nothing is written twice, nor left in the making
    assert counted(engine) == [2, 2, 2]
    export(engine, export_merge_tree_part_overwrite_file_if_exists=1)
    assert counted(engine) == [4, 2, 2]
    assert sorted(o.path for o in client.list_status("/exported", True) if not o.isdir) == paths


@pytest.mark.requirement("MT.DiskType.HDFS")
def test_tables_lie_on_hdfs(tmp_path: Path, node: str) -> None:
    disks = {"far": f"<type>hdfs</type><endpoint>{node}/tables/far/</endpoint>"}
    with connected(tmp_path, disks) as db:
        db.query(
            "CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k"
            " SETTINGS disk = 'far', old_parts_lifetime = 480"
        )
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(100)")
        db.query(
            "INSERT INTO t SELECT number + 100, randomPrintableASCII(100) FROM numbers(100000)"
        )
        db.query("OPTIMIZE TABLE t FINAL")
        db.query("ALTER TABLE t UPDATE v = 'x' WHERE k < 10 SETTINGS mutations_sync = 1")
        db.query("ALTER TABLE t DETACH PARTITION tuple()")
        db.query("ALTER TABLE t ATTACH PARTITION tuple()")
    with connected(tmp_path, disks) as db:
        assert db.query("SELECT count(), max(k), countIf(v = 'x') FROM t").text() == (
            "100100\t100099\t10\n"
        )
        db.query("DROP TABLE t SYNC")
        store, folder = hdfs_store(f"{node}/tables/far/")
        left = [one.key.removeprefix(folder) for one in store.list(folder)]
        assert left == ["sparktree-disk.json"]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#5")
def test_parts_on_hdfs_are_exported(tmp_path: Path, node: str) -> None:
    disks = {"far": f"<type>hdfs</type><endpoint>{node}/tables/exported/</endpoint>"}
    store, folder = hdfs_store(f"{node}/tables/exported/")
    with connected(tmp_path, disks) as db:
        out = tmp_path / "out"
        export_from_disk(db, "far", out, lambda: [one.key for one in store.list(folder, deep=True)])
