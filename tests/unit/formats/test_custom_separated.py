"""CustomSeparated with every escaping rule, against ClickHouse."""

import io

import pyarrow as pa
import pytest

from sparktree import formats
from sparktree.errors import Code, Error
from sparktree.formats.input import Source
from sparktree.formats.options import FormatOptions, FormatSettings, Header
from sparktree.types import parse_type
from tests.oracle import Oracle

QUERY = (
    "SELECT number AS n, arrayElement(['', 'a', 'x|y;z', 'q\"r', 'tab\\tnl\\n', 'it\\'s', '),('],"
    " toUInt8(number + 1)) AS s, if(number % 2 = 0, NULL, toString(number)) AS o,"
    " range(number) AS l FROM numbers(7)"
)
HEADER: Header = [
    (name, parse_type(text))
    for name, text in zip(
        "nsol", ("UInt64", "String", "Nullable(String)", "Array(UInt64)"), strict=True
    )
]
DIALECTS = {
    "plain": {},
    "csv": {"format_custom_escaping_rule": "CSV", "format_custom_field_delimiter": ";"},
    "json": {"format_custom_escaping_rule": "JSON", "format_custom_field_delimiter": " | "},
    "quoted": {
        "format_custom_escaping_rule": "Quoted",
        "format_custom_field_delimiter": ";",
        "format_custom_row_before_delimiter": "(",
        "format_custom_row_after_delimiter": ")",
        "format_custom_row_between_delimiter": ",",
        "format_custom_result_before_delimiter": "<",
        "format_custom_result_after_delimiter": ">",
    },
}
SUFFIXES = ("", "WithNames", "WithNamesAndTypes")


def _options(given: dict[str, str]) -> FormatOptions:
    return FormatOptions(settings=FormatSettings(**given))  # type: ignore[arg-type]


def _theirs(oracle: Oracle, name: str, given: dict[str, str]) -> bytes:
    settings = ", ".join(f"{key} = '{value}'" for key, value in given.items())
    return oracle.query(f"{QUERY}{' SETTINGS ' + settings if settings else ''}", name)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("piece", (1 << 24, 23))
def test_clickhouses_output_is_read_and_written_again(
    oracle: Oracle, dialect: str, suffix: str, piece: int
) -> None:
    name, options = f"CustomSeparated{suffix}", _options(DIALECTS[dialect])
    data = _theirs(oracle, name, DIALECTS[dialect])
    reader = formats.find(name).reader
    assert reader is not None
    if piece < 100 and suffix:
        piece = 200  # the header comes whole
    blocks = reader(Source(io.BytesIO(data).read, piece=piece), HEADER, options)
    table = pa.concat_tables([block.table for block in blocks])
    assert table.num_rows == 7
    out = io.BytesIO()
    formats.write(name, [table], HEADER, out, options)
    assert out.getvalue() == data


def test_raw_fields_are_written_as_they_are(oracle: Oracle) -> None:
    given = {"format_custom_escaping_rule": "Raw", "format_custom_field_delimiter": "::"}
    header: Header = [("a", parse_type("String")), ("b", parse_type("Nullable(UInt8)"))]
    table = pa.table({"c0": ["x\ty", "z"], "c1": pa.array([1, None], pa.uint8())})
    out = io.BytesIO()
    formats.write("CustomSeparated", [table], header, out, _options(given))
    assert out.getvalue() == b"x\ty::1\nz::\\N\n"
    found = list(
        formats.read("CustomSeparated", io.BytesIO(out.getvalue()), header, _options(given))
    )
    assert found[0].table.to_pydict() == table.to_pydict()


@pytest.mark.parametrize(
    ("given", "data", "code"),
    (
        ({"format_custom_field_delimiter": "|"}, b"1|a\n", Code.BAD_ARGUMENTS),
        ({}, b"1\ta\tb\n", Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED),
        ({}, b"1\n", Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED),
        (DIALECTS["quoted"], b"(1;'a')", Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED),
        ({"format_custom_escaping_rule": "Foo"}, b"1\ta\n", Code.BAD_ARGUMENTS),
        ({"format_custom_escaping_rule": "XML"}, b"1\ta\n", Code.NOT_IMPLEMENTED),
    ),
)
def test_what_cannot_be_read_is_refused(given: dict[str, str], data: bytes, code: Code) -> None:
    header: Header = [("a", parse_type("UInt8")), ("b", parse_type("String"))]
    with pytest.raises(Error) as caught:
        list(formats.read("CustomSeparated", io.BytesIO(data), header, _options(given)))
    assert caught.value.code == code


def test_no_rows_are_no_lines() -> None:
    header: Header = [("a", parse_type("UInt8"))]
    assert list(formats.read("CustomSeparated", io.BytesIO(b""), header)) == []
    out = io.BytesIO()
    formats.write("CustomSeparated", [], header, out, _options(DIALECTS["quoted"]))
    assert out.getvalue() == b"<>"
