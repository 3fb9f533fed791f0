"""What every format reads: its own output, ClickHouse's output, and bad data."""

# ruff: noqa: E501

import io
import re

import pyarrow as pa
import pytest

from sparktree import formats
from sparktree.errors import Code, Error
from sparktree.formats import FormatOptions, FormatSettings, Header, InputBlock
from sparktree.formats.input import Source
from sparktree.kernel.connection import connect
from sparktree.kernel.sql import Sql
from sparktree.types import parse_type
from tests.oracle import Oracle, OracleError
from tests.unit.formats.samples import SAMPLES, Sample, clickhouse_query, header, kernel

TEXT_FORMATS = (
    "TabSeparated",
    "TSVWithNames",
    "TSVWithNamesAndTypes",
    "CSV",
    "CSVWithNames",
    "CSVWithNamesAndTypes",
    "JSONEachRow",
    "JSONStringsEachRow",
    "JSONCompactEachRow",
    "JSONCompactEachRowWithNames",
    "JSONCompactEachRowWithNamesAndTypes",
    "JSONCompactStringsEachRow",
    "Values",
)
BINARY_FORMATS = (
    "RowBinary",
    "RowBinaryWithNames",
    "RowBinaryWithNamesAndTypes",
    "Native",
    "ArrowStream",
    "Arrow",
    "Parquet",
    "ORC",
    "Avro",
)
ODD_NAMES = ("Enum8('a' = 1, 'it\\'s\\n' = -2)", "Enum16('big' = 1000, '' = 0)",
             "Tuple(a UInt8, `b c` Nullable(String), d Array(UInt8))")  # fmt: skip
# What a format cannot hold: JSON has no nan, Parquet no such types, Time there has no sign.
LOSSES = {
    "JSONEachRow": ("Float64", "Float32", "Nullable(Float64)", "Array(Array(Float64))"),
    "JSONCompactEachRow": ("Float64", "Float32", "Nullable(Float64)", "Array(Array(Float64))"),
    "Parquet": ("BFloat16", "Time", "Time64(3)", "IntervalDay", "Nullable(Nothing)"),
    "Arrow": ("Time", "Time64(3)", "BFloat16"),
    "Avro": ("BFloat16", "Time", "Time64(3)", "IntervalDay", *ODD_NAMES),
    "ORC": (
        "BFloat16",
        "Time",
        "Time64(3)",
        "IntervalDay",
        "Nullable(Nothing)",
        "UUID",
        "Array(UUID)",
        "Nullable(UUID)",
    ),
}


@pytest.fixture(scope="module")
def clickhouse(oracle: Oracle) -> Oracle:
    oracle.query(
        "SET enable_time_time64_type = 1, session_timezone = 'UTC', "
        "allow_suspicious_low_cardinality_types = 1"
    )
    return oracle


def _kept(name: str) -> tuple[Sample, ...]:
    lost = next((types for prefix, types in LOSSES.items() if name.startswith(prefix)), ())
    return tuple(sample for sample in SAMPLES if sample.type not in lost)


def _read(
    name: str, data: bytes, columns: Header, options: FormatOptions | None = None
) -> list[InputBlock]:
    return list(formats.read(name, io.BytesIO(data), columns, options))


def _same(one: pa.Table, other: pa.Table) -> list[object]:
    """The columns in which two tables differ."""
    cursor = connect()
    try:
        cursor.register("one", one)
        cursor.register("other", other)
        differing: list[object] = []
        for number in range(one.num_columns):
            query = (
                f"SELECT a, b FROM (SELECT c{number} AS a FROM one) POSITIONAL JOIN "
                f"(SELECT c{number} AS b FROM other) WHERE a IS DISTINCT FROM b"
            )
            differing += cursor.sql(query).fetchall()
        return differing
    finally:
        cursor.close()


def _table(blocks: list[InputBlock]) -> pa.Table:
    return pa.concat_tables([block.table for block in blocks])


