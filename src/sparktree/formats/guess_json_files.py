"""Schema inference of the JSON formats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sparktree.errors import Code, Error
from sparktree.formats.guess import NOTHING, Guess, Rules, merged_columns
from sparktree.formats.guess_files import duplicate, named, named_columns, undetermined
from sparktree.formats.guess_json import DECODER, Pairs, guess_json
from sparktree.formats.header import is_type
from sparktree.formats.input import Source
from sparktree.formats.json_input import first_json_rows
from sparktree.formats.json_structure import Span, Structure, expected
from sparktree.formats.json_whole import META, meta_of
from sparktree.formats.options import FormatOptions, Header
from sparktree.kernel.text import escape
from sparktree.types.texts import STRING


def infer_objects(source: Source, options: FormatOptions) -> Header:
    """JSONEachRow: by the keys of the first rows."""
    values = (DECODER.decode(text) for text in first_json_rows(source, options))
    return _of_objects(values, options)


def _of_objects(rows: Iterable[Any], options: FormatOptions) -> Header:
    rules, found, count = Rules(options.settings, json=True), dict[str, Guess](), 0
    for count, row in enumerate(rows, 1):
        if not isinstance(row, Pairs):
            raise expected("{", json.dumps(row).encode())
        guesses: dict[str, Guess] = {}
        for name, value in row:
            if name in guesses:
                raise duplicate(name)
            guesses[name] = guess_json(value, rules)
        merged_columns(rules, found, guesses, count - 1)
    if not found:
        raise Error(Code.EMPTY_DATA_PASSED, "Cannot read rows from the data")
    return _settled(found, rules, count)


def _settled(found: dict[str, Guess], rules: Rules, rows: int) -> Header:
    if not rules.settings.input_format_json_infer_incomplete_types_as_strings:
        for name, guess in found.items():
            if not guess.complete:
                raise undetermined(name, rows)
    return [(name, rules.column(guess)) for name, guess in found.items()]


def infer_arrays(source: Source, options: FormatOptions, *, names: bool, types: bool) -> Header:
    """JSONCompactEachRow: by the header, or by the first rows."""
    rows = [DECODER.decode(text) for text in first_json_rows(source, options)]
    bad = next((row for row in rows if isinstance(row, Pairs) or not isinstance(row, list)), None)
    if bad is not None:
        raise expected("[", json.dumps(bad).encode())
    if types and len(rows) > 1:
        return named_columns(rows[0], rows[1])
    kept = rows[1:] if names else rows
    if not kept:
        raise Error(Code.EMPTY_DATA_PASSED, "Cannot read rows from the data")
    width = max(map(len, kept))
    variable = options.settings.input_format_json_compact_allow_variable_number_of_columns
    if not variable and any(len(row) != width for row in kept):
        raise Error(Code.INCORRECT_DATA, "Rows have different amount of values")
    rules, found = Rules(options.settings, json=True), dict[str, Guess]()
    for number, row in enumerate(kept):
        guesses = {f"c{i}": guess_json(value, rules) for i, value in enumerate(row, 1)}
        merged_columns(rules, found, guesses, number)
    header = _settled(found, rules, len(kept))
    return named(rows[0], [type_ for _, type_ in header]) if names else header


def infer_document(source: Source, options: FormatOptions, *, compact: bool) -> Header:
    """JSON and JSONCompact: what they tell first; without that, JSON is taken for rows."""
    size = options.settings.input_format_max_bytes_to_read_for_schema_inference
    text = escape(source.head(size, lambda data: len(data) if f'"{META}"'.encode() in data else 0))
    told = _meta(text)
    if told is not None and (compact or all(is_type(type_) for _, type_ in told)):
        return named_columns([name for name, _ in told], [type_ for _, type_ in told])
    if compact:
        if not text.lstrip().startswith("{"):
            raise expected("{", text[:100].encode())
        raise Error(Code.INCORRECT_DATA, f'Expected field "{META}" with columns names and types')
    return infer_objects(source, options)


def _meta(text: str) -> list[tuple[str, str]] | None:
    """The names and types of a document that begins with them."""
    found = text.lstrip()
    if not found.startswith("{") or not found[1:].lstrip().startswith(f'"{META}"'):
        return None
    begin = found.index(":") + 1
    begin += len(found[begin:]) - len(found[begin:].lstrip())
    try:
        listed, _ = json.JSONDecoder(strict=False).raw_decode(found, begin)
        return [(str(one["name"]), str(one["type"])) for one in listed]
    except (ValueError, TypeError, KeyError):
        return None


def infer_columns(source: Source, options: FormatOptions, *, compact: bool, meta: bool) -> Header:
    """JSONColumns and its relatives: by what is in the arrays, or by what they tell."""
    structure = Structure.of(source.whole())
    documents = structure.whole(b"[" if compact else b"{")
    if meta:
        told = meta_of(structure, structure.named(documents[0]))
        return named_columns([name for name, _ in told], [type_ for _, type_ in told])
    rules = Rules(options.settings, json=True)
    most = options.settings.input_format_max_rows_to_read_for_schema_inference
    found: dict[str, Guess] = {}
    for document in documents:
        for name, span in _arrays(structure, document, compact):
            array = DECODER.decode(escape(structure.text(structure.check(span, b"["))))
            for number, value in enumerate(array[:most]):
                merged_columns(rules, found, {name: guess_json(value, rules)}, number)
            found.setdefault(name, NOTHING)
    empty = next((name for name, guess in found.items() if not guess.complete), None)
    if empty is not None:
        raise undetermined(empty, most)
    return _settled(found, rules, most)


def _arrays(structure: Structure, document: Span, compact: bool) -> Iterator[tuple[str, Span]]:
    if not compact:
        yield from structure.named(document).items()
        return
    listed = structure.elements(document)
    places = zip(listed.starts.tolist(), listed.ends.tolist(), strict=True)
    for number, (begin, end) in enumerate(places, 1):
        yield f"c{number}", Span(begin, end, document.depth + 1)


def infer_keyed_rows(source: Source, options: FormatOptions) -> Header:
    """JSONObjectEachRow: by the members of its objects; the column of their keys comes first."""
    most = options.settings.input_format_max_rows_to_read_for_schema_inference
    found = DECODER.decode(escape(source.whole()))
    if not isinstance(found, Pairs):
        raise expected("{", json.dumps(found).encode())
    header = _of_objects((value for _, value in found[:most]), options)
    name = options.settings.format_json_object_each_row_column_for_object_name
    if not name:
        return header
    if name in dict(header):
        raise Error(
            Code.ILLEGAL_COLUMN, f"Cannot add column {name}: column with this name already exists"
        )
    return [(name, STRING), *header]
