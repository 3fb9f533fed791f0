"""What a mutation does to a part, one step after the other."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.engines.definition.ttl_rules import Rule, is_due
from sparktree.parts.description import PartDescription
from sparktree.sql import ast


@dataclass(frozen=True, slots=True)
class Step:
    """A change of the parts of a partition, or of all (None)."""

    partition: str | None

    def concerns(self, part: PartDescription) -> bool:
        """Whether the part may have to change."""
        return self.partition is None or self.partition == part.partition_id


@dataclass(frozen=True, slots=True)
class UpdateStep(Step):
    """New values for columns where the condition holds; in every row if there is none."""

    assignments: tuple[tuple[str, ast.Expression], ...]
    where: ast.Expression | None = None


@dataclass(frozen=True, slots=True)
class FillStep(UpdateStep):
    """Default values for a column in parts that have none; those of other parts stay."""

    def concerns(self, part: PartDescription) -> bool:
        """Only parts without the column."""
        missing = all(part.column(name) is None for name, _ in self.assignments)
        return Step.concerns(self, part) and missing


@dataclass(frozen=True, slots=True)
class DeleteStep(Step):
    """Rows go where the condition holds."""

    where: ast.Expression


@dataclass(frozen=True, slots=True)
class ColumnStep(Step):
    """A change of a column in the parts that have it."""

    column: str

    def concerns(self, part: PartDescription) -> bool:
        """Only parts that have the column."""
        return Step.concerns(self, part) and part.column(self.column) is not None


@dataclass(frozen=True, slots=True)
class ClearStep(ColumnStep):
    """The column goes out of the parts: its default is read from then on."""


@dataclass(frozen=True, slots=True)
class ConvertStep(ColumnStep):
    """The column gets the type that the table has for it now."""


@dataclass(frozen=True, slots=True)
class RewriteStep(Step):
    """The part is written anew, and with it all that is derived from its rows."""

    only_with: str | None = None  # only parts that have this column

    def concerns(self, part: PartDescription) -> bool:
        """Only parts with the column, if one is named."""
        has = self.only_with is None or part.column(self.only_with) is not None
        return Step.concerns(self, part) and has


@dataclass(frozen=True, slots=True)
class MaterializeIndexStep(RewriteStep):
    """Parts without the index are written anew, with it."""

    index: str = ""
    declaration: str = ""

    def concerns(self, part: PartDescription) -> bool:
        """Only parts that lack the index as it is declared now."""
        found = part.indexes.get(self.index)
        lacks = found is None or found.declaration != self.declaration
        return Step.concerns(self, part) and lacks


@dataclass(frozen=True, slots=True)
class MaterializeStatisticsStep(RewriteStep):
    """Parts without the statistics of a column are written anew, with them."""

    column: str = ""
    declaration: str = ""

    def concerns(self, part: PartDescription) -> bool:
        """Only parts that lack the statistics as they are declared now."""
        found = part.statistics.get(self.column)
        lacks = found is None or found.declaration != self.declaration
        return Step.concerns(self, part) and lacks


@dataclass(frozen=True, slots=True)
class ClearStatisticsStep(Step):
    """The statistics of a column go out of the parts."""

    column: str

    def concerns(self, part: PartDescription) -> bool:
        """Only parts that have them."""
        return Step.concerns(self, part) and self.column in part.statistics


@dataclass(frozen=True, slots=True)
class MaterializeTtlStep(Step):
    """The table's TTL is applied to the parts, as of a moment."""

    rules: tuple[Rule, ...]
    now: float
    only_counts: bool = False  # parts learn their moments anew, and keep all rows and values

    def concerns(self, part: PartDescription) -> bool:
        """Only parts with rows whose time has come, or that do not know."""
        if not Step.concerns(self, part) or not part.rows:
            return False
        unknown = any(rule.bounds(part) is None for rule in self.rules)
        return unknown or (not self.only_counts and is_due(self.rules, [part], self.now))


@dataclass(frozen=True, slots=True)
class ClearIndexStep(Step):
    """The files of an index go out of the parts."""

    index: str

    def concerns(self, part: PartDescription) -> bool:
        """Only parts that have the index."""
        return Step.concerns(self, part) and self.index in part.indexes


@dataclass(frozen=True, slots=True)
class MaterializeProjectionStep(Step):
    """Parts without the projection get it."""

    projection: str
    declaration: str

    def concerns(self, part: PartDescription) -> bool:
        """Only parts that lack the projection as it is declared now."""
        found = part.projections.get(self.projection)
        lacks = found is None or found.declaration != self.declaration
        return Step.concerns(self, part) and lacks


@dataclass(frozen=True, slots=True)
class ClearProjectionStep(Step):
    """A projection goes out of the parts."""

    projection: str

    def concerns(self, part: PartDescription) -> bool:
        """Only parts that have the projection."""
        return Step.concerns(self, part) and self.projection in part.projections
