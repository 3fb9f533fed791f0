"""Rows of text formats, good and bad, with the settings that bear on them, as ClickHouse reads them."""

# ruff: noqa: E501

import io
import re

import pytest

from sparktree import formats
from sparktree.errors import Error
from sparktree.formats import FormatOptions, FormatSettings, Header
from sparktree.kernel.connection import kernel
from sparktree.types import parse_type
from tests.oracle import Oracle, OracleError

WIDE = (
    ("id", "UInt64"), ("n", "Nullable(Int32)"), ("s", "String"), ("ls", "LowCardinality(Nullable(String))"),
    ("f", "Float32"), ("b", "Bool"), ("d", "Date"), ("dt", "DateTime('UTC')"), ("a", "Array(Nullable(UInt8))"),
    ("aa", "Array(Array(String))"), ("tu", "Tuple(x UInt8, y Nullable(String), z Array(Date))"),
    ("e", "Enum8('q' = 1, 'r' = 2)"), ("dec", "Decimal(10, 3)"), ("u", "UUID"), ("fs", "FixedString(3)"),
    ("i8", "Int8"), ("pair", "Tuple(UInt8, UInt8)"), ("m", "Map(String, UInt8)"), ("big", "Int128"),
)  # fmt: skip
# The first row has the kind that every column expects, the second none of its keys.
USUAL = (
    '{"id":1,"n":1,"s":"a","ls":"x","f":1.5,"b":true,"d":"2024-01-02","dt":"2024-01-02 03:04:05",'
    '"a":[1,null,3],"aa":[["p","q"],[]],"tu":{"x":1,"y":"yy","z":["2024-01-01"]},"e":"r","dec":12.345,'
    '"u":"61f0c404-5cb3-11e7-907b-a6006ad3dba0","fs":"ab","i8":-5}\n{"other":[{"id":9}]}\n'
)
JSON_ROWS = (
    USUAL,
    '{"id":3,"n":null}\n{"id":4,"n":4,"s":null,"ls":null,"a":null,"tu":null,"f":null,"b":null,"dec":null}\n',
    '{"id":5,"ls":null,"tu":{},"a":[],"unknown":[{"a":1}]}\n{"id":5,"aa":[null,["a",null]]}\n',
    '{"id":"6","n":"12","f":"2.5","b":1,"d":19000,"dt":1700000000,"dec":"1.5","i8":"7","e":1}',
    '{"id":7,"s":123,"a":["1"],"dec":1.23456,"f":1e3,"i8":300}',
    '{"tu":[1,"k",[]]}', '{"tu":"x"}', '{"tu":{"x":1,"w":2}}', '[{"id":8},{"id":9}]', '{"id":8}{"id":9}',
    '{"id":10,"s":"\\u00e9\\ud83d\\ude00\\n\\t\\"\\\\","fs":"é"}', '{"id":11,"s":{"a":1}}', '{"id":12,"id":13}',
    '{"other":1,"other":2}', '{"b":"true"}', '{"b":2}', '{"e":"nope"}', '{"e":2}', '{"e":"1"}', '{"d":"bad"}',
    '{"i8":1.0}', '{"id":18446744073709551615,"f":0.1,"dec":-0.001}', '{"id":true,"f":false}', '{"dec":true}',
    '{"a":"[1,2]"}', '{"pair":[1]}', '{"pair":[1,2,3]}', '{"pair":{"1":5,"2":6}}', '{"pair":[1,2]}',
    '{"m":{"k":1,"k":2}}', '{"m":[["k",1]]}', '{"big":170141183460469231731687303715884105727}', '{"fs":"abcd"}',
    '{"s":true}', '{"s":1.50}', '{"id":1', '{"id":1} garbage', '{"id":"abc"}', '{"id":[1]}', "", "\n\n",
    '\n{"id":1}\n\n{"id":2,"n":null}\n\n',
)  # fmt: skip
FEW = (("a", "UInt8"), ("s", "String"), ("d", "Date"))
FAULTY = (
    ("CSV", '1,"a","2024-01-01"\nx,"b","2024-01-01"\n3,"c","2024-01-01"\n4,"d"\n5,"e","2024-01-01"\n6,"f","bad"\n'),
    ("CSV", '1,a,2024-01-01\n2,b,2024-01-01,extra\n3,"c"x,2024-01-01\n4,d,2024-01-01\n'),
    ("CSVWithNames", 'a,s,d\n1,"a\nb",2024-01-01\n2,x,bad\n3,"c""c",2024-01-01\n'),
    ("TSV", "1\ta\t2024-01-01\nx\tb\t2024-01-01\n3\tc\t2024-01-01\n4\td\n5\te\t2024-01-01\t6\n6\tf\tbad\n7\tg\t2024-01-01\n"),
    ("TSVWithNames", "s\ta\td\nb\tx\t2024-01-01\nc\t3\t2024-01-01\n"),
    ("JSONEachRow", '{"a":1,"s":"a","d":"2024-01-01"}\n{"a":"x"}\n{"a":3}\nnonsense\n{"a":6,"d":"bad"}\n{"a":7}\n'),
    ("JSONCompactEachRow", '[1,"a","2024-01-01"]\n["x","b","2024-01-01"]\n[3,"c"]\n[4,"d","2024-01-01"]\n'),
    ("Values", "(1,'a','2024-01-01'),(2,'b','bad'),(3,'c','2024-01-01')"),
)  # fmt: skip
ALLOWED = ((0, 0.0), (1, 0.0), (2, 0.0), (0, 0.3), (0, 0.5), (1, 0.5), (10, 1.0))


