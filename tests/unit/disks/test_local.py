import itertools
import threading
from pathlib import Path

import pytest

from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import open_disk
from sparktree.disks.local import LocalDisk
from sparktree.errors import Code, Error


@pytest.fixture
def disk(tmp_path: Path) -> LocalDisk:
    return LocalDisk(tmp_path)


def code_of(error: pytest.ExceptionInfo[Error]) -> int:
    return error.value.code


def test_a_file_is_created_whole_and_never_replaced(disk: LocalDisk) -> None:
    disk.create("a/b/file", b"one")
    with pytest.raises(Error) as caught:
        disk.create("a/b/file", b"two")
    assert code_of(caught) == Code.FILE_ALREADY_EXISTS
    assert disk.read("a/b/file") == b"one"
    assert list(disk.names("a/b")) == ["file"]


def test_what_a_stream_writes_another_reads(disk: LocalDisk) -> None:
    with disk.open_write("f/data") as stream:
        stream.write(b"12345")
    with disk.open_read("f/data") as stream:
        stream.seek(2)
        assert stream.read() == b"345"
    assert disk.size("f/data") == disk.size("f") == disk.identity("f/data").size == 5
    with pytest.raises(Error, match="FILE_ALREADY_EXISTS"):
        disk.open_write("f/data")


def test_a_folder_is_renamed_to_a_free_name_only(disk: LocalDisk) -> None:
    disk.create("tmp/x", b"1")
    disk.make_folder("taken")
    with pytest.raises(Error, match="FILE_ALREADY_EXISTS"):
        disk.rename("tmp", "taken")
    disk.rename("tmp", "deep/down/part")
    assert disk.read("deep/down/part/x") == b"1"
    assert not disk.exists("tmp")


def test_a_link_outlives_the_first_name(disk: LocalDisk) -> None:
    disk.create("one/x", b"1")
    disk.link("one/x", "two/x")
    disk.remove("one")
    assert disk.read("two/x") == b"1"


def test_a_folder_goes_also_while_somebody_still_writes_into_it(disk: LocalDisk) -> None:
    def write() -> None:
        for i in itertools.count():
            if disk.exists("a/b/first"):
                disk.create(f"a/b/{i}", b"")
            elif i > 100:
                return

    disk.create("a/b/first", b"")
    writer = threading.Thread(target=write)
    writer.start()
    for i in range(500):
        disk.create(f"a/b/early{i}", b"")
    disk.remove("a")
    writer.join()
    disk.remove("a")
    assert not disk.is_folder("a")


def test_removing_is_quiet_and_complete(disk: LocalDisk) -> None:
    disk.create("a/b/c", b"")
    disk.remove("a")
    disk.remove("a")
    assert list(disk.names("a")) == []
    assert not disk.is_folder("a")


def test_what_is_missing_is_named(disk: LocalDisk) -> None:
    with pytest.raises(Error, match="nothing/here") as caught:
        disk.read("nothing/here")
    assert code_of(caught) == Code.FILE_DOESNT_EXIST


def test_free_space_is_a_part_of_all(disk: LocalDisk) -> None:
    assert 0 < disk.free_space() <= disk.total_space()


def test_disks_are_opened_by_type(tmp_path: Path) -> None:
    assert open_disk(DeclaredDisk("d", "local", f"{tmp_path}/"), {}) == LocalDisk(tmp_path)
    for unbuilt in (
        DeclaredDisk("d", "floppy"),
        DeclaredDisk("d", "local_blob_storage", f"{tmp_path}/", metadata="Keeper"),
    ):
        with pytest.raises(Error, match="NOT_IMPLEMENTED"):
            open_disk(unbuilt, {})
