"""Text to values, compared with real ClickHouse: the same values and the same errors."""

# ruff: noqa: E501

import re

import duckdb
import pytest

from sparktree.kernel.connection import connect
from sparktree.kernel.errors import translate
from sparktree.kernel.sql import Sql, string
from sparktree.kernel.text import unescape
from sparktree.types import parse_type
from sparktree.types.from_text import Mode, from_text
from sparktree.types.to_text import Mode as TextMode
from sparktree.types.to_text import to_field
from tests.oracle import Oracle, OracleError

DATE_TIMES = (
    "2020-01-02 03:04:05", "2020-01-02T03:04:05", "2020-01-02", "1577934245", "157793424", "1234",
    "20200102030405", "20200102", "202001", "2020-01-02 03:04", "2020-01-02 3:4:5", "2020-1-2",
    "2020-01-02 03:04:05.678", "2020-01-02 03:04:05.", "2020-01-02 03:04:05Z", "abc", "", "x",
    "2020-01-02 03:04:05+02:00", "2020-01-02 03:04:05 -0330", "2020-01-02 03:04:05+1",
    "2020-13-02 03:04:05", "2020-02-30 00:00:00", "2020-01-02 25:04:05", "2020-01-02 03:04:05 ",
    " 2020-01-02 03:04:05", "2 Jan 2020 10:11 PM", "Jan 2 2020", "Thu, 02 Jan 2020 03:04:05 GMT",
    "02/01/2020 03:04:05", "02-01-20", "02.Jan.2020", "13/12/2019", "12/13/2019", "2020-01-02x",
    "1577934245.5", "1577934245678", "2020 January 5", "January 5, 2020 01:02:03", "12:34:56 AMX",
    "2020-01-02 12:30:00 AM", "2020-01-02 12:30:00 PM", "2020-01-02 03:04:05 MSK", "-0.5", "12345",
    "1960-01-02 03:04:05", "2200-01-02 03:04:05", "2020-01-02, 03:04:05", "2020-01-02,",
    "20200102 030405", "20200102-030405", "2020/01/02 03:04:05", "2020-03-29 02:30:00",
    "2020-10-25 02:30:00", "2020-10-25 03:30:00", "0", "2020-01-02T03:04:05.123456Z",
)  # fmt: skip
NUMBERS = ("0", "5", "-5", "+5", "007", "300", "-1", " 5", "5 ", "", "-", "+", "--5", "-+5", "-a", "1.5", "1e3",
           "abc", "12abc", "0x10", "1_000", "99999999999999999999", "-99999999999999999999",
           "340282366920938463463374607431768211456", "1" * 80)  # fmt: skip
FLOATS = ("0", "-0", "1.5", "1e400", "-1e400", "1e-400", "nan", "NaN", "INF", "-inf", "infinity", ".5", "5.",
          "1e5", "+1.5", "1E5", "-.5", "-nan", "abc", "", "1.5abc", " 1.5", "1e", ".", "-", "0x1p3", "1e+5",
          "3.4028235677973366e38", "16777217", "0.1", "123456789012345678901234567890")  # fmt: skip
DECIMALS = ("1", "1.5", "-1.999", "1.999", ".5", "5.", "1e2", "-1.5e-1", "1e-5", " 1", "", "abc", "1.5x",
            "99999999", "9999999.99", "-9999999.99", "+3", "0.001", "1e")  # fmt: skip

