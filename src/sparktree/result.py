"""What a query gives: its rows as text, Python values, Arrow, pandas or a DataFrame."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

import pyarrow as pa

from sparktree import formats
from sparktree.errors import Code, Error
from sparktree.formats.extremes import extremes
from sparktree.formats.from_settings import format_settings
from sparktree.formats.html import MOST_ROWS, html_table
from sparktree.formats.options import Ending, FormatOptions, Statistics, Written
from sparktree.formats.outfile import opened_outfile
from sparktree.planner.variants import holds_variant
from sparktree.settings.query import QuerySettings
from sparktree.sql import Parsed
from sparktree.sql.statements.base import Outfile
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome
from sparktree.types import Type
from sparktree.types.to_arrow import Flavour, column
from sparktree.types.to_python import to_python

if TYPE_CHECKING:
    import pandas
    from pyspark.sql import DataFrame


Header = list[tuple[str, Type]]


@dataclass(slots=True)
class Result:
    """The rows of one statement, in kernel form until they are asked for."""

    header: Header
    table: pa.Table
    format: str
    settings: QuerySettings
    zone: str
    statistics: dict[str, Any] = field(default_factory=dict)
    context: Context | None = None
    totals: pa.Table | None = None  # the row of WITH TOTALS, in kernel form

    @classmethod
    def of(cls, outcome: Outcome, context: Context, parsed: Parsed, format_: str | None) -> Result:
        """Take the rows of an outcome."""
        blocks = list(outcome.rows())
        table = pa.concat_tables(blocks) if blocks else pa.table({})
        return cls(
            outcome.header,
            table,
            chosen_format(outcome, parsed, format_),
            context.settings,
            context.zone,
            statistics_of(context),
            context,
            outcome.totals_row(),
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
        options = FormatOptions(format_settings(self.settings, self.zone), self._ending)
        formats.write(format or self.format, [self.table], self.header, out, options)
        return out.getvalue()

    def into(self, outfile: Outfile) -> Result:
        """Write the file of INTO OUTFILE; what is left to be shown."""
        with opened_outfile(outfile) as file:
            file.write(self.bytes())
        return self if outfile.and_stdout else replace(self, header=[], table=pa.table({}))

    def _ending(self) -> Ending:
        """What formats print after the rows."""
        wanted = bool(self.settings.value("extremes"))
        found = extremes(self.table, self.header) if wanted else None
        return _ended(self.totals, found, self.statistics)

    def rows(self) -> list[tuple[Any, ...]]:
        """The rows as tuples of Python values.

        >>> import sparktree
        >>> with sparktree.connect() as db:
        ...     db.query("SELECT 1 AS x, 'a' AS y, [1, 2] AS z").rows()
        [(1, 'a', [1, 2])]
        """
        pairs = zip(self.table.columns, self.header, strict=True)
        columns = [to_python(values, type_, self.zone) for values, (_, type_) in pairs]
        return list(zip(*columns, strict=True))

    def first(self, count: int) -> list[tuple[Any, ...]]:
        """Of the rows the first ones."""
        return replace(self, table=self.table.slice(0, count)).rows()

    def _repr_html_(self) -> str | None:
        """The first rows as a table, for notebooks."""
        if not self.header:
            return None
        return html_table(self.header, self.first(MOST_ROWS), self.table.num_rows)

    def arrow(self) -> pa.Table:
        """The rows as an Arrow table in the types that Arrow has for them."""
        return arrow_table(self.table, self.header, Flavour(self.zone))

    def pandas(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame."""
        if find_spec("pandas") is None:
            raise Error(
                Code.SUPPORT_IS_DISABLED,
                "pandas is not installed: install sparktree[pandas], or use arrow() or rows().",
            )
        varied = [i for i, (_, type_) in enumerate(self.header) if holds_variant(type_)]
        plain = self.arrow()
        for place in varied:  # pandas knows no unions: values are Python's own
            plain = plain.set_column(place, self.header[place][0], pa.nulls(len(plain)))
        frame = plain.to_pandas()
        for place in varied:
            found = to_python(self.table.column(place), self.header[place][1], self.zone)
            frame.isetitem(place, type(frame.iloc[:, place])(found, dtype="object"))
        return frame

    @property
    def df(self) -> DataFrame:
        """The rows as a Spark DataFrame, in the Spark types that hold every value."""
        if self.context is None or not self.header:
            raise Error(Code.BAD_ARGUMENTS, "A statement without columns gives no DataFrame.")
        table = arrow_table(self.table, self.header, Flavour(self.zone, spark=True))
        return self.context.services.spark.frame(table)


