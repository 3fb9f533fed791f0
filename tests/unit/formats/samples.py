"""One table with values of every type: for ClickHouse as SQL, for the kernel as SQL too."""

# ruff: noqa: E501

from dataclasses import dataclass

import pyarrow as pa

from sparktree.kernel.connection import connect
from sparktree.kernel.text import escape
from sparktree.types import Type, parse_type
from sparktree.types.numeric import wide_bytes


@dataclass(frozen=True)
class Sample:
    """A column: its type and, per row, ClickHouse's expression and the kernel's."""

    type: str
    values: tuple[tuple[str, str], ...]

    @property
    def parsed(self) -> Type:
        return parse_type(self.type)


def same(type_: str, *literals: str) -> Sample:
    return Sample(type_, tuple((x, x) for x in literals))


def pairs(type_: str, *values: tuple[str, str]) -> Sample:
    return Sample(type_, values)


def _wide(value: int, signed: bool) -> tuple[str, str]:
    return f"'{value}'", f"unhex('{wide_bytes(value, signed).hex()}')"


def _text(data: bytes) -> tuple[str, str]:
    clickhouse = "'" + "".join(f"\\x{byte:02x}" for byte in data) + "'"
    return clickhouse, "'" + escape(data).replace("'", "''") + "'"


def _fixed(data: bytes, size: int) -> tuple[str, str]:
    return _text(data)[0], _text(data.ljust(size, b"\0"))[1]


def _stamp(text: str, ticks: int) -> tuple[str, str]:
    return f"'{text}'", str(ticks)


STRINGS = (
    _text(b""),
    _text(b"abc"),
    _text("é ∑ 漢字 😀".encode()),
    _text(b"tab\t nl\n cr\r bs\b ff\f nul\0 sq' dq\" bsl\\ slash/ bell\a vt\v del\x7f x\x01\x1f"),
    _text(b"bad \xff\xfe \xc3 \xe2\x82 end"),
    _text("\u2028\u2029<&>".encode()),
    _text(b"a,b;c|d`e"),
)
FLOATS = ("0", "-0.0", "1", "1.5", "-2.25", "1e20", "1e21", "1e-6", "1e-7", "123456789012345678",
          "1.7976931348623157e308", "5e-324", "0.1", "1e16", "-1.5e17", "0.00001234")  # fmt: skip

_TEXT_KEYS = STRINGS[1][1], STRINGS[3][1], STRINGS[4][1]