def _header(columns: tuple[tuple[str, str], ...]) -> Header:
    return [(name, parse_type(type_)) for name, type_ in columns]


def _theirs(
    oracle: Oracle, name: str, columns: tuple[tuple[str, str], ...], data: str, settings: str = ""
) -> str:
    quoted = data.replace("\\", "\\\\").replace("'", "\\'")
    structure = ", ".join(f"{column} {type_}" for column, type_ in columns).replace("'", "\\'")
    try:
        return oracle.text(f"SELECT * FROM format({name}, '{structure}', '{quoted}'){settings}")
    except OracleError as error:
        found = re.search(r"Code: (\d+)", str(error))
        assert found is not None
        return f"error {found.group(1)}"


def _ours(name: str, header: Header, data: str, settings: FormatSettings | None = None) -> str:
    out = io.BytesIO()
    options = FormatOptions(settings=settings or FormatSettings())
    try:
        for block in formats.read(name, io.BytesIO(data.encode()), header, options):
            masks = {f"m{i}": mask for i, mask in enumerate(block.missing) if mask is not None}
            table = block.table
            for column, mask in masks.items():
                table = table.append_column(column, mask)
            items = [
                f"CASE WHEN m{i} THEN {type_.default()} ELSE c{i} END AS c{i}"
                if f"m{i}" in masks
                else f"c{i}"
                for i, (_, type_) in enumerate(header)
            ]
            with kernel() as cursor:
                cursor.register("rows", table)
                found = cursor.sql(f"SELECT {', '.join(items)} FROM rows").to_arrow_table()
            formats.write("TSV", [found], header, out)
    except Error as error:
        return f"error {error.code}"
    return out.getvalue().decode()


@pytest.mark.parametrize("data", JSON_ROWS)
def test_rows_of_json_are_read_or_refused_as_clickhouse_does(oracle: Oracle, data: str) -> None:
    theirs = _theirs(oracle, "JSONEachRow", WIDE, data)
    assert _ours("JSONEachRow", _header(WIDE), data) == theirs
    # Without the columns that only the closer look can read the others are read by Arrow.
    quick = tuple(c for c in WIDE if c[0] not in ("pair", "m", "big"))
    theirs = _theirs(oracle, "JSONEachRow", quick, data)
    assert _ours("JSONEachRow", _header(quick), data) == theirs


@pytest.mark.parametrize("data", ['{"id":20}\n{"id":21,"nope":1}\n', '{"id":20}\n{"n":1}\n'])
def test_unknown_keys_can_be_forbidden(oracle: Oracle, data: str) -> None:
    listed = " SETTINGS input_format_skip_unknown_fields = 0"
    theirs = _theirs(oracle, "JSONEachRow", WIDE, data, listed)
    chosen = FormatSettings(input_format_skip_unknown_fields=False)
    assert _ours("JSONEachRow", _header(WIDE), data, chosen) == theirs


@pytest.mark.parametrize(("name", "data"), FAULTY)
def test_as_many_bad_rows_are_left_out_as_is_allowed(oracle: Oracle, name: str, data: str) -> None:
    for number, ratio in ALLOWED:
        listed = (
            f" SETTINGS input_format_allow_errors_num = {number},"
            f" input_format_allow_errors_ratio = {ratio}"
        )
        theirs = _theirs(oracle, name, FEW, data, listed)
        chosen = FormatSettings(
            input_format_allow_errors_num=number, input_format_allow_errors_ratio=ratio
        )
        assert (number, ratio, _ours(name, _header(FEW), data, chosen)) == (number, ratio, theirs)


def test_an_error_of_many_tells_how_many() -> None:
    data = "".join(f"{'x' if n % 10 == 9 else n}\ta\t2024-01-01\n" for n in range(100))
    settings = FormatSettings(input_format_allow_errors_num=3)
    with pytest.raises(Error, match=r"\(at row 40\)\n \(Already have 4 errors out of 40 rows"):
        list(
            formats.read(
                "TSV", io.BytesIO(data.encode()), _header(FEW), FormatOptions(settings=settings)
            )
        )


def test_rows_that_arrow_reads_go_on_where_a_closer_look_is_due() -> None:
    lines = [f'{{"id":{n},"s":"{"x" * 100}"}}\n' for n in range(300_000)]
    lines[-1] = '{"id":"299999","s":5}\n'
    header = _header((("id", "UInt64"), ("s", "String")))
    blocks = list(formats.read("JSONEachRow", io.BytesIO("".join(lines).encode()), header))
    ids = [value for block in blocks for value in block.table.column(0).to_pylist()]
    assert ids == list(range(300_000))
    assert blocks[-1].table.column(1)[-1].as_py() == "5"
