"""JSON, a value a row: JSONEachRow and its relatives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Lines, Subset, declare
from sparktree.formats.guess_json_files import infer_arrays, infer_keyed_rows, infer_objects
from sparktree.formats.header import HEADINGS
from sparktree.formats.joining import ARRAYS, OBJECTS
from sparktree.formats.json_input import RowsReader, read_as_strings
from sparktree.formats.json_pieces import json_text, json_values
from sparktree.formats.json_whole import read_keyed_rows
from sparktree.formats.options import FormatOptions, Header, Written
from sparktree.formats.render import (
    column,
    concat,
    fields,
    lines,
    separated,
    write_between,
    write_rows,
    write_tail,
)
from sparktree.kernel.sql import Sql
from sparktree.types.json_pretty import pretty_json
from sparktree.types.texts import STRING
from sparktree.types.to_text import Mode

_CONTENT = "application/x-ndjson; charset=UTF-8"
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class EachRow:
    """A row an object, or an array if compact; `strings` makes every value a string."""

    compact: bool = False
    strings: bool = False
    names: bool = False
    types: bool = False
    pretty: bool = False

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """A line a row, or one array of rows if the settings ask."""
        if not self.compact and options.settings.output_format_json_array_of_rows:
            _write_array(blocks, self.row(header, options), out, options)
            return
        if self.names:
            out.write(_names([name for name, _ in header], options))
        if self.types:
            out.write(_names([str(type_) for _, type_ in header], options))
        row = concat(self.row(header, options), "\n")
        write_rows(blocks, row, out, only_utf8=_only_utf8(options))
        if self.compact and options.on_written is not None:
            options.written(Written.DATA)
            write_tail(row, "", out, options)  # packets tell them from rows, lines do not

    def row(self, header: Header, options: FormatOptions) -> Sql:
        """A row without the end of the line."""
        if self.compact:
            values = json_values(header, self.strings, options)
            return concat("[", *separated(values, ", "), "]")
        if self.pretty:
            return _pretty_row(header, options)
        values = json_values(header, self.strings, options)
        pieces: list[Sql | str] = ["{"]
        for number, ((name, _), value) in enumerate(zip(header, values, strict=True)):
            pieces += [("," if number else "") + json_text(name, options) + ":", value]
        return concat(*pieces, "}")


def _pretty_row(header: Header, options: FormatOptions) -> Sql:
    pieces: list[Sql | str] = ["{\n"]
    for number, (name, type_) in enumerate(header):
        key = (",\n" if number else "") + _INDENT + json_text(name, options) + ": "
        pieces += [key, pretty_json(type_, column(number), 1, _INDENT, options.settings)]
    return concat(*pieces, "\n}")


def _names(texts: list[str], options: FormatOptions) -> bytes:
    return f"[{', '.join(json_text(text, options) for text in texts)}]\n".encode()


def _only_utf8(options: FormatOptions) -> bool:
    return options.settings.output_format_json_validate_utf8


def _write_array(
    blocks: Iterable[pa.Table], row: Sql, out: BinaryIO, options: FormatOptions
) -> None:
    out.write(b"[\n")
    write_between(blocks, row, ",\n", out, only_utf8=_only_utf8(options))
    out.write(b"\n]\n")


def _write_object(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    """JSONObjectEachRow: one object, a row a key."""
    key_column = options.settings.format_json_object_each_row_column_for_object_name
    position = next((i for i, (name, _) in enumerate(header) if name == key_column), None)
    first, numbered = True, 0
    out.write(b"{\n")
    for block in blocks:
        row = _keyed_row(header, position, numbered, options)
        made = lines(_with_numbers(block), concat(",\n", row), only_utf8=_only_utf8(options))
        for piece in made:
            out.write(piece[2:] if first else piece)
            first = False
        numbered += block.num_rows
    out.write(b"\n}\n")


def _with_numbers(block: pa.Table) -> pa.Table:
    return block.append_column("n", pa.array(range(1, block.num_rows + 1), pa.int64()))


def _keyed_row(header: Header, position: int | None, before: int, options: FormatOptions) -> Sql:
    if position is None:
        key = Sql(f"'\"row_' || (n + {before}) || '\"'")
        return concat("\t", key, ": ", EachRow().row(header, options))
    key = fields(header, Mode.JSON, options)[position]
    values = json_values(header, False, options)
    pieces: list[Sql | str] = []
    for number, (name, _) in enumerate(header):
        if number != position:
            comma = "," if pieces else ""
            pieces += [comma + json_text(name, options) + ":", values[number]]
    return concat("\t", key, ": {", *pieces, "}")


@dataclass(frozen=True, slots=True)
class WithProgress:
    """Lines that each say what they hold: the columns, a row, totals, extremes, the progress."""

    strings: bool = False

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """What was read comes once, when the query is done."""
        columns = (
            f'{{"name":{json_text(name, options)},"type":{json_text(str(type_), options)}}}'
            for name, type_ in header
        )
        out.write(f'{{"meta":[{",".join(columns)}]}}\n'.encode())
        row = EachRow(strings=self.strings).row(header, options)
        valid = _only_utf8(options)
        write_rows(blocks, _named_line("row", row), out, only_utf8=valid)
        ending = options.ending()
        if ending.totals is not None:
            out.writelines(lines(ending.totals, _named_line("totals", row), only_utf8=valid))
        if ending.extremes is not None:
            for number, name in enumerate(("min", "max")):
                one = ending.extremes.slice(number, 1)
                out.writelines(lines(one, _named_line(name, row), only_utf8=valid))
        took = ending.statistics
        out.write(
            f'{{"progress":{{"read_rows":"{took.rows_read}","read_bytes":"{took.bytes_read}",'
            f'"elapsed_ns":"{round(took.elapsed * 1e9)}"}}}}\n'.encode()
        )
        for name, count in ending.rows_before().items():
            out.write(f'{{"{name}":{count}}}\n'.encode())


def _named_line(name: str, row: Sql) -> Sql:
    return concat(f'{{"{name}":', row, "}\n")


declare(
    Format(
        "JSONEachRow",
        "A JSON object a line.",
        EachRow().write,
        RowsReader().read,
        _CONTENT,
        lines=Lines.EACH,
        infer=infer_objects,
        named=True,
        joining=OBJECTS,
        subset=Subset.BY_KEY,
        appendable=True,
    ),
    "JSONLines",
    "JSONL",
    "NDJSON",
)
declare(
    Format(
        "JSONStringsEachRow",
        "As JSONEachRow, every value as a string.",
        EachRow(strings=True).write,
        RowsReader(strings=True).read,
        _CONTENT,
        lines=Lines.EACH,
        infer=infer_objects,
        named=True,
        joining=OBJECTS,
    )
)
declare(
    Format(
        "PrettyJSONEachRow",
        "As JSONEachRow, indented.",
        EachRow(pretty=True).write,
        content_type=_CONTENT,
        lines=Lines.EACH,
    ),
    "PrettyJSONLines",
    "PrettyNDJSON",
)
declare(
    Format(
        "JSONEachRowWithProgress",
        "As JSONEachRow, with lines for the columns and what was read.",
        WithProgress().write,
        content_type=_CONTENT,
        tells_rows=True,
        tells_progress=True,
        lines=Lines.EACH,
        appendable=True,
    )
)
declare(
    Format(
        "JSONStringsEachRowWithProgress",
        "As JSONEachRowWithProgress, every value as a string.",
        WithProgress(strings=True).write,
        content_type=_CONTENT,
        tells_rows=True,
        tells_progress=True,
        lines=Lines.EACH,
    )
)
declare(
    Format(
        "JSONObjectEachRow",
        "One JSON object with a key for each row.",
        _write_object,
        read_keyed_rows,
        _CONTENT,
        infer=infer_keyed_rows,
        named=True,
    )
)
declare(
    Format(
        "JSONAsString",
        "A JSON object a string.",
        reader=read_as_strings,
        content_type=_CONTENT,
        columns=(("json", STRING),),
    )
)
for _strings in (False, True):
    for _suffix, _with_names, _with_types, _header in HEADINGS:
        _middle = "Strings" if _strings else ""
        declare(
            Format(
                f"JSONCompact{_middle}EachRow{_suffix}",
                "A JSON array a line"
                + (", every value as a string" if _strings else "")
                + f"{_header}.",
                EachRow(True, _strings, _with_names, _with_types).write,
                RowsReader(True, _strings, _with_names, _with_types).read,
                _CONTENT,
                lines=Lines.EACH,
                infer=partial(infer_arrays, names=_with_names, types=_with_types),
                named=_with_names,
                appendable=not _strings,
                headless=f"JSONCompact{_middle}EachRow",
                joining=None if _with_names else ARRAYS,
            )
        )
