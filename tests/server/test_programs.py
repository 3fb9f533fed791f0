"""Programs that use a server of ClickHouse, each with its own library: dbt, ibis, SQLAlchemy's
dialects, the JavaScript client, curl."""

import asyncio
import gzip
import json
import shutil
import sys
from pathlib import Path

import clickhouse_connect
import pytest
import sqlalchemy
from clickhouse_connect.cc_sqlalchemy.datatypes.sqltypes import String, UInt32
from clickhouse_connect.cc_sqlalchemy.ddl.tableengine import MergeTree
from clickhouse_connect.driver.exceptions import DatabaseError

from tests.server.asking import Asking
from tests.server.programs import DBT, NPM, PYTHON, npm_package, output, python_packages

HERE = Path(__file__).parent


def test_clickhouse_connect_async(http: Asking, database: str) -> None:
    async def work() -> None:
        client = await clickhouse_connect.get_async_client(
            host="127.0.0.1", port=http.port, database=database
        )
        await client.command("CREATE TABLE t (a UInt32, b String) ENGINE = MergeTree ORDER BY a")
        await client.insert("t", [[1, "x"], [2, "y"]], column_names=["a", "b"])
        found = await asyncio.gather(*(client.query("SELECT sum(a) FROM t") for _ in range(4)))
        assert [one.result_rows for one in found] == [[(3,)]] * 4
        count = 0
        async with await client.query_rows_stream("SELECT number FROM numbers(100000)") as stream:
            async for _ in stream:
                count += 1
        assert count == 100_000
        with pytest.raises(DatabaseError, match="Code: 47"):
            await client.query("SELECT nope")
        await client.close()

    asyncio.run(work())


def test_clickhouse_connect_sqlalchemy(http: Asking, database: str) -> None:
    engine = sqlalchemy.create_engine(f"clickhousedb://default:@127.0.0.1:{http.port}/{database}")
    metadata = sqlalchemy.MetaData()
    table = sqlalchemy.Table(
        "t",
        metadata,
        sqlalchemy.Column("a", UInt32),
        sqlalchemy.Column("b", String),
        MergeTree(order_by="a"),
    )
    metadata.create_all(engine)
    with engine.connect() as connection:
        connection.execute(table.insert(), [{"a": 1, "b": "x"}, {"a": 5, "b": "y'é"}])
        rows = connection.execute(sqlalchemy.select(table).order_by(table.c.a)).all()
        assert [tuple(row) for row in rows] == [(1, "x"), (5, "y'é")]
        total = sqlalchemy.select(sqlalchemy.func.sum(table.c.a))
        assert connection.execute(total).scalar() == 6
    inspected = sqlalchemy.inspect(engine)
    assert inspected.get_table_names() == ["t"]
    assert [column["name"] for column in inspected.get_columns("t")] == ["a", "b"]
    metadata.drop_all(engine)
    assert not sqlalchemy.inspect(engine).has_table("t")


def _python(script: str, http: Asking, database: str) -> dict[str, object]:
    packages = python_packages("python-clients-1", PYTHON)
    text = output(
        sys.executable, HERE / script, str(http.port), database,
        environment={"PYTHONPATH": str(packages)},
    )  # fmt: skip
    told: dict[str, object] = json.loads(text)
    return told


def test_ibis_works(http: Asking, database: str) -> None:
    assert _python("client_of_ibis.py", http, database) == {
        "schema": {"a": "!int64", "b": "!string", "c": "float64"},
        "grouped": {"b": ["x", "y"], "n": [2, 1], "s": [4.0, None]},
        "shifted": {"d": [3, 4]},
        "tables": ["doubled", "seen", "t"],
        "sum": 12,
        "view": 2,
        "joined": 3,
        "left": ["seen", "t"],
    }


def test_clickhouse_sqlalchemy_works(http: Asking, database: str) -> None:
    assert _python("client_of_sqlalchemy.py", http, database) == {
        "rows": [[1, "x", None], [2, "y'é", 1.5]],
        "sums": [[2, 3]],
        "error": True,
        "tables": ["t"],
        "columns": ["UInt32", "String", "Nullable(Float64)"],
        "known": ["a", "b", "d"],
        "left": [],
    }