CASES = [
    *((type_, text) for type_ in ("Int8", "UInt8", "Int32", "UInt64", "Int128", "UInt128", "Int256", "UInt256")
      for text in NUMBERS),
    *((type_, text) for type_ in ("Float64", "Float32", "BFloat16") for text in FLOATS),
    *((type_, text) for type_ in ("Decimal(9, 2)", "Decimal(38, 5)", "Decimal(76, 10)") for text in DECIMALS),
    *(("Bool", text) for text in ("true", "1", "yes", "T", "on", "ENABLED", "y", "TRUE", "f", "No", "off", "0",
                                  "maybe", "", "truex", " true", "2")),
    *((type_, text) for type_ in ("Date", "Date32") for text in (
        "2020-01-02", "2020-1-2", "2020-13-01", "2020-02-31", "20200102", "abc", "", "2020-01-02 03:04:05",
        "2020-01-02x", "1960-01-01", "2200-01-01", "2020-00-10", "2020-12-00", "2020-12-32", "2020/12/03",
        "2020-1", "2020-01-02T03:04:05", "2020-01-02 ", "202-12-3")),
    *((type_, text) for type_ in ("DateTime('UTC')", "DateTime('Europe/Berlin')", "DateTime64(3, 'UTC')",
                                  "DateTime64(6, 'Europe/Berlin')") for text in DATE_TIMES),
    *((type_, text) for type_ in ("Time", "Time64(3)") for text in (
        "12:34:56", "-12:34:56", "999:59:59", "12:34", "12", "45296", "", "xx", "12:60:60", "1000:00:00",
        "12:34:56.5", "1:34:56", "12:34:56.7891", "-00:00:01")),
    *(("UUID", text) for text in (
        "61f0c404-5cb3-11e7-907b-a6006ad3dba0", "61f0c4045cb311e7907ba6006ad3dba0", "abc", "",
        "61F0C404-5CB3-11E7-907B-A6006AD3DBA0", "zzf0c404-5cb3-11e7-907b-a6006ad3dba0",
        "61f0c404-5cb3-11e7-907b-a6006ad3dba0x", "{61f0c404-5cb3-11e7-907b-a6006ad3dba0}")),
    *(("IPv4", text) for text in ("1.2.3.4", "001.2.3.4", "1.2.3", "", "1.2.3.256", "1.2.3.4 ", "255.255.255.255")),
    *(("IPv6", text) for text in ("::1", "1.2.3.4", "x", "", ":::", "2001:DB8::1", "::ffff:1.2.3.4", "1::2::3")),
    *(("Enum8('a' = 1, 'b' = 2)", text) for text in ("a", "b", "1", "2", "3", "x", "", "ab")),
    *(("FixedString(3)", text) for text in ("", "ab", "abc", "abcd", "é")),
    *(("Nullable(UInt8)", text) for text in ("1", "x", "", "300", "-1", "NULL")),
    *(("Nullable(Date)", text) for text in ("2020-01-02", "x")),
    *(("Array(UInt8)", text) for text in ("[1,2,3]", "[]", "[ 1 , 2 ]", "[300]", "[1,2", "1,2", "[1,2]x", "[1,]",
                                          "[NULL]")),
    *(("Array(String)", text) for text in (r"['a','b\n','c''d']", "[]", "[abc]", '["a"]', r"['[,]','\'']")),
    *(("Array(Nullable(UInt8))", text) for text in ("[NULL,1]", "[null]")),
    *(("Array(Array(UInt8))", text) for text in ("[[1],[2,3]]", "[[]]")),
    *(("Array(Float64)", text) for text in ("[1.5,nan,inf]",)),
    *(("Array(Date)", text) for text in ("['2020-01-02','2020-01-03']",)),
    *(("Tuple(UInt8, String)", text) for text in ("(1,'a')", "( 1 , 'a' )", "(1", "1", "(1,'a','b')", "(1)")),
    ("Tuple(UInt8)", "(1,)"),
    ("Array(DateTime('UTC'))", "['2020-01-02 03:04:05',1577934245]"),
    ("Array(DateTime64(3, 'UTC'))", "['2020-01-02 03:04:05.5',1577934245.5]"),
    ("Array(Bool)", "[true,false,1,0]"),
    ("Array(Decimal(9, 2))", "[1.50]"),
]  # fmt: skip


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def clickhouse(oracle: Oracle, type_: str, text: str) -> str:
    try:
        return oracle.text(f"SELECT CAST(materialize({_quoted(text)}) AS {type_})").rstrip("\n")
    except OracleError as error:
        found = re.search(r"Code: (\d+)", str(error))
        assert found is not None
        return f"error {found.group(1)}"


def ours(type_: str, text: str, mode: Mode = Mode.STRICT) -> str:
    parsed = parse_type(type_)
    value = from_text(parsed, Sql("t"), mode=mode)
    cursor = connect()
    try:
        shown = to_field(parsed, Sql("v"), TextMode.ESCAPED)
        query = f"SELECT {shown} FROM (SELECT {value} AS v FROM (SELECT {string(text)} AS t))"
        row = cursor.execute(query).fetchone()
        assert row is not None
        return "\\N" if row[0] is None else unescape(row[0]).decode("utf-8", "surrogateescape")
    except duckdb.Error as error:
        return f"error {translate(error).code}"
    finally:
        cursor.close()


@pytest.fixture(scope="module")
def times(oracle: Oracle) -> Oracle:
    oracle.query("SET enable_time_time64_type = 1, session_timezone = 'UTC'")
    return oracle


@pytest.mark.parametrize("type_", dict.fromkeys(type_ for type_, _ in CASES))
def test_cast_from_text_is_clickhouses(times: Oracle, type_: str) -> None:
    texts = [text for case, text in CASES if case == type_]
    got = {text: ours(type_, text) for text in texts}
    assert got == {text: clickhouse(times, type_, text) for text in texts}