@pytest.mark.parametrize("name", (*TEXT_FORMATS, *BINARY_FORMATS))
def test_every_type_comes_back_as_it_was_written(name: str) -> None:
    samples = _kept(name)
    out = io.BytesIO()
    formats.write(name, [kernel(samples)], header(samples), out)
    blocks = _read(name, out.getvalue(), header(samples))
    assert _table(blocks).num_rows == kernel(samples).num_rows
    assert _same(_table(blocks), kernel(samples)) == []
    assert all(mask is None for block in blocks for mask in block.missing)


@pytest.mark.parametrize("name", (*TEXT_FORMATS, *BINARY_FORMATS))
def test_clickhouses_output_is_read(clickhouse: Oracle, name: str) -> None:
    # ClickHouse writes a late Date into ORC with a wrong sign, and cannot read it itself.
    samples = tuple(s for s in _kept(name) if name != "ORC" or s.type != "Date")
    data = clickhouse.query(clickhouse_query(samples), name)
    table = _table(_read(name, data, header(samples)))
    assert _same(table, kernel(samples)) == []


@pytest.mark.parametrize("name", BINARY_FORMATS)
def test_a_stream_is_read_in_pieces_that_end_anywhere(name: str) -> None:
    samples = _kept(name)
    out = io.BytesIO()
    formats.write(name, [kernel(samples), kernel(samples)], header(samples), out)
    reader = formats.find(name).reader
    assert reader is not None
    source = Source(io.BytesIO(out.getvalue()).read, piece=101)
    table = _table(list(reader(source, header(samples), FormatOptions())))
    assert _same(table, pa.concat_tables([kernel(samples), kernel(samples)])) == []


@pytest.mark.parametrize("name", ("RowBinary", "RowBinaryWithNamesAndTypes", "Native"))
def test_binary_data_that_is_cut_off_is_refused(name: str) -> None:
    out = io.BytesIO()
    table = pa.table({"c0": pa.array([1, 2], pa.uint8()), "c1": ["a", "long text"]})
    formats.write(name, [table], TWO, out)
    for end in (1, len(out.getvalue()) - 1):
        with pytest.raises(Error) as caught:
            _read(name, out.getvalue()[:end], TWO)
        assert caught.value.code == Code.CANNOT_READ_ALL_DATA


TWO = [("x", parse_type("UInt8")), ("y", parse_type("String"))]
# Bad and odd data, without the settings that make ClickHouse's parallel parser differ.
ODD_DATA = (
    ("TSV", "300\ta\n"), ("TSV", "-1\ta\n"), ("TSV", "x\ta\n"), ("TSV", "1.5\ta\n"), ("TSV", "1\n"),
    ("TSV", "\ta\n"), ("TSV", "\\N\ta\n"), ("TSV", "1\ta\tb\n"), ("TSV", "1\ta\\tb\\x41\\q\n"),
    ("TSV", "1\ta"), ("TSV", "x\ty\n1\ta\n"), ("TSVWithNames", "y\tx\na\t1\n"), ("TSVWithNames", "y\na\n"),
    ("TSVWithNames", "x\tz\n1\tq\n"), ("TSVWithNamesAndTypes", "x\ty\nUInt8\tString\n1\ta\n"),
    ("TSVWithNamesAndTypes", "x\ty\nUInt16\tString\n1\ta\n"),
    ("CSV", "300,a\n"), ("CSV", '"7",a\n'), ("CSV", "x,a\n"), ("CSV", ",a\n"), ("CSV", "8,\n"), ("CSV", "9\n"),
    ("CSV", "9,1,2\n"), ("CSV", ' 9 , a b \n"1","q""r\ns"\n'), ("CSV", "1,\\N\n"), ("CSV", '1,"\\N"\n'),
    ("CSV", "1,a\r\n2,b\r\n"), ("CSVWithNames", '"y","x"\na,1\n'),
    ("JSONEachRow", '{"x":300,"y":"a"}\n'), ("JSONEachRow", '{"x":"30","y":5}'), ("JSONEachRow", '{"x":31}'),
    ("JSONEachRow", '{"x":32,"z":1}'), ("JSONEachRow", '{"x":null,"y":null}'), ("JSONEachRow", '{"x":1.5}'),
    ("JSONEachRow", '{"x":33'), ("JSONEachRow", "x"), ("JSONEachRow", '{"x":true,"y":1.50}'),
    ("JSONEachRow", '[{"x":1},\n{"x":2}]'), ("JSONEachRow", '{\n"x":1,\n"y":"a"}\n{"x":2}'),
    ("JSONEachRow", '{"x":1,"y":[1,2]}'), ("JSONEachRow", '{"x":1,"y":"\\u00e9\\n\\ud83d\\ude00"}'),
    ("JSONCompactEachRow", '[34,"q"]'), ("JSONCompactEachRow", "[34]"), ("JSONCompactEachRow", '[34,"q",1]'),
    ("Values", "(1,'a')"), ("Values", "(1,'a'),(2,'b''c\\n')"), ("Values", "(35)"), ("Values", "(35,'a'"),
    ("Values", "(35,'a',3)"), ("Values", "(300,'v')"), ("Values", "(NULL,NULL)"), ("Values", "( 1 , 'a' ) , (2,'b')"),
)  # fmt: skip


