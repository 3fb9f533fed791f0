"""Random batches with OPTIMIZE and FINAL in between give what ClickHouse gives."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest

import sparktree
from tests.oracle import Oracle


@dataclass(frozen=True)
class Family:
    """A table of an engine, and how a random row of it looks."""

    create: str
    row: Callable[[random.Random, int], str]
    shown: str = "*"


def _plain(chance: random.Random, number: int) -> str:
    return f"({chance.randint(0, 9)}, {chance.randint(-3, 3)}, 'v{number}')"


def _replacing(chance: random.Random, number: int) -> str:
    deleted = int(chance.random() < 0.3)
    return f"({chance.randint(0, 9)}, 'k{chance.randint(0, 2)}', {chance.randint(0, 3)}, {deleted})"


def _collapsing(chance: random.Random, number: int) -> str:
    # States and their cancelling rows in turn: ClickHouse does not compare neighbours of a merged
    # part, so that what it leaves of other histories depends on earlier merges.
    return f"({number % 7}, 'v{number}', {1 if number // 7 % 2 == 0 else -1})"


def _versioned(chance: random.Random, number: int) -> str:
    sign, version = chance.choice((1, -1)), chance.randint(0, 2)
    return f"({chance.randint(0, 9)}, 'v{number}', {sign}, {version})"


def _summing(chance: random.Random, number: int) -> str:
    nullable = chance.choice(("NULL", "0", "5"))
    keys = chance.sample(range(4), 2)
    values = [chance.randint(-2, 2) for _ in keys]
    value = chance.randint(-2, 2)
    return f"({chance.randint(0, 9)}, {value}, {nullable}, 'v{number}', {keys}, {values})"


def _aggregating(chance: random.Random, number: int) -> str:
    largest, value = chance.randint(0, 9), chance.randint(0, 5)
    return f"({chance.randint(0, 9)}, {largest}, 'v{number}', [{value}], {value})"


def _coalescing(chance: random.Random, number: int) -> str:
    value, text = chance.choice(("NULL", str(number))), chance.choice(("NULL", f"'v{number}'"))
    return f"({chance.randint(0, 9)}, {value}, {text}, {number})"


FAMILY = {
    "MergeTree": Family(
        "(k Int32, v Int32, s String) ENGINE = MergeTree PARTITION BY k % 2 ORDER BY (k, v)", _plain
    ),
    "ReplacingMergeTree": Family(
        "(k Int32, t String, v UInt8, d UInt8) ENGINE = ReplacingMergeTree(v, d)"
        " PARTITION BY k % 2 ORDER BY (k, t)",
        _replacing,
    ),
    "CollapsingMergeTree": Family(
        "(k Int32, s String, sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY k", _collapsing
    ),
    "VersionedCollapsingMergeTree": Family(
        "(k Int32, s String, sign Int8, ver UInt8)"
        " ENGINE = VersionedCollapsingMergeTree(sign, ver) ORDER BY k",
        _versioned,
    ),
    "SummingMergeTree": Family(
        "(k Int32, a Int8, b Nullable(Int32), s String, xMap Nested(ID UInt8, v Int64))"
        " ENGINE = SummingMergeTree ORDER BY k",
        _summing,
    ),
    "AggregatingMergeTree": Family(
        "(k Int32, m SimpleAggregateFunction(max, UInt8),"
        " l SimpleAggregateFunction(anyLast, String),"
        " g SimpleAggregateFunction(groupUniqArrayArray, Array(UInt8)),"
        " u SimpleAggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k",
        _aggregating,
        "k, m, l, arraySort(CAST(g AS Array(UInt8))), u",
    ),
    "CoalescingMergeTree": Family(
        "(k Int32, a Nullable(Int32), s Nullable(String), n Int32)"
        " ENGINE = CoalescingMergeTree ORDER BY k",
        _coalescing,
    ),
}


# What is left of rows that do not come in pairs depends on which parts are merged first.
NO_BACKGROUND_MERGES = "max_bytes_to_merge_at_max_space_in_pool = 1"


def statements(family: Family, seed: int, final: bool) -> Iterator[str]:
    """A random history of a table `t`, with questions in between."""
    chance = random.Random(seed)
    number = 0
    for step in range(4):
        rows = []
        for _ in range(chance.randint(1, 25)):
            rows.append(family.row(chance, number))
            number += 1
        on_insert = int(chance.random() < 0.5)
        yield f"INSERT INTO t SETTINGS optimize_on_insert = {on_insert} VALUES {', '.join(rows)}"
        if step in (1, 3):
            if final:
                yield f"SELECT {family.shown} FROM t FINAL ORDER BY ALL"
                yield f"SELECT k FROM t FINAL WHERE k > {chance.randint(0, 9)} ORDER BY ALL"
            if step == 1 and chance.random() < 0.7:
                yield "OPTIMIZE TABLE t FINAL"
                yield f"SELECT {family.shown} FROM t ORDER BY ALL"
    yield "OPTIMIZE TABLE t FINAL"
    yield f"SELECT {family.shown} FROM t ORDER BY ALL"
    yield (
        "SELECT partition_id, min_block_number, max_block_number, rows, active FROM system.parts"
        " WHERE database = currentDatabase() AND table = 't' AND active ORDER BY ALL"
    )


@pytest.mark.slow
@pytest.mark.requirement("MT.Overview.Family")
@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("name", FAMILY)
def test_history_of_a_table(
    name: str, seed: int, shared_engine: sparktree.Engine, oracle: Oracle
) -> None:
    family = FAMILY[name]
    database = f"family_{uuid4().hex}"
    session = shared_engine.session()

    def here(statement: str) -> str:
        return session.query(statement).text()

    def there(statement: str) -> str:
        return oracle.query(statement).decode()

    both = (here, there)
    for run in both:
        run(f"CREATE DATABASE {database}")
        run(f"USE {database}")
        run(f"CREATE TABLE t {family.create} SETTINGS {NO_BACKGROUND_MERGES}")
    try:
        for statement in statements(family, seed, final=name != "MergeTree"):
            found, expected = (run(statement) for run in both)
            assert found == expected, statement
    finally:
        for run in both:
            run("USE default")
            run(f"DROP DATABASE {database}")
