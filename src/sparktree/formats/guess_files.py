"""Schema inference of the text and binary formats: their first rows, guessed."""

from __future__ import annotations

import json
from itertools import islice

from sparktree.formats.csv_input import first_rows
from sparktree.formats.guess import (
    ROWS,
    guess_columns,
    guess_json,
    guess_moment,
    guess_objects,
    guess_text,
    is_header,
)
from sparktree.formats.input import Source
from sparktree.formats.json_input import json_rows
from sparktree.formats.native import Cursor, read_block
from sparktree.formats.options import FormatOptions, Header
from sparktree.kernel.text import escape
from sparktree.types import parse_type
from sparktree.types.base import Type
from sparktree.types.escapes import unescaped_text
from sparktree.types.texts import STRING


def infer_tab_separated(
    source: Source, options: FormatOptions, *, names: bool, types: bool, raw: bool
) -> Header:
    """TabSeparated: by the header, or by the first rows."""
    lines = (escape(line.rstrip(b"\r")) for line in source.whole().split(b"\n") if line)
    rows = [line.split("\t") for line in islice(lines, ROWS)]
    undo = str if raw else unescaped_text
    if types and len(rows) > 1:
        return _declared([undo(n) for n in rows[0]], [undo(t) for t in rows[1]])
    guesses = [[guess_text(text) for text in row] for row in rows]
    headed = options.settings.input_format_tsv_detect_header and _headed(guesses)
    if names or headed:
        return guess_columns([undo(name) for name in rows[0]] if rows else [], guesses[1:])
    return guess_columns(None, guesses)


def _headed(guesses: list[list[Type | None]]) -> bool:
    return len(guesses) > 1 and is_header(guesses[0], guesses[1:])


def _declared(names: list[str], types: list[str]) -> Header:
    return [(name, parse_type(text)) for name, text in zip(names, types, strict=True)]


def infer_csv(source: Source, options: FormatOptions, *, names: bool, types: bool) -> Header:
    """CSV: by the header, or by the first rows."""
    rows = first_rows(source, options, ROWS)
    if types and len(rows) > 1:
        return _declared([name for name, _ in rows[0]], [text for text, _ in rows[1]])
    guesses = [[_csv_guess(text, quoted) for text, quoted in row] for row in rows]
    headed = options.settings.input_format_csv_detect_header and _headed(guesses)
    if names or headed:
        return guess_columns([name for name, _ in rows[0]] if rows else [], guesses[1:])
    return guess_columns(None, guesses)


def _csv_guess(text: str, quoted: bool) -> Type | None:
    if not quoted:
        return guess_text(text.strip()) if text.strip() else None
    if text[:1] in ("[", "{"):
        return guess_text(text)
    return guess_moment(text) or STRING


def infer_objects(source: Source, options: FormatOptions) -> Header:
    """JSONEachRow: by the keys of the first rows."""
    texts = islice(json_rows(source), ROWS)
    return guess_objects(texts)


def infer_arrays(source: Source, options: FormatOptions, *, names: bool, types: bool) -> Header:
    """JSONCompactEachRow: by the header, or by the first rows."""
    rows = [json.loads(text) for text in islice(json_rows(source), ROWS)]
    if types and len(rows) > 1:
        return _declared(rows[0], rows[1])
    guesses = [[guess_json(value) for value in row] for row in rows]
    if names:
        return guess_columns(rows[0] if rows else [], guesses[1:])
    return guess_columns(None, guesses)


def infer_native(source: Source, options: FormatOptions) -> Header:
    """Native: the names and types of the first block."""
    found, _ = read_block(Cursor(source.whole()))
    return [(name, type_) for name, (type_, _) in found.items()]


def infer_row_binary(source: Source, options: FormatOptions) -> Header:
    """RowBinaryWithNamesAndTypes: its header."""
    cursor = Cursor(source.whole())
    names = [escape(cursor.string()) for _ in range(cursor.varint())]
    return _declared(names, [escape(cursor.string()) for _ in names])
