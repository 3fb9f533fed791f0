"""Table functions whose rows come with the statement, or that have none."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import pyarrow as pa

from sparktree import formats
from sparktree.engines.table_functions.declare import TableCall, table_function
from sparktree.engines.table_functions.structures import missing, structure, with_computed
from sparktree.errors import Code, Error
from sparktree.formats.detecting import HEAD, detected
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import FormatOptions, InputBlock
from sparktree.kernel import sql, text
from sparktree.kernel.connection import kernel
from sparktree.planner.environment import View
from sparktree.planner.sources import KnownRows, PlainSource, ScanRequest, ScanResult
from sparktree.types import UINT8, Type

Header = tuple[tuple[str, Type], ...]
NULL = "null"


def known_rows(name: str, header: Header, blocks: Iterable[InputBlock]) -> KnownRows:
    """A table of what was read from a format."""
    none = _no_rows(header)
    tables = [_filled(block, header) for block in blocks]
    return KnownRows(name, header, pa.concat_tables([none, *tables]))


def _filled(block: InputBlock, header: Header) -> pa.Table:
    """The rows of a block, the default of its type where a value is missing."""
    items = []
    for number, (_, type_) in enumerate(header):
        value = sql.name(f"c{number}")
        if block.missing[number] is not None:
            value = sql.case((sql.name(f"m{number}"), type_.default()), otherwise=value)
        items.append(f"{sql.cast(value, type_.kernel)} AS c{number}")
    masks = {f"m{i}": mask for i, mask in enumerate(block.missing) if mask is not None}
    table = block.table
    for name, mask in masks.items():
        table = table.append_column(name, mask)
    with kernel() as cursor:
        cursor.register("block", table)
        return cursor.sql(f"SELECT {', '.join(items)} FROM block").to_arrow_table()


@dataclass(frozen=True, slots=True)
class FormatRows(PlainSource):
    """The rows of format(), which are read by whoever wants them: DESCRIBE does not."""

    name: str
    header: Header
    blocks: Callable[[], Iterable[InputBlock]]

    def columns(self) -> list[tuple[str, Type]]:
        """The columns."""
        return list(self.header)

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """Whether a row has no value of a column."""
        return [(missing(name), UINT8) for name, _ in self.header]

    def scan(self, request: ScanRequest) -> ScanResult:
        """The asked columns under the asked names."""
        blocks = list(self.blocks())
        rows = known_rows(self.name, self.header, blocks)
        if not any(name.startswith(missing("")) for name, _ in request.columns):
            return rows.scan(request)
        masks = [_no_rows(tuple(self.virtual_columns())), *map(_masks, blocks)]
        names = [f"m{i}" for i in range(len(self.header))]
        beside = pa.concat_tables(masks).rename_columns(names)
        for name in names:
            rows = replace(rows, table=rows.table.append_column(name, beside.column(name)))
        header = (*self.header, *self.virtual_columns())
        return replace(rows, header=header).scan(request)


def _masks(block: InputBlock) -> pa.Table:
    """For each column which rows have no value of it."""
    rows = block.table.num_rows
    none = pa.repeat(pa.scalar(0, pa.uint8()), rows)
    arrays = [none if mask is None else mask.cast(pa.uint8()) for mask in block.missing]
    return pa.table({f"c{i}": array for i, array in enumerate(arrays)})


def _no_rows(header: Header) -> pa.Table:
    columns = ", ".join(f"{type_.default()} AS c{i}" for i, (_, type_) in enumerate(header))
    with kernel() as cursor:
        return cursor.sql(f"SELECT {columns or sql.FALSE} WHERE false").to_arrow_table()


@table_function("format", engine="Values", needs_temporary=True, any_case=True)
def format_(call: TableCall) -> FormatRows | View:
    """Data given as text: format([name[, 'structure'],] 'data')."""
    if len(call.args) not in (1, 2, 3):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Table function 'format' requires from 1 to 3 arguments: [format, [structure]], data",
        )
    *named, data = (str(call.value(i)) for i in range(len(call.args)))
    name, declared = named[0] if named else "auto", named[1:]
    settings = call.environment.settings
    zone = call.environment.context.zone
    options = FormatOptions(settings=format_settings(settings, zone))
    stored = text.unescape(data)
    if name == "auto":
        name = detected(stored[:HEAD], options) or ""
        if not name:
            raise Error(
                Code.CANNOT_DETECT_FORMAT,
                "The data format cannot be detected by the contents. You can specify it manually",
            )
    if declared and declared[0] != "auto":
        view = with_computed(call.name, call.args, 1, declared[0], defaults=True)
        if view is not None:
            return view
        header = structure(declared[0])
    else:
        header = tuple(formats.infer(name, io.BytesIO(stored), options))
    return FormatRows(
        call.name,
        header,
        lambda: formats.read(name, io.BytesIO(stored), list(header), options),
    )


@table_function(NULL, engine="Null")
def null(call: TableCall) -> KnownRows:
    """No rows of a structure, and a place for rows that nobody wants: null('structure')."""
    if len(call.args) != 1:
        message = "Table function 'null' requires 'structure'."
        raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, message)
    return known_rows(call.name, structure(str(call.value(0))), ())


@table_function("input")
def input_(call: TableCall) -> KnownRows:
    """The data of an INSERT: INSERT INTO t SELECT ... FROM input('structure') FORMAT name data."""
    raise Error(
        Code.INVALID_USAGE_OF_INPUT,
        "Input stream is not initialized, input() must be used only in INSERT SELECT query",
    )
