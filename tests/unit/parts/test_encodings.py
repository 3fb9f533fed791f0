"""How columns of parts are encoded in Parquet, by their values and by CODEC."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from sparktree.parts.encodings import DELTA, LENGTHS, PLAIN, SPLIT, encoding

_GROUP = 131_072


def _scattered(rows: int) -> list[int]:
    return [n * 0x9E3779B97F4A7C15 % (1 << 63) for n in range(1, rows + 1)]


_COLUMNS = {
    "in order": (pa.array(range(5000), pa.uint64()), DELTA),
    "in order with NULLs": (pa.array([n if n % 3 else None for n in range(5000)]), DELTA),
    "wrapping around": (pa.array([2**64 - 2500 + n - 2**64 * (n >= 2500) for n in range(5000)],
                                 pa.uint64()), DELTA),
    "negative": (pa.array(range(-9000, -4000), pa.int32()), DELTA),
    "dates": (pa.array(range(5000), pa.int32()).view(pa.date32()), DELTA),
    "all over the place": (pa.array(_scattered(5000), pa.int64()), PLAIN),
    "few rows": (pa.array(range(100), pa.int64()), PLAIN),
    "fractions": (pa.array([n / 7 for n in range(5000)]), PLAIN),
    "truth": (pa.array([True]), PLAIN),
    "strings": (pa.array([f"word {n}" for n in range(5000)]), LENGTHS),
    "bytes": (pa.array([b"\xff%d" % n for n in range(5000)]), LENGTHS),
    "long strings that repeat, too many": (
        pa.array([f"{n % 4000}".ljust(2000) for n in range(10_000)]), LENGTHS),
    "nothing but NULL": (pa.array([None] * 5000, pa.int64()), None),
    "few strings": (pa.array([f"word {n % 50}" for n in range(5000)]), None),
    "a rhythm that steps could miss": (pa.array([n % 4 and n for n in range(100_000)]), DELTA),
    "lists": (pa.array([[n] for n in range(5000)]), None),
    "no rows": (pa.array([], pa.int64()), None),
}  # fmt: skip


@pytest.mark.parametrize("name", _COLUMNS)
def test_values_decide_on_the_encoding(name: str) -> None:
    values, expected = _COLUMNS[name]
    found = encoding(pa.chunked_array([values]), _GROUP)
    assert (None if found.dictionary else found.values) == expected


@pytest.mark.requirement("MT.Create.Codec")
def test_codecs_decide_on_the_encoding(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (a UInt32 CODEC(Delta, ZSTD), b Float64 CODEC(Gorilla),"
        " c UInt32 CODEC(T64), d UInt32, e Float64 CODEC(Delta, LZ4),"
        " f Nullable(Int64) CODEC(DoubleDelta)) ENGINE = MergeTree"
        " ORDER BY tuple() SETTINGS min_bytes_for_wide_part = 0"
    )
    select = (
        "SELECT number % 2, number % 3, number % 5, number % 4, number % 4, NULL FROM numbers(9)"
    )
    engine.query(f"INSERT INTO t {select}")
    path = Path(engine.query("SELECT path FROM system.parts WHERE active").rows()[0][0])
    found = {
        file.stem: (chunk.encodings[-1], chunk.compression)
        for file in path.glob("*.parquet")
        for chunk in [pq.read_metadata(file).row_group(0).column(0)]
    }
    assert found == {
        "a": (DELTA, "ZSTD"),
        "b": (SPLIT, "LZ4"),
        "c": (DELTA, "LZ4"),
        "d": ("RLE_DICTIONARY", "LZ4"),
        "e": ("RLE_DICTIONARY", "LZ4"),
        "f": (DELTA, "LZ4"),
    }
    assert engine.query("SELECT * FROM t").text() == engine.query(select).text()