def _their_answer(oracle: Oracle, name: str, data: str) -> str:
    quoted = data.replace("\\", "\\\\").replace("'", "\\'")
    oracle.query("TRUNCATE TABLE odd")
    try:
        oracle.query(
            f"INSERT INTO odd SELECT * FROM format({name}, 'x UInt8, y String', '{quoted}')"
        )
    except OracleError as error:
        found = re.search(r"Code: (\d+)", str(error))
        assert found is not None
        return f"error {found.group(1)}"
    return oracle.text("SELECT * FROM odd")


def _our_answer(name: str, data: str) -> str:
    out = io.BytesIO()
    try:
        for block in _read(name, data.encode(), TWO):
            table = _with_defaults(block)
            formats.write("TSV", [table], TWO, out)
    except Error as error:
        return f"error {error.code}"
    return out.getvalue().decode()


def _with_defaults(block: InputBlock) -> pa.Table:
    columns = []
    for number, mask in enumerate(block.missing):
        column = block.table.column(number).combine_chunks()
        default = pa.scalar(0, pa.uint8()) if number == 0 else pa.scalar("")
        if mask is not None:
            values = [
                default.as_py() if is_missing else value
                for is_missing, value in zip(mask.to_pylist(), column.to_pylist(), strict=True)
            ]
            column = pa.array(values, default.type)
        columns.append(column)
    return pa.Table.from_arrays(columns, ["c0", "c1"])


@pytest.fixture(scope="module")
def odd(clickhouse: Oracle) -> Oracle:
    clickhouse.query("CREATE TABLE IF NOT EXISTS odd (x UInt8, y String) ENGINE = Memory")
    return clickhouse


@pytest.mark.parametrize(("name", "data"), ODD_DATA)
def test_odd_data_is_read_or_refused_as_clickhouse_does(odd: Oracle, name: str, data: str) -> None:
    assert _our_answer(name, data) == _their_answer(odd, name, data)


def test_an_error_names_the_row() -> None:
    rows = "".join(f"{n % 256}\ta\n" for n in range(1000))
    with pytest.raises(Error, match=r"\(at row 1001\)") as caught:
        _read("TSV", (rows + "oops\ta\n").encode(), TWO)
    assert caught.value.code == Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED


def test_columns_that_are_not_in_the_data_are_marked() -> None:
    (block,) = _read("TSVWithNames", b"y\na\nb\n", TWO)
    assert block.missing[0] is not None
    assert block.missing[0].to_pylist() == [True, True]
    assert block.missing[1] is None
    (block,) = _read("JSONEachRow", b'{"x":1}\n{"y":"a"}\n', TWO)
    masks = [mask.to_pylist() for mask in block.missing if mask is not None]
    assert masks == [[False, True], [True, False]]


