"""Folders that cannot be opened: a clear error, and they stay as they are."""

import subprocess
import sys
from pathlib import Path

import pytest

import sparktree


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(sparktree.Error, match="Cannot open data folder") as caught:
        sparktree.connect(path)
    assert caught.value.name == "CANNOT_CREATE_DIRECTORY"
    assert path.read_text() == "mine"


def test_a_damaged_catalog_is_left_alone(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        engine.query("CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a")
    catalog = tmp_path / "catalog.db"
    damaged = b"no database at all " * 1000
    catalog.write_bytes(damaged)
    for extra in ("catalog.db-wal", "catalog.db-shm"):
        (tmp_path / extra).unlink(missing_ok=True)
    with pytest.raises(sparktree.Error, match="damaged") as caught:
        sparktree.connect(tmp_path)
    assert caught.value.name == "CORRUPTED_DATA"
    assert catalog.read_bytes() == damaged


def test_a_constant_loads_neither_spark_nor_pandas() -> None:
    """They take longer to import than all else; Arrow imports pandas for its first array."""
    program = """
import sys
import sparktree
with sparktree.connect() as db:
    print(db.query("SELECT 1").text(), *sorted({"pandas", "pyspark"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "1\n\n", done.stderr
