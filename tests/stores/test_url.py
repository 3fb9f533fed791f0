"""Files of web servers: the table function url and the engine URL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from sparktree.errors import Code
from tests.oracle import Oracle, OracleError
from tests.stores.web import Web, serving


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """A server with some files."""
    with serving(tmp_path / "web") as web:
        web.put("t1.tsv", "1\ta\n2\tb\n")
        web.put("t2.tsv", "3\tc\n")
        web.put("k=5/x.tsv", "4\td\n")
        web.put("empty.tsv", "")
        yield web


# What sparktree and ClickHouse answer alike.
SAME = """
SELECT *, _path, _file, _size, _time FROM url('URL/t1.tsv', TSV, 'a UInt8, b String') ORDER BY a
DESCRIBE TABLE url('URL/t1.tsv')
SELECT * FROM url('URL/t{1..2}.tsv') ORDER BY 1
SELECT * FROM url('URL/t{1,2}.tsv', 'TSV', 'a UInt8, b String') ORDER BY a
SELECT *, k FROM url('URL/k=5/x.tsv', TSV, 'a UInt8, b String')
SELECT * FROM url('URL/t1.tsv?a=b&c=d', TSV, 'a UInt8, b String') ORDER BY a
SELECT count() FROM url('URL/empty.tsv', TSV, 'a UInt8')
SELECT * FROM url('URL/t1.tsv', headers('X-A' = 'b'), TSV, 'a UInt8, b String') ORDER BY a
SELECT * FROM url('URL/none.tsv', TSV, 'a UInt8')
SELECT * FROM url('URL/none.tsv')
SELECT * FROM url('URL/t*.tsv', TSV, 'a UInt8')
SELECT * FROM url('ftp://x/y.tsv', TSV, 'a UInt8')
SELECT * FROM url()
SELECT * FROM url('URL/t1.tsv', TSV, 'a UInt8, b String', 'auto', 'x')
CREATE TABLE u (a UInt8, b String) ENGINE = URL('URL/t1.tsv', TSV)
SELECT *, _file FROM u ORDER BY a
CREATE TABLE u2 ENGINE = URL('URL/t1.tsv')
DESCRIBE TABLE u2
CREATE TABLE u3 (a UInt8) ENGINE = URL('URL/t1.tsv', Nonsense)
CREATE TABLE u4 (a UInt8) ENGINE = URL()
CREATE TABLE u6 (a UInt8) ENGINE = URL('URL/t1.tsv', TSV) ORDER BY a
SELECT *, _path FROM url('URL/{none|t2}.tsv', TSV, 'a UInt8, b String')
SELECT *, _path FROM url('URL/{t1|t2}.tsv', TSV, 'a UInt8, b String') ORDER BY a
DESCRIBE TABLE url('URL/{none|t1}.tsv')
SELECT *, _path FROM url('http://{127.0.0.1|localhost}:PORT/t2.tsv', TSV, 'a UInt8, b String')
SELECT *, _path FROM url('http://{127.0.0.1,localhost}:PORT/t2.tsv', TSV, 'a UInt8, b String')
SELECT * FROM url('http://127.0.0.1:{1|2}/t2.tsv', TSV, 'a UInt8')
SELECT * FROM url('URL/t1.tsv', headers('X-A'), TSV, 'a UInt8')
SELECT * FROM url('URL/t1.tsv', headers('X-A' = 1), TSV, 'a UInt8')
SELECT * FROM url('URL/t2.tsv', headers(), TSV, 'a UInt8, b String')
SELECT * FROM url('URL/t2.tsv', headers('a' = 'b'), headers('c' = 'd'), TSV, 'a UInt8')
INSERT INTO FUNCTION url('URL/refused', TSV, 'a UInt8') SELECT 1
"""


@pytest.mark.requirement(
    "RQ.HivePartitioning.Generic.EnableSetting#1", "RQ.HivePartitioning.Generic.EnableSetting#2"
)
def test_files_of_web_servers_are_as_in_clickhouse(
    engine: sparktree.Engine, oracle: Oracle, web: Web
) -> None:
    oracle.query("CREATE DATABASE web; USE web; SET session_timezone = 'UTC'")
    try:
        for line in SAME.strip().splitlines():
            sql = line.replace("URL/", f"{web.url}/").replace("PORT", web.url.rpartition(":")[2])
            assert _ours(engine, sql) == _theirs(oracle, sql), line
    finally:
        oracle.query("USE default; DROP DATABASE web")


def _ours(engine: sparktree.Engine, sql: str) -> str:
    try:
        return engine.query(sql).text()
    except sparktree.Error as error:
        return f"error {int(error.code)}"


def _theirs(oracle: Oracle, sql: str) -> str:
    try:
        return oracle.text(sql)
    except OracleError as error:
        return f"error {str(error).split('Code: ')[1].split('.')[0]}"


def test_headers_are_sent_and_rows_are_posted(engine: sparktree.Engine, web: Web) -> None:
    args = f"'{web.url}/t1.tsv', TSV, 'a UInt8, b String', headers('X-A' = 'b')"
    read = f"SELECT count() FROM url({args})"
    assert engine.query(read).text() == "2\n"
    assert web.asked and all(headers["x-a"] == "b" for _, _, headers in web.asked)
    engine.query(f"CREATE TABLE u (a UInt8, b String) ENGINE = URL('{web.url}/posted.csv', CSV)")
    engine.query("INSERT INTO u VALUES (1, 'x'), (2, 'y')")
    assert (web.folder / "posted.csv").read_text() == '1,"x"\n2,"y"\n'
    assert engine.query("SELECT sum(a) FROM u").text() == "3\n"
    assert [kind for kind, path, _ in web.asked if path == "/posted.csv"].count("POST") == 1


@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.WrongList")
def test_an_option_that_leads_nowhere_is_an_error(engine: sparktree.Engine, web: Web) -> None:
    """ClickHouse leaves it out; the specification wants an error."""
    with pytest.raises(sparktree.Error) as caught:
        engine.query(f"SELECT * FROM url('{web.url}/t{{1,9}}.tsv', TSV, 'a UInt8, b String')")
    assert caught.value.code == Code.FILE_DOESNT_EXIST


@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.InvalidPath#2")
def test_the_first_of_several_addresses_that_answers_is_read(
    engine: sparktree.Engine, web: Web
) -> None:
    dead = "127.0.0.1:1"
    here = web.url.partition("://")[2]
    source = f"url('http://{{{dead}|{here}}}/t{{1,2}}.tsv', TSV, 'a UInt8, b String')"
    assert engine.query(f"SELECT a, _path FROM {source} ORDER BY a").text() == (
        "1\t/t1.tsv\n2\t/t1.tsv\n3\t/t2.tsv\n"
    )
    with pytest.raises(sparktree.Error) as caught:  # a path that means no file is an error
        engine.query(f"SELECT * FROM url('{web.url}/{{none|nothing}}.tsv', TSV, 'a UInt8')")
    assert caught.value.code == Code.NETWORK_ERROR
    with pytest.raises(sparktree.Error) as caught:
        engine.query(f"INSERT INTO FUNCTION {source} SELECT 1, 'x'")
    assert caught.value.code == Code.DATABASE_ACCESS_DENIED
    single = source.replace("{1,2}", "1")
    with pytest.raises(sparktree.Error) as caught:
        engine.query(f"INSERT INTO FUNCTION {single} SELECT 1, 'x'")
    assert caught.value.code == Code.DATABASE_ACCESS_DENIED


def test_servers_without_ranges_without_head_and_busy_ones(
    engine: sparktree.Engine, web: Web
) -> None:
    read = f"SELECT sum(a) FROM url('{web.url}/t1.tsv', TSV, 'a UInt8, b String')"
    web.ranges = web.knows_head = False
    assert engine.query(read).text() == "3\n"
    web.failures = 2
    assert engine.query(read).text() == "3\n"
    web.failures = 100
    with pytest.raises(sparktree.Error) as caught:
        engine.query(read)
    assert caught.value.code == Code.RECEIVED_ERROR_FROM_REMOTE_IO_SERVER


def test_an_address_where_nobody_answers_is_an_error(engine: sparktree.Engine) -> None:
    with pytest.raises(sparktree.Error) as caught:
        engine.query("SELECT * FROM url('http://127.0.0.1:1/x.tsv', TSV, 'a UInt8')")
    assert caught.value.code == Code.POCO_EXCEPTION


def test_of_a_large_parquet_file_only_what_is_needed_is_sent(
    engine: sparktree.Engine, web: Web
) -> None:
    rows = 400_000
    noise = np.random.default_rng(1)
    texts = pa.array(noise.integers(0, 1 << 62, rows)).cast(pa.string())
    table = pa.table({"n": np.arange(rows), "x": noise.random(rows), "s": texts})
    path = web.folder / "big.parquet"
    pq.write_table(table, path, row_group_size=50_000)
    size = path.stat().st_size
    found = engine.query(
        f"SELECT count(), min(n) FROM url('{web.url}/big.parquet') WHERE n >= 390000"
    )
    assert found.text() == "10000\t390000\n"
    assert web.sent < size // 4
