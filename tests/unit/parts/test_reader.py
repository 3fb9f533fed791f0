from dataclasses import replace
from typing import Any

import pytest

from sparktree.disks.local import LocalDisk
from sparktree.errors import Error
from sparktree.kernel.connection import connect
from sparktree.parts.blocks import PartitionBlock
from sparktree.parts.description import PartDescription
from sparktree.parts.reader import PartScan, ReadColumn, scan_sql
from sparktree.parts.writer import write_part
from tests.unit.parts.making import layout, scan, stored, write

TYPES = {"k": "UInt32", "v": "String"}
FORMS = pytest.mark.parametrize("wide", [0, 1 << 40], ids=["Wide", "Compact"])


def parts_of(disk: LocalDisk, wide: int, count: int = 1000) -> list[PartDescription]:
    types = {**TYPES, "p": "UInt8"}
    keys = list(range(count))
    columns: dict[str, list[Any]] = {
        "k": keys,
        "v": [f"v{key}" for key in keys],
        "p": [key % 3 for key in keys],
    }
    orders = layout(
        types,
        ["k"],
        {"p": "UInt8"},
        min_bytes_for_wide_part=wide,
        row_group_rows=100,
        index_granularity=10,
    )
    return write(disk, stored(types, columns), orders)


@FORMS
def test_several_parts_are_read_in_order(disk: LocalDisk, wide: int) -> None:
    parts = parts_of(disk, wide)
    expected = [(k, f"v{k}") for rest in range(3) for k in range(rest, 1000, 3)]
    assert scan(disk, parts, ["k", "v"]) == expected


@FORMS
def test_ranges_of_rows(disk: LocalDisk, wide: int) -> None:
    part = parts_of(disk, wide)[0]
    ranges = ((0, 2), (5, 6), (300, 302))
    assert scan(disk, [part], ["v", "k"], ranges) == [
        (f"v{3 * row}", 3 * row) for row in (0, 1, 5, 300, 301)
    ]


@FORMS
def test_many_distant_ranges(disk: LocalDisk, wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sparktree.parts.reader.ROW_GROUP_ROWS", 2)
    part = parts_of(disk, wide)[0]
    for step in (100, 10):  # a scan for each range, or one for all of them
        ranges = tuple((row, row + 1) for row in range(0, 330, step))
        assert scan(disk, [part], ["k", "v"], ranges) == [
            (3 * row, f"v{3 * row}") for row in range(0, 330, step)
        ]


@FORMS
def test_places_of_rows(disk: LocalDisk, wide: int) -> None:
    parts = parts_of(disk, wide, 6)
    hidden = ["_part", "_part_index", "_part_offset", "_part_starting_offset", "_partition_id"]
    expected = [
        (rest + 3 * n, f"{rest}_{rest + 1}_{rest + 1}_0", rest, n, 2 * rest, str(rest))
        for rest in range(3)
        for n in range(2)
    ]
    assert scan(disk, parts, ["k"], None, hidden) == expected
    assert scan(disk, parts, ["k"], ((1, 2),), hidden) == expected[1::2]
    assert scan(disk, parts, [], None, hidden) == [row[1:] for row in expected]
    assert scan(disk, parts, [], ((1, 2),), ["_part_offset", "_part_data_version"]) == [
        (1, 1),
        (1, 2),
        (1, 3),
    ]


def test_rows_can_be_counted_without_columns(disk: LocalDisk) -> None:
    parts = parts_of(disk, 0, 100)
    assert len(scan(disk, parts, [])) == 100
    assert len(scan(disk, parts, [], ((3, 7), (9, 10)))) == 3 * 5


def test_a_column_that_a_part_lacks(disk: LocalDisk) -> None:
    old = parts_of(disk, 0, 3)[0]
    scans = [PartScan(old, disk)]
    with pytest.raises(Error, match=r"There is no column n in part 0_1_1_0"):
        scan_sql(scans, [ReadColumn("n", "c0")])
    cursor = connect()
    query = scan_sql(scans, [ReadColumn("k", "c0"), ReadColumn("n", "c1", "c0 + 5")])
    assert cursor.execute(query).fetchall() == [(0, 5)]
    cursor.close()


def test_filters_outside_a_scan_of_column_files_keep_rows_together(disk: LocalDisk) -> None:
    parts = parts_of(disk, 0)
    scans = [PartScan(part, disk) for part in parts]
    inner = scan_sql(scans, [ReadColumn("k", "k"), ReadColumn("v", "v"), ReadColumn("p", "p")])
    cursor = connect()
    query = f"SELECT k FROM ({inner}) WHERE v = 'v77' AND p = 2"
    assert cursor.execute(query).fetchall() == [(77,)]
    cursor.close()


@FORMS
def test_a_part_of_several_segments(disk: LocalDisk, wide: int) -> None:
    """Segments are written by several tasks, each with its own range of the key."""
    orders = layout(TYPES, ["k"], min_bytes_for_wide_part=wide)
    halves = [
        stored(TYPES, {"k": keys, "v": [f"v{key}" for key in keys]})
        for keys in (list(range(10)), list(range(10, 25)))
    ]
    one, two = (
        write_part(PartitionBlock((), h), orders, disk, f"s{n}") for n, h in enumerate(halves)
    )
    whole = replace(one, folder="whole", name="all_1_1_0", rows=25, segments=(10, 15))
    files = {}
    for number, segment in enumerate((one, two)):
        for column in whole.columns:
            name = whole.file_of(column, number)
            if name not in files:
                disk.link(f"{segment.folder}/{segment.file_of(column)}", f"whole/{name}")
                files[name] = segment.files[segment.file_of(column)]
    whole = replace(whole, files=files)
    everything = [(k, f"v{k}", k) for k in range(25)]
    assert scan(disk, [whole], ["k", "v"], None, ["_part_offset"]) == everything
    some = scan(disk, [whole], ["k", "v"], ((2, 3), (8, 12), (20, 25)), ["_part_offset"])
    assert some == [everything[n] for n in (2, 8, 9, 10, 11, 20, 21, 22, 23, 24)]
    assert scan(disk, [whole], [], ((8, 12),), ["_part_offset"]) == [(8,), (9,), (10,), (11,)]


def test_nothing_to_scan_is_an_error(disk: LocalDisk) -> None:
    with pytest.raises(Error, match="at least one part"):
        scan_sql([], [ReadColumn("k", "k")])
