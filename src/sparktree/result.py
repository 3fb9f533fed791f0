"""What a query gives: its rows as text, Python values, Arrow, pandas or a DataFrame."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sparktree import formats
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import FormatOptions
from sparktree.settings.query import QuerySettings
from sparktree.sql import Parsed
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome
from sparktree.types import Type

if TYPE_CHECKING:
    import pandas
    from pyspark.sql import DataFrame


@dataclass(slots=True)
class Result:
    """The rows of one statement, in kernel form until they are asked for."""

    header: list[tuple[str, Type]]
    table: pa.Table
    format: str
    settings: QuerySettings
    zone: str
    statistics: dict[str, Any] = field(default_factory=dict)
    context: Context | None = None

    @classmethod
    def of(cls, outcome: Outcome, context: Context, parsed: Parsed, format_: str | None) -> Result:
        """Take the rows of an outcome."""
        blocks = list(outcome.rows())
        table = pa.concat_tables(blocks) if blocks else pa.table({})
        elapsed = time.time() - context.started
        chosen = parsed.format or format_ or outcome.default_format or "TabSeparated"
        statistics = {
            "elapsed": elapsed,
            "rows_read": context.read_rows,
            "bytes_read": context.read_bytes,
        }
        return cls(
            outcome.header, table, chosen, context.settings, context.zone, statistics, context
        )

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, _ in self.header]

    @property
    def types(self) -> list[str]:
        """ClickHouse's types of the columns."""
        return [str(type_) for _, type_ in self.header]

    def text(self, format: str | None = None) -> str:
        """The text that clickhouse-client would print."""
        return self.bytes(format).decode("utf-8", "surrogateescape")

    def bytes(self, format: str | None = None) -> bytes:
        """As `text`, for formats that are no text."""
        if not self.header:
            return b""
        out = io.BytesIO()
        options = FormatOptions(settings=format_settings(self.settings, self.zone))
        formats.write(format or self.format, [self.table], self.header, out, options)
        return out.getvalue()

    def arrow(self) -> pa.Table:
        """The rows as an Arrow table."""
        return self.table.rename_columns(self.columns)

    def pandas(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame."""
        return self.arrow().to_pandas()

    @property
    def df(self) -> DataFrame:
        """The rows as a Spark DataFrame."""
        assert self.context is not None
        return self.context.services.spark.frame(self.arrow())

    def rows(self) -> list[tuple[Any, ...]]:
        """The rows as tuples of Python values."""
        columns = [column.to_pylist() for column in self.table.columns]
        return list(zip(*columns, strict=True))
