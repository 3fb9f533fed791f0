"""Values to begin with: of every type ordinary ones and edges, as ClickHouse writes them."""

from collections.abc import Iterator

_INTEGERS = [f"{sign}Int{bits}" for bits in (8, 16, 32, 64, 128, 256) for sign in ("", "U")]


def _edges(type_: str) -> Iterator[str]:
    bits = int(type_.removeprefix("U").removeprefix("Int"))
    least, most = (0, 2**bits - 1) if type_[0] == "U" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for value in (0, 1, 3, 100, -1, -7, least, most):
        if least <= value <= most:
            yield f"'{value}'::{type_}"


def _typed(type_: str, *texts: str) -> list[str]:
    return [f"'{text}'::{type_}" for text in texts]


# By kind: what can stand where a template asks for the kind.
LITERALS: dict[str, list[str]] = {
    "small": ["0", "1", "2", "3", "-1", "-2", "7"],
    "int": [
        *["0", "1", "-1", "2", "42", "255", "256", "-128", "65536", "4294967296"],
        *["9223372036854775807", "-9223372036854775808", "18446744073709551615"],
        *[text for type_ in _INTEGERS for text in _edges(type_)],
    ],
    "float": [
        *["0.", "1.5", "-2.25", "1e10", "1e-7", "1e100", "nan", "inf", "-inf", "-0."],
        *_typed("Float32", "0.1", "-3.5", "16777217", "nan", "1e30"),
        *_typed("Float64", "0.1", "123456789.125", "-1e300"),
    ],
    "decimal": [
        *_typed("Decimal32(2)", "0", "1.25", "-99.99", "9999.99"),
        *_typed("Decimal64(4)", "0.0001", "-12.5", "3"),
        *_typed("Decimal128(10)", "1.0000000001", "-5", "100"),
        *_typed("Decimal256(3)", "7.125", "-0.001"),
    ],
    "bool": ["0", "1", "true", "false", "'5'::UInt8"],
    "string": [
        *["''", "'a'", "'abc'", "'Hello, World'", "'0'", "'12'", "'-7'", "'1.5'", "'é'", "'日本'"],
        *["'  x '", "'a,b,c'", "'2024-02-29'", "'2024-02-29 12:34:56'", "'\\0\\n\\t'", "'A_%b'"],
        "unhex('FF80')",
    ],
    "fixed": ["'abc'::FixedString(5)", "'xy'::FixedString(2)", "'é'::FixedString(3)"],
    "date": [
        *_typed("Date", "1972-02-01", "2024-02-29", "2105-06-06", "2000-12-31"),
        *_typed("Date32", "1990-01-01", "2099-12-31", "2024-03-01"),
        *_typed("DateTime('UTC')", "1972-02-01 00:00:00", "2024-03-31 01:30:00"),
        *_typed("DateTime('Europe/Berlin')", "2024-03-31 03:30:00", "2024-10-27 02:30:00"),
        *_typed("DateTime('Asia/Kathmandu')", "2000-01-01 05:45:00"),
        *_typed("DateTime64(3, 'UTC')", "2024-02-29 23:59:59.999", "1999-12-31 23:59:59.500"),
        *_typed("DateTime64(6, 'America/New_York')", "2024-11-03 01:30:00.000001"),
    ],
    "ints": [
        *["[1, 2, 3]", "[0]", "[3, 1, 2, 1]", "[-1, 256]", "[1, NULL, 3]"],
        *["emptyArrayInt32()", "'[5,5]'::Array(Int64)", "range(4)", "'[]'::Array(UInt8)"],
    ],
    "strings": ["['a', 'b']", "['', 'abc', 'a']", "emptyArrayString()", "['x', NULL]"],
    "tuple": ["(1, 'a')", "(-1, 'b')", "('3'::Int64, '')"],
    "map": ["map('a', 1, 'b', 2)", "map('a', -1)", "mapFilter((k, v) -> v > 5, map('a', 1))"],
    "uuid": _typed(
        "UUID", "61f0c404-5cb3-11e7-907b-a6006ad3dba0", "00000000-0000-0000-0000-000000000000"
    ),
    "address": _typed("IPv4", "127.0.0.1", "0.0.0.0"),
    "addressvi": _typed("IPv6", "::1", "2001:db8::ff"),
    "enum": [f"'{v}'::Enum8('a' = 1, 'b' = 2, 'c' = -3)" for v in "abc"],
}

