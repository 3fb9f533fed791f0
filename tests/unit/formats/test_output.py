"""What every format writes, byte for byte what real ClickHouse writes."""

import io
import re
from dataclasses import replace

import pyarrow as pa
import pytest

from sparktree import formats
from sparktree.errors import Error
from sparktree.formats import Ending, FormatOptions, FormatSettings
from sparktree.formats.options import Statistics
from sparktree.types import Type, parse_type
from tests.oracle import Oracle
from tests.unit.formats.samples import ROWS, SAMPLES, clickhouse_query, header, kernel

TEXT_FORMATS = (
    "TabSeparated",
    "TSVWithNames",
    "TSVWithNamesAndTypes",
    "TSVRaw",
    "RawWithNamesAndTypes",
    "CSV",
    "CSVWithNames",
    "CSVWithNamesAndTypes",
    "JSONEachRow",
    "JSONLines",
    "NDJSON",
    "JSONStringsEachRow",
    "JSONEachRowWithProgress",
    "JSONStringsEachRowWithProgress",
    "PrettyJSONEachRow",
    "JSONObjectEachRow",
    "JSONCompactEachRow",
    "JSONCompactEachRowWithNames",
    "JSONCompactEachRowWithNamesAndTypes",
    "JSONCompactStringsEachRow",
    "JSON",
    "JSONStrings",
    "JSONCompact",
    "JSONCompactStrings",
    "Values",
    "TSKV",
    "Markdown",
    "Vertical",
    "Null",
    "LineAsString",
    "RowBinary",
    "RowBinaryWithNames",
    "RowBinaryWithNamesAndTypes",
)
PRETTY_FORMATS = ("Pretty", "PrettyCompact", "PrettySpace", "PrettyCompactMonoBlock")
# ClickHouse miscounts the width of a long text with several kinds of odd bytes.
PRETTY_SAMPLES = tuple(sample for sample in SAMPLES if sample.type != "Array(String)")
_STATISTICS = re.compile(rb'"(elapsed|rows_read|bytes_read)": [0-9.e-]+')

_PROGRESS = re.compile(rb'\{"progress":\{"read_rows":"[0-9]+",.*"elapsed_ns":"[0-9]+"\}\}\n')


@pytest.fixture(scope="module")
def clickhouse(oracle: Oracle) -> Oracle:
    oracle.query(
        "SET enable_time_time64_type = 1, session_timezone = 'UTC', "
        "allow_suspicious_low_cardinality_types = 1"
    )
    return oracle


def written(
    name: str,
    blocks: list[pa.Table],
    columns: list[tuple[str, Type]],
    options: FormatOptions | None = None,
) -> bytes:
    out = io.BytesIO()
    formats.write(name, blocks, columns, out, options)
    return _comparable(out.getvalue())


def expected(oracle: Oracle, sql: str, name: str) -> bytes:
    return _comparable(oracle.query(sql, name))


def _comparable(output: bytes) -> bytes:
    """Without what is another in every run."""
    return _PROGRESS.sub(b"", _STATISTICS.sub(rb"\1", output))


@pytest.mark.parametrize("name", TEXT_FORMATS)
def test_every_type_is_written_as_clickhouse_writes_it(clickhouse: Oracle, name: str) -> None:
    ours = written(name, [kernel(SAMPLES)], header(SAMPLES))
    assert ours == expected(clickhouse, clickhouse_query(SAMPLES), name)


@pytest.mark.parametrize("name", PRETTY_FORMATS)
def test_every_type_is_drawn_as_clickhouse_draws_it(clickhouse: Oracle, name: str) -> None:
    for sample in PRETTY_SAMPLES:
        rows = len(sample.values)
        ours = written(name, [kernel((sample,), rows)], header((sample,)))
        theirs = expected(clickhouse, clickhouse_query((sample,), rows), name)
        assert ours.decode("utf-8", "replace") == theirs.decode("utf-8", "replace"), sample.type


