"""Results as Python and Arrow values; nothing here needs Spark."""

import datetime as dt
import io
from collections.abc import Iterator
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pyarrow as pa
import pytest

import sparktree

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(scope="module")
def db() -> Iterator[sparktree.Engine]:
    with sparktree.connect() as engine:
        yield engine


VALUES: list[tuple[str, Any, pa.DataType]] = [
    ("toUInt8(1)", 1, pa.uint8()),
    ("toUInt64(18446744073709551615)", 18446744073709551615, pa.uint64()),
    ("toInt128(-7)", -7, pa.decimal256(39, 0)),
    ("toUInt128('340282366920938463463374607431768211455')", 2**128 - 1, pa.decimal256(39, 0)),
    ("toInt256(-12)", -12, pa.string()),
    ("toFloat64(1.5)", 1.5, pa.float64()),
    ("toDecimal32(1.25, 2)", Decimal("1.25"), pa.decimal128(9, 2)),
    ("CAST('-123.456' AS Decimal(60, 3))", Decimal("-123.456"), pa.decimal256(60, 3)),
    ("true", True, pa.bool_()),
    ("'é'", "é", pa.string()),
    ("toDate('2020-01-02')", dt.date(2020, 1, 2), pa.date32()),
    (
        "toDateTime('2020-07-02 03:04:05', 'Europe/Berlin')",
        dt.datetime(2020, 7, 2, 3, 4, 5, tzinfo=BERLIN),
        pa.timestamp("s", "Europe/Berlin"),
    ),
    (
        "CAST('1960-01-02 03:04:05.5' AS DateTime64(1, 'UTC'))",
        dt.datetime(1960, 1, 2, 3, 4, 5, 500000, tzinfo=ZoneInfo("UTC")),
        pa.timestamp("ms", "UTC"),
    ),
    ("CAST('b' AS Enum8('a' = 1, 'b' = 2))", "b", pa.dictionary(pa.int16(), pa.string())),
    (
        "toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')",
        UUID("61f0c404-5cb3-11e7-907b-a6006ad3dba0"),
        pa.uuid(),
    ),
    ("CAST('1.2.3.4' AS IPv4)", IPv4Address("1.2.3.4"), pa.string()),
    ("CAST('2001:db8::1' AS IPv6)", IPv6Address("2001:db8::1"), pa.string()),
    ("[1, NULL]", [1, None], pa.list_(pa.field("element", pa.uint8()))),
    (
        "CAST((1, 'q') AS Tuple(a UInt8, b String))",
        (1, "q"),
        pa.struct([pa.field("a", pa.uint8(), False), pa.field("b", pa.string(), False)]),
    ),
    ("CAST([('k', 5)] AS Map(String, UInt64))", {"k": 5}, None),
    ("CAST(NULL AS Nullable(Int128))", None, pa.decimal256(39, 0)),
    ("CAST(NULL AS Nullable(DateTime))", None, pa.timestamp("s", "UTC")),
    ("NULL", None, pa.string()),
    ("[[toDate('2021-01-01')], []]", [[dt.date(2021, 1, 1)], []], None),
    ("[(1, ['a'])]", [(1, ["a"])], None),
]


@pytest.mark.parametrize(("sql", "value", "kind"), VALUES, ids=[sql for sql, _, _ in VALUES])
def test_a_value_is_pythons_and_arrows(
    db: sparktree.Engine, sql: str, value: Any, kind: pa.DataType | None
) -> None:
    result = db.query(f"SELECT {sql} AS x")
    assert result.rows() == [(value,)]
    column = result.arrow()["x"]
    assert kind is None or column.type == kind
    assert len(column) == 1 and column.null_count == (value is None)


def test_times_show_the_session_zone(db: sparktree.Engine) -> None:
    session = db.session()
    session.query("SET session_timezone = 'Asia/Tokyo'")
    result = session.query("SELECT toDateTime(0) AS x")
    assert result.rows()[0][0].isoformat() == "1970-01-01T09:00:00+09:00"
    assert result.arrow()["x"].type == pa.timestamp("s", "Asia/Tokyo")


def test_statistics_and_columns(db: sparktree.Engine) -> None:
    result = db.query("SELECT 1 AS a, 'x' AS b")
    assert (result.columns, result.types) == (["a", "b"], ["UInt8", "String"])
    assert set(result.statistics) == {
        "elapsed",
        "rows_read",
        "bytes_read",
        "parts_read",
        "marks_read",
    }
    assert result.statistics["elapsed"] > 0


def test_pandas_and_its_absence(db: sparktree.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert db.query("SELECT 1 AS a").pandas()["a"].tolist() == [1]
    monkeypatch.setattr("sparktree.result.find_spec", lambda name: None)
    with pytest.raises(sparktree.Error, match="pandas is not installed"):
        db.query("SELECT 1 AS a").pandas()


def test_stream_gives_blocks_and_lets_go(db: sparktree.Engine) -> None:
    with db.stream("SELECT number FROM numbers(2500000)") as stream:
        assert next(stream.blocks()).num_rows < 2_500_000
        assert len(db.services.journal.running) == 1
    assert not db.services.journal.running


def test_stream_writes_as_text_does(db: sparktree.Engine) -> None:
    out = io.BytesIO()
    sql = "SELECT number, toString(number) AS s FROM numbers(100000)"
    with db.stream(sql, format="CSV") as stream:
        assert stream.write(out) == 100_000
    assert out.getvalue() == db.query(sql, format="CSV").bytes()


def test_stream_of_a_failing_statement_is_not_left_running(db: sparktree.Engine) -> None:
    with pytest.raises(sparktree.Error):
        db.stream("SELECT nothing")
    assert not db.services.journal.running
