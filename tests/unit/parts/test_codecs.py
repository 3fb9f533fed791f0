import pyarrow.parquet as pq
import pytest

from sparktree.disks.local import LocalDisk
from sparktree.errors import Error
from sparktree.parts.codecs import Compression, compression
from sparktree.parts.layout import ColumnLayout, PartLayout
from sparktree.types.parse import parse_type
from tests.unit.parts.making import scan, stored, write


@pytest.mark.parametrize(
    ("codec", "expected"),
    [
        ("", Compression("lz4")),
        ("ZSTD(3)", Compression("zstd", 3)),
        ("CODEC(Delta(8), ZSTD(3, 24))", Compression("zstd", 3)),
        ("LZ4", Compression("lz4")),
        ("DoubleDelta, LZ4HC(10)", Compression("lz4", 10)),
        ("LZ4HC", Compression("lz4", 9)),
        ("LZ4HC(20)", Compression("lz4", 12)),
        ("NONE", Compression("none")),
        ("T64('bit')", Compression("lz4")),
        ("Default", Compression("lz4")),
    ],
)
def test_a_codec_becomes_the_nearest_compression(codec: str, expected: Compression) -> None:
    assert compression(codec) == expected


def test_the_default_is_the_tables() -> None:
    assert compression("Delta(4)", "ZSTD(3)") == Compression("zstd", 3)


@pytest.mark.parametrize(
    ("codec", "message"),
    [
        ("Nope", r"Code: 432\. DB::Exception: Unknown codec family: Nope\. \(UNKNOWN_CODEC\)"),
        ("ZSTD(99)", "ZSTD codec can't have level more than 22, given 99"),
        ("AES_128_GCM_SIV", "NOT_IMPLEMENTED"),
    ],
)
def test_other_codecs_are_refused(codec: str, message: str) -> None:
    with pytest.raises(Error, match=message):
        compression(codec)


@pytest.mark.requirement("MT.Create.Codec")
@pytest.mark.parametrize("wide", [0, 1 << 40])
def test_each_column_has_its_codec_in_the_file(disk: LocalDisk, wide: int) -> None:
    types = {"a": "UInt64", "b": "Array(Tuple(UInt8, String))", "x.y": "String"}
    codecs = {"a": "NONE", "b": "Delta, LZ4", "x.y": "ZSTD(5)"}
    columns = tuple(ColumnLayout(n, t, parse_type(t).storage, codecs[n]) for n, t in types.items())
    pairs = [{"f1": 1, "f2": "s"}]
    rows = stored(types, {"a": [1], "b": [pairs], "x.y": ["t"]})
    (part,) = write(disk, rows, PartLayout(columns, min_bytes_for_wide_part=wide))
    used = {}
    for column in part.columns:
        metadata = pq.read_metadata(disk.url(f"{part.folder}/{part.file_of(column)}"))
        group = metadata.row_group(0)
        for leaf in (group.column(i) for i in range(metadata.num_columns)):
            used[leaf.path_in_schema] = leaf.compression
    assert used == {
        "a": "UNCOMPRESSED",
        "b.list.element.f1": "LZ4",
        "b.list.element.f2": "LZ4",
        "x.y": "ZSTD",
    }
    assert [column.codec for column in part.columns] == list(codecs.values())
    assert all(column.compressed > 0 for column in part.columns)
    assert scan(disk, [part], list(types)) == [(1, pairs, "t")]