def test_native_blocks_are_clickhouses(clickhouse: Oracle) -> None:
    for sample in SAMPLES:
        if "Float64" in sample.type:  # the bits of nan differ
            continue
        ours = written("Native", [kernel((sample,), 1)], header((sample,)))
        assert ours == clickhouse.query(clickhouse_query((sample,), 1), "Native"), sample.type


@pytest.mark.parametrize("name", (*TEXT_FORMATS, *PRETTY_FORMATS, "Native"))
def test_an_empty_result_is_written_as_clickhouse_writes_it(clickhouse: Oracle, name: str) -> None:
    samples = SAMPLES[:5]
    theirs = expected(clickhouse, f"SELECT * FROM ({clickhouse_query(samples)}) WHERE 0", name)
    assert written(name, [kernel(samples).slice(0, 0)], header(samples)) == theirs


NUMBERS = [("a", parse_type("UInt64")), ('b "c', parse_type("String"))]


def _numbers(*rows: tuple[int, str]) -> pa.Table:
    return pa.table(
        {
            "c0": pa.array([number for number, _ in rows], pa.uint64()),
            "c1": pa.array([text for _, text in rows], pa.string()),
        }
    )


@pytest.mark.parametrize("name", (*TEXT_FORMATS, *PRETTY_FORMATS))
def test_totals_and_extremes_are_written_as_clickhouse_writes_them(
    clickhouse: Oracle, name: str
) -> None:
    sql = (
        'SELECT number % 2 AS a, toString(count()) AS "b ""c" FROM numbers(5) '
        "GROUP BY a WITH TOTALS ORDER BY a SETTINGS extremes = 1"
    )
    columns = [("a", parse_type("UInt8")), NUMBERS[1]]
    as_bytes = pa.schema([("c0", pa.uint8()), ("c1", pa.string())])
    ending = Ending(
        totals=_numbers((0, "5")).cast(as_bytes),
        extremes=_numbers((0, "2"), (1, "3")).cast(as_bytes),
        rows_before_limit=None,
    )
    options = FormatOptions(ending=lambda: ending)
    ours = written(name, [_numbers((0, "3"), (1, "2")).cast(as_bytes)], columns, options)
    assert ours.decode() == expected(clickhouse, sql, name).decode()


@pytest.mark.parametrize("name", ("PrettyCompact", "Pretty", "PrettySpace", "Vertical"))
@pytest.mark.parametrize("rows", (9, 10, 49, 50, 60, 101))
@pytest.mark.parametrize("most", (10, 51, 1000))
def test_long_results_are_cut_as_clickhouse_cuts_them(
    clickhouse: Oracle, name: str, rows: int, most: int
) -> None:
    sql = (
        f'SELECT number AS a, toString(number) AS "b ""c" FROM numbers({rows}) '
        f"SETTINGS output_format_pretty_max_rows = {most}"
    )
    settings = FormatSettings(output_format_pretty_max_rows=most)
    blocks = [_numbers((n, str(n))) for n in range(rows)]
    ours = written(name, blocks, NUMBERS, FormatOptions(settings=settings))
    assert ours.decode() == expected(clickhouse, sql, name).decode()


SETTINGS = (
    ("JSONEachRow", "output_format_json_quote_64bit_integers", True),
    ("JSONEachRow", "output_format_json_quote_denormals", True),
    ("JSONEachRow", "output_format_json_quote_decimals", True),
    ("JSONEachRow", "output_format_json_quote_64bit_floats", True),
    ("JSONEachRow", "output_format_json_escape_forward_slashes", False),
    ("JSONEachRow", "output_format_json_named_tuples_as_objects", False),
    ("JSONEachRow", "output_format_json_array_of_rows", True),
    ("JSONEachRow", "output_format_json_map_as_array_of_tuples", True),
    ("JSON", "output_format_json_pretty_print", False),
    ("TSV", "output_format_decimal_trailing_zeros", True),
    ("TSV", "bool_true_representation", "yes"),
    ("TSV", "date_time_output_format", "iso"),
    ("TSV", "output_format_tsv_crlf_end_of_line", True),
    ("TSV", "format_tsv_null_representation", "NIL"),
    ("CSV", "format_csv_delimiter", ";"),
    ("CSV", "output_format_csv_crlf_end_of_line", True),
    ("CSV", "format_csv_null_representation", "NIL"),
    ("CSV", "output_format_csv_serialize_tuple_into_separate_columns", False),
)


