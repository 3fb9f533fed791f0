"""Tables that come with a query: their rows are known to it alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from sparktree import formats
from sparktree.engines.table_functions.data_functions import known_rows
from sparktree.engines.table_functions.structures import structure
from sparktree.planner.sources import TableSource
from sparktree.statements.context import Context
from sparktree.statements.insert_formats import format_options


@dataclass(frozen=True, slots=True)
class ExternalTable:
    """A name, columns such as `a UInt8, b String`, and rows in a format."""

    name: str
    columns: str
    format: str
    data: BinaryIO


def external_sources(
    tables: Iterable[ExternalTable], context: Context
) -> Mapping[tuple[str, str], TableSource]:
    """The tables as the query finds them in its database."""
    found: dict[tuple[str, str], TableSource] = {}
    for table in tables:
        header = structure(table.columns)
        blocks = formats.read(table.format, table.data, list(header), format_options(context))
        found[context.session.database, table.name] = known_rows(table.name, header, blocks)
    return found
