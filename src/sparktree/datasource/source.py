"""The data source: what Spark asks first."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql.datasource import (
    DataSource,
    DataSourceArrowWriter,
    DataSourceReader,
    DataSourceStreamReader,
)
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from sparktree.datasource.filling import WritePlan
from sparktree.datasource.options import Options
from sparktree.datasource.reading import TableReader
from sparktree.datasource.scanning import selected
from sparktree.datasource.streaming import BlockReader, EpochWriter
from sparktree.datasource.writing import TableWriter
from sparktree.spark import internals
from sparktree.statements.context import Context
from sparktree.statements.select import typed
from sparktree.types.to_arrow import Flavour, arrow_field


class SparktreeSource(DataSource):
    """A table of a data folder, or the rows of a query there."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "sparktree"

    def schema(self) -> StructType:
        """The columns of SELECT *, or those that the option says."""
        options = Options.of(self.options)
        with options.opened() as (_, context):
            return schema_of(options, context)

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads the columns that the schema names."""
        return TableReader(Options.of(self.options), schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
        """Adds rows; with mode `overwrite` they come in place of others, in one commit."""
        options = Options.of(self.options)
        return TableWriter(options, WritePlan.of(options, schema, overwrite=overwrite), overwrite)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:  # noqa: N802
        """Reads rows as they come, by their blocks."""
        return BlockReader(Options.of(self.options), schema)

    def streamWriter(self, schema: StructType, overwrite: bool) -> EpochWriter:  # noqa: N802
        """Adds the rows of each epoch once; in mode `complete` they come in place of all others."""
        internals.require(
            (4, 1),
            'writeStream.format("sparktree")',
            "use foreachBatch with insert(...) and the setting insert_deduplication_token.",
        )
        return EpochWriter(Options.of(self.options), schema, overwrite)


def schema_of(options: Options, context: Context) -> StructType:
    """The columns that Spark sees."""
    if not options.query:
        context.record(options.name())  # says best that there is no such table
    query = typed(selected(options, options.selected(), ()), context)
    flavour = Flavour(spark=True)
    fields = [arrow_field(column.name, column.type, flavour) for column in query.columns]
    return from_arrow_schema(pa.schema(fields))
