"""The formats by name, and writing in one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath
from typing import BinaryIO

import pyarrow as pa

from sparktree.disks.compression import ENDINGS
from sparktree.errors import Code, Error
from sparktree.formats.input import Reader, Source
from sparktree.formats.joining import Joining
from sparktree.formats.options import FormatOptions, FormatSettings, Header, InputBlock
from sparktree.hints import maybe
from sparktree.registry import Registry
from sparktree.types.base import Type
from sparktree.types.composite import Tuple
from sparktree.types.parse import parse_type

Infer = Callable[[Source, FormatOptions], Header]
Writer = Callable[[Iterable[pa.Table], Header, BinaryIO, FormatOptions], None]


class Subset(Enum):
    """Whether a file can be read for some of its columns without the others."""

    NEVER = "the lines have to be read whole"
    BY_NAME = "columns have names"
    BY_KEY = "keys in any case may mean a column"


class Lines(Enum):
    """Whether a row has a text of its own, which formatRow gives."""

    EACH = "rows are written one after the other, from a template"
    UNBUILT = "so they are, but by other means than a template"
    TOGETHER = "rows are written together: column by column, or as a table"


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, and what is true of it."""

    name: str
    doc: str
    writer: Writer | None = None
    reader: Reader | None = None
    content_type: str = "text/plain; charset=UTF-8"
    raw: bool = False  # whether the bytes of values are written as they are, text or not
    tells_rows: bool = False  # whether it says how many rows were before LIMIT
    tells_progress: bool = False  # whether it says between rows what was read
    lines: Lines = Lines.UNBUILT
    # --- what columns data has
    infer: Infer | None = None
    columns: tuple[tuple[str, Type], ...] = ()  # of all data, whatever it is
    typed: bool = False  # whether data has the types of columns: nothing is guessed
    named: bool = False  # whether data has the names of columns, so that it may lack some
    subset: Subset = Subset.NEVER
    # --- files
    appendable: bool = False  # whether data may be followed by more data
    headless: str = ""  # the format of such data if a header has come before
    extensions: tuple[str, ...] = ()  # of files, besides the format's names
    magic: bytes = b""  # how data begins
    joining: Joining | None = None  # how several data become one; None: each is read by itself


FORMATS: Registry[str, Format] = Registry()


def declare(format_: Format, *aliases: str) -> Format:
    """File a format under its name and its aliases."""
    for name in (format_.name, *aliases):
        FORMATS.add(name, format_)
    return format_


def find(name: str) -> Format:
    """The format of a name; ClickHouse ignores its case."""
    found = lookup(name)
    if found is None:
        raise Error(Code.UNKNOWN_FORMAT, f"Unknown format {name}{maybe(name, FORMATS, 2)}")
    return found


def lookup(name: str) -> Format | None:
    """The format of a name, None if there is none."""
    return FORMATS.get(name) or _ignoring_case(name)


def _ignoring_case(name: str) -> Format | None:
    lowered = name.lower()
    return next((format_ for key, format_ in FORMATS.items() if key.lower() == lowered), None)


def of_path(path: str) -> Format | None:
    """The format that a file's name says, before the ending of a compression; None if it says
    none."""
    name = PurePosixPath(path)
    if name.suffix[1:].lower() in ENDINGS:
        name = name.with_suffix("")
    extension = name.suffix[1:].lower()
    own = (format_ for format_ in FORMATS.values() if extension in format_.extensions)
    return next(own, None) or lookup(extension)


def tells_rows(name: str) -> bool:
    """Whether the format, if there is one of that name, says how many rows were before LIMIT."""
    found = lookup(name)
    return found is not None and found.tells_rows


def write(
    name: str,
    blocks: Iterable[pa.Table],
    header: Header,
    out: BinaryIO,
    options: FormatOptions | None = None,
) -> None:
    """Write blocks in kernel form (columns c0, c1, ...) in the format."""
    writer_of(name)(blocks, header, out, options or FormatOptions())


def writer_of(name: str) -> Writer:
    """Who writes the format, if it can be written."""
    format_ = find(name)
    if format_.writer is None:
        raise Error(
            Code.FORMAT_IS_NOT_SUITABLE_FOR_OUTPUT, f"Format {name} is not suitable for output"
        )
    return format_.writer


def read(
    name: str, source: BinaryIO, columns: Header, options: FormatOptions | None = None
) -> Iterator[InputBlock]:
    """Read rows of the columns, in blocks of kernel form."""
    format_ = find(name)
    if format_.reader is None:
        raise Error(
            Code.FORMAT_IS_NOT_SUITABLE_FOR_INPUT, f"Format {name} is not suitable for input"
        )
    return format_.reader(Source(source.read, file=source), columns, options or FormatOptions())


def infer(name: str, source: BinaryIO, options: FormatOptions | None = None) -> Header:
    """The columns of the data, as ClickHouse would guess them."""
    format_ = find(name)
    if format_.infer is None and not format_.columns:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The structure of data in format {name} cannot be found out; it must be given.",
        )
    chosen = options or FormatOptions()
    try:
        header = _guessed(format_, Source(source.read, file=source), chosen)
    except Error as error:
        raise no_structure(name, f"Error:\n{error}") from error
    if format_.typed:
        return header
    return _hinted(_renamed(header, chosen.settings, format_.name), chosen.settings)


def _guessed(format_: Format, source: Source, options: FormatOptions) -> Header:
    settings = options.settings
    if not format_.typed:
        limits = (
            settings.input_format_max_rows_to_read_for_schema_inference,
            settings.input_format_max_bytes_to_read_for_schema_inference,
        )
        if not all(limits):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Cannot read rows to determine the schema, the maximum number of rows (or bytes) to"
                " read is set to 0. Most likely setting"
                " input_format_max_rows_to_read_for_schema_inference or"
                " input_format_max_bytes_to_read_for_schema_inference is set to 0",
            )
        if not format_.columns and source.is_empty():
            raise Error(Code.CANNOT_EXTRACT_TABLE_STRUCTURE, "the file is empty")
    return list(format_.columns) if format_.infer is None else format_.infer(source, options)


def no_structure(name: str, reason: str) -> Error:
    """The error of data whose columns cannot be found out."""
    return Error(
        Code.CANNOT_EXTRACT_TABLE_STRUCTURE,
        f"The table structure cannot be extracted from a {name} format file. {reason}\n"
        "You can specify the structure manually",
    )


def _renamed(header: Header, settings: FormatSettings, name: str) -> Header:
    """With the names of a setting, where the data has none."""
    names = [one.strip() for one in settings.column_names_for_schema_inference.split(",")]
    nameless = [f"c{i}" for i in range(1, len(header) + 1)]
    if names == [""] or [column for column, _ in header] != nameless:
        return header
    if len(names) != len(header):
        raise no_structure(
            name,
            f"The number of column names {len(names)} differs with the number of types"
            f" {len(header)}.",
        )
    return [(column, type_) for column, (_, type_) in zip(names, header, strict=True)]


def _hinted(header: Header, settings: FormatSettings) -> Header:
    """With the types of a setting; as in ClickHouse, hints that are no columns say nothing."""
    if not settings.schema_inference_hints:
        return header
    try:
        hints = parse_type(f"Tuple({settings.schema_inference_hints})")
    except Error:
        return header
    if not isinstance(hints, Tuple) or hints.names is None:
        return header
    known = dict(zip(hints.names, hints.of, strict=True))
    return [(column, known.get(column, type_)) for column, type_ in header]
