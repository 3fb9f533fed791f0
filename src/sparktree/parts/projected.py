"""The rows of a projection out of the rows of its part."""

import numpy as np
import pyarrow as pa

from sparktree.kernel.connection import kernel
from sparktree.parts.layout import ProjectionLayout

SOURCE = "rows_of_part"
OFFSET = "__offset"  # the number of the row in its part


def projected_rows(rows: pa.Table, projection: ProjectionLayout) -> pa.Table:
    """The projection's columns over sorted rows of a whole part."""
    read = rows.select([name for name in projection.reads if name != OFFSET])
    if OFFSET in projection.reads or not read.num_columns:
        read = read.append_column(OFFSET, pa.array(np.arange(rows.num_rows, dtype=np.uint64)))
    with kernel() as cursor:
        cursor.register(SOURCE, read)
        try:
            return cursor.sql(projection.sql).to_arrow_table()
        finally:
            cursor.unregister(SOURCE)
