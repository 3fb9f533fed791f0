"""Part names, granules, sorting and round trips hold for whatever values come."""

import math
import random
import struct
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from sparktree.disks.local import LocalDisk
from sparktree.kernel.text import escape, unescape
from sparktree.parts.granules import Granules, cut, from_runs
from sparktree.parts.jsonvalues import from_json, to_json
from sparktree.parts.name import PartInfo, covering, merged, parse
from sparktree.parts.sorting import sort_order
from tests.unit.parts.making import layout, scan, stored, write

blocks = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(sorted)
infos = st.builds(
    lambda p, b, level, mutation: PartInfo(p, b[0], b[1], level, mutation),
    st.sampled_from(["all", "202401", "-5-1"]),
    blocks,
    st.integers(0, 3),
    st.integers(0, 2),
)


@given(infos)
def test_names_are_read_as_they_are_printed(info: PartInfo) -> None:
    assert parse(str(info)) == info
    assert info.contains(info)


@given(infos, infos, infos)
def test_containment_is_an_order(a: PartInfo, b: PartInfo, c: PartInfo) -> None:
    if a.contains(b) and b.contains(a):
        assert a == b
    if a.contains(b) and b.contains(c):
        assert a.contains(c)


@given(st.lists(infos, min_size=1, max_size=6))
def test_a_merge_contains_all_that_went_in(parts: list[PartInfo]) -> None:
    same = [p for p in parts if p.partition_id == parts[0].partition_id]
    result = merged(same)
    assert all(result.contains(part) for part in same)
    assert covering([*same, result]) == [result]


@given(st.lists(infos, max_size=8))
def test_covering_parts_contain_all_and_not_each_other(parts: list[PartInfo]) -> None:
    kept = covering(parts)
    assert all(any(k.contains(p) for k in kept) for p in parts)
    assert not any(a.contains(b) for a in kept for b in kept if a != b)


@given(st.integers(0, 1000), st.integers(1, 50))
def test_granules_hold_all_rows(rows: int, size: int) -> None:
    granules = Granules(tuple(cut(rows, size)))
    assert sum(granules.rows) == rows
    assert all(1 <= n <= size for n in granules.rows)
    assert from_runs(granules.runs()) == granules
    for row in range(0, rows, 7):
        number = granules.of_row(row)
        assert granules.starts()[number] <= row < granules.starts()[number + 1]


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "UInt8": st.integers(0, 255),
    "Int16": st.integers(-(2**15), 2**15 - 1),
    "UInt64": st.integers(0, 2**64 - 1),
    "Int64": st.integers(-(2**63), 2**63 - 1),
    "Float64": st.floats(),
    "Float32": st.floats(width=32),
    "Bool": st.booleans(),
    "String": st.binary(max_size=5).map(escape),
    "Int128": st.binary(min_size=16, max_size=16),
    "Date": st.dates(min_value=date(1970, 1, 1)),
    "Decimal(20, 3)": st.decimals(-(10**16), 10**16, places=3),
    "Array(UInt8)": st.lists(st.integers(0, 255), max_size=3),
}


def model_key(kind: str, value: Any) -> Any:
    """What Python sorts as ClickHouse sorts the value."""
    if value is None:
        return (2, 0)
    if kind.startswith("Float"):
        return (1, 0) if math.isnan(value) else (0, value)
    return (0, unescape(value) if kind == "String" else value)


@st.composite
def keyed_rows(draw: st.DrawFn) -> tuple[list[str], list[bool], list[list[Any]]]:
    kinds = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=3))
    flags = draw(st.lists(st.booleans(), min_size=len(kinds), max_size=len(kinds)))
    count = draw(st.integers(0, 12))
    columns = []
    for kind in kinds:
        # A small pool makes ties likely, so that the next key and stability matter.
        pool = draw(st.lists(VALUES[kind] | st.none(), min_size=1, max_size=4))
        columns.append(draw(st.lists(st.sampled_from(pool), min_size=count, max_size=count)))
    return kinds, flags, columns