SAMPLES: tuple[Sample, ...] = (
    same("UInt8", "0", "255"),
    same("Int8", "-128", "127"),
    same("UInt16", "65535"),
    same("Int16", "-32768"),
    same("UInt32", "4294967295"),
    same("Int32", "-2147483648"),
    same("UInt64", "0", "18446744073709551615"),
    pairs("Int64", ("-9223372036854775808", "(-9223372036854775808)"), ("42", "42")),
    pairs("Int128", ("'-170141183460469231731687303715884105728'",
                     "'-170141183460469231731687303715884105728'"), ("1", "1")),
    pairs("UInt128", ("'340282366920938463463374607431768211455'",
                      "'340282366920938463463374607431768211455'"), ("1", "1")),
    pairs("Int256", _wide(-(1 << 255), True), _wide((1 << 255) - 1, True), _wide(-5, True)),
    pairs("UInt256", _wide((1 << 256) - 1, False), _wide(0, False)),
    pairs("Float64", *((f"toFloat64('{x}')", f"'{x}'") for x in (*FLOATS, "nan", "inf", "-inf"))),
    pairs("Float32", *((f"toFloat32('{x}')", f"'{x}'") for x in
                       ("0.1", "3.4e38", "1e-45", "16777216", "2147483648", "nan", "-inf", "1e10"))),
    pairs("BFloat16", ("1.5", "1.5"), ("3.14159", "3.140625")),
    same("Decimal(9, 2)", "'1.50'", "'100'", "'-0.01'", "'0'"),
    same("Decimal(18, 4)", "'-99999999999999.9999'", "'0.0001'"),
    same("Decimal(38, 10)", "'1234567890123456789012345678.0123456789'", "'-1'"),
    pairs("Decimal(76, 5)", ("'-123456789012345678901234567890.12'",
          f"unhex('{wide_bytes(-12345678901234567890123456789012000, True).hex()}')"),
          ("'0.00001'", f"unhex('{wide_bytes(1, True).hex()}')"),
          ("'7'", f"unhex('{wide_bytes(700000, True).hex()}')")),
    same("Bool", "true", "false"),
    pairs("String", *STRINGS),
    pairs("FixedString(4)", _fixed(b"ab", 4), _fixed("é".encode(), 4), _fixed(b"\xff\0'\n", 4)),
    same("UUID", "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'", "'00000000-0000-0000-0000-000000000000'"),
    pairs("IPv4", ("'0.0.0.0'", "0"), ("'1.2.3.4'", "16909060"), ("'255.255.255.255'", "4294967295")),
    pairs("IPv6", *((f"'{text}'", str(number)) for text, number in (
        ("::", 0), ("::1", 1), ("::1.2.3.4", 0x01020304), ("::ffff:1.2.3.4", 0xFFFF01020304),
        ("1:0:0:2:0:0:0:3", (1 << 112) | (2 << 64) | 3), ("1::", 1 << 112),
        ("fe80::1", (0xFE80 << 112) | 1), ("1:0:2:3:4:5:6:7", 0x00010000000200030004000500060007),
        ("::1:0:0:0", 1 << 48), ("1:2:3:4:5:6:0:0", 0x00010002000300040005000600000000),
        ("1:0:0:4:5:6:0:0", 0x00010000000000040005000600000000)))),
    same("Date", "'1970-01-01'", "'2149-06-06'", "'2020-02-29'"),
    same("Date32", "'1900-01-01'", "'2299-12-31'"),
    pairs("DateTime('UTC')", _stamp("2020-01-02 03:04:05", 1577934245), _stamp("1970-01-01 00:00:00", 0),
          _stamp("2106-02-07 06:28:15", 4294967295)),
    pairs("DateTime('Europe/Berlin')", _stamp("2020-07-02 05:04:05", 1593659045)),
    pairs("DateTime", ("toDateTime(1577934245)", "1577934245")),
    pairs("DateTime64(3, 'UTC')", _stamp("2020-01-02 03:04:05.678", 1577934245678),
          _stamp("1969-12-31 23:59:59.500", -500), _stamp("1900-01-01 00:00:00.000", -2208988800000)),
    pairs("DateTime64(0, 'UTC')", _stamp("2020-01-02 03:04:05", 1577934245)),
    pairs("DateTime64(9, 'Asia/Tokyo')", _stamp("2020-01-02 12:04:05.000000001", 1577934245000000001)),
    pairs("DateTime64(6)", ("fromUnixTimestamp64Micro(1577934245120000)", "1577934245120000")),
    pairs("Time", ("'12:34:56'", "45296"), ("'-01:00:01'", "-3601"), ("'999:59:59'", "3599999")),
    pairs("Time64(3)", ("'12:34:56.780'", "45296780"), ("'-00:00:00.500'", "-500")),
    pairs("Enum8('a' = 1, 'it\\'s\\n' = -2)", ("'a'", "1"), ("'it\\'s\\n'", "-2")),
    pairs("Enum16('big' = 1000, '' = 0)", ("'big'", "1000"), ("''", "0")),
    pairs("IntervalDay", ("toIntervalDay(-3)", "-3")),
    pairs("Nullable(Int32)", ("NULL", "NULL"), ("7", "7")),
    pairs("Nullable(String)", ("NULL", "NULL"), _text(b"NULL"), _text(b"\\N"), _text(b"")),
    pairs("Nullable(Float64)", ("NULL", "NULL"), ("nan", "'nan'")),
    pairs("Nullable(DateTime('UTC'))", ("NULL", "NULL"), _stamp("2020-01-02 03:04:05", 1577934245)),
    pairs("LowCardinality(String)", *STRINGS),
    pairs("LowCardinality(Nullable(String))", ("NULL", "NULL"), _text(b"x")),
    pairs("Array(UInt8)", ("[]", "[]"), ("[1, 2, 255]", "[1, 2, 255]")),
    pairs("Array(String)", ("[" + ",".join(c for c, _ in STRINGS) + "]",
                            "[" + ",".join(k for _, k in STRINGS) + "]"), ("[]", "[]")),
    pairs("Array(Nullable(Int64))", ("[NULL, 1, NULL]", "[NULL, 1, NULL]")),
    pairs("Array(Array(Float64))", ("[[1.5], [], [nan, inf]]", "[[1.5], [], ['nan'::DOUBLE, 'inf'::DOUBLE]]")),
    pairs("Array(DateTime64(3, 'UTC'))", ("['2020-01-02 03:04:05.678']", "[1577934245678]")),
    pairs("Array(Date)", ("['2020-01-02']", "['2020-01-02']")),
    pairs("Array(Enum8('a' = 1, 'b' = 2))", ("['a', 'b']", "[1, 2]")),
    pairs("Array(Bool)", ("[true, false]", "[true, false]")),
    pairs("Array(UUID)", ("['61f0c404-5cb3-11e7-907b-a6006ad3dba0']",
                          "['61f0c404-5cb3-11e7-907b-a6006ad3dba0']")),
    pairs("Array(Decimal(9, 2))", ("[1.5, 2]", "[1.5, 2]")),
    pairs("Array(IPv4)", ("['1.2.3.4']", "[16909060]")),
    pairs("Array(LowCardinality(Nullable(String)))", ("['x', NULL]", "['x', NULL]")),
    pairs("Tuple(UInt8, String)", (f"(1, {STRINGS[3][0]})", "{'f1': 1, 'f2': " + STRINGS[3][1] + "}")),
    pairs("Tuple(a UInt8, `b c` Nullable(String), d Array(UInt8))",
          ("(1, NULL, [1])", "{'f1': 1, 'f2': NULL, 'f3': [1]}")),
    pairs("Tuple(Tuple(UInt8, String), Float64)",
          ("((1, 'q'), 0.5)", "{'f1': {'f1': 1, 'f2': 'q'}, 'f2': 0.5}")),
    pairs("Map(String, UInt64)", ("map()", "[]"),
          (f"map({STRINGS[3][0]}, 1, 'b', 2)",
           "[{'f1': " + STRINGS[3][1] + ", 'f2': 1}, {'f1': 'b', 'f2': 2}]")),
    pairs("Map(UInt8, Array(Nullable(String)))",
          ("map(1, ['x', NULL])", "[{'f1': 1, 'f2': ['x', NULL]}]")),
    pairs("Map(Date, Float32)", ("map('2020-01-02', 0.1)", "[{'f1': '2020-01-02', 'f2': 0.1}]")),
    pairs("Array(Tuple(k String, v Map(String, Array(Int8))))",
          ("[('x', map('y', [1, -1])), ('z', map())]",
           "[{'f1': 'x', 'f2': [{'f1': 'y', 'f2': [1, -1]}]}, {'f1': 'z', 'f2': []}]")),
    pairs("SimpleAggregateFunction(sum, UInt64)", ("5", "5")),
    pairs("Nullable(Nothing)", ("NULL", "NULL")),
)  # fmt: skip