@pytest.mark.parametrize(("name", "setting", "value"), SETTINGS)
def test_a_setting_changes_what_clickhouse_changes(
    clickhouse: Oracle, name: str, setting: str, value: object
) -> None:
    shown = f"'{value}'" if isinstance(value, str) else int(bool(value))
    sql = f"{clickhouse_query(SAMPLES)} SETTINGS {setting} = {shown}"
    settings = replace(FormatSettings(), **{setting: value})  # type: ignore[arg-type]
    ours = written(name, [kernel(SAMPLES)], header(SAMPLES), FormatOptions(settings=settings))
    assert ours == expected(clickhouse, sql, name)


def test_moments_can_be_numbers(clickhouse: Oracle) -> None:
    samples = tuple(s for s in SAMPLES if s.type in ("DateTime('UTC')", "DateTime64(6)"))
    sql = f"{clickhouse_query(samples)} SETTINGS date_time_output_format = 'unix_timestamp'"
    settings = FormatSettings(date_time_output_format="unix_timestamp")
    ours = written("TSV", [kernel(samples)], header(samples), FormatOptions(settings=settings))
    assert ours == expected(clickhouse, sql, "TSV")


def test_colors_are_for_terminals_only() -> None:
    plain = written("PrettyCompact", [_numbers((1, "x"))], NUMBERS)
    colored = written("PrettyCompact", [_numbers((1, "x"))], NUMBERS, FormatOptions(terminal=True))
    without = written(
        "PrettyCompactNoEscapes", [_numbers((1, "x"))], NUMBERS, FormatOptions(terminal=True)
    )
    assert b"\033[" not in plain
    assert b"\033[" in colored
    assert without == plain


def test_progress_is_told_when_the_query_is_done() -> None:
    ending = Ending(statistics=Statistics(0.5, 3, 24))
    out = io.BytesIO()
    options = FormatOptions(ending=lambda: ending)
    formats.write("JSONEachRowWithProgress", [_numbers((1, "x"))], NUMBERS, out, options)
    told = b'{"progress":{"read_rows":"3","read_bytes":"24","elapsed_ns":"500000000"}}'
    assert out.getvalue().splitlines()[-1] == told


def test_several_blocks_are_one_result() -> None:
    blocks = [_numbers((1, "x"), (2, "y")), _numbers((3, "z"))]
    joined = pa.concat_tables(blocks)
    for name in TEXT_FORMATS:
        assert written(name, blocks, NUMBERS) == written(name, [joined], NUMBERS)


def test_an_unknown_format_is_refused_by_name() -> None:
    with pytest.raises(Error, match="Unknown format Nonsense") as caught:
        written("Nonsense", [], NUMBERS)
    assert caught.value.name == "UNKNOWN_FORMAT"


def test_every_declared_format_is_one_of_clickhouses(clickhouse: Oracle) -> None:
    lines = clickhouse.text("SELECT name, is_input, is_output FROM system.formats").splitlines()
    theirs = {name: (reads, writes) for name, reads, writes in (line.split("\t") for line in lines)}
    for name, format_ in formats.FORMATS.items():
        assert name in theirs
        assert format_.reader is None or theirs[name][0] == "1", name
        assert format_.writer is None or theirs[name][1] == "1", name


def test_the_samples_have_every_row() -> None:
    assert kernel(SAMPLES).num_rows == ROWS
