"""Every shape of plan gives the same rows in one task, in several and as ClickHouse does."""

from collections.abc import Iterator

import pytest

import sparktree
from tests.oracle import Oracle
from tests.spark.shapes import SHAPES, TABLES, Shape

DATABASE = "shapes"


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