ROWS = max(len(sample.values) for sample in SAMPLES)


def clickhouse(samples: tuple[Sample, ...], rows: int = ROWS) -> str:
    """The table as a subquery for ClickHouse; shorter columns start over."""
    return _table(samples, rows, lambda s, i: f"CAST({s.values[i][0]} AS {s.type}) AS c{{n}}")


def kernel(samples: tuple[Sample, ...], rows: int = ROWS) -> pa.Table:
    """The same table in kernel form."""
    text = _table(
        samples, rows, lambda s, i: f"CAST({s.values[i][1]} AS {s.parsed.kernel}) AS c{{n}}"
    )
    cursor = connect()
    try:
        return cursor.sql(f"SELECT * EXCLUDE (n) FROM ({text}) ORDER BY n").to_arrow_table()
    finally:
        cursor.close()


def _table(samples, rows, cell) -> str:  # type: ignore[no-untyped-def]
    selects = []
    for row in range(rows):
        cells = [
            cell(sample, row % len(sample.values)).replace("{n}", str(n))
            for n, sample in enumerate(samples)
        ]
        selects.append(f"SELECT {row} AS n, {', '.join(cells)}")
    return " UNION ALL ".join(selects)


def clickhouse_query(samples: tuple[Sample, ...], rows: int = ROWS) -> str:
    return f"SELECT * EXCEPT n FROM ({clickhouse(samples, rows)}) ORDER BY n"


def header(samples: tuple[Sample, ...]) -> list[tuple[str, Type]]:
    return [(f"c{n}", sample.parsed) for n, sample in enumerate(samples)]
