"""Every shape of plan gives the same rows in one task, in several and as ClickHouse does."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import sparktree
from tests.oracle import Oracle
from tests.spark.cluster import cluster
from tests.spark.shapes import SHAPES, TABLES, Shape

DATABASE = "shapes"
SCRIPT = Path(__file__).with_name("cluster_session.py")


@pytest.fixture(scope="module")
def answers(oracle: Oracle) -> Iterator[dict[str, str]]:
    """What ClickHouse says to each query."""
    for statement in (f"CREATE DATABASE {DATABASE}", f"USE {DATABASE}", *TABLES):
        oracle.query(statement)
    yield {shape.name: oracle.text(shape.query) for shape in SHAPES}
    for statement in ("USE default", f"DROP DATABASE {DATABASE}"):
        oracle.query(statement)


@pytest.fixture(scope="module")
def session(shared_engine: sparktree.Engine) -> Iterator[sparktree.Session]:
    session = shared_engine.session()
    for statement in (f"CREATE DATABASE {DATABASE}", f"USE {DATABASE}", *TABLES):
        session.query(statement)
    yield session
    session.query(f"DROP DATABASE {DATABASE}")


@pytest.mark.parametrize("shape", [pytest.param(shape, id=shape.name) for shape in SHAPES])
def test_one_task_and_several_agree(
    shape: Shape, session: sparktree.Session, answers: dict[str, str]
) -> None:
    plan = session.query(f"EXPLAIN PIPELINE {shape.query}", shape.settings).text()
    for line in shape.plan:
        assert line in plan
    assert session.query(shape.query, {"max_threads": 1}).text() == answers[shape.name]
    assert session.query(shape.query, shape.settings).text() == answers[shape.name]
    assert session.query(shape.query, shape.finished_here).text() == answers[shape.name]


@pytest.mark.slow
def test_a_cluster_of_two_workers_agrees(tmp_path: Path, answers: dict[str, str]) -> None:
    with ExitStack() as stack:
        master = stack.enter_context(cluster(tmp_path, workers=2))
        done = subprocess.run(
            [sys.executable, str(SCRIPT), master, str(tmp_path / "data")],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["workers"] == 2
    assert found["answers"] == answers
    assert found["finished_here"] == answers
