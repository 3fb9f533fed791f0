"""XML: one document with the types, the rows and what the query took."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, declare
from sparktree.formats.options import Ending, FormatOptions, Header, Written
from sparktree.formats.render import column, concat, lines
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape
from sparktree.types import Array, Map, Tuple, Type, Variant
from sparktree.types.to_text import Mode, null_text, to_text

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_ESCAPES = (("&", "&amp;"), ("<", "&lt;"))


def _escaped(text: str) -> str:
    for sign, entity in _ESCAPES:
        text = text.replace(sign, entity)
    return text


def _element(tag: str, *inside: Sql | str) -> Sql:
    return concat(f"<{tag}>", *inside, f"</{tag}>")


def _value(type_: Type, value: Sql, options: FormatOptions) -> Sql:
    """A value: containers as elements, all else as text."""
    inner = type_.inner
    if isinstance(inner, Variant):
        shown = inner.choose(value, lambda member, own: _value(member, own, options))
    elif isinstance(inner, Array | Tuple | Map):
        shown = _container(inner, value, options)
    else:
        shown = to_text(inner, value, Mode.PLAIN, options.settings)
        for sign, entity in _ESCAPES:
            shown = sql.call("replace", shown, sql.string(sign), sql.string(entity))
    if not type_.nullable:
        return shown
    null = sql.string(null_text(Mode.ESCAPED, options.settings))
    return sql.case((sql.is_null(value), null), otherwise=shown)


def _container(type_: Type, value: Sql, options: FormatOptions) -> Sql:
    if isinstance(type_, Tuple):
        fields = (
            _element("elem", _value(of, sql.field(value, place), options))
            for place, of in enumerate(type_.of, 1)
        )
        return _element("tuple", *fields)
    if isinstance(type_, Map):
        pairs, of = type_.form, (type_.key, type_.value)
        assert isinstance(pairs, Array)
        tagged = tuple(zip(("key", "value"), of, (1, 2), strict=True))
        items = pairs.map(
            value,
            lambda pair: _element(
                "elem",
                *(_element(t, _value(o, sql.field(pair, p), options)) for t, o, p in tagged),
            ),
        )
        return _element("map", sql.call("array_to_string", items, sql.string("")))
    assert isinstance(type_, Array)
    items = type_.map(value, lambda item: _element("elem", _value(type_.of, item, options)))
    return _element("array", sql.call("array_to_string", items, sql.string("")))


def _row(header: Header, options: FormatOptions, tag: str, indent: str) -> Sql:
    pieces: list[Sql | str] = [f"{indent}<{tag}>\n"]
    for place, (name, type_) in enumerate(header):
        field = name if _NAME.fullmatch(name) else "field"
        pieces += [f"{indent}\t", _element(field, _value(type_, column(place), options)), "\n"]
    return concat(*pieces, f"{indent}</{tag}>\n")


def _meta(header: Header) -> str:
    columns = "".join(
        f"\t\t\t<column>\n\t\t\t\t<name>{_escaped(name)}</name>\n"
        f"\t\t\t\t<type>{_escaped(str(type_))}</type>\n\t\t\t</column>\n"
        for name, type_ in header
    )
    return f"\t<meta>\n\t\t<columns>\n{columns}\t\t</columns>\n\t</meta>\n"


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    head = "<?xml version='1.0' encoding='UTF-8' ?>\n<result>\n"
    out.write(unescape(f"{head}{_meta(header)}\t<data>\n"))
    rows, row = 0, _row(header, options, "row", "\t\t")
    for block in blocks:
        out.writelines(lines(block, row, only_utf8=True))
        rows += block.num_rows
    out.write(b"\t</data>\n")
    ending = options.ending()
    _write_extra(header, ending, out, options)
    out.write(_statistics(rows, ending, options).encode())


def _write_extra(header: Header, ending: Ending, out: BinaryIO, options: FormatOptions) -> None:
    if ending.totals is not None:
        row = _row(header, options, "totals", "\t")
        out.writelines(lines(ending.totals, row, only_utf8=True))
        options.written(Written.TOTALS)
    if ending.extremes is not None:
        out.write(b"\t<extremes>\n")
        for place, tag in enumerate(("min", "max")):
            row = _row(header, options, tag, "\t\t")
            out.writelines(lines(ending.extremes.slice(place, 1), row, only_utf8=True))
        out.write(b"\t</extremes>\n")
        options.written(Written.EXTREMES)


def _statistics(rows: int, ending: Ending, options: FormatOptions) -> str:
    text = f"\t<rows>{rows}</rows>\n"
    for tag, count in ending.rows_before().items():
        text += f"\t<{tag}>{count}</{tag}>\n"
    if options.settings.output_format_write_statistics:
        took = ending.statistics
        text += (
            f"\t<statistics>\n\t\t<elapsed>{took.elapsed:.9g}</elapsed>\n"
            f"\t\t<rows_read>{took.rows_read}</rows_read>\n"
            f"\t\t<bytes_read>{took.bytes_read}</bytes_read>\n\t</statistics>\n"
        )
    return text + "</result>\n"


declare(
    Format(
        "XML",
        "One XML document: types, rows, statistics.",
        _write,
        content_type="application/xml; charset=UTF-8",
        tells_rows=True,
    )
)
