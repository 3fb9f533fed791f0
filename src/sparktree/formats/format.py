"""The formats by name, and writing in one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.input import Reader, Source
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.registry import Registry

Infer = Callable[[Source, FormatOptions], Header]
Writer = Callable[[Iterable[pa.Table], Header, BinaryIO, FormatOptions], None]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, and what it can do."""

    name: str
    doc: str
    writer: Writer | None = None
    reader: Reader | None = None
    content_type: str = "text/plain; charset=UTF-8"


FORMATS: Registry[str, Format] = Registry()
INFERENCE: Registry[str, Infer] = Registry()  # by the format's own name


def declare(format_: Format, *aliases: str) -> Format:
    """File a format under its name and its aliases."""
    for name in (format_.name, *aliases):
        FORMATS.add(name, format_)
    return format_


def find(name: str) -> Format:
    """The format of a name; ClickHouse ignores its case."""
    found = FORMATS.get(name) or _ignoring_case(name)
    if found is None:
        raise Error(Code.UNKNOWN_FORMAT, f"Unknown format {name}")
    return found


def _ignoring_case(name: str) -> Format | None:
    lowered = name.lower()
    return next((format_ for key, format_ in FORMATS.items() if key.lower() == lowered), None)


def write(
    name: str,
    blocks: Iterable[pa.Table],
    header: Header,
    out: BinaryIO,
    options: FormatOptions | None = None,
) -> None:
    """Write blocks in kernel form (columns c0, c1, ...) in the format."""
    format_ = find(name)
    if format_.writer is None:
        raise Error(
            Code.FORMAT_IS_NOT_SUITABLE_FOR_OUTPUT, f"Format {name} is not suitable for output"
        )
    format_.writer(blocks, header, out, options or FormatOptions())


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
    guess = INFERENCE.get(format_.name)
    if guess is None:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The structure of data in format {name} cannot be found out; it must be given.",
        )
    return guess(Source(source.read, file=source), options or FormatOptions())