def test_the_javascript_client_works(http: Asking, database: str, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(npm_package("npm-client-1", NPM) / "node_modules")
    shutil.copy(HERE / "client.mjs", tmp_path)
    url = f"http://127.0.0.1:{http.port}"
    told = json.loads(output("node", "client.mjs", url, database, folder=tmp_path))
    assert told == {
        "ping": True,
        "rows": [{"id": 2, "name": "b'é"}],
        "document": [{"n": 2}],
        "streamed": 100_000,
        "error": ["47", "UNKNOWN_IDENTIFIER"],
        "temporary": "0\n",
    }


def test_curl_works(http: Asking, database: str, tmp_path: Path) -> None:
    curl = shutil.which("curl")
    if curl is None:
        pytest.fail("This test needs curl.")
    url = f"http://127.0.0.1:{http.port}/?database={database}"
    ask = (curl, "-sS", "--fail-with-body", "--compressed", url)
    create = "CREATE TABLE t (a UInt32, b String) ENGINE = MergeTree ORDER BY a"
    assert output(*ask, "-d", create) == ""
    (tmp_path / "rows.csv").write_text("a,b\n1,x\n2,y\n")
    insert = f"{url}&query=INSERT+INTO+t+FORMAT+CSVWithNames"
    assert output(*ask[:-1], insert, "--data-binary", f"@{tmp_path}/rows.csv") == ""
    assert output(*ask[:-1], f"{url}&query=SELECT+sum(a)+FROM+t") == "3\n"
    user = ("-u", "default:", "-H", "X-ClickHouse-Format: JSONEachRow")
    assert output(*ask, *user, "-d", "SELECT b FROM t ORDER BY b") == '{"b":"x"}\n{"b":"y"}\n'


def test_dbt_works(http: Asking, database: str, tmp_path: Path) -> None:
    packages = python_packages("dbt-1", DBT)
    project = tmp_path / "project"
    shutil.copytree(HERE / "dbt_project", project)
    environment = {
        "PYTHONPATH": str(packages),
        "DBT_SCHEMA": database,
        "DBT_PORT": str(http.port),
        "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
    }
    build = ("-c", "from dbt.cli.main import cli; cli()", "--no-use-colors", "build",
             "--profiles-dir", ".")  # fmt: skip
    for _ in range(2):  # the second time incremental models add to what is there
        told = output(sys.executable, *build, folder=project, environment=environment)
        assert "Done. PASS=13 WARN=0 ERROR=0 SKIP=0" in told, told[-3000:]
    tables = http.ok(f"SHOW TABLES FROM {database} WHERE name != 'shown'").split()
    counts = http.ok(
        " UNION ALL ".join(f"SELECT '{name}', count() FROM {database}.{name}" for name in tables)
    )
    assert dict(line.split("\t") for line in counts.splitlines()) == {
        "raw": "3",
        "plain": "3",
        "kept": "3",
        "inc_append": "5",
        "inc_delete_insert": "3",
        "inc_insert_overwrite": "2",
        "inc_legacy": "3",
        "inc_microbatch": "3",
    }


def test_vector_writes_rows_of_which_objects_hold_columns(http: Asking, database: str) -> None:
    """What Vector's sink sends: rows as JSON, packed, with these settings."""
    http.ok(
        f"CREATE TABLE {database}.events (message String, `host.name` String)"
        " ENGINE = MergeTree ORDER BY ()"
    )
    answer = http.post(
        gzip.compress(b'{"message":"a","host":{"name":"h","ip":"::1"}}\n{"message":"b"}\n'),
        {"Content-Encoding": "gzip", "Content-Type": "application/x-ndjson"},
        query="INSERT INTO {database:Identifier}.{table:Identifier} FORMAT JSONEachRow",
        param_database=database,
        param_table="events",
        input_format_import_nested_json=1,
        input_format_skip_unknown_fields=1,
        async_insert=1,
        wait_for_async_insert=1,
    )
    assert answer.status == 200, answer.text
    found = http.ok(f"SELECT * FROM {database}.events ORDER BY message")
    assert found == "a\th\nb\t\n"
