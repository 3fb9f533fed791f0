"""Schema inference of the text and binary formats: their first rows, guessed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from sparktree.errors import Code, Error
from sparktree.formats.csv_input import first_rows
from sparktree.formats.guess import NOTHING, TEXT, Guess, Kind, Rules, mismatch
from sparktree.formats.guess_text import guess_csv, guess_escaped, guess_row, plain_numbers
from sparktree.formats.header import is_type
from sparktree.formats.input import Source, last_line_end
from sparktree.formats.options import FormatOptions, FormatSettings, Header
from sparktree.formats.tab_input import carriage_return
from sparktree.kernel.text import escape
from sparktree.types import parse_type
from sparktree.types.base import Type
from sparktree.types.escapes import unescaped_text

Cell = tuple[str, bool]  # a field, and whether it was in quotes
_NUMBERS = (Kind.NATURAL, Kind.NEGATIVE, Kind.FLOAT)
_MANY = 16  # fields of which it pays to be looked at together


def infer_tab_separated(
    source: Source, options: FormatOptions, *, names: bool, types: bool, raw: bool
) -> Header:
    """TabSeparated: by the header, or by the first rows."""
    settings = options.settings
    for _ in range(settings.input_format_tsv_skip_first_lines):
        source.line()
    lines = first_lines(source, settings)
    if settings.input_format_tsv_crlf_end_of_line:
        lines = [line.removesuffix(b"\r") for line in lines]
    elif lines and lines[0].endswith(b"\r"):
        raise carriage_return()
    rows = [[(text, False) for text in escape(line).split("\t")] for line in lines]
    detect = settings.input_format_tsv_detect_header and not names
    return columns_of_rows(
        rows,
        lambda cell, rules: guess_escaped(cell[0], rules),
        settings,
        heads=names + types,
        detect=detect,
        variable=settings.input_format_tsv_allow_variable_number_of_columns,
        name=str if raw else unescaped_text,
    )


def first_lines(source: Source, settings: FormatSettings) -> list[bytes]:
    """The lines that are looked at."""
    most = settings.input_format_max_rows_to_read_for_schema_inference
    size = settings.input_format_max_bytes_to_read_for_schema_inference
    data = source.head(size, last_line_end).removesuffix(b"\n")
    return data.split(b"\n", most)[:most] if data else []


def infer_csv(source: Source, options: FormatOptions, *, names: bool, types: bool) -> Header:
    """CSV: by the header, or by the first rows."""
    settings = options.settings
    first = first_rows(source, options)
    rows = first.rows
    if settings.input_format_csv_trim_whitespaces:  # the last field of a row keeps them
        rows = [[*(_trimmed(cell) for cell in row[:-1]), *row[-1:]] for row in rows]
    return columns_of_rows(
        rows,
        lambda cell, rules: guess_csv(*cell, rules),
        settings,
        heads=names + types,
        detect=settings.input_format_csv_detect_header and not names,
        variable=settings.input_format_csv_allow_variable_number_of_columns,
        columns=first.columns,
    )


def _trimmed(cell: Cell) -> Cell:
    text, quoted = cell
    return cell if quoted else (text.rstrip(" \t"), False)


def columns_of_rows(
    rows: Sequence[list[Cell]],
    guess: Callable[[Cell, Rules], Guess],
    settings: FormatSettings,
    *,
    heads: int,
    detect: bool,
    variable: bool = False,
    name: Callable[[str], str] = str,
    json: bool = False,
    columns: Callable[[int], list[dict[Cell, None]] | None] = lambda heads: None,
) -> Header:
    """The columns of rows of fields, of which the first `heads` are names and types.

    `columns` may know the different fields of each column; `rows` are the first ones then.
    """
    rules = Rules(settings, json)
    if detect:
        heads = _detected(rows, lambda cell: guess(cell, rules))
    names = [name(text) for text, _ in rows[0]] if rows and heads else None
    if names is not None and heads == 2:
        return named_columns(names, [name(text) for text, _ in rows[1]] if len(rows) > 1 else [""])
    kept = rows[heads:]
    if not kept:
        raise Error(Code.EMPTY_DATA_PASSED, "Cannot read rows from the data")
    different = columns(heads) or _different(kept, variable)
    return named(names, [rules.column(_of_column(cells, guess, rules)) for cells in different])


def _different(rows: Sequence[list[Cell]], variable: bool) -> list[dict[Cell, None]]:
    """The different fields of each column."""
    width = max(len(row) for row in rows)
    if not variable and any(len(row) != width for row in rows):
        raise Error(Code.INCORRECT_DATA, "Rows have different amount of values")
    return [dict.fromkeys(row[i] for row in rows if i < len(row)) for i in range(width)]


def _of_column(
    cells: Collection[Cell], guess: Callable[[Cell, Rules], Guess], rules: Rules
) -> Guess:
    """What the fields of a column have in common; of many numbers that is told by one look."""
    first = guess(next(iter(cells)), rules).kind
    many = len(cells) >= _MANY and first in _NUMBERS and not rules.json
    if many and not any(quoted for _, quoted in cells):
        found = plain_numbers([text for text, _ in cells], rules.settings)
        if found is not None:
            return found
    return _common((guess(cell, rules) for cell in cells), rules)


def _common(guesses: Iterable[Guess], rules: Rules) -> Guess:
    found = NOTHING
    for guess in guesses:
        met = rules.merged(found, guess)
        if met is None and rules.json:
            raise mismatch(rules, guess, found)
        found = met if met is not None else Guess(Kind.STRING, null=found.null or guess.null)
        if found.kind is Kind.STRING and rules.knows_enough:
            break  # whatever follows is a text, too
    return found


def _detected(rows: Sequence[list[Cell]], guess: Callable[[Cell], Guess]) -> int:
    """How many of the rows are a header that the format does not promise."""
    if len(rows) < 2 or any(guess(cell) != TEXT for cell in rows[0]):
        return 0
    if len(rows) > 2 and all(is_type(text) for text, _ in rows[1]):
        return 2
    return int(any(guess(cell).kind not in (Kind.STRING, Kind.NOTHING) for cell in rows[1]))


def named_columns(names: list[str], types: list[str]) -> Header:
    """The columns of a header with types."""
    return named(names, [parse_type(text) for text in types])


def named(names: list[str] | None, types: Sequence[Type]) -> Header:
    """The types under the names of a header, or numbered."""
    if names is None:
        return [(f"c{i}", type_) for i, type_ in enumerate(types, 1)]
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if len(names) != len(types):
        raise Error(
            Code.INCORRECT_DATA,
            f"The number of column names {len(names)} differs with the number of types"
            f" {len(types)}",
        )
    if twice is not None:
        raise duplicate(twice)
    return list(zip(names, types, strict=True))


def duplicate(name: str) -> Error:
    """The error of a name that comes twice."""
    return Error(
        Code.INCORRECT_DATA, f'Duplicate column name found while schema inference: "{name}"'
    )


def infer_values(source: Source, options: FormatOptions) -> Header:
    """Values: rows of values, without expressions."""
    settings, rules = options.settings, Rules(options.settings)
    size = settings.input_format_max_bytes_to_read_for_schema_inference
    text = escape(source.head(size, lambda data: data.rfind(b")") + 1))
    found: list[Guess] = []
    position, rows = 0, 0
    while rows < settings.input_format_max_rows_to_read_for_schema_inference:
        while (
            text[position : position + 1] in (",", ";", " ", "\n", "\t", "\r") and text[position:]
        ):
            position += 1
        if position == len(text):
            break
        row = guess_row(text, position, rules) if text[position] == "(" else None
        if row is None:
            raise Error(
                Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
                f"Cannot find out the types of the row: {text[position : position + 100]}",
            )
        guess, position = row
        found, rows = _with_row(found, guess, rules, rows), rows + 1
    for number, guess in enumerate(found, 1):
        if not guess.complete:
            raise undetermined(f"c{number}", rows)
    return named(None, [rules.column(guess) for guess in found])


def _with_row(found: list[Guess], row: Guess, rules: Rules, rows: int) -> list[Guess]:
    if rows and len(found) != len(row.inner):
        raise Error(Code.INCORRECT_DATA, "Rows have different amount of values")
    pairs = zip(found or [NOTHING] * len(row.inner), row.inner, strict=True)
    return [_common(pair, rules) for pair in pairs]


def undetermined(name: str, rows: int) -> Error:
    """The error of a column without a value."""
    return Error(
        Code.ONLY_NULLS_WHILE_READING_SCHEMA,
        f"Cannot determine type for column '{name}' by first {rows} rows of data, most likely this"
        " column contains only Nulls or empty Arrays/Maps. You can specify the type for this column"
        " using setting schema_inference_hints",
    )