def test_blocks_are_no_larger_than_asked() -> None:
    data = "".join(f"{n % 256}\ta\n" for n in range(25)).encode()
    options = FormatOptions(settings=FormatSettings(max_insert_block_size=10))
    assert [b.table.num_rows for b in _read("TSV", data, TWO, options)] == [10, 10, 5]


def test_expressions_in_values_go_to_the_evaluator_and_keep_their_place() -> None:
    seen: list[list[str | tuple[Sql, Sql]]] = []

    def evaluate(rows: list[list[str | tuple[Sql, Sql]]], columns: Header) -> InputBlock:
        seen.extend(rows)
        table = pa.table({"c0": pa.array([7] * len(rows), pa.uint8()), "c1": ["e"] * len(rows)})
        return InputBlock(table, (None, None))

    options = FormatOptions(evaluate=evaluate)
    (block,) = _read("Values", b"(1,'a'),(1+1,lower('B')),(3,'c')", TWO, options)
    assert seen == [["1+1", "lower('B')"]]
    assert block.table.to_pydict() == {"c0": [1, 7, 3], "c1": ["a", "e", "c"]}


STRUCTURES = (
    ("CSV", '1,a,1.5,2020-01-02,2020-01-02 03:04:05,true,"[1,2]",\\N,"2020-01-02"'),
    ("CSV", '1,a,1.5,2020-01-02,2020-01-02 03:04:05.123,true,"[\'a\']",,"5"\n1.5,1,2,x,2020-01-02,1,"[1.5]",3,5'),
    ("CSV", '"x","y"\n1,2'),
    ("CSVWithNames", '"x","y"\n1,2'),
    ("TSV", "1\ta\t1.5\t2020-01-02\t2020-01-02 03:04:05\ttrue\t[1,2]\t\\N\t{'a':1}"),
    ("TSVWithNamesAndTypes", "x\ty\nUInt8\tString\n1\t2"),
    ("JSONEachRow", '{"a":1,"b":"x","c":1.5,"d":"2020-01-02","f":true,"g":[1,2],"h":null,"o":[[1],[2]]}'),
    ("JSONEachRow", '{"a":1}{"a":1.5,"b":1}'),
    ("JSONCompactEachRow", '[1,"x"]\n[2,"y"]'),
)  # fmt: skip


@pytest.mark.parametrize(("name", "data"), STRUCTURES)
def test_the_structure_is_guessed_as_clickhouse_guesses_it(
    clickhouse: Oracle, name: str, data: str
) -> None:
    quoted = data.replace("\\", "\\\\").replace("'", "\\'")
    lines = clickhouse.text(f"DESC format({name}, '{quoted}')").splitlines()
    theirs = [tuple(line.split("\t")[:2]) for line in lines]
    ours = formats.infer(name, io.BytesIO(data.encode()))
    assert [(column, str(type_)) for column, type_ in ours] == theirs


@pytest.mark.parametrize("name", ("Native", "RowBinaryWithNamesAndTypes", "TSVWithNamesAndTypes"))
def test_formats_that_name_their_types_give_them_back(name: str) -> None:
    samples = tuple(s for s in SAMPLES if "DateTime(" not in s.type)
    out = io.BytesIO()
    formats.write(name, [kernel(samples)], header(samples), out)
    assert formats.infer(name, io.BytesIO(out.getvalue())) == header(samples)


def test_a_long_row_is_copied_and_looked_through_a_few_times() -> None:
    line, looked = b"a" * (1 << 20) + b"\n", []
    stream = io.BytesIO(line * 3)

    def cut(data: bytes) -> int:
        looked.append(len(data))
        return data.rfind(b"\n") + 1

    source = Source(lambda size: stream.read(min(size, 1 << 10)), piece=1 << 12)
    assert b"".join(source.pieces(cut)) == line * 3
    assert sum(looked) < 10 * len(line) * 3
