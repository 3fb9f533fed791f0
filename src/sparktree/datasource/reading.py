"""Reading a table: planned in Spark's planning process, with the filters that Spark pushes down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from sparktree.datasource.options import Options
from sparktree.datasource.scanning import Scan
from sparktree.spark import internals
from sparktree.types import DateTime64, Type


class TableReader(DataSourceReader):
    """Plans in Spark's planning process, reads in its tasks."""

    def __init__(self, options: Options, schema: StructType) -> None:
        self._scan = Scan.of(options, schema)
        self._conditions = [options.where] if options.where else []
        if not internals.HAS_FILTERS:
            return
        # Spark refuses a reader with this method where its pushdown is switched off, which is its
        # default; one that looks like the inherited method is only called where it is on.
        push = partial(_push, self)
        push.__func__ = DataSourceReader.pushFilters  # type: ignore[attr-defined]
        self.pushFilters = push  # type: ignore[method-assign]

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "pushFilters"}

    def push(self, filters: Sequence[Any]) -> None:
        """Prune by the filters that mean the same to ClickHouse."""
        # Spark shows a LIMIT to no source; with ours, fewer rows must not be left by more filters.
        if not self._scan.options.pushdown or self._scan.options.limit is not None:
            return
        from sparktree.datasource.filters import condition, is_exact  # noqa: PLC0415  # Spark 4.1's

        with self._scan.options.opened() as (_, context):
            columns = self._scan.columns(context)
        # Of finer times Spark sees microseconds only.
        known = {name: type_ for name, type_ in columns if is_exact(type_) and not _is_fine(type_)}
        found = (condition(filter_, known) for filter_ in filters)
        self._conditions += [text for text in found if text is not None]

    def partitions(self) -> Sequence[InputPartition]:
        """The shares of the parts that are left after pruning."""
        return self._scan.shares(self._conditions)

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a share."""
        return self._scan.read(partition)


def _push(reader: TableReader, filters: Sequence[Any]) -> Sequence[Any]:
    """All filters go back, for Spark to apply again: it mixes up the readers of one DataFrame."""
    reader.push(filters)
    return filters


def _is_fine(type_: Type) -> bool:
    return isinstance(type_.inner, DateTime64) and type_.inner.precision > 6
