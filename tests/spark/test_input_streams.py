"""INSERT from compressed files and from streams that are read while rows are written."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

import pytest

import sparktree
from sparktree.disks.compression import compressed

ROWS = b'1,"a, b"\n2,"say ""x"""\n3,\n'


@pytest.fixture(scope="module")
def db() -> Iterator[sparktree.Engine]:
    with sparktree.connect() as engine:
        engine.query("CREATE TABLE t (a UInt32, s String) ENGINE = MergeTree ORDER BY a")
        yield engine


@pytest.mark.parametrize(
    ("ending", "method"), [(".gz", "gzip"), (".zst", "zstd"), (".xz", "xz"), ("", "lz4")]
)
def test_compressed_files_are_inserted(
    db: sparktree.Engine, tmp_path: Path, ending: str, method: str
) -> None:
    path = tmp_path / f"rows.csv{ending}"
    with path.open("wb") as file:
        stream = compressed(cast(BinaryIO, file), method)
        stream.write(ROWS)
        stream.close()
    named = "" if ending else f"COMPRESSION '{method}'"
    db.query("TRUNCATE TABLE t")
    db.query(f"INSERT INTO t FROM INFILE '{path}' {named} FORMAT CSV")
    assert db.query("SELECT * FROM t ORDER BY a").rows() == [(1, "a, b"), (2, 'say "x"'), (3, "")]


def test_a_damaged_file_changes_nothing(db: sparktree.Engine, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv.gz"
    path.write_bytes(b"1,2\n")
    before = db.query("SELECT count() FROM t").text()
    with pytest.raises(sparktree.Error, match="ZLIB_INFLATE_FAILED"):
        db.query(f"INSERT INTO t FROM INFILE '{path}' FORMAT CSV")
    assert db.query("SELECT count() FROM t").text() == before


class Counted(io.BytesIO):
    """Bytes that tell how many were asked for at once."""

    most = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.most = max(self.most, len(data))
        return data


@pytest.mark.parametrize(
    ("format", "row"), [("CSV", '{0},"x{0}"\n'), ("Values", "({0}, 'x{0}'),\n")]
)
def test_a_stream_is_read_in_pieces(db: sparktree.Engine, format: str, row: str) -> None:
    db.query("TRUNCATE TABLE t")
    text = "".join(row.format(number) for number in range(1_500_000)).encode()
    stream = Counted(text)
    db.query(f"INSERT INTO t FORMAT {format}", data=stream)
    assert stream.most < len(text)
    found = db.query("SELECT count(), sum(a), countIf(s = 'x' || toString(a)) FROM t").rows()
    assert found == [(1_500_000, 1_500_000 * 1_499_999 // 2, 1_500_000)]
