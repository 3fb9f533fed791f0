"""The data source: what Spark asks first."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceArrowWriter, DataSourceReader
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from sparktree.datasource.options import Options
from sparktree.datasource.reading import TableReader
from sparktree.datasource.writing import TableWriter
from sparktree.planner.environment import View
from sparktree.planner.select import QueryAnalyser
from sparktree.types.to_arrow import Flavour, arrow_field


class SparktreeSource(DataSource):
    """A table of a data folder."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "sparktree"

    def schema(self) -> StructType:
        """The columns of SELECT *."""
        options = Options.of(self.options)
        with options.opened() as (_, context):
            table = context.table(options.name())
            if isinstance(table, View):
                query = QueryAnalyser(context).analyse(table.query)
                columns = [(column.name, column.type) for column in query.columns]
            else:
                columns = table.columns()
        flavour = Flavour(spark=True)
        fields = [arrow_field(name, type_, flavour) for name, type_ in columns]
        return from_arrow_schema(pa.schema(fields))

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads the columns that the schema names."""
        return TableReader(Options.of(self.options), schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
        """Adds rows; with mode `overwrite` they come in place of all others, in one commit."""
        return TableWriter.prepared(Options.of(self.options), schema, overwrite)
