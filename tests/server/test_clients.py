"""ClickHouse's Python client, and what other clients ask after they connected."""

import datetime
import decimal
import uuid
from collections.abc import Iterator

import clickhouse_connect
import pandas
import pyarrow as pa
import pytest
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import DatabaseError
from clickhouse_connect.driver.external import ExternalData

from tests.oracle import Oracle
from tests.server.asking import Asking

COLUMNS = (
    "a UInt32, b String, c Nullable(Float64), d DateTime, e Array(String), f LowCardinality(String)"
)
ROW = (1, "x", 1.5, datetime.datetime(2024, 1, 1), ["a"], "l")


@pytest.fixture
def client(http: Asking) -> Iterator[Client]:
    client = clickhouse_connect.get_client(host="127.0.0.1", port=http.port)
    yield client
    client.close()


def test_values_of_many_types(client: Client) -> None:
    found = client.query(
        "SELECT toUInt64(7), 'é', toDate('2024-01-02'), [1, 2], (1, 'a'), map('a', 1),"
        " toDecimal64(1.5, 2), NULL, toDateTime64('2024-01-01 00:00:00.123', 3),"
        " toUUID('00000000-0000-0000-0000-000000000001'), toLowCardinality('x'),"
        " CAST('a', 'Enum8(\\'a\\' = 1)'), toInt256(-5), toIPv4('1.2.3.4'), true"
    ).result_rows
    assert found[0][:11] == (
        7, "é", datetime.date(2024, 1, 2), [1, 2], (1, "a"), {"a": 1}, decimal.Decimal("1.50"),
        None, datetime.datetime(2024, 1, 1, 0, 0, 0, 123000), uuid.UUID(int=1), "x",
    )  # fmt: skip
    assert [str(value) for value in found[0][11:]] == ["a", "-5", "1.2.3.4", "True"]


def test_parameters_and_errors(client: Client) -> None:
    rows = client.query("SELECT {x:Int32}, {s:String}", parameters={"x": 5, "s": "a'b"}).result_rows
    assert rows == [(5, "a'b")]
    with pytest.raises(DatabaseError, match="Code: 47"):
        client.query("SELECT nope")
    with pytest.raises(DatabaseError, match="Code: 62"):
        client.command("SELEC 1")


def test_inserts_of_rows_frames_and_arrow(client: Client, database: str) -> None:
    client.command(f"CREATE TABLE {database}.t ({COLUMNS}) ENGINE = MergeTree ORDER BY a")
    names = ["a", "b", "c", "d", "e", "f"]
    inserted = client.insert(f"{database}.t", [ROW, (2, *ROW[1:])], column_names=names)
    assert inserted.written_rows == 2
    frame = pandas.DataFrame(
        {"a": [3], "b": ["z"], "c": [None], "d": [pandas.Timestamp("2024-01-03")],
         "e": [["q", "r"]], "f": ["n"]}
    )  # fmt: skip
    client.insert_df(f"{database}.t", frame)
    arrow = pa.table(
        {"a": pa.array([4], pa.uint32()), "b": ["y"], "c": [2.5],
         "d": pa.array([0], pa.uint32()), "e": [["q"]], "f": ["n"]}
    )  # fmt: skip
    client.insert_arrow(f"{database}.t", arrow)
    client.raw_insert(f"{database}.t", ["a", "b"], b"5,five\n", fmt="CSV")
    found = client.query(f"SELECT * FROM {database}.t ORDER BY a").result_rows
    assert found[0] == ROW
    assert found[2] == (3, "z", None, datetime.datetime(2024, 1, 3), ["q", "r"], "n")
    assert [row[:2] for row in found] == [(1, "x"), (2, "x"), (3, "z"), (4, "y"), (5, "five")]