@settings(max_examples=100, deadline=None)
@given(keyed_rows())
def test_rows_are_ordered_as_a_model_orders_them(
    case: tuple[list[str], list[bool], list[list[Any]]],
) -> None:
    kinds, flags, columns = case
    table = stored({f"c{i}": kind for i, kind in enumerate(kinds)},
                   {f"c{i}": column for i, column in enumerate(columns)})  # fmt: skip
    arrays = [chunked.combine_chunks() for chunked in table.columns]
    order = sort_order(list(zip(arrays, flags, strict=True)))
    count = len(columns[0])
    found = list(range(count)) if order is None else [int(row) for row in order]
    expected = list(range(count))
    for kind, flag, column in reversed(list(zip(kinds, flags, columns, strict=True))):
        keys = [model_key(kind, value) for value in column]
        expected.sort(key=keys.__getitem__, reverse=flag)
    assert found == expected


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.integers(1, 400), min_size=1, max_size=4),
    st.sampled_from([10, 10**9]),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_runs_in_order_are_merged(
    lengths: list[int], top: int, text: bool, chance: random.Random
) -> None:
    """As the rows of sorted parts come: runs of numbers, or of text that is ranked first."""
    numbers = [n for size in lengths for n in sorted(chance.randrange(top) for _ in range(size))]
    values: list[int] | list[str] = [f"{n:012d}" for n in numbers] if text else numbers
    order = sort_order([(pa.array(values), False)])
    found = list(range(len(values))) if order is None else [int(row) for row in order]
    assert found == sorted(range(len(values)), key=numbers.__getitem__)


similar = st.lists(st.sampled_from([b"", b"\0", b"a", b"shared--", b"\xff", b"\0" * 8]), max_size=7)


@settings(max_examples=100, deadline=None)
@given(st.lists(similar.map(b"".join) | st.none(), min_size=1, max_size=12))
def test_strings_that_share_much_are_ordered_by_bytes(values: list[bytes | None]) -> None:
    order = sort_order([(pa.array(values, pa.binary()), False)])
    found = list(range(len(values))) if order is None else [int(row) for row in order]
    assert found == sorted(range(len(values)), key=lambda r: (values[r] is None, values[r] or b""))


@settings(max_examples=25, deadline=None)
@given(st.data(), st.sampled_from([0, 1 << 40]), st.integers(1, 4))
def test_what_is_written_is_read(data: st.DataObject, wide: int, granularity: int) -> None:
    kinds = [k for k in sorted(VALUES) if k != "Int128"]
    types = {f"c{i}": f"Nullable({k})" if "Array" not in k else k for i, k in enumerate(kinds)}
    count = data.draw(st.integers(1, 9))
    values: dict[str, list[Any]] = {
        name: data.draw(
            st.lists(
                VALUES[kind] | empty(kind),
                min_size=count,
                max_size=count,
            )
        )
        for (name, kind) in zip(types, kinds, strict=True)
    }
    orders = layout(
        types,
        min_bytes_for_wide_part=wide,
        index_granularity=granularity,
        row_group_rows=granularity * 2,
    )
    with tempfile.TemporaryDirectory() as folder:
        disk = LocalDisk(Path(folder))
        table = stored(types, values)
        parts = write(disk, table, orders)
        expected = [tuple(comparable(v) for v in row) for row in zip(*values.values(), strict=True)]
        found = scan(disk, parts, list(types))
        assert [tuple(comparable(v) for v in row) for row in found] == expected


def empty(kind: str) -> st.SearchStrategy[Any]:
    return st.none() if "Array" not in kind else st.builds(list)


def comparable(value: Any) -> Any:
    """NaN equals NaN, 0 and -0 differ."""
    return struct.pack("<d", value) if isinstance(value, float) and value == value else str(value)


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
    | st.binary() | st.dates() | st.decimals(allow_nan=False) | st.uuids(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
))  # fmt: skip
def test_values_survive_json(value: Any) -> None:
    assert from_json(to_json(value)) == value
