"""TSKV: name=value pairs between tabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.guess import TEXT, Guess, Rules
from sparktree.formats.guess_files import first_lines
from sparktree.formats.guess_text import guess_escaped
from sparktree.formats.input import Source, blocks_of, last_line_end
from sparktree.formats.json_shape import rows_where
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.formats.render import concat, fields, write_rows
from sparktree.formats.tab_input import tab_field
from sparktree.formats.tab_separated import escaped_name
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape, escape_array
from sparktree.types.escapes import unescaped_text
from sparktree.types.to_text import Mode

_FIRST = "tskv"  # a word that lines may begin with
_PAIR = re.compile(r"((?:[^=\\\t]|\\.)*)(=?)(.*)", re.DOTALL)


def _key(name: str) -> str:
    return escaped_name(name).replace("=", "\\=")


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    pieces: list[Sql | str] = []
    for (name, _), text in zip(header, fields(header, Mode.ESCAPED, options), strict=True):
        pieces += [("\t" if pieces else "") + _key(name) + "=", text]
    write_rows(blocks, concat(*pieces, "\n"), out)


def _read(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    """Each column by its name, wherever that stands in the line."""
    # A line may lack columns, as rows of TabSeparated may by a setting.
    settings = replace(options.settings, input_format_tsv_allow_variable_number_of_columns=True)
    lenient = replace(options, settings=settings)
    found = [tab_field(type_, i, lenient, raw=False) for i, (_, type_) in enumerate(columns)]
    row = 0
    for piece in source.pieces(last_line_end):
        data = piece.removesuffix(b"\n")
        lines = pc.list_flatten(pc.split_pattern(pa.array([data], pa.binary()), b"\n"))
        texts = _checked(escape_array(lines), columns, row, options)
        row = yield from blocks_of(_values(texts, columns), found, row, options)


def _values(lines: pa.Array, columns: Header) -> pa.Table:
    """Columns t0, t1, ... with the texts of values, NULL where a line has none."""
    items = []
    for number, (name, _) in enumerate(columns):
        pattern = sql.string(f"(?:^|\t){re.escape(_key(name))}=([^\t]*)")
        value = sql.call("regexp_extract", Sql("t0"), pattern, 1)
        there = sql.call("regexp_matches", Sql("t0"), pattern)
        items.append(f"{sql.case((there, value), otherwise=sql.NULL)} AS t{number}")
    with kernel() as cursor:
        cursor.register("lines", pa.table({"t0": lines}))
        return cursor.sql(f"SELECT {', '.join(items)} FROM lines").to_arrow_table()


def _checked(lines: pa.Array, columns: Header, row: int, options: FormatOptions) -> pa.Array:
    """The lines that hold pairs of known names; others are errors, or left out."""
    known = [f"{_key(name)}=" for name, _ in columns]
    pieces = "list_filter(string_split(t0, chr(9)), lambda p: p NOT IN ('', 'tskv'))"
    keys = rf"list_transform({pieces}, lambda p: regexp_extract(p, '^(?:[^=\\]|\\.)*=?'))"
    own = f"list_filter({keys}, lambda k: k IN ({', '.join(map(sql.string, known))}))"
    wrong = [f"len(list_filter({keys}, lambda k: NOT ends_with(k, '='))) > 0"]
    wrong.append(f"len({own}) <> len(list_distinct({own}))")
    if not options.settings.input_format_skip_unknown_fields:
        wrong.append(f"len({own}) <> len({keys})")
    bad = rows_where(lines, " OR ".join(wrong))
    for place in bad:
        number = row + place + 1
        options.refuse(number, _wrong(lines[place].as_py(), set(known), number))
    return lines.take(pa.array(np.delete(np.arange(len(lines)), bad))) if bad else lines


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    """The keys, as they are written, and the values of a line."""
    for piece in line.split("\t"):
        match = _PAIR.match(piece)
        if match is None or piece in ("", _FIRST):
            continue
        if not match[2]:
            raise Error(
                Code.INCORRECT_DATA,
                f"Found field without value while parsing TSKV format: {piece}",
            )
        yield match[1], match[3]


def _wrong(line: str, known: set[str], row: int) -> Error:
    where = f"(at row {row})\n"
    seen: set[str] = set()
    try:
        for key, _ in _pairs(line):
            what = "Unknown" if f"{key}=" not in known else "Duplicate" if key in seen else ""
            if what:
                return Error(
                    Code.INCORRECT_DATA,
                    f"{what} field found while parsing TSKV format: {key}: {where}",
                )
            seen.add(key)
    except Error as error:
        return Error(error.code, f"{error.message}: {where}")
    return Error(Code.INCORRECT_DATA, f"Cannot parse TSKV: {line[:100]}: {where}")


def _infer(source: Source, options: FormatOptions) -> Header:
    """By the names of the first rows; values that look different are texts."""
    rules, found = Rules(options.settings), dict[str, Guess]()
    for line in first_lines(source, options.settings):
        for key, text in _pairs(escape(line)):
            name = unescaped_text(key.replace("\\=", "="))
            guess = guess_escaped(text, rules)
            before = found.setdefault(name, guess)
            if before.kind != guess.kind and before.complete and guess.complete:
                found[name] = TEXT
            elif before != guess:
                found[name] = rules.merged(before, guess) or TEXT
    if not found:
        raise Error(Code.EMPTY_DATA_PASSED, "Cannot read rows from the data")
    return [(name, rules.column(guess)) for name, guess in found.items()]


declare(
    Format(
        "TSKV",
        "name=value pairs between tabs, a row a line.",
        _write,
        _read,
        lines=Lines.EACH,
        infer=_infer,
        named=True,
        appendable=True,
    )
)
