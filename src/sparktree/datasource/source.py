"""The data source: what Spark asks first."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceArrowWriter, DataSourceReader
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from sparktree.datasource.options import Options
from sparktree.datasource.reading import TableReader, selected
from sparktree.datasource.writing import TableWriter
from sparktree.statements.select import typed
from sparktree.types.to_arrow import Flavour, arrow_field


class SparktreeSource(DataSource):
    """A table of a data folder, or the rows of a query there."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "sparktree"

    def schema(self) -> StructType:
        """The columns of SELECT *."""
        options = Options.of(self.options)
        with options.opened() as (_, context):
            if not options.query:
                context.record(options.name())  # says best that there is no such table
            query = typed(selected(options, ("*",), ()), context)
            columns = [(column.name, column.type) for column in query.columns]
        flavour = Flavour(spark=True)
        fields = [arrow_field(name, type_, flavour) for name, type_ in columns]
        return from_arrow_schema(pa.schema(fields))

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads the columns that the schema names."""
        return TableReader(Options.of(self.options), schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
        """Adds rows; with mode `overwrite` they come in place of all others, in one commit."""
        return TableWriter.prepared(Options.of(self.options), schema, overwrite)
