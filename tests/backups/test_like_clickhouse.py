"""BACKUP and RESTORE give what ClickHouse gives: results, errors, what is there afterwards."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from tests.backups.engines import opened, oracle_config
from tests.oracle import Oracle, OracleError

_T = "CREATE TABLE t (a UInt64, b String) ENGINE = MergeTree ORDER BY a PARTITION BY a % 3"
_FILL = "INSERT INTO t SELECT number, toString(number) FROM numbers(10)"

# Each statement runs on both sides, in this order.
_TABLES = [
    _T,
    _FILL,
    "backup table default.t to File('b1') settings id = 'x1'",
    "BACKUP TABLE t TO File('b1') SETTINGS id = 'x2'",
    "BACKUP TABLE t TO Disk('backups', 'b1') SETTINGS id = 'x3'",
    "BACKUP TABLE t TO Disk('default', 'b1')",
    "BACKUP TABLE t TO Disk('nope', 'b1')",
    "BACKUP TABLE t TO Disk('backups', '../b1')",
    "BACKUP TABLE t TO File('/etc/b1')",
    "BACKUP TABLE t TO File('../b1')",
    "BACKUP TABLE t TO File()",
    "BACKUP TABLE t TO File('a', 'b')",
    "BACKUP TABLE t TO Disk('backups')",
    "BACKUP TABLE t TO Foo('backups')",
    "BACKUP TABLE t TO File(1)",
    "BACKUP TABLE nope TO File('b4')",
    "BACKUP DATABASE nope TO File('b4')",
    "BACKUP TABLE t TO File('b4') SETTINGS async = 2",
    "BACKUP TABLE t TO File('b4') SETTINGS structure_only = 'maybe'",
    "BACKUP TABLE t TO File('b4') SETTINGS base_backup = File('nope')",
    "BACKUP TABLE t TO File('b4') SETTINGS password = 'abc'",
    "RESTORE TABLE t FROM File('b1')",
    "Restore Table t As t2 From File('b1') Settings id = 'x4'",
    "SELECT * FROM t2 ORDER BY a",
    "RESTORE TABLE t AS t2 FROM File('b1')",
    "RESTORE TABLE t AS t2 FROM Disk('backups', 'b1')"
    " SETTINGS allow_non_empty_tables = 1, id = 'y'",
    "SELECT count(), sum(a) FROM t2",
    "SELECT sum(rows) FROM system.parts WHERE table = 't2' AND active",
    "RESTORE TABLE t AS t7 FROM File('b1') SETTINGS id = 'x4'",
    "BACKUP TABLE t TO File('b9') SETTINGS id = 'x4'",
    "RESTORE TABLE t FROM File('nope')",
    "RESTORE TABLE zz FROM File('b1')",
    "RESTORE DATABASE zz FROM File('b1')",
    "RESTORE TABLE default.t AS t4 FROM File('b1') SETTINGS structure_only = 1, id = 'x5'",
    "SELECT count() FROM t4",
    "SHOW CREATE TABLE t4",
    "CREATE TABLE x (a UInt64) ENGINE = MergeTree ORDER BY a",
    "RESTORE TABLE t AS new FROM File('b1') SETTINGS create_table = 0",
    "RESTORE TABLE t AS nodb.new FROM File('b1')",
    "RESTORE TABLE t AS t2 FROM File('b1') SETTINGS create_table = 'create'",
    "RESTORE TABLE t AS t8 FROM File('b1') SETTINGS create_table = 'xx'",
    "RESTORE TABLE t AS t8 FROM File('b1') SETTINGS storage_policy = 'nope'",
    "SELECT id, name, status FROM system.backups WHERE id LIKE 'x%' ORDER BY id",
    "EXISTS TABLE t7",
    "EXISTS TABLE t8",
]
_PARTITIONS = [
    _T,
    _FILL,
    "BACKUP TABLE t PARTITION '1' TO File('p1') SETTINGS id = '1'",
    "RESTORE TABLE t AS t1 FROM File('p1') SETTINGS id = '2'",
    "SELECT a FROM t1 ORDER BY a",
    "BACKUP TABLE t PARTITIONS 0, 2 TO File('p2') SETTINGS id = '3'",
    "RESTORE TABLE t AS t2 FROM File('p2') SETTINGS id = '4'",
    "SELECT DISTINCT _partition_id FROM t2 ORDER BY ALL",
    "RESTORE TABLE t AS t3 PARTITION 2 FROM File('p2') SETTINGS id = '5'",
    "SELECT a FROM t3 ORDER BY a",
    "BACKUP TABLE t PARTITION 77 TO File('p3') SETTINGS id = '6'",
    "RESTORE TABLE t AS t4 FROM File('p3') SETTINGS id = '7'",
    "SELECT count() FROM t4",
    "CREATE TABLE m (a UInt64) ENGINE = Memory",
    "BACKUP TABLE m PARTITION 1 TO File('p4')",
    "CREATE VIEW v AS SELECT 1 AS x",
    "BACKUP TABLE v PARTITION 1 TO File('p5')",
    "CREATE TABLE pt (d Date, s String) ENGINE = MergeTree"
    " PARTITION BY (toYYYYMM(d), s) ORDER BY d",
    "INSERT INTO pt VALUES ('2024-01-01', 'x'), ('2024-02-01', 'y')",
    "BACKUP TABLE pt PARTITIONS (202401, 'x') TO File('p6') SETTINGS id = '8'",
    "RESTORE TABLE pt AS pt2 FROM File('p6') SETTINGS id = '9'",
    "SELECT * FROM pt2",
    "BACKUP TABLE pt PARTITIONS '202401-deadbeef' TO File('p7')",
]
_DATABASES = [
    "CREATE DATABASE d1 COMMENT 'hey'",
    _T.replace("TABLE t", "TABLE d1.t"),
    _FILL.replace("INTO t", "INTO d1.t"),
    "CREATE TABLE d1.m (a UInt64) ENGINE = Memory",
    "INSERT INTO d1.m VALUES (1), (2)",
    "CREATE TABLE d1.l (a Nullable(UInt64)) ENGINE = Log",
    "INSERT INTO d1.l VALUES (1), (NULL)",
    "CREATE TABLE d1.dst (a UInt64) ENGINE = MergeTree ORDER BY a",
    "CREATE VIEW d1.v AS SELECT a FROM d1.t",
    "CREATE MATERIALIZED VIEW d1.mv TO d1.dst AS SELECT a FROM d1.t",
    "CREATE MATERIALIZED VIEW d1.mv2 ENGINE = MergeTree ORDER BY a AS SELECT a FROM d1.t",
    "INSERT INTO d1.t VALUES (100, 'x')",
    "BACKUP DATABASE d1 TO File('d1') SETTINGS id = '1'",
    "RESTORE DATABASE d1 AS d2 FROM File('d1') SETTINGS id = '2'",
    "SELECT name FROM system.tables WHERE database = 'd2' AND name NOT LIKE '.%' ORDER BY name",
    "SHOW CREATE TABLE d2.v",
    "SHOW CREATE TABLE d2.mv",
    "SELECT * FROM d2.m ORDER BY ALL",
    "SELECT * FROM d2.l ORDER BY ALL",
    "SELECT count() FROM d2.v",
    "SELECT * FROM d2.dst",
    "SELECT * FROM d2.mv",
    "SELECT * FROM d2.mv2",
    "INSERT INTO d2.t VALUES (200, 'y')",
    "SELECT * FROM d2.mv2 ORDER BY a",
    "SHOW CREATE DATABASE d2",
    "RESTORE DATABASE d1 FROM File('d1')",
    "DROP DATABASE d2",
    "RESTORE DATABASE d1 AS d2 FROM File('d1') SETTINGS create_database = 0",
    "RESTORE DATABASE d1 AS d1 FROM File('d1') SETTINGS create_database = 'create'",
    "RESTORE DATABASE d1 EXCEPT TABLES m, d1.l FROM File('d1') SETTINGS id = '3',"
    " allow_non_empty_tables = 1",
    "SELECT count() FROM d1.m",
    "SELECT count() FROM d1.t",
    "BACKUP TABLE d1.t AS d1.zz, TABLE d1.m TO File('two') SETTINGS id = '4'",
    "RESTORE TABLE d1.zz FROM File('two') SETTINGS id = '5'",
    "SELECT count() FROM d1.zz",
    "RESTORE TABLE d1.t FROM File('two')",
    "BACKUP DATABASE d1 AS d9 TO File('as') SETTINGS id = '6'",
    "RESTORE TABLE d9.t AS d1.t9 FROM File('as') SETTINGS id = '7'",
    "SELECT count() FROM d1.t9",
    "BACKUP ALL EXCEPT DATABASES system, INFORMATION_SCHEMA, information_schema"
    " EXCEPT TABLES d1.t TO File('all') SETTINGS id = '8'",
    "DROP DATABASE d1",
    "RESTORE ALL EXCEPT DATABASES default FROM File('all') SETTINGS id = '9'",
    "SELECT name FROM system.tables WHERE database = 'd1' AND name NOT LIKE '.%' ORDER BY name",
    "CREATE TEMPORARY TABLE tt (a UInt64)",
    "INSERT INTO tt VALUES (7)",
    "BACKUP TEMPORARY TABLE tt TO File('tt') SETTINGS id = '10'",
    "BACKUP TABLE tt TO File('tt2')",
    "DROP TABLE tt",
    "RESTORE TEMPORARY TABLE tt FROM File('tt') SETTINGS id = '11'",
    "SELECT * FROM tt",
    "BACKUP TABLE system.one TO File('one')",
    "CREATE FUNCTION plus_one AS (x) -> x + 1",
]

_ERROR = r"Code: (\d+)\. DB::Exception: (.*?)\.? \([A-Z_]+\)"


def _ours(db: sparktree.Engine) -> Callable[[str], str]:
    def run(sql: str) -> str:
        try:
            return db.query(sql, format="TabSeparatedWithNames").text()
        except Error as error:
            return f"{error.code.value} {error.message.rstrip('.')}"

    return run


def _theirs(oracle: Oracle) -> Callable[[str], str]:
    def run(sql: str) -> str:
        try:
            return oracle.text(sql, "TabSeparatedWithNames")
        except OracleError as error:
            found = re.match(_ERROR, str(error), re.DOTALL)
            assert found is not None, error
            return f"{found[1]} {found[2]}"

    return run


@pytest.mark.parametrize(
    "statements", [_TABLES, _PARTITIONS, _DATABASES], ids=["tables", "partitions", "databases"]
)
def test_statements_give_what_clickhouse_gives(tmp_path: Path, statements: list[str]) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder in (ours, theirs):
        folder.mkdir()
    with opened(ours) as db, Oracle(oracle_config(theirs)) as oracle:
        here, there = _ours(db), _theirs(oracle)
        for sql in statements:
            expected = there(sql).replace(str(theirs), str(ours))
            assert (sql, here(sql)) == (sql, expected)
