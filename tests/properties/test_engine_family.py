"""Random inserts, merges, mutations and masks: every engine's FINAL is that of ClickHouse."""

from dataclasses import dataclass
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sparktree
from tests.oracle import Oracle


@dataclass(frozen=True)
class Family:
    """A table of an engine: its columns beside the key, how they are filled and shown."""

    engine: str
    columns: str
    values: str  # over `number` and a random `n`
    shown: str = "*"
    update: str = "w = concat(w, 'u')"
    pairs: bool = False  # whether a merge may keep two rows of a key


NUMBERS = "w String, v Int64"
FAMILIES = {
    "Replacing": Family(
        "ReplacingMergeTree(v, gone)",
        f"{NUMBERS}, gone UInt8",
        "toString({n}), (number * {n}) % 5, number % 7 = 3",
    ),
    "Summing": Family(
        "SummingMergeTree",
        "w LowCardinality(String), v Int64, f Nullable(Float64), sMap Nested(k UInt8, v Int32)",
        "'w', (number % 3) - 1, if(number % 4 = 0, NULL, number / 2), [number % 3, 9],"
        " [number - 5, {n}]",
        update="v = v * 2",
    ),
    "Aggregating": Family(
        "AggregatingMergeTree",
        "m SimpleAggregateFunction(max, Int64), a SimpleAggregateFunction(anyLast, String),"
        " u AggregateFunction(uniqExact, UInt8), s AggregateFunction(sum, Int64)",
        "number * {n} % 11, toString({n} + number), initializeAggregation('uniqExactState',"
        " toUInt8(number * {n} % 6)), initializeAggregation('sumState', toInt64(number))",
        "k, p, m, a, finalizeAggregation(u), finalizeAggregation(s)",
        update="m = m + 1",
    ),
    "Collapsing": Family(
        "CollapsingMergeTree(sign)",
        f"{NUMBERS}, sign Int8",
        "toString(number), {n}, if((number * {n}) % 3 = 0, -1, 1)",
        # Of a merged part that has kept a cancel row and a state row of one key, ClickHouse 26.9
        # takes the cancel row for the whole of its key: the next merge leaves it whatever comes.
        # The document's rule counts all rows of a key: tests/sql/merges/collapsing_again.sql.
        pairs=True,
    ),
    "VersionedCollapsing": Family(
        "VersionedCollapsingMergeTree(sign, ver)",
        f"{NUMBERS}, sign Int8, ver UInt8",
        "'w', {n}, if((number * {n}) % 3 = 0, -1, 1), number % 2",
        update="v = v + 1",
    ),
    "Coalescing": Family(
        "CoalescingMergeTree",
        "w Nullable(String), v Nullable(Int64)",
        "if(number % 3 = 0, NULL, toString(number)), if(number % 2 = {n} % 2, NULL, {n})",
    ),
}
INSERT = st.builds(
    "insert {} {} {}".format, st.integers(1, 9), st.integers(1, 25), st.integers(0, 1)
)
OTHERS = st.sampled_from(
    (
        "OPTIMIZE TABLE {t} FINAL",
        "OPTIMIZE TABLE {t} PARTITION 1 FINAL",
        "ALTER TABLE {t} DELETE WHERE k % 4 = 1",
        "ALTER TABLE {t} UPDATE {update} WHERE k < 3",
        "UPDATE {t} SET {update} WHERE k % 3 = 2",
        "ALTER TABLE {t} APPLY PATCHES",
        "DELETE FROM {t} WHERE k = 2",
        "DELETE FROM {t} WHERE p = 0 AND k > 5",
    )
)
SUMMED = ("SummingMergeTree", "AggregatingMergeTree")  # their rows have no patches
NAMES = (f"family_{number}" for number in count())


def statement(operation: str, family: Family, table: str) -> str:
    if operation.startswith("UPDATE") and family.engine in SUMMED:
        operation = "ALTER TABLE {t} UPDATE {update} WHERE k % 3 = 2"
    if not operation.startswith("insert "):
        return operation.format(t=table, update=family.update)
    n, rows, merged = operation.split()[1:]
    values = family.values.format(n=n)
    return (
        f"INSERT INTO {table} SELECT number % 8, number % 2, {values} FROM numbers({rows})"
        f" SETTINGS optimize_on_insert = {merged}, max_insert_threads = 1, max_threads = 1"
    )


def parts_of(engine: sparktree.Engine, table: str) -> tuple[set[str], set[str]]:
    """The parts without their mutations, and those with rows of both signs of a key."""
    query = f"SELECT _part, uniqExact(sign) FROM {table} GROUP BY _part, k"
    found = [("_".join(part.split("_")[:4]), signs) for part, signs in engine.query(query).rows()]
    return {part for part, _ in found}, {part for part, signs in found if signs > 1}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
@settings(
    max_examples=3,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(operations=st.lists(st.one_of(INSERT, INSERT, OTHERS), min_size=3, max_size=8))
def test_final_is_that_of_clickhouse(
    shared_engine: sparktree.Engine, oracle: Oracle, name: str, operations: list[str]
) -> None:
    family, table = FAMILIES[name], next(NAMES)
    # Nothing is merged unless it is asked for: what a merge leaves depends on the rows that meet.
    create = (
        f"CREATE TABLE {table} (k UInt8, p UInt8, {family.columns}) ENGINE = {family.engine}"
        " PARTITION BY p ORDER BY k SETTINGS max_bytes_to_merge_at_max_space_in_pool = 1,"
        " max_bytes_to_merge_at_min_space_in_pool = 1, allow_dimensions_outside_sorting_key = 1,"
        " enable_block_number_column = 1, enable_block_offset_column = 1"
    )
    shown = f"SELECT {family.shown} FROM {table} FINAL ORDER BY ALL"
    texts = [create, *(statement(operation, family, table) for operation in operations)]
    texts += [f"OPTIMIZE TABLE {table} FINAL"]
    seen: set[str] = set()
    merged: set[str] = set()
    for text in texts:
        shared_engine.query(text)
        oracle.query(text)
        if family.pairs:
            parts, paired = parts_of(shared_engine, table)
            if text.startswith("OPTIMIZE") or "optimize_on_insert = 1" in text:
                merged |= parts - seen
            seen |= parts
            if paired & merged:
                break
        if not text.startswith("CREATE"):
            assert shared_engine.query(shown).text() == oracle.text(shown), texts
    plain = shown.replace(" FINAL", "")
    assert shared_engine.query(plain).text() == oracle.text(plain), texts
    for each in (shared_engine.query, oracle.query):
        each(f"DROP TABLE {table}")
