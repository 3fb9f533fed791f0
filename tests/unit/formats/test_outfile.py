"""INTO OUTFILE: formats and compression by name, and files that are there already."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Code, Error
from sparktree.formats.outfile import check_outfile, opened_outfile, outfile_format
from sparktree.sql.statements.base import Outfile


def write_outfile(outfile: Outfile, data: bytes) -> None:
    with opened_outfile(outfile) as file:
        file.write(data)


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.csv", "CSV"),
        ("a.b.JSONL", "JSONEachRow"),
        ("a.tsv.gz", "TabSeparated"),
        ("a.bin", "RowBinary"),
        ("a.avro", "Avro"),
        ("a.CSVWithNames", "CSVWithNames"),
        ("a.one", None),
        ("a.gz", None),
        ("a", None),
        ("a.unknown", None),
    ],
)
def test_the_ending_names_the_format(name: str, format: str | None) -> None:
    assert outfile_format(Outfile(name)) == format


@pytest.mark.parametrize(
    ("name", "method", "read"),
    [
        ("a.csv.gz", None, gzip.decompress),
        ("a.csv", "gzip", gzip.decompress),
        ("a.csv.bz2", None, bz2.decompress),
        ("a.csv.xz", "auto", lzma.decompress),
        ("a.csv.gz", "none", bytes),
    ],
)
def test_the_data_is_compressed_as_asked(
    tmp_path: Path, name: str, method: str | None, read: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / name
    write_outfile(Outfile(str(path), compression=method), b"rows\n")
    assert read(path.read_bytes()) == b"rows\n"


def test_an_existing_file_is_kept_unless_told(tmp_path: Path) -> None:
    path = str(tmp_path / "a.csv")
    write_outfile(Outfile(path), b"1\n")
    with pytest.raises(Error) as caught:
        write_outfile(Outfile(path), b"2\n")
    assert caught.value.code == Code.FILE_ALREADY_EXISTS
    with pytest.raises(Error, match="consider using APPEND or TRUNCATE"):
        check_outfile(Outfile(path))
    write_outfile(Outfile(path, append=True), b"3\n")
    assert Path(path).read_bytes() == b"1\n3\n"
    write_outfile(Outfile(path, truncate=True), b"4\n")
    assert Path(path).read_bytes() == b"4\n"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Error) as caught:
        write_outfile(Outfile(str(tmp_path / "no" / "a.csv")), b"")
    assert caught.value.code == Code.FILE_DOESNT_EXIST


def test_an_unknown_compression_is_refused_before_the_file_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with pytest.raises(Error, match="Unknown compression method 'nope'"):
        write_outfile(Outfile(str(path), compression="nope"), b"")
    assert not path.exists()


def test_a_query_writes_its_file(tmp_path: Path, engine: sparktree.Engine) -> None:
    path = tmp_path / "rows.csv"
    assert engine.query(f"SELECT 'a' AS x INTO OUTFILE '{path}'").text() == ""
    with pytest.raises(Error, match="exists, consider using APPEND or TRUNCATE"):
        engine.query(f"SELECT 'b' AS x INTO OUTFILE '{path}'")
    shown = engine.query(f"SELECT 'c' AS x INTO OUTFILE '{path}' APPEND AND STDOUT")
    assert shown.text() == '"c"\n'
    assert path.read_text() == '"a"\n"c"\n'
    engine.query(f"SELECT 'd' AS x INTO OUTFILE '{path}' TRUNCATE FORMAT JSONEachRow")
    assert path.read_text() == '{"x":"d"}\n'
