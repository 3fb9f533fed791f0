"""Hive partitioning on Azure Blob Storage, against Azurite."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest

import sparktree
from sparktree.stores.azure_signing import Account
from tests.oracle import Oracle
from tests.storage.storages import connected
from tests.stores.azurite import ACCOUNT, KEY, Container, azurite, contained
from tests.stores.exporting import counted, export, export_from_disk
from tests.stores.servers import DROP, LOSE, Asked, free_port

_numbers = count(1)
_WRONG = base64.b64encode(b"anotherSecret").decode()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with azurite(tmp_path_factory.mktemp("azurite")) as port:
        yield port


@pytest.fixture
def container(server: int) -> Iterator[Container]:
    with contained(server, f"container{next(_numbers)}") as made:
        yield made


def error_of(db: sparktree.Engine, query: str) -> sparktree.Error:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    return caught.value


def create(db: sparktree.Engine, container: Container, format_: str = "Parquet") -> None:
    args = container.args("t", f"'{format_}'", "partition_strategy = 'hive'")
    db.query(
        f"CREATE TABLE t (year UInt16, country String, x Int64) ENGINE = AzureBlobStorage({args})"
        " PARTITION BY (year, country)"
    )


def test_rows_go_to_folders_of_their_keys_and_come_back(
    engine: sparktree.Engine, container: Container
) -> None:
    create(engine, container)
    assert engine.query("SELECT count() FROM t").text() == "0\n"
    engine.query("INSERT INTO t VALUES (2020, 'NL', 1), (2021, 'NL', 2), (2021, 'a %25 ö', 3)")
    engine.query("INSERT INTO t VALUES (2021, 'NL', 4)")
    assert len(container.blobs("t/year=2021/country=NL/")) == 2
    assert engine.query("SELECT * FROM t ORDER BY x").text() == (
        "2020\tNL\t1\n2021\tNL\t2\n2021\ta %25 ö\t3\n2021\tNL\t4\n"
    )
    container.asked.clear()
    args = container.args("t/year=*/country=*/*.parquet", "'Parquet', 'none', 'x Int64'")
    function = f"azureBlobStorage({args})"
    query = f"SELECT x FROM {function} WHERE year = '2021' AND country = 'NL' ORDER BY x"
    assert engine.query(query).text() == "2\n4\n"
    assert container.listings() == ["t/year=2021/country=NL/"]
    assert not any("year=2020" in asked.path for asked in container.asked)
    clustered = query.replace("azureBlobStorage(", "azureBlobStorageCluster('default', ")
    assert engine.query(clustered).text() == "2\n4\n"
    off = error_of(engine, f"{query} SETTINGS use_hive_partitioning = 0")
    assert off.name == "UNKNOWN_IDENTIFIER"


def test_every_form_of_the_arguments(engine: sparktree.Engine, container: Container) -> None:
    container.put("f/d=1/a.csv", "1\n")
    name, url, path = container.name, container.url, "f/*/*.csv"
    engine.query(
        f"CREATE NAMED COLLECTION c AS connection_string = '{container.connection}',"
        f" container = '{name}', blob_path = '{path}', format = 'CSV'"
    )
    by_url = f"'{url}', '{name}', '{path}', '{ACCOUNT}', '{KEY}'"
    by_string = f"'{container.connection}', '{name}', '{path}'"
    forms = [
        by_url,
        f"{by_url}, 'CSV'",
        f"{by_url}, 'CSV', 'auto', 'x Int8'",
        f"{by_url}, 'x Int8'",
        by_string,
        f"{by_string}, 'x Int8'",
        f"{by_string}, 'CSV', 'none', 'x Int8'",
        f"{by_string}, 'CSV', 'none', 'auto', 'x Int8'",
        f"{by_url}, 'CSV', 'none', 'auto', 0, 'x Int8'",
        "c",
        "c, structure = 'x Int8'",
        f"storage_account_url = '{url}', container = '{name}', blob_path = '{path}',"
        f" account_name = '{ACCOUNT}', account_key = '{KEY}', format = 'CSV'",
        f"'{url}', '{name}', '{path}', account_key = '{KEY}'",
    ]
    for number, form in enumerate(forms):
        column = "x" if "x Int8" in form else "c1"
        found = engine.query(f"SELECT {column}, d, _path FROM azureBlobStorage({form})").text()
        assert found == f"1\t1\t{name}/f/d=1/a.csv\n", form
        if "x Int8" not in form:
            engine.query(f"CREATE TABLE e{number} (x Int8) ENGINE = AzureBlobStorage({form})")
            assert engine.query(f"SELECT x FROM e{number}").text() == "1\n"
            shown = engine.query(f"SHOW CREATE TABLE e{number}").text()
            assert KEY not in shown and ("[HIDDEN]" in shown or "c)" in shown)
    logged = f"SELECT count() FROM system.query_log WHERE query LIKE '%{KEY}%'"
    assert engine.query(logged).text() == "0\n"
    for args, error in {
        "": "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        f"'{url}'": "BAD_ARGUMENTS",
        f"'{url}', '{name}'": "BAD_ARGUMENTS",
        f"'{url}', 'x', '{path}'": "BAD_ARGUMENTS",
        f"'EndpointSuffix=none', '{name}', '{path}'": "BAD_ARGUMENTS",
        f"'http://', '{name}', '{path}'": "BAD_ARGUMENTS",
        f"{by_url}, 'CSV', 'none', 'auto', 0, 'x Int8', 1": "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        f"{by_url}, 'CSV', nokey = 1": "BAD_ARGUMENTS",
        f"'{url}', '{name}', '{path}', '{ACCOUNT}', 'no base64', 'CSV'": "BAD_ARGUMENTS",
        f"'{url}', '{name}', 'none*.csv', '{ACCOUNT}', '{KEY}', 'x Int8'": "FILE_DOESNT_EXIST",
    }.items():
        assert error_of(engine, f"SELECT * FROM azureBlobStorage({args})").name == error, args
    wrong = f"CREATE TABLE w (x Int8) ENGINE = AzureBlobStorage({by_string}, 'nothing')"
    assert error_of(engine, wrong).name == "BAD_ARGUMENTS"


def test_accounts_that_may_not(engine: sparktree.Engine, container: Container) -> None:
    container.put("a.csv", "1\n")
    nobody = f"http://127.0.0.1:{free_port()}/{ACCOUNT}"
    for url, name, account, key in (
        (container.url, container.name, ACCOUNT, _WRONG),
        (container.url, container.name, "another", KEY),
        (nobody, container.name, ACCOUNT, KEY),
    ):
        args = f"'{url}', '{name}', 'a.csv', '{account}', '{key}', 'CSV', 'none', 'x Int8'"
        for query in (
            f"SELECT * FROM azureBlobStorage({args})",
            f"INSERT INTO FUNCTION azureBlobStorage({args}) SETTINGS azure_truncate_on_insert = 1"
            " SELECT 2",
        ):
            error = error_of(engine, query)
            assert error.name == "AZURE_BLOB_STORAGE_ERROR"
            assert name in error.message and key not in str(error)
    anonymous = f"'{container.url}', '{container.name}', 'a.csv', 'CSV', 'none', 'x Int8'"
    refused = error_of(engine, f"SELECT * FROM azureBlobStorage({anonymous})")
    assert refused.name == "AZURE_BLOB_STORAGE_ERROR"
    args = container.args("b.csv", "'CSV'", "'none'", "'x Int8'").replace(container.name, "newone")
    for query in ("SELECT * FROM {}", "INSERT INTO FUNCTION {} SELECT 7"):
        missing = error_of(engine, query.format(f"azureBlobStorage({args})"))
        assert missing.name == "AZURE_BLOB_STORAGE_ERROR" and "newone" in missing.message


def _shared_access(permissions: str) -> str:
    """A signature for the whole account, as Azure's tools make them."""
    told = {"sp": permissions, "ss": "b", "srt": "sco", "se": "2099-01-01", "sv": "2020-10-02"}
    lines = (ACCOUNT, permissions, "b", "sco", "", told["se"], "", "", told["sv"], "")
    secret = Account(ACCOUNT, KEY).secret()
    digest = hmac.new(secret, "\n".join(lines).encode(), hashlib.sha256).digest()
    return urlencode({**told, "sig": base64.b64encode(digest).decode()})


