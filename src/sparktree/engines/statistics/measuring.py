"""What parts and their statistics tell of a table, for the order of joins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.statistics.estimating import Estimates
from sparktree.engines.statistics.loading import statistics_in
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.parts.sketches import cardinality
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr


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
