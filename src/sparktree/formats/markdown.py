"""Markdown: a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.options import FormatOptions, Header
from sparktree.formats.render import aligned_right, column, concat, separated, write_rows
from sparktree.formats.tab_separated import escaped_name
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape
from sparktree.types.base import Type
from sparktree.types.to_text import Mode, to_field

_SPECIAL = "*_`|~\\[]<>&#!()+-.{}"


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    names = " | ".join(_name(name, options) for name, _ in header)
    aligned = "|".join("-:" if aligned_right(type_) else ":-" for _, type_ in header)
    out.write(unescape(f"| {names} |\n|{aligned}|\n"))
    texts = [_field(type_, column(i), options) for i, (_, type_) in enumerate(header)]
    write_rows(blocks, concat("| ", *separated(texts, " | "), " |\n"), out)


def _name(name: str, options: FormatOptions) -> str:
    return escaped_name(name)


def _field(type_: Type, value: Sql, options: FormatOptions) -> Sql:
    text = to_field(type_, value, Mode.ESCAPED, options.settings)
    if options.settings.output_format_markdown_escape_special_characters:
        pattern = "([" + "".join("\\" + sign for sign in _SPECIAL) + "])"
        return sql.call(
            "regexp_replace", text, sql.string(pattern), sql.string(r"\\\1"), sql.string("g")
        )
    return text


declare(Format("Markdown", "A Markdown table.", writer=_write, lines=Lines.EACH), "MD")
