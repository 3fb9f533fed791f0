"""JSON documents, read: rows or columns between other members, and rows by their names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.header import Layout, named_layout, names_of
from sparktree.formats.input import Field, Source, blocks_of
from sparktree.formats.json_exact import exact
from sparktree.formats.json_input import RowsReader
from sparktree.formats.json_nested import NestedKeys
from sparktree.formats.json_shape import Shape, spellings, spellings_in
from sparktree.formats.json_structure import Span, Structure, texts_of
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import TRUE
from sparktree.types.parse import parse_type

META, DATA = "meta", "data"
_HEAD = 1000  # bytes in which a document begins


@dataclass(frozen=True, slots=True)
class DocumentReader:
    """JSON and JSONCompact: the rows are the elements of the member `data`."""

    compact: bool = False

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """The rows in blocks; JSON without `meta` is read as JSONEachRow."""
        if not self.compact and not _begins_with_meta(source.head(_HEAD, len)):
            yield from RowsReader().read(source, columns, options)
            return
        text = source.whole()
        structure = Structure.of(text)
        members = structure.named(structure.first(b"{"))
        layout = checked_meta(structure, members, columns, options)
        rows = structure.check(_member(members, DATA), b"[")
        reader = RowsReader(self.compact)
        width = len(layout.positions)
        spelled = {} if self.compact else spellings(text, columns, options)
        shape = Shape(self.compact, columns, width, options, spelled)
        used = layout if self.compact else None
        texts = reader.rows(texts_of(structure.elements(rows)), used, shape, 0)
        fields = reader.fields(used, columns, options, spelled)
        yield from blocks_of(pa.table({"t0": texts}), fields, 0, options)


def _begins_with_meta(text: bytes) -> bool:
    head = text.lstrip()
    return head.startswith(b"{") and head[1:].lstrip().startswith(f'"{META}"'.encode())


def _member(members: dict[str, Span], name: str) -> Span:
    if name not in members:
        raise Error(Code.INCORRECT_DATA, f'Expected field "{name}" with table content')
    return members[name]


def meta_of(structure: Structure, members: dict[str, Span]) -> list[tuple[str, str]]:
    """The names and types that a document tells first."""
    first = next(iter(members), "")
    if first != META:
        raise Error(
            Code.INCORRECT_DATA,
            f'Expected field "{META}" with columns names and types, found field {first}',
        )
    try:
        listed = json.loads(structure.text(members[META]))
        return [(str(one["name"]), str(one["type"])) for one in listed]
    except (ValueError, TypeError, KeyError) as error:
        raise Error(Code.INCORRECT_DATA, f"Cannot read the field {META}: {error}") from error


def checked_meta(
    structure: Structure, members: dict[str, Span], columns: Header, options: FormatOptions
) -> Layout:
    """The columns in the order of the document, whose types must be theirs."""
    told = meta_of(structure, members)
    if options.settings.input_format_json_validate_types_from_metadata:
        names = names_of(columns, options)
        for name, text in told:
            place = names.find(name)
            if place is not None and parse_type(text) != columns[place][1]:
                raise Error(
                    Code.INCORRECT_DATA,
                    f"Type {text} of column '{name}' from metadata is not the same as type in"
                    f" header {columns[place][1]}",
                )
    return named_layout([name for name, _ in told], columns, options)


@dataclass(frozen=True, slots=True)
class ColumnsReader:
    """JSONColumns, JSONCompactColumns and JSONColumnsWithMetadata: an array for each column."""

    compact: bool = False
    meta: bool = False

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """The rows of all documents that stand beside each other."""
        structure = Structure.of(source.whole())
        row = 0
        for span in structure.whole(b"[" if self.compact else b"{"):
            found = self._columns(structure, span, columns, options)
            texts = {
                n: exact(texts_of(structure.elements(s)), columns[n][1], options.settings)
                for n, s in found.items()
            }
            sizes = [len(array) for array in texts.values()]
            other = next((size for size in sizes if size != sizes[0]), None)
            if other is not None:
                raise Error(
                    Code.INCORRECT_DATA,
                    f"Number of rows differs in different columns: {sizes[0]} != {other}",
                )
            fields = [
                self._field(number, number in texts, columns, options)
                for number in range(len(columns))
            ]
            if texts:
                table = pa.table({f"t{number}": array for number, array in texts.items()})
                row = yield from blocks_of(table, fields, row, options)

    def _columns(
        self, structure: Structure, span: Span, columns: Header, options: FormatOptions
    ) -> dict[int, Span]:
        """The arrays, by the numbers of their columns."""
        if self.compact:
            listed = structure.elements(span)
            if len(listed.starts) > len(columns):
                raise Error(
                    Code.INCORRECT_DATA,
                    f"Input data has too many columns, expected {len(columns)} columns",
                )
            places = zip(listed.starts.tolist(), listed.ends.tolist(), strict=True)
            spans = [Span(begin, end, span.depth + 1) for begin, end in places]
            return {number: structure.check(one, b"[") for number, one in enumerate(spans)}
        members = structure.named(span)
        if self.meta:
            checked_meta(structure, members, columns, options)
            members = structure.named(structure.check(_member(members, DATA), b"{"))
        names = names_of(columns, options)
        numbers = {name: names.find(name) for name in members}
        unknown = next((name for name, number in numbers.items() if number is None), None)
        if unknown is not None and not options.settings.input_format_skip_unknown_fields:
            raise Error(Code.INCORRECT_DATA, f"Unknown column found in input data: {unknown}")
        known = ((numbers[name], one) for name, one in members.items())
        return {n: structure.check(one, b"[") for n, one in known if n is not None}

    def _field(self, number: int, given: bool, columns: Header, options: FormatOptions) -> Field:
        type_ = columns[number][1]
        if not given:
            return Field(type_.default(), TRUE)
        return RowsReader().value(sql.cast(sql.name(f"t{number}"), "JSON"), type_, options)


def read_keyed_rows(
    source: Source, columns: Header, options: FormatOptions
) -> Iterator[InputBlock]:
    """JSONObjectEachRow: the members of one object are rows; a column may hold their keys."""
    text = source.whole()
    structure = Structure.of(text)
    keys, values = structure.members(structure.first(b"{"))
    rows = NestedKeys.of(columns, options).flat(texts_of(values), 0)
    spelled = spellings_in(rows, columns, options)
    shape = Shape(False, columns, 0, options, spelled)
    texts = pa.table({"t0": RowsReader().rows(rows, None, shape, 0)})
    fields = RowsReader().fields(None, columns, options, spelled)
    key_column = options.settings.format_json_object_each_row_column_for_object_name
    number = next((i for i, (name, _) in enumerate(columns) if name == key_column), None)
    if number is not None and key_column:
        texts = texts.append_column("k0", texts_of(keys))
        key = sql.cast(sql.name("k0"), "JSON")
        fields[number] = RowsReader().value(key, columns[number][1], options)
    yield from blocks_of(texts, fields, 0, options)