def test_shared_access_signatures(engine: sparktree.Engine, container: Container) -> None:
    container.put("a.csv", "1\n")
    reading, writing = _shared_access("rl"), _shared_access("rlwdc")
    for place, address in enumerate((
        f"{container.url}?{reading}",
        f"BlobEndpoint={container.url};SharedAccessSignature={reading}",
    )):  # fmt: skip
        args = f"'{address}', '{container.name}', 'a.csv', 'CSV', 'none', 'x Int8'"
        assert engine.query(f"SELECT x FROM azureBlobStorage({args})").text() == "1\n"
        engine.query(f"CREATE OR REPLACE TABLE s (x Int8) ENGINE = AzureBlobStorage({args[:-10]})")
        shown = engine.query("SHOW CREATE TABLE s").text()
        assert "[HIDDEN]" in shown and reading.rpartition("sig=")[2] not in shown
        refused = (
            f"INSERT INTO FUNCTION azureBlobStorage({args.replace('a.csv', f'b{place}.csv')})"
            " SELECT 2"
        )
        assert error_of(engine, refused).name == "AZURE_BLOB_STORAGE_ERROR"
        engine.query(refused.replace(reading, writing))
    assert container.blobs() == ["a.csv", "b0.csv", "b1.csv"]


@pytest.mark.requirement("RQ.HivePartitioning.Writes.WriteFail")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.WriteFail#1")
@pytest.mark.parametrize("how", [403, DROP, LOSE])
@pytest.mark.parametrize("step", ["block", "blocklist"])
def test_a_write_that_fails_leaves_nothing(
    engine: sparktree.Engine, container: Container, step: str, how: int
) -> None:
    create(engine, container, "CSV")
    engine.query("INSERT INTO t VALUES (1, 'a', 1)")
    before = container.blobs()
    refused: list[str] = []

    def refuse(asked: Asked) -> int | None:
        """The fifth request of its kind, and whenever that is tried again."""
        if asked.query.get("comp") != step:
            return None
        if asked.path not in refused:
            refused.append(asked.path)
        return how if refused.index(asked.path) >= 4 else None

    container.refuse = refuse
    error = error_of(engine, "INSERT INTO t SELECT number, 'b', number FROM numbers(8)")
    container.refuse = None
    assert error.name == "AZURE_BLOB_STORAGE_ERROR"
    assert len(refused) >= 5
    assert container.blobs() == before
    assert engine.query("SELECT * FROM t").text() == "1\ta\t1\n"


