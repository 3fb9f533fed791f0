"""Columns as JSON arrays: JSONColumns, JSONCompactColumns, JSONColumnsWithMetadata."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Lines, Subset, declare
from sparktree.formats.guess_json_files import infer_columns
from sparktree.formats.json_document import write_meta, write_statistics
from sparktree.formats.json_pieces import json_text, json_values
from sparktree.formats.json_whole import ColumnsReader
from sparktree.formats.options import FormatOptions, Header
from sparktree.formats.render import write_between

_CONTENT = "application/json; charset=UTF-8"


def _write_columns(
    blocks: Sequence[pa.Table],
    header: Header,
    out: BinaryIO,
    options: FormatOptions,
    before: Sequence[str],
    only_utf8: bool,
) -> None:
    """The array of each column behind some text: only with all rows at hand can it be written."""
    for number, value in enumerate(json_values(header, False, options)):
        out.write(((",\n" if number else "") + before[number] + "[").encode())
        write_between(blocks, value, ", ", out, only_utf8=only_utf8)
        out.write(b"]")


def _named(header: Header, indent: str, options: FormatOptions) -> list[str]:
    return [f"{indent}{json_text(name, options)}: " for name, _ in header]


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    only_utf8 = options.settings.output_format_json_validate_utf8
    out.write(b"{\n")
    _write_columns(list(blocks), header, out, options, _named(header, "\t", options), only_utf8)
    out.write(b"\n}\n")


def _write_compact(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    kept = list(blocks)
    only_utf8 = options.settings.output_format_json_validate_utf8
    out.write(b"[\n")
    if any(block.num_rows for block in kept):
        _write_columns(kept, header, out, options, ["\t"] * len(header), only_utf8)
    out.write(b"\n]\n")


def _write_with_metadata(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    kept = list(blocks)
    rows = sum(block.num_rows for block in kept)
    write_meta(header, out, options)
    out.write(b'\t"data":\n\t{\n')
    if rows:
        _write_columns(kept, header, out, options, _named(header, "\t\t", options), True)
    out.write(b"\n\t}")
    write_statistics(rows, options.ending(), out, options)


for _name, _doc, _writer, _reader in (
    ("JSONColumns", "An object with an array of each column.", _write, ColumnsReader()),
    ("JSONCompactColumns", "An array of each column.", _write_compact, ColumnsReader(compact=True)),
    (
        "JSONColumnsWithMetadata",
        "As JSONColumns, with the types and statistics of JSON.",
        _write_with_metadata,
        ColumnsReader(meta=True),
    ),
):
    _is_plain = not _reader.compact and not _reader.meta
    declare(
        Format(
            _name,
            _doc,
            _writer,
            _reader.read,
            _CONTENT,
            tells_rows=_reader.meta,
            lines=Lines.TOGETHER,
            infer=partial(infer_columns, compact=_reader.compact, meta=_reader.meta),
            named=_is_plain,
            subset=Subset.BY_KEY if _is_plain else Subset.NEVER,
        )
    )
