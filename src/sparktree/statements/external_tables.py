"""Tables that come with a query: their rows are known to it alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from sparktree import formats
from sparktree.engines.table_functions.data_functions import known_rows
from sparktree.engines.table_functions.structures import structure
from sparktree.formats.options import Header, InputBlock
from sparktree.planner.sources import TableSource
from sparktree.statements.context import Context
from sparktree.statements.insert_formats import format_options


class ExternalTable(Protocol):
    """A table that comes with a query."""

    @property
    def name(self) -> str: ...

    def rows(self, context: Context) -> tuple[Header, Iterable[InputBlock]]:
        """Its columns, and its rows in blocks."""
        ...


@dataclass(frozen=True, slots=True)
class ExternalData:
    """A name, columns such as `a UInt8, b String`, and rows in a format."""

    name: str
    columns: str
    format: str
    data: BinaryIO

    def rows(self, context: Context) -> tuple[Header, Iterable[InputBlock]]:
        header = list(structure(self.columns))
        return header, formats.read(self.format, self.data, header, format_options(context))


@dataclass(frozen=True, slots=True)
class ExternalBlocks:
    """A name, columns, and rows that were read already."""

    name: str
    columns: Header
    blocks: list[InputBlock]

    def rows(self, context: Context) -> tuple[Header, Iterable[InputBlock]]:
        return self.columns, self.blocks


def external_sources(
    tables: Iterable[ExternalTable], context: Context
) -> Mapping[tuple[str, str], TableSource]:
    """The tables as the query finds them in its database."""
    found: dict[tuple[str, str], TableSource] = {}
    for table in tables:
        header, blocks = table.rows(context)
        found[context.session.database, table.name] = known_rows(table.name, tuple(header), blocks)
    return found
