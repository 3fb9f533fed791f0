import math
import pickle
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sparktree.disks.local import LocalDisk
from sparktree.errors import Error
from sparktree.parts.blocks import PartitionBlock
from sparktree.parts.description import Bounds, from_report, from_text, to_report, to_text
from sparktree.parts.index import read_index
from sparktree.parts.layout import ValueLayout
from sparktree.parts.writer import PartWriter, write_part, write_parts
from tests.unit.parts.making import FOLDER, layout, scan, stored, write

KV = {"k": "UInt64", "v": "String"}


def kv(keys: list[int]) -> pa.Table:
    return stored(KV, {"k": keys, "v": [f"v{key}" for key in keys]})


def order_of(disk: LocalDisk, kind: str, values: list[Any], key: str = "k") -> list[Any]:
    rows = stored({"k": kind}, {"k": values})
    parts = write(disk, rows, layout({"k": kind}, [key]))
    return [row[0] for row in scan(disk, parts, ["k"])]


@pytest.mark.requirement("MT.Storage.Lexicographic")
def test_rows_are_sorted_by_the_whole_key(disk: LocalDisk) -> None:
    types = {"a": "String", "d": "Date", "n": "UInt8"}
    days = [date(2024, 1, 2), date(2024, 1, 1), date(2023, 1, 1), date(2024, 1, 1)]
    rows = stored(types, {"a": ["b", "b", "c", "a"], "d": days, "n": [0, 1, 2, 3]})
    parts = write(disk, rows, layout(types, ["a", "d"]))
    assert scan(disk, parts, ["n"]) == [(3,), (1,), (0,), (2,)]


def test_equal_keys_keep_their_order(disk: LocalDisk) -> None:
    types = {"k": "UInt64", "n": "UInt32"}
    keys = [2**63, 1, 2**63, 1, 0] * 1000
    rows = stored(types, {"k": keys, "n": list(range(5000))})
    parts = write(disk, rows, layout(types, ["k"]))
    expected = sorted(zip(keys, range(5000), strict=True))
    assert scan(disk, parts, ["k", "n"]) == expected


@pytest.mark.requirement("MT.PK.NullsLast")
def test_nulls_and_nans_come_last(disk: LocalDisk) -> None:
    found = order_of(disk, "Nullable(Float64)", [1.0, None, math.nan, math.inf, -math.inf, -0.5])
    assert str(found) == "[-inf, -0.5, 1.0, inf, nan, None]"


def test_a_descending_key_turns_all_of_that_round(disk: LocalDisk) -> None:
    values = [1.0, None, math.nan, math.inf, -math.inf]
    assert str(order_of(disk, "Nullable(Float64)", values, "-k")) == "[None, nan, inf, 1.0, -inf]"


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("Int8", [1, -128, 127], [-128, 1, 127]),
        ("Int64", [2**63 - 1, -(2**63), 0], [-(2**63), 0, 2**63 - 1]),
        ("UInt64", [2**64 - 1, 0, 2**63], [0, 2**63, 2**64 - 1]),
        ("Nullable(UInt64)", [2**64 - 1, None, 0], [0, 2**64 - 1, None]),
        ("Bool", [True, False], [False, True]),
        ("String", ["é", "z", "", "Z"], ["", "Z", "z", "é"]),
        ("Nullable(String)", [None, "b", "a"], ["a", "b", None]),
        ("Array(UInt8)", [[2], [1, 2], [], [1]], [[], [1], [1, 2], [2]]),
        (
            "Tuple(UInt8, String)",
            [{"f1": 2, "f2": "a"}, {"f1": 1, "f2": "b"}, {"f1": 1, "f2": "a"}],
            [{"f1": 1, "f2": "a"}, {"f1": 1, "f2": "b"}, {"f1": 2, "f2": "a"}],
        ),
    ],
)
def test_every_kind_of_key_has_its_order(
    disk: LocalDisk, kind: str, values: list[Any], expected: list[Any]
) -> None:
    assert order_of(disk, kind, values) == expected


def test_uuids_are_ordered_as_clickhouse_orders_them(disk: LocalDisk) -> None:
    texts = ["00000000000000010000000000000000", "00000000000000000000000000000001",
             "00000000000000020000000000000000", "0000000000000000ffff000000000001"]  # fmt: skip
    found = order_of(disk, "UUID", [bytes.fromhex(text) for text in texts[::-1]])
    assert [value.hex for value in found] == [texts[0], texts[2], texts[1], texts[3]]


@pytest.mark.requirement("MT.PK.NoPK")
def test_without_a_key_rows_stay_as_they_came(disk: LocalDisk) -> None:
    (part,) = write(disk, kv([3, 1, 2]), layout(KV))
    assert scan(disk, [part], ["k"]) == [(3,), (1,), (2,)]
    assert "primary.arrow" not in part.files
    assert read_index(disk, part).num_columns == 0