def test_frames_arrow_and_streams(client: Client) -> None:
    query = "SELECT number, toString(number) AS s FROM numbers(3)"
    assert client.query_df(query).to_dict("list") == {"number": [0, 1, 2], "s": ["0", "1", "2"]}
    assert client.query_arrow(query).to_pydict() == {"number": [0, 1, 2], "s": ["0", "1", "2"]}
    many = "SELECT number FROM numbers(300000)"
    with client.query_row_block_stream(many) as blocks:
        assert sum(len(block) for block in blocks) == 300_000
    with client.query_df_stream(many) as frames:
        assert sum(int(frame["number"].sum()) for frame in frames) == 300_000 * 299_999 // 2


def test_a_client_sends_external_tables(client: Client, http: Asking) -> None:
    data = ExternalData(
        file_name="m.csv", data=b"1,one\n2,two\n", fmt="CSV", structure=["id UInt32", "name String"]
    )
    found = client.query("SELECT name FROM m WHERE id IN (SELECT id FROM m) ORDER BY id",
                         external_data=data)  # fmt: skip
    assert found.result_rows == [("one",), ("two",)]
    assert http.post("SELECT * FROM m").status == 404


def test_sessions_settings_and_forms(client: Client, http: Asking) -> None:
    client.command("CREATE TEMPORARY TABLE kept (x UInt8)")
    client.command("INSERT INTO kept VALUES (1)")
    assert client.query("SELECT x FROM kept").result_rows == [(1,)]
    found = client.query("SELECT getSetting('max_threads')", settings={"max_threads": 3})
    assert found.result_rows == [(3,)]
    assert client.ping()
    form = clickhouse_connect.get_client(
        host="127.0.0.1", port=http.port, compress=False, form_encode_query_params=True
    )
    assert form.query("SELECT {x:Int32}", parameters={"x": 5}).result_rows == [(5,)]
    form.close()