def arrow_table(table: pa.Table, header: Header, flavour: Flavour) -> pa.Table:
    """A table in kernel form as other programs expect it."""
    names = [name for name, _ in header]
    pairs = zip(table.columns, header, strict=True)
    return pa.table([column(values, type_, flavour) for values, (_, type_) in pairs], names=names)


def chosen_format(outcome: Outcome, parsed: Parsed, format_: str | None) -> str:
    """The statement's own format, that of the call, or the usual one."""
    return parsed.format or format_ or outcome.default_format or "TabSeparated"


def statistics_of(context: Context) -> dict[str, Any]:
    """What a statement took."""
    told = {
        "rows_before_limit_at_least": context.rows_before_limit,
        "rows_before_aggregation": context.rows_before_aggregation,
    }
    return {
        "elapsed": time.time() - context.started,
        "rows_read": context.read_rows,
        "bytes_read": context.read_bytes,
        "parts_read": context.profile.get("SelectedParts", 0),
        "marks_read": context.profile.get("SelectedMarks", 0),
        **{name: rows for name, rows in told.items() if rows is not None},
    }


def _ended(
    totals: pa.Table | None, extremes: pa.Table | None, statistics: dict[str, Any]
) -> Ending:
    return Ending(
        totals,
        extremes,
        Statistics(statistics["elapsed"], statistics["rows_read"], statistics["bytes_read"]),
        statistics.get("rows_before_limit_at_least"),
        statistics.get("rows_before_aggregation"),
    )


class Stream:
    """The rows of one statement, block by block as they are ready; for results of any size.

    Read once, by `blocks`, `arrow` or `write`; close it, or use it in a `with` statement.
    """

    def __init__(
        self,
        outcome: Outcome,
        context: Context,
        format: str,
        guard: Callable[[Iterator[pa.Table]], Iterator[pa.Table]],
    ) -> None:
        self.header: Header = outcome.header
        self.format = format
        self.rows_given = 0
        self.context = context
        self._outcome = outcome
        self._extremes: pa.Table | None = None
        self._running = guard(outcome.rows())
        self._blocks = self._running

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, _ in self.header]

    @property
    def types(self) -> list[str]:
        """ClickHouse's types of the columns."""
        return [str(type_) for _, type_ in self.header]

    @property
    def statistics(self) -> dict[str, Any]:
        """What the statement took so far."""
        return statistics_of(self.context)

    def blocks(self) -> Iterator[pa.Table]:
        """The blocks in kernel form, columns named c0, c1, ..."""
        wanted = bool(self.context.settings.value("extremes"))
        for block in self._blocks:
            self.rows_given += block.num_rows
            if wanted:
                self._extremes = extremes(block, self.header, self._extremes)
            yield block

    @property
    def totals(self) -> pa.Table | None:
        """The row of WITH TOTALS in kernel form, once the rows were read."""
        return self._outcome.totals_row()

    @property
    def extremes(self) -> pa.Table | None:
        """The least and the greatest values in kernel form, once the rows were read; None unless
        the setting asks for them."""
        return self._extremes

    def arrow(self) -> Iterator[pa.Table]:
        """The blocks as Arrow tables in the types that Arrow has for them."""
        flavour = Flavour(self.context.zone)
        for block in self.blocks():
            yield arrow_table(block, self.header, flavour)

    def write(
        self,
        out: BinaryIO,
        format: str | None = None,
        revision: int = 0,
        on_written: Callable[[Written], None] | None = None,
    ) -> int:
        """Write the rows as clickhouse-client would; how many there were.

        The revision is that of ClickHouse's protocol, for Native. `on_written` is called behind
        every piece that is written: a block of rows, totals, extremes.
        """
        if not self.header:
            for _ in self.blocks():
                pass
            return 0
        settings = format_settings(self.context.settings, self.context.zone)
        options = FormatOptions(settings, self._ending, revision=revision, on_written=on_written)
        formats.write(format or self.format, self._pieces(options), self.header, out, options)
        return self.rows_given

    def _pieces(self, options: FormatOptions) -> Iterator[pa.Table]:
        """The blocks; when the next one is wanted, one was written."""
        for block in self.blocks():
            yield block
            options.written(Written.DATA)

    def _ending(self) -> Ending:
        return _ended(self.totals, self._extremes, self.statistics)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows as tuples of Python values."""
        for block in self.blocks():
            pairs = zip(block.columns, self.header, strict=True)
            columns = [to_python(values, type_, self.context.zone) for values, (_, type_) in pairs]
            yield from zip(*columns, strict=True)

    def start(self) -> None:
        """Run the statement up to its first rows; reading goes on from there."""
        first = next(self._running, None)
        self._blocks = iter(()) if first is None else chain([first], self._running)

    def close(self) -> None:
        """Stop the statement if it still runs."""
        close = getattr(self._running, "close", None)
        if close is not None:
            close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
