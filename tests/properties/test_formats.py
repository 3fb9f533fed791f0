"""Whatever is written in a format is read back as it was."""

import io
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sparktree import formats
from sparktree.kernel.text import escape
from sparktree.types import Type, parse_type

_STRINGS = st.binary(max_size=12).map(escape) | st.text(max_size=8).map(
    lambda t: escape(t.encode())
)
# A type, the Arrow type of its kernel form, and values.
COLUMNS: tuple[tuple[str, pa.DataType, st.SearchStrategy[Any]], ...] = (
    ("UInt64", pa.uint64(), st.integers(0, 2**64 - 1)),
    ("Int8", pa.int8(), st.integers(-128, 127)),
    ("Float64", pa.float64(), st.floats(allow_nan=False, allow_infinity=False)),
    ("Float32", pa.float32(), st.floats(width=32, allow_nan=False, allow_infinity=False)),
    ("String", pa.string(), _STRINGS),
    ("Nullable(String)", pa.string(), st.none() | _STRINGS),
    ("Nullable(Int32)", pa.int32(), st.none() | st.integers(-(2**31), 2**31 - 1)),
    ("DateTime('UTC')", pa.uint32(), st.integers(0, 2**32 - 1)),
    ("DateTime64(3, 'UTC')", pa.int64(), st.integers(-2208988800000, 9000000000000)),
    ("Array(String)", pa.list_(pa.string()), st.lists(_STRINGS, max_size=4)),
    ("Array(Nullable(Int64))", pa.list_(pa.int64()),
     st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), max_size=4)),
)  # fmt: skip
ROWS = st.lists(st.tuples(*(values for _, _, values in COLUMNS)), min_size=1, max_size=20)
HEADER: list[tuple[str, Type]] = [(f"x{i}", parse_type(t)) for i, (t, _, _) in enumerate(COLUMNS)]
FORMATS = (
    "TSV",
    "TSVWithNamesAndTypes",
    "CSV",
    "CSVWithNames",
    "JSONEachRow",
    "JSONCompactEachRow",
    "JSONStringsEachRow",
    "Values",
    "RowBinary",
    "Native",
    "ArrowStream",
    "Parquet",
)


def _table(rows: list[tuple[Any, ...]]) -> pa.Table:
    return pa.table(
        {
            f"c{i}": pa.array([row[i] for row in rows], kind)
            for i, (_, kind, _) in enumerate(COLUMNS)
        }
    )


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rows=ROWS)
def test_rows_come_back(name: str, rows: list[tuple[Any, ...]]) -> None:
    table = _table(rows)
    out = io.BytesIO()
    formats.write(name, [table], HEADER, out)
    blocks = list(formats.read(name, io.BytesIO(out.getvalue()), HEADER))
    back = pa.concat_tables([block.table for block in blocks])
    # -0.0 equals 0.0; everything else must be the same to the bit.
    assert back.to_pydict() == table.to_pydict()
    assert all(mask is None for block in blocks for mask in block.missing)


@settings(max_examples=30, deadline=None)
@given(rows=ROWS)
def test_the_size_of_blocks_does_not_matter(rows: list[tuple[Any, ...]]) -> None:
    table = _table(rows)
    for name in ("TSV", "JSONEachRow", "CSV", "Values", "RowBinary"):
        one, many = io.BytesIO(), io.BytesIO()
        formats.write(name, [table], HEADER, one)
        formats.write(name, [table.slice(i, 1) for i in range(len(rows))], HEADER, many)
        assert one.getvalue() == many.getvalue()
