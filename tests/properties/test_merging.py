"""The rules of the engine family against small models, and key ranges that lose no row."""

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparktree.disks.local import LocalDisk
from sparktree.engines.merging.collapsing import Collapsing
from sparktree.engines.merging.deduplicating import Deduplicating
from sparktree.engines.merging.ranges import clusters, key_ranges
from sparktree.engines.merging.replacing import Replacing
from sparktree.engines.merging.stream import inside
from sparktree.engines.merging.versioned_collapsing import VersionedCollapsing
from sparktree.engines.writing.sorted_block import Merging, sorted_block, sorted_rows
from sparktree.parts.description import PartDescription
from sparktree.parts.granules import Granules
from sparktree.parts.layout import KeyLayout
from sparktree.parts.reader import PartScan

Row = tuple[int, int, int]  # key, version or sign, position
KEY = (KeyLayout("k", "k"),)
ROWS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from((-1, 1))), max_size=40)


def table(rows: Sequence[Row]) -> pa.Table:
    columns = list(zip(*rows, strict=True)) if rows else [(), (), ()]
    types = (pa.int32(), pa.int8(), pa.int64())
    arrays = [pa.array(c, t) for c, t in zip(columns, types, strict=True)]
    return pa.table(arrays, names=["k", "s", "n"])


def merged(rule: Merging, rows: Sequence[Row], *, final: bool = False) -> list[Row]:
    found = rule(sorted_block(table(rows), KEY), final=final)
    return [(row["k"], row["s"], row["n"]) for row in found.to_pylist()]


def by_key(rows: Sequence[Row]) -> list[list[Row]]:
    ordered = sorted(rows, key=lambda row: row[0])
    return [list(group) for _, group in groupby(ordered, key=lambda row: row[0])]


def replacing(rows: list[Row]) -> list[Row]:
    return [max(rows, key=lambda row: (row[1], row[2]))]


def last(rows: list[Row]) -> list[Row]:
    return rows[-1:]


def collapsing(rows: list[Row]) -> list[Row]:
    states = [row for row in rows if row[1] == 1]
    cancels = [row for row in rows if row[1] == -1]
    if len(states) == len(cancels):
        return [cancels[0], states[-1]] if rows[-1][1] == 1 else []
    return states[-1:] if len(states) > len(cancels) else cancels[:1]


def versioned(rows: list[Row]) -> list[Row]:
    stack: list[Row] = []
    for row in rows:
        if stack and stack[-1][1] != row[1]:
            stack.pop()
        else:
            stack.append(row)
    return stack


@pytest.mark.parametrize(
    ("rule", "model"),
    [
        (Replacing("s"), replacing),
        (Replacing(), last),
        (Collapsing("s"), collapsing),
        (VersionedCollapsing("s"), versioned),
    ],
    ids=["replacing by version", "replacing", "collapsing", "versioned collapsing"],
)
@settings(max_examples=150, deadline=None)
@given(pairs=ROWS)
def test_rule_equals_its_model(
    rule: Merging, model: Callable[[list[Row]], list[Row]], pairs: list[tuple[int, int]]
) -> None:
    rows = [(key, sign, position) for position, (key, sign) in enumerate(pairs)]
    expected = [row for group in by_key(rows) for row in model(group)]
    assert merged(rule, rows) == expected


@settings(max_examples=150, deadline=None)
@given(pairs=ROWS)
def test_final_of_collapsing_shows_states_only(pairs: list[tuple[int, int]]) -> None:
    rows = [(key, sign, position) for position, (key, sign) in enumerate(pairs)]
    expected = [row for group in by_key(rows) for row in collapsing(group) if row[1] == 1]
    assert merged(Collapsing("s"), rows, final=True) == expected


@settings(max_examples=150, deadline=None)
@given(pairs=ROWS)
def test_deduplicating_keeps_the_first_of_equal_rows(pairs: list[tuple[int, int]]) -> None:
    rows = [(key, sign, position) for position, (key, sign) in enumerate(pairs)]
    ordered = [row for group in by_key(rows) for row in group]
    firsts = {row[:2]: row for row in reversed(ordered)}
    assert merged(Deduplicating(("k", "s")), rows) == [r for r in ordered if firsts[r[:2]] == r]


@settings(max_examples=100, deadline=None)
@given(pairs=ROWS, cut=st.integers(0, 40))
def test_replacing_does_not_depend_on_the_grouping_of_merges(
    pairs: list[tuple[int, int]], cut: int
) -> None:
    rows = [(key, sign, position) for position, (key, sign) in enumerate(pairs)]
    rule = Replacing("s")
    first = merged(rule, rows[:cut])
    assert merged(rule, [*first, *rows[cut:]]) == merged(rule, rows)


PARTS = st.lists(
    st.lists(st.one_of(st.none(), st.integers(-5, 30)), min_size=1, max_size=60),
    min_size=1,
    max_size=5,
)


@settings(max_examples=150, deadline=None)
@given(parts=PARTS, descending=st.booleans(), granule=st.integers(1, 8), goal=st.integers(1, 50))
def test_key_ranges_hold_every_row_once_and_keep_equal_keys_together(
    parts: list[list[int | None]], descending: bool, granule: int, goal: int
) -> None:
    keys = (KeyLayout("k", "k", descending),)
    tables = [_sorted(pa.table({"k": pa.array(rows, pa.int32())}), keys) for rows in parts]
    scans = [_scan(t.num_rows, granule, number) for number, t in enumerate(tables)]
    indexes = [_index(t, granule) for t in tables]
    seen: list[list[int | None]] = []
    for one in key_ranges(scans, indexes, [descending], goal):
        rows = pa.concat_tables([_read(tables[s.index], s) for s in one.scans])
        places = inside(rows, keys, one.low, one.high)
        kept = sorted_rows(rows, keys, *places)
        block = sorted_block(rows, keys, *places)
        assert block.rows == kept
        assert block.starts.tolist() == sorted_block(kept, keys).starts.tolist()
        seen.append(kept["k"].to_pylist())
    whole = _sorted(pa.concat_tables(tables), keys)["k"].to_pylist()
    assert [key for rows in seen for key in rows] == whole
    for before, after in pairwise(seen):
        assert not set(before) & set(after)
    groups = clusters(scans, indexes, [descending])
    keys_of = [{k for s in group for k in tables[s.index]["k"].to_pylist()} for group in groups]
    assert sum(map(len, keys_of)) == len(set().union(*keys_of))


def _sorted(rows: pa.Table, keys: Sequence[KeyLayout]) -> pa.Table:
    return sorted_rows(rows, keys)


def _scan(rows: int, granule: int, number: int) -> PartScan:
    granules = [granule] * (rows // granule) + ([rows % granule] if rows % granule else [])
    part = PartDescription(
        folder="", uuid="", part_type="Wide", columns=(), rows=rows,
        granules=Granules(tuple(granules)), partition_id="all", partition="", partition_values=(),
        minmax={}, ttl={}, sorting_key=("k",), primary_key_length=1, files={},
        index_granularity_bytes=0, default_codec="", segments=(rows,), max_file_name_length=127,
    )  # fmt: skip
    return PartScan(part, LocalDisk(Path()), None, number)


def _index(rows: pa.Table, granule: int) -> pa.Table:
    marks = np.append(np.arange(0, rows.num_rows, granule), rows.num_rows - 1)
    return pa.table({"k0": rows["k"].take(pa.array(marks))})


def _read(rows: pa.Table, scan: PartScan) -> pa.Table:
    if scan.ranges is None:
        return rows
    return pa.concat_tables([rows.slice(b, e - b) for b, e in scan.ranges])