def test_an_answer_that_is_lost_is_asked_for_again(
    engine: sparktree.Engine, container: Container
) -> None:
    create(engine, container, "CSV")
    lost: set[tuple[str, str]] = set()

    def refuse(asked: Asked) -> int | None:
        """The first answer to each request for something is lost."""
        kind = (asked.method + asked.path, asked.query.get("comp", ""))
        if kind in lost:
            return None
        lost.add(kind)
        return LOSE

    container.refuse = refuse
    engine.query("INSERT INTO t SELECT number, 'b', number FROM numbers(3)")
    assert engine.query("SELECT x FROM t ORDER BY x").text() == "0\n1\n2\n"
    assert len(container.blobs()) == 3


def test_large_files_and_files_that_exist(engine: sparktree.Engine, container: Container) -> None:
    function = (
        f"azureBlobStorage({container.args('big.csv', repr('CSV'), repr('none'))}, 'x String')"
    )
    rows = "SELECT repeat('x', 1000) FROM numbers(20000)"
    engine.query(f"INSERT INTO FUNCTION {function} {rows}")
    blocks = [a for a in container.asked if a.query.get("comp") == "block"]
    assert len(blocks) == 3
    query = f"SELECT count(), sum(length(x)) FROM {function}"
    assert engine.query(query).text() == "20000\t20000000\n"
    exists = error_of(engine, f"INSERT INTO FUNCTION {function} SELECT 'y'")
    assert exists.name == "BAD_ARGUMENTS" and "azure_truncate_on_insert" in exists.message
    engine.query(
        f"INSERT INTO FUNCTION {function} SETTINGS azure_create_new_file_on_insert = 1 SELECT 'y'"
    )
    assert container.blobs() == ["big.1.csv", "big.csv"]
    engine.query(
        f"INSERT INTO FUNCTION {function} SETTINGS azure_truncate_on_insert = 1 SELECT 'z'"
    )
    assert engine.query(query).text() == "1\t1\n"


