"""More clients of the native protocol: asynch, clickhouse-sqlalchemy, an old clickhouse-client."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from asynch import connect
from asynch.errors import ServerException

from sparktree.server.server import Server
from tests.stores.installing import installed, run

COLUMNS = "a UInt32, b String, c Array(Nullable(Float64))"


def test_asynch_works(server: Server, database: str) -> None:
    async def talk() -> None:
        async with connect(
            host="127.0.0.1", port=server.port("tcp_port"), database=database
        ) as connection:

            async def ask(query: str, *arguments: object) -> list[tuple[Any, ...]]:
                async with connection.cursor() as cursor:
                    execute: Awaitable[int] = cursor.execute(query, *arguments)
                    await execute
                    found: list[tuple[Any, ...]] = await cursor.fetchall()
                    return found

            await ask(f"CREATE TABLE t ({COLUMNS}) ENGINE = MergeTree ORDER BY a")
            rows = [(1, "x", [1.5, None]), (2, "é", [])]
            async with connection.cursor() as cursor:
                assert await cursor.execute("INSERT INTO t (a, b, c) VALUES", rows) == 2
            assert await ask("SELECT * FROM t ORDER BY a") == rows
            with pytest.raises(ServerException, match="nope"):
                await ask("SELECT nope")
            async with connection.cursor() as cursor:
                stream: Any = cursor.set_stream_results
                stream(True, 1000)
                await cursor.execute("SELECT number FROM numbers(100000)")
                total = 0
                async for (number,) in cursor:
                    total += number
                assert total == 100_000 * 99_999 // 2

    asyncio.run(talk())


_SQLALCHEMY = """
import datetime, sys
from clickhouse_sqlalchemy import engines, get_declarative_base, make_session, types
from sqlalchemy import Column, create_engine, func, inspect, text

engine = create_engine(sys.argv[1])
base = get_declarative_base()

class Rate(base):
    __tablename__ = "rates"
    day = Column(types.Date, primary_key=True)
    value = Column(types.Int32)
    name = Column(types.LowCardinality(types.String))
    __table_args__ = (engines.MergeTree(partition_by=func.toYYYYMM(day), order_by=(day,)),)

session = make_session(engine)
Rate.__table__.create(engine)
rows = [{"day": datetime.date(2024, 1, i), "value": i * 10, "name": "x"} for i in range(1, 5)]
session.execute(Rate.__table__.insert(), rows)
print(session.query(func.sum(Rate.value), func.count()).one())
print(session.query(Rate.value).filter(Rate.value > 20).order_by(Rate.day).all())
found = inspect(engine)
print(found.get_table_names(), [c["name"] for c in found.get_columns("rates")])
Rate.__table__.drop(engine)
print(found.engine.connect().execute(text("SHOW TABLES")).fetchall())
"""


def test_clickhouse_sqlalchemy_works(server: Server, database: str) -> None:
    """In an environment of its own: it does not go with the newest SQLAlchemy."""

    def install(folder: Path) -> None:
        wanted = ("clickhouse-sqlalchemy==0.3.2", "SQLAlchemy<2.1")
        run(sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, *wanted)

    folder = installed("clickhouse-sqlalchemy-0.3.2", install)
    url = f"clickhouse+native://default:@127.0.0.1:{server.port('tcp_port')}/{database}"
    done = subprocess.run(
        [sys.executable, "-c", _SQLALCHEMY, url],
        env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.stdout == "(100, 4)\n[(30,), (40,)]\n['rates'] ['day', 'value', 'name']\n[]\n", (
        done.stderr
    )


def _old_client(folder: Path) -> None:
    """Debian's package and what it needs, unpacked: nothing of the system is changed."""
    packages = folder / "packages"
    packages.mkdir()
    wanted = subprocess.run(
        ["apt-get", "-s", "install", "clickhouse-client"], capture_output=True, text=True,
        check=False,
    ).stdout  # fmt: skip
    names = [line.split()[1] for line in wanted.splitlines() if line.startswith("Inst ")]
    done = subprocess.run(
        ["apt-get", "download", *names], cwd=packages, capture_output=True, check=False
    )
    if done.returncode or not names:
        pytest.skip("apt cannot download clickhouse-client here")
    for package in packages.iterdir():
        run("dpkg", "-x", package, folder)
    shutil.rmtree(packages)


@pytest.fixture(scope="session")
def old_client() -> Path:
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        pytest.skip("clickhouse-client 18.16 is a package of Debian")
    return installed("clickhouse-client-18.16", _old_client)


def test_the_oldest_clickhouse_client(server: Server, database: str, old_client: Path) -> None:
    libraries = sorted({str(file.parent) for file in old_client.rglob("*.so*")})

    def ask(query: str, data: str = "") -> str:
        done = subprocess.run(
            [old_client / "usr/bin/clickhouse-client", "--host=127.0.0.1", f"-q{query}",
             f"--port={server.port('tcp_port')}", f"--database={database}", "--max_threads=2"],
            env={**os.environ, "LD_LIBRARY_PATH": ":".join(libraries)}, input=data,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    version = ask("SELECT 1, 'é', [1, 2], getSetting('max_threads') FORMAT TSV")
    if "error while loading shared libraries" in version:
        pytest.skip(version.strip())
    assert version == "1\té\t[1,2]\t2\n"
    ask(f"CREATE TABLE t ({COLUMNS}) ENGINE = MergeTree ORDER BY a")
    assert ask("INSERT INTO t FORMAT TSV", "1\tx\t[1.5,NULL]\n2\té\t[]\n") == ""
    assert ask("SELECT * FROM t ORDER BY a FORMAT TSV") == "1\tx\t[1.5,NULL]\n2\té\t[]\n"
    assert "Code: 60" in ask("SELECT * FROM nothing")
