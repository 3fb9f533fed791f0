"""Copies of small files of parts on this machine."""

from pathlib import Path

import pytest

from sparktree.errors import Error
from sparktree.stores.local_copies import LocalCopies

PATH = "store/t/part/primary.arrow"


def test_a_copy_is_what_was_kept(tmp_path: Path) -> None:
    copies = LocalCopies(f"{tmp_path}/c")
    copies.prepare()
    assert copies.find(PATH) is None
    copies.keep(PATH, b"keys")
    copies.keep(PATH, b"")
    assert copies.find(PATH) == b""
    copies.keep(PATH, b"keys")
    assert copies.find(PATH) == b"keys"
    copies.forget([PATH])
    assert copies.find(PATH) is None
    assert list((tmp_path / "c").iterdir()) == []


def test_what_was_damaged_is_not_used(tmp_path: Path) -> None:
    copies = LocalCopies(str(tmp_path))
    copies.keep(PATH, b"keys")
    file = tmp_path / PATH
    for data in (b"", b"short", file.read_bytes()[:-1], b"x" * 20):
        file.write_bytes(data)
        assert copies.find(PATH) is None


def test_rows_and_what_may_change_are_not_kept(tmp_path: Path) -> None:
    copies = LocalCopies(str(tmp_path))
    for path in ("store/t/part/data.parquet", "sparktree-disk.json"):
        copies.keep(path, b"data")
        assert copies.find(path) is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_passed_by(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    copies = LocalCopies(f"{tmp_path}/file/x")
    copies.keep(PATH, b"keys")
    assert copies.find(PATH) is None
    copies.forget([PATH])
    with pytest.raises(Error, match="file/x"):
        copies.prepare()