def test_files_are_exchanged_with_clickhouse(
    engine: sparktree.Engine, container: Container, oracle: Oracle, tmp_path: Path
) -> None:
    create(engine, container)
    engine.query("INSERT INTO t VALUES (2020, 'NL', 1), (2021, 'a b', 2)")
    read = f"azureBlobStorage({container.args('t/*/*/*.parquet', repr('Parquet'))})"
    query = f"SELECT x, year, country, _path FROM {read} ORDER BY x"
    assert oracle.text(query) == engine.query(query).text()
    written = f"azureBlobStorage({container.args('c/k=5/f.parquet', repr('Parquet'))})"
    oracle.query(
        f"INSERT INTO FUNCTION {written} SELECT number AS n, toString(n) AS s FROM numbers(3)"
    )
    again = f"azureBlobStorage({container.args('c/**/*.parquet')})"
    assert engine.query(f"SELECT n, s, k FROM {again} ORDER BY n").text() == (
        "0\t0\t5\n1\t1\t5\n2\t2\t5\n"
    )


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines#4")
def test_parts_are_exported_to_azure(engine: sparktree.Engine, container: Container) -> None:
    columns = "p UInt8, x Int64"
    engine.query(f"CREATE TABLE s ({columns}) ENGINE = MergeTree PARTITION BY p ORDER BY x")
    engine.query("INSERT INTO s SELECT number % 2, number FROM numbers(10)")
    args = container.args("exported", "'Parquet'", "partition_strategy = 'hive'")
    engine.query(f"CREATE TABLE d ({columns}) ENGINE = AzureBlobStorage({args}) PARTITION BY p")
    container.refuse = lambda asked: 403 if asked.query.get("comp") == "blocklist" else None
    export(engine)
    assert counted(engine) == [0, 2, 0] and container.blobs() == []
    container.refuse = None
    export(engine)
    assert counted(engine) == [2, 2, 0]
    folders = [name.rpartition("/")[0] for name in container.blobs()]
    assert folders == ["exported/p=0", "exported/p=1"]
    assert engine.query("SELECT p, count(), sum(x) FROM d GROUP BY p ORDER BY p").text() == (
        "0\t5\t20\n1\t5\t25\n"
    )
    export(engine)
    assert counted(engine) == [2, 4, 2] and len(container.blobs()) == 2


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#5")
def test_parts_in_a_container_are_exported(tmp_path: Path, container: Container) -> None:
    disk = (
        f"<type>azure_blob_storage</type><endpoint>{container.url}/{container.name}/below</endpoint>"
        f"<account_name>{ACCOUNT}</account_name><account_key>{KEY}</account_key>"
    )
    with connected(tmp_path, {"far": disk}) as db:
        export_from_disk(db, "far", tmp_path / "out", container.blobs)


@pytest.mark.requirement("MT.DiskType.Azure")
@pytest.mark.parametrize("told", ["endpoint", "account", "connection"])
def test_tables_lie_in_a_container(tmp_path: Path, container: Container, told: str) -> None:
    account = f"<account_name>{ACCOUNT}</account_name><account_key>{KEY}</account_key>"
    name = f"<container_name>{container.name}</container_name>"
    ways = {
        "endpoint": f"<endpoint>{container.url}/{container.name}/below</endpoint>{account}",
        "account": f"<storage_account_url>{container.url}</storage_account_url>{name}{account}",
        "connection": f"<connection_string>{container.connection}</connection_string>{name}",
    }
    disks = {"blob": f"<type>azure_blob_storage</type>{ways[told]}"}
    with connected(tmp_path, disks) as db:
        db.query(
            "CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k"
            " SETTINGS disk = 'blob', old_parts_lifetime = 480"
        )
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(100)")
        db.query("INSERT INTO t SELECT number + 100, toString(number) FROM numbers(100)")
        db.query("OPTIMIZE TABLE t FINAL")
        db.query("ALTER TABLE t UPDATE v = 'x' WHERE k < 10 SETTINGS mutations_sync = 1")
    with connected(tmp_path, disks) as db:
        assert db.query("SELECT count(), sum(k), countIf(v = 'x') FROM t").text() == (
            "200\t19900\t10\n"
        )
        db.query("DROP TABLE t SYNC")
        left = [one.key for one in container.store.list("", deep=True)]
        assert left == [f"{'below/' if told == 'endpoint' else ''}sparktree-disk.json"]