@pytest.mark.requirement("MT.Storage.PartitionsSeparate")
def test_each_partition_gets_its_part_in_order_of_appearance(disk: LocalDisk) -> None:
    types = {"p": "Nullable(String)", "k": "UInt8"}
    rows = stored(types, {"p": ["b", "a", None, "b", "a"], "k": [5, 4, 3, 2, 1]})
    parts = write(disk, rows, layout(types, ["k"], {"p": "Nullable(String)"}))
    assert [part.partition for part in parts] == ["b", "a", "ᴺᵁᴸᴸ"]
    assert [scan(disk, [part], ["k"]) for part in parts] == [[(2,), (5,)], [(1,), (4,)], [(3,)]]


def test_several_partition_values_together(disk: LocalDisk) -> None:
    types = {"p": "UInt32", "q": "Array(UInt8)", "k": "UInt8"}
    rows = stored(types, {"p": [1, 1, 2], "q": [[1], [], [1]], "k": [1, 2, 3]})
    parts = write(disk, rows, layout(types, ["k"], {"p": "UInt32", "q": "Array(UInt8)"}))
    assert [part.partition for part in parts] == ["(1,[1])", "(1,[])", "(2,[1])"]


def test_too_many_partitions_are_refused_and_leave_nothing(disk: LocalDisk) -> None:
    orders = layout(KV, ["k"], {"k": "UInt64"}, max_partitions_per_insert_block=2)
    with pytest.raises(Error, match=r"Code: 252\. .*for single INSERT block \(more than 2\)"):
        list(write_parts(kv([1, 2, 3]).to_batches(), orders, disk, FOLDER, "t"))
    assert list(disk.names(FOLDER)) == []
    assert len(write(disk, kv([1, 2]), orders)) == 2


@pytest.mark.parametrize(
    ("limits", "sizes"),
    [
        ({"max_insert_block_size": 4, "min_insert_block_size_rows": 0}, [4, 4, 2]),
        ({"min_insert_block_size_rows": 5}, [6, 4]),
        ({"min_insert_block_size_bytes": 1}, [3, 3, 3, 1]),
        ({"min_insert_block_size_rows": 0, "min_insert_block_size_bytes": 0}, [3, 3, 3, 1]),
        ({}, [10]),
    ],
)
def test_blocks_are_gathered_as_the_settings_say(
    disk: LocalDisk, limits: dict[str, Any], sizes: list[int]
) -> None:
    batches = kv(list(range(10))).to_batches(max_chunksize=3)
    if "max_insert_block_size" in limits:
        batches = kv(list(range(10))).to_batches()
    parts = write_parts(batches, layout(KV, ["k"], **limits), disk, FOLDER, "t")
    assert [part.rows for part in parts] == sizes


@pytest.mark.requirement("MT.Storage.WideThresholdRows", "MT.Storage.WideThresholdEither")
def test_small_parts_are_compact(disk: LocalDisk) -> None:
    limits: dict[str, Any] = {"min_rows_for_wide_part": 3, "min_bytes_for_wide_part": 10}
    block = PartitionBlock((), kv([1, 2]))
    small = write_part(block, layout(KV, ["k"], **limits), disk, "small")
    assert small.part_type == "Compact"
    assert sorted(disk.names("small")) == ["data.parquet", "primary.arrow"]
    large = write_part(
        PartitionBlock((), kv([1, 2, 3])), layout(KV, ["k"], **limits), disk, "large"
    )
    assert large.part_type == "Wide"
    assert sorted(disk.names("large")) == ["k.parquet", "primary.arrow", "v.parquet"]


@pytest.mark.requirement("MT.Storage.GranuleRowsRange", "MT.Storage.GranuleWholeRows")
def test_granules_are_limited_by_rows(disk: LocalDisk) -> None:
    (part,) = write(disk, kv(list(range(20))), layout(KV, ["k"], index_granularity=7))
    assert part.granules.rows == (7, 7, 6)
    assert part.marks == 4


@pytest.mark.requirement("MT.Storage.GranuleSizeSettings", "MT.Storage.GranuleOneBigRow")
@pytest.mark.parametrize(
    ("text", "limit", "rows"),  # as ClickHouse 26.9 cuts 5000 rows
    [("ab", 1024, 57), ("x" * 1000, 100_000, 100), ("x" * 2000, 1024, 1), ("ab", 100_000, 5000)],
)
def test_granules_are_limited_by_bytes(disk: LocalDisk, text: str, limit: int, rows: int) -> None:
    table = stored(KV, {"k": list(range(5000)), "v": [text] * 5000})
    (part,) = write(disk, table, layout(KV, ["k"], index_granularity_bytes=limit))
    assert part.granules.rows[0] == rows
    assert sum(part.granules.rows) == 5000


