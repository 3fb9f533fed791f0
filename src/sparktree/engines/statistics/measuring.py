"""What parts and their statistics tell of a table, for the order of joins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.skip_indexes.stored import solid_type
from sparktree.engines.statistics.estimating import Estimates
from sparktree.engines.statistics.loading import statistics_in
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.parts.sketches import cardinality
from sparktree.parts.statistics import numbers_of
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr
from sparktree.planner.sources import Ends
from sparktree.types import Date, Date32, DateTime, DateTime64, Decimal, Integer

# Types whose values, as keys, are thought to lie evenly between the least and the greatest.
_ALONG_A_LINE = (Integer, Decimal, Date, Date32, DateTime, DateTime64)


@dataclass(frozen=True, slots=True, eq=False)
class TableMeasures:
    """Rows, shares of them and different values, by a snapshot of a table's parts."""

    definition: TableDefinition
    environment: Environment
    parts: Callable[[], Sequence[PartOnDisk]]

    def rows(self) -> int:
        """The rows of the parts."""
        return sum(part.description.rows for part in self.parts())

    def share(self, filters: Sequence[Expr], names: Mapping[int, str]) -> float:
        """The part of the rows that conditions leave."""
        context = self.environment.context
        return Estimates(self.definition, context, names, self.parts()).share_of_all(filters)

    def distinct(self, column: str) -> float | None:
        """Different values of a column, if most rows are in parts that tell it."""
        if column not in self.definition.by_name:
            return None
        measured_rows, rows, together = 0, 0, None
        for part in self.parts():
            rows += part.description.rows
            known = statistics_in(part.description, part.disk, column)
            if known is None or known.registers is None:
                continue
            measured_rows += part.description.rows
            if together is None or len(together) != len(known.registers):
                together = known.registers
            else:
                together = np.maximum(together, known.registers)
        if together is None or 2 * measured_rows < rows:
            return None
        return max(1.0, float(cardinality(together)))

    def ends(self, column: str) -> Ends | None:
        """The least and the greatest number of a column, if all parts tell them."""
        declared = self.definition.by_name.get(column)
        if declared is None:
            return None
        solid = solid_type(declared.type)
        if not isinstance(solid, _ALONG_A_LINE):
            return None
        found: list[float] = []
        for part in self.parts():
            known = statistics_in(part.description, part.disk, column)
            if known is None or known.bounds is None:
                return None
            if known.bounds.least is not None:
                ends = pa.array([known.bounds.least, known.bounds.greatest], solid.storage)
                found += map(float, numbers_of(ends, solid))
        return (min(found), max(found)) if found else None
