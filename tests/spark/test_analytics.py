"""The analytics benchmark's queries over a million rows: every answer is ClickHouse's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from benchmarks.analytics.data import generate
from benchmarks.analytics.queries import QUERIES, Query
from benchmarks.analytics.run import fill, fill_clickhouse
from tests.oracle import Oracle

ROWS = 1_000_000


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[sparktree.Engine, Oracle]]:
    path: Path = tmp_path_factory.mktemp("analytics")
    files = path / "files"
    files.mkdir()
    generate(files, ROWS)
    with sparktree.connect(str(path / "data")) as engine, Oracle() as clickhouse:
        fill(engine, files)
        fill_clickhouse(clickhouse, files)
        yield engine, clickhouse


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.about)
def test_the_benchmark_asks_what_clickhouse_answers_alike(
    query: Query, filled: tuple[sparktree.Engine, Oracle]
) -> None:
    engine, clickhouse = filled
    assert engine.query(query.text).text() == clickhouse.text(query.text)