@pytest.mark.requirement("MT.PK.MarksDiagram", "MT.Storage.GranuleFirstRowMark")
def test_the_index_of_the_example(disk: LocalDisk) -> None:
    counters = "aaaaaaaaaaaaaaaaaabbbbcdeeeeeeeeeeeeefgggggggghhhhhhhhhiiiiiiiiikllllllll"
    dates = "1111111222222233331233211111222222333211111112122222223111112223311122333"
    types = {"CounterID": "String", "Date": "UInt8"}
    rows = stored(types, {"CounterID": list(counters), "Date": [int(d) for d in dates]})
    shuffled = rows.take(np.random.default_rng(1).permutation(len(counters)))
    (part,) = write(disk, shuffled, layout(types, ["CounterID", "Date"], index_granularity=7))
    index = read_index(disk, part)
    marks = [f"{c},{d}" for c, d in zip(*index.to_pydict().values(), strict=True)]
    expected = "a,1 a,2 a,3 b,3 e,2 e,3 g,1 h,2 i,1 i,3 l,3"
    assert marks == [*expected.split(), "l,3"]  # and the last row


@pytest.mark.requirement("MT.PK.IndexHoldsPKOnly")
def test_the_index_holds_the_primary_key_only(disk: LocalDisk) -> None:
    types = {"a": "UInt8", "b": "UInt8"}
    rows = stored(types, {"a": [1, 1, 0], "b": [2, 1, 3]})
    (part,) = write(disk, rows, layout(types, ["a", "b"], primary_key_length=1))
    assert read_index(disk, part).to_pydict() == {"k0": [0, 1]}
    assert scan(disk, [part], ["a", "b"]) == [(0, 3), (1, 1), (1, 2)]


def test_row_groups_hold_whole_granules(disk: LocalDisk) -> None:
    orders = layout(KV, ["k"], index_granularity=100, row_group_rows=250)
    (part,) = write(disk, kv(list(range(1000))), orders)
    file = pq.ParquetFile(disk.url(f"{part.folder}/k.parquet"))
    groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [200] * 5


def test_bounds_of_columns_and_ttl_are_recorded(disk: LocalDisk) -> None:
    types = {"d": "Nullable(Date)", "s": "String", "f": "Float64"}
    days = [date(2024, 1, 2), None, date(2023, 1, 1)]
    rows = stored(types, {"d": days, "s": ["b", "a", "c"], "f": [math.nan, 2.0, -1.0]})
    rows = rows.append_column("__t0", pa.array([5, 9, 7], pa.uint32()))
    orders = layout(
        types, minmax_columns=("d", "s", "f"), ttl=(ValueLayout("d + 1", "__t0", "DateTime"),)
    )
    (part,) = write(disk, rows, orders)
    assert part.minmax == {
        "d": Bounds(date(2023, 1, 1), date(2024, 1, 2), True),
        "s": Bounds("a", "c"),
        "f": Bounds(-1.0, 2.0),
    }
    assert part.ttl == {"d + 1": Bounds(5, 9)}


def test_a_description_survives_json(disk: LocalDisk) -> None:
    types = {"p": "Tuple(Date, Float64)", "k": "UUID"}
    rows = stored(types, {"p": [{"f1": date(2024, 1, 2), "f2": math.inf}], "k": [bytes(16)]})
    orders = layout(types, ["k"], {"p": "Tuple(Date, Float64)"}, minmax_columns=("p", "k"))
    (part,) = write(disk, rows, orders)
    assert from_text(to_text(part), part.folder) == part
    assert from_report(to_report(part)) == part


def test_orders_travel_to_tasks(disk: LocalDisk) -> None:
    orders = layout({"k": "Array(UUID)"}, ["k"], {"k": "Array(UUID)"})
    assert pickle.loads(pickle.dumps((orders, disk))) == (orders, disk)


def test_blocks_added_one_by_one_make_one_part(disk: LocalDisk) -> None:
    writer = PartWriter(disk, "p", layout(KV, ["k"], index_granularity=2), (), "Wide")
    writer.add(kv([1, 2, 3]))
    writer.add(stored(KV, {"k": [4, 5], "v": ["\U0010ff7f\U0010ffff", "x"]}))
    part = writer.finish()
    assert part.granules.rows == (2, 1, 2)
    assert read_index(disk, part).to_pydict() == {"k0": [1, 3, 4, 5]}
    assert [c.encoding for c in part.columns] == ["plain", "escaped"]
    assert scan(disk, [part], ["k", "v"])[2:] == [(3, "v3"), (4, "\U0010ff7f\U0010ffff"), (5, "x")]


def test_sizes_are_counted_by_column(disk: LocalDisk) -> None:
    (part,) = write(disk, kv(list(range(1000))), layout(KV, ["k"]))
    sizes = {column.name: column.uncompressed for column in part.columns}
    assert sizes == {"k": 8000, "v": 8 * 1000 + 10 * 2 + 90 * 3 + 900 * 4}
    assert 0 < part.compressed_bytes < part.bytes_on_disk < part.uncompressed_bytes


def test_a_part_described_by_some_columns_reads_as_before(disk: LocalDisk) -> None:
    parts = write(disk, kv([3, 1, 2]), layout(KV, ["k"]))
    small = [part.of_columns({"v"}) for part in parts]
    assert [[c.name for c in part.columns] for part in small] == [["v"]]
    assert [list(part.files) for part in small] == [["v.parquet"]]
    assert scan(disk, small, ["v"]) == [("v1",), ("v2",), ("v3",)]
    assert len(pickle.dumps(small)) < len(pickle.dumps(parts))