# The columns of the table of edges: (name, type, kind, values).
COLUMNS: list[tuple[str, str, str, list[str]]] = [
    ("i8", "Int8", "int", ["-128", "127", "0", "-1", "5"]),
    ("u8", "UInt8", "int", ["0", "255", "1", "2", "100"]),
    ("i16", "Int16", "int", ["-32768", "32767", "0", "12", "-5"]),
    ("u32", "UInt32", "int", ["0", "4294967295", "7", "1000", "86400"]),
    ("i64", "Int64", "int", ["-9223372036854775808", "9223372036854775807", "0", "3", "-3"]),
    ("u64", "UInt64", "int", ["18446744073709551615", "0", "1", "10", "11"]),
    ("i128", "Int128", "int", ["-170141183460469231731687303715884105728", "0", "1", "-1", "9"]),
    ("u256", "UInt256", "int", ["0", "1", "340282366920938463463374607431768211456", "2", "3"]),
    ("ni", "Nullable(Int32)", "int", ["NULL", "0", "1", "-2147483648", "2147483647"]),
    ("li", "LowCardinality(UInt16)", "int", ["1", "2", "2", "65535", "0"]),
    ("f32", "Float32", "float", ["0.1", "nan", "-inf", "3", "-2.5"]),
    ("f64", "Float64", "float", ["nan", "inf", "-0.", "0.1", "1e15"]),
    ("nf", "Nullable(Float64)", "float", ["NULL", "nan", "1.5", "-1", "NULL"]),
    ("d32", "Decimal(9, 2)", "decimal", ["-9999.99", "0", "1.25", "0.01", "-3"]),
    ("nd", "Nullable(Decimal(18, 4))", "decimal", ["NULL", "0.0001", "-12.5", "3", "100"]),
    ("d128", "Decimal(38, 10)", "decimal", ["1.0000000001", "0", "-5", "7", "100"]),
    ("b", "Bool", "bool", ["true", "false", "false", "true", "true"]),
    ("nb", "Nullable(UInt8)", "bool", ["NULL", "0", "1", "2", "NULL"]),
    ("s", "String", "string", ["''", "'abc'", "'Hello, World'", "'12'", "'日本 x'"]),
    ("ns", "Nullable(String)", "string", ["NULL", "''", "'a,b'", "'-7'", "'é'"]),
    ("ls", "LowCardinality(String)", "string", ["'x'", "''", "'x'", "'abc'", "'2024-02-29'"]),
    ("lns", "LowCardinality(Nullable(String))", "string", ["NULL", "'q'", "''", "'q'", "'5'"]),
    ("fs", "FixedString(3)", "fixed", ["'abc'", "'a'", "''", "'é'", "'12'"]),
    ("d", "Date", "date", ["'1972-02-01'", "'2024-02-29'", "'2105-06-06'", "'2001-01-01'", "800"]),
    ("d32_", "Date32", "date", ["'1990-01-01'", "'2099-12-31'", "'1999-12-31'", "800", "900"]),
    (
        "t",
        "DateTime('Europe/Berlin')",
        "date",
        ["70000000", "1711848600", "1729992600", "1709210096", "4200000000"],
    ),
    (
        "t64",
        "DateTime64(3, 'UTC')",
        "date",
        [f"'{text}'" for text in ("1999-12-31 23:59:59.999", "2024-02-29 12:00:00.5")]
        + ["90000000000", "80000000001", "'2100-01-01 00:00:00'"],
    ),
    ("nt", "Nullable(Date)", "date", ["NULL", "'2024-12-31'", "NULL", "'2024-01-01'", "999"]),
    ("ai", "Array(Int32)", "ints", ["[]", "[1,2,3]", "[-1]", "[3,1,2,1]", "[0,0]"]),
    ("ani", "Array(Nullable(Int64))", "ints", ["[NULL]", "[]", "[1,NULL]", "[5]", "[2,1]"]),
    ("ast", "Array(String)", "strings", ["[]", "['a']", "['b','a','']", "['abc']", "['é','x']"]),
    ("tp", "Tuple(Int16, String)", "tuple", ["(1,'a')", "(0,'')", "(-1,'z')", "(2,'b')", "(2,'')"]),
    ("m", "Map(String, Int32)", "map", ["{}", "{'a':1}", "{'b':2,'a':0}", "{'':-1}", "{'a':5}"]),
    (
        "u",
        "UUID",
        "uuid",
        [f"'{digit * 8}-{digit * 4}-{digit * 4}-{digit * 4}-{digit * 12}'" for digit in "0f1a9"],
    ),
    ("e", "Enum8('a' = 1, 'b' = 2, 'c' = -3)", "enum", ["'a'", "'b'", "'c'", "'a'", "'c'"]),
    ("ip", "IPv4", "address", ["'0.0.0.0'", "'127.0.0.1'", "'10.0.0.1'", "'1.2.3.4'", "'8.8.8.8'"]),
]


def table_statements(name: str) -> list[str]:
    """CREATE and INSERTs of the table of edges, its rows numbered by `n`, in two parts."""
    declared = ", ".join(f"{column} {type_}" for column, type_, _, _ in COLUMNS)
    rows = [f"({i}, {', '.join(values[i] for *_, values in COLUMNS)})" for i in range(5)]
    return [
        "SET allow_suspicious_low_cardinality_types = 1",
        f"CREATE TABLE {name} (n UInt8, {declared}) ENGINE = MergeTree ORDER BY n",
        f"INSERT INTO {name} VALUES {', '.join(rows[:3])}",
        f"INSERT INTO {name} VALUES {', '.join(rows[3:])}",
    ]