# What clients ask after they connected: Grafana, Metabase, DBeaver, Superset, JDBC, dbt ...
ASKED = (
    "SELECT displayName() != '', revision() > 54000",
    "SELECT name FROM system.settings WHERE name IN ('max_threads', 'readonly') ORDER BY name"
    " LIMIT 10000",
    "SHOW DATABASES LIKE 'system'",
    "EXISTS DATABASE default",
    "EXISTS TABLE default.nothing",
    "SELECT value = '1' FROM system.settings WHERE name = 'cloud_mode'",
    "SELECT name FROM system.table_engines WHERE name IN ('MergeTree', 'Memory') ORDER BY name",
    "DESC TABLE system.one",
    "SELECT name FROM (SELECT name FROM system.functions UNION ALL SELECT name FROM"
    " system.table_functions LIMIT 10000) WHERE name IN ('plus', 'numbers') ORDER BY name",
    "SELECT toTypeName(serverUUID()), toTypeName(tcpPort()), toTypeName(buildId())",
    "SELECT getServerSetting('max_connections'), getServerSetting('keep_alive_timeout')",
    "SELECT * FROM VALUES('a String', 'x')",
    "SELECT name, case_insensitive FROM system.data_type_families WHERE name = 'String'",
    # JDBC's metadata: tables, columns, types, kinds of tables, catalogs.
    "SELECT '' AS TABLE_CAT, t.database AS TABLE_SCHEM, t.name AS TABLE_NAME,"
    " if(t.is_temporary = 1, concat('Temporary', t.engine), t.engine) AS TABLE_TYPE,"
    " t.comment != '' AS REMARKS, CAST(null as Nullable(String)) AS TYPE_CAT,"
    " d.engine AS TYPE_SCHEM"
    " FROM system.tables t JOIN system.databases d ON system.tables.database ="
    " system.databases.name WHERE t.database LIKE 'system' AND t.name LIKE 'one'"
    " AND ((t.engine NOT IN ('View', 'Memory') AND NOT t.engine LIKE 'System%'"
    " AND NOT t.engine LIKE 'Async%' AND t.is_temporary = 0) OR (t.engine LIKE 'System%'"
    " OR t.engine LIKE 'Async%')) AND (t.is_temporary = 0)",
    "SELECT '' AS TABLE_CAT, database AS TABLE_SCHEM, table AS TABLE_NAME, name AS COLUMN_NAME,"
    " toInt32(1111) AS DATA_TYPE, type AS TYPE_NAME, toInt32(IF (numeric_scale == 0, NULL,"
    " numeric_scale)) as DECIMAL_DIGITS, toInt32(numeric_precision_radix) AS NUM_PREC_RADIX,"
    " toInt32(position(type, 'Nullable(') >= 1 ?1 : 0) as NULLABLE,"
    " system.columns.default_expression AS COLUMN_DEF,"
    " character_octet_length::Nullable(Int32) AS CHAR_OCTET_LENGTH,"
    " toInt32(system.columns.position) AS ORDINAL_POSITION,"
    " position(upper(type), 'NULLABLE') >= 1 ? 'YES' : 'NO' AS IS_NULLABLE,"
    "CAST(NULL as Nullable(Int16)) AS SOURCE_DATA_TYPE FROM system.columns WHERE database LIKE"
    " 'system' AND table LIKE 'one' AND name LIKE '%' ORDER BY TABLE_SCHEM, TABLE_NAME,"
    " ORDINAL_POSITION",
    "SELECT dtf.name, attrs.c1, if(empty(alias_to), name, alias_to) AS DATA_TYPE FROM"
    " system.data_type_families dtf LEFT JOIN (SELECT * FROM VALUES('c0 String, c1"
    " Nullable(String)', ('String', 'a'), ('UInt8', 'b'))) as attrs ON (dtf.name = attrs.c0)"
    " WHERE name IN ('String', 'INT', 'UInt8') ORDER BY name",
    "SELECT arrayJoin(['VIEW', 'TABLE']) AS TABLE_TYPE ORDER BY TABLE_TYPE",
    "SELECT 'local' AS TABLE_CAT  WHERE 1 = 0",
    "select (ifnull((select value from system.settings where name='readonly'),'')) as ro,"
    " (ifnull((select value from system.settings where name='no_such_setting'),'')) as x"
    " FORMAT RowBinaryWithNamesAndTypes",
    "SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE"
    " table_schema = 'system' AND table_name = 'one' ORDER BY ordinal_position",
)


ANSWERED = {
    "SELECT version(), timezone()": "26.9.1.1\tUTC\n",
    "SELECT VERSION()": "26.9.1.1\n",
    "SELECT currentUser() AS user, timezone() AS timezone, version() AS version LIMIT 1": (
        "default\tUTC\t26.9.1.1\n"
    ),
    "SELECT engine FROM system.databases WHERE name = database()": "Atomic\n",
    "SELECT currentDatabase()": "default\n",
}


@pytest.mark.parametrize("query", ANSWERED)
def test_what_clients_ask_about_this_server(http: Asking, query: str) -> None:
    assert http.ok(query) == ANSWERED[query]


@pytest.mark.parametrize("query", ASKED)
def test_what_clients_ask(http: Asking, oracle: Oracle, query: str) -> None:
    assert http.post(query).body == oracle.query(query)


def test_what_is_known_of_the_server(http: Asking) -> None:
    assert http.ok("SELECT getServerPort('http_port'), displayName()") == f"{http.port}\ttests\n"
    assert http.post("SELECT getServerPort('x')").headers["x-clickhouse-exception-code"] == "701"
    assert http.ok("SELECT serverUUID() = toUUID('00000000-0000-0000-0000-000000000000')") == "0\n"
    headers = {"X-Mine": "yes", "Authorization": "Basic ZGVmYXVsdDo="}
    query = "SELECT getClientHTTPHeader('X-Mine'), getClientHTTPHeader('Authorization')"
    allowed = {"allow_get_client_http_header": 1}
    assert http.post(query, headers, **allowed).text == "yes\t\n"
    assert http.post(query, headers).headers["x-clickhouse-exception-code"] == "446"
