import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from sparktree.disks.local import LocalDisk
from sparktree.errors import Code, Error
from sparktree.parts.checksums import Trust, verify
from sparktree.parts.description import PartDescription
from sparktree.parts.store import describe, finish, scan_table
from sparktree.parts.writer import write_parts
from tests.unit.parts.making import FOLDER, layout, scan, stored, write

TYPES = {"k": "UInt64", "v": "String"}


def rows(count: int) -> pa.Table:
    return stored(
        TYPES, {"k": list(range(count)), "v": [os.urandom(8).hex() for _ in range(count)]}
    )


@pytest.fixture
def part(disk: LocalDisk) -> PartDescription:
    (part,) = write(disk, rows(100), layout(TYPES, ["k"]))
    return part


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def code_of(disk: LocalDisk, part: PartDescription, trust: Trust | None = None) -> str:
    with pytest.raises(Error) as caught:
        verify(disk, part, trust)
    return caught.value.name


def test_a_finished_part_describes_itself(disk: LocalDisk, part: PartDescription) -> None:
    assert part.folder == f"{FOLDER}/all_1_1_0"
    assert sorted(disk.names(part.folder)) == [
        "k.parquet",
        "part.json",
        "primary.arrow",
        "v.parquet",
    ]
    assert describe(disk, part.folder) == part
    verify(disk, part)


def test_a_part_cannot_take_the_name_of_another(disk: LocalDisk, part: PartDescription) -> None:
    (other,) = write_parts(rows(1).to_batches(), layout(TYPES), disk, FOLDER, "x")
    with pytest.raises(Error, match="FILE_ALREADY_EXISTS"):
        finish(disk, other, "all_1_1_0", 0.0)
    with pytest.raises(Error, match="cannot hold rows of partition all"):
        finish(disk, other, "p_1_1_0", 0.0)
    assert describe(disk, part.folder) == part
    assert finish(disk, other, "all_2_2_0", 0.0).name == "all_2_2_0"


@pytest.mark.parametrize("file", ["k.parquet", "v.parquet", "primary.arrow"])
def test_a_changed_byte_is_found_and_its_file_named(
    disk: LocalDisk, part: PartDescription, file: str
) -> None:
    path = Path(disk.url(f"{part.folder}/{file}"))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(Error, match=rf"Code: 40\. .*{file} in data part all_1_1_0"):
        verify(disk, part)


def test_missing_cut_and_strange_files_are_found(disk: LocalDisk, part: PartDescription) -> None:
    path = Path(disk.url(f"{part.folder}/v.parquet"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert code_of(disk, part) == "BAD_SIZE_OF_FILE_IN_DATA_PART"
    path.unlink()
    assert code_of(disk, part) == "NO_FILE_IN_DATA_PART"
    path.write_bytes(whole)
    disk.create(f"{part.folder}/strange", b"")
    assert code_of(disk, part) == "UNEXPECTED_FILE_IN_DATA_PART"


def test_an_untouched_file_is_trusted_and_a_touched_one_is_read(
    disk: LocalDisk, part: PartDescription
) -> None:
    trust = Trust()
    verify(disk, part, trust)
    path = Path(disk.url(f"{part.folder}/k.parquet"))
    status = path.stat()
    data = bytearray(path.read_bytes())
    data[10] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    verify(disk, part, trust)  # same size, time and inode: not read again
    assert code_of(disk, part) == "CHECKSUM_DOESNT_MATCH"
    os.utime(path)
    assert code_of(disk, part, trust) == "CHECKSUM_DOESNT_MATCH"


def test_damaged_descriptions_are_reported_by_a_scan(
    disk: LocalDisk, part: PartDescription
) -> None:
    Path(disk.url(f"{part.folder}/part.json")).write_text('{"format_version": 1}')
    disk.make_folder(f"{FOLDER}/all_2_2_0")
    list(write_parts(rows(1).to_batches(), layout(TYPES), disk, FOLDER, "crashed"))
    disk.make_folder(f"{FOLDER}/detached")
    found = list(scan_table(disk, "table"))
    assert [(f.table, f.folder.rpartition("/")[2]) for f in found] == [
        ("table", "all_1_1_0"),
        ("table", "all_2_2_0"),
    ]
    names = [found[0].damage and found[0].damage.name, found[1].damage and found[1].damage.name]
    assert names == ["CORRUPTED_DATA", "NO_FILE_IN_DATA_PART"]


def test_a_newer_format_is_refused(disk: LocalDisk, part: PartDescription) -> None:
    Path(disk.url(f"{part.folder}/part.json")).write_text('{"format_version": 99}')
    with pytest.raises(Error, match="has format version 99") as caught:
        describe(disk, part.folder)
    assert caught.value.code == Code.UNKNOWN_FORMAT_VERSION


def test_a_scan_finds_all_parts_again(disk: LocalDisk) -> None:
    parts = write(disk, rows(5), layout(TYPES, ["k"], {"k": "UInt64"}))
    assert [found.part for found in scan_table(disk, "table")] == parts


def test_a_crash_leaves_only_temporary_folders(disk: LocalDisk) -> None:
    writing = write_parts(
        rows(10).to_batches(), layout(TYPES, (), {"k": "UInt64"}), disk, FOLDER, "a1"
    )
    next(writing)
    next(writing)
    names = list(disk.names(FOLDER))
    assert names[:2] == ["tmp_insert_a1_0", "tmp_insert_a1_1"]  # others are being written
    assert all(name.startswith("tmp_insert_a1_") for name in names)
    assert list(scan_table(disk, "table")) == []
    writing.close()
    assert list(disk.names(FOLDER)) == []


@pytest.mark.parametrize("limit", [10, 20_000, 100_000])
@pytest.mark.parametrize("wide", [0, 1 << 40])
def test_a_full_disk_is_a_clear_error_and_leaves_nothing(
    disk: LocalDisk, limit: int, wide: int
) -> None:
    orders = layout(TYPES, ["k"], min_bytes_for_wide_part=wide)
    table = rows(50_000)
    with pytest.raises(Error, match="not enough space") as caught, file_size_limit(limit):
        list(write_parts(table.to_batches(), orders, disk, FOLDER, "t"))
    assert caught.value.code == Code.NOT_ENOUGH_SPACE
    assert list(disk.names(FOLDER)) == []


def test_a_failing_source_leaves_nothing(disk: LocalDisk) -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        yield from rows(10).to_batches()
        raise Error(Code.CANNOT_PARSE_TEXT, "the second batch is broken")

    orders = layout(TYPES, min_insert_block_size_rows=1)
    with pytest.raises(Error, match="second batch"):
        list(write_parts(batches(), orders, disk, FOLDER, "t"))
    assert list(disk.names(FOLDER)) == []


def test_parts_can_be_read_by_others(disk: LocalDisk) -> None:
    (part,) = write(disk, rows(3), layout(TYPES, ["k"], min_bytes_for_wide_part=1 << 40))
    table = pa.parquet.read_table(disk.url(f"{part.folder}/data.parquet"))
    assert table.column_names == ["k", "v"]
    assert scan(disk, [part], ["k"]) == [(0,), (1,), (2,)]
