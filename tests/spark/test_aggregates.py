"""Every aggregate function over several tasks gives what it gives over one."""

import pytest

import sparktree
from tests.differential.aggregate_cases import declared_aggregates, sample_of
from tests.nearly import nearly_equal
from tests.spark.shapes import SPREAD

# What they give depends on the order of rows, which tasks do not share, or on chance.
BY_ORDER = {
    "any", "anyLast", "any_respect_nulls", "anyLast_respect_nulls", "anyHeavy", "deltaSum",
    "groupArray", "groupArrayLast", "groupArrayMovingAvg", "groupArrayMovingSum",
    "groupArraySample", "groupConcat", "histogram", "studentTTestOneSample",
}  # fmt: skip
SUFFIXES = ("", "If")


def _calls(suffix: str) -> list[str]:
    found = []
    for declared in declared_aggregates():
        if declared.window_only or declared.setting or declared.name in BY_ORDER:
            continue
        sample = sample_of(declared)
        condition = ["number % 5 > 0"] if suffix == "If" else []
        found.append(sample.call(*sample.arguments, *condition, suffix=suffix))
    return found


@pytest.fixture(scope="module")
def spread(shared_engine: sparktree.Engine) -> sparktree.Session:
    """A table of ten numbers in three parts."""
    session = shared_engine.session()
    session.query("CREATE DATABASE spread_aggregates")
    session.query("USE spread_aggregates")
    session.query("CREATE TABLE t (number UInt64) ENGINE = MergeTree ORDER BY number")
    for start, count in ((0, 4), (4, 3), (7, 3)):
        session.query(f"INSERT INTO t SELECT number FROM numbers({start}, {count})")
    return session


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_several_tasks_give_what_one_gives(spread: sparktree.Session, suffix: str) -> None:
    different = []
    every = _calls(suffix)
    for start in range(0, len(every), 40):
        calls = every[start : start + 40]
        listed = ", ".join(calls)
        one = spread.query(f"SELECT {listed} FROM numbers(10)").text()
        several = spread.query(f"SELECT {listed} FROM t", settings=dict(SPREAD)).text()
        values = zip(one.rstrip("\n").split("\t"), several.rstrip("\n").split("\t"), strict=True)
        pairs = zip(calls, values, strict=True)
        different += [(call, a, b) for call, (a, b) in pairs if not nearly_equal(b, a, 1e-9)]
    assert not different
