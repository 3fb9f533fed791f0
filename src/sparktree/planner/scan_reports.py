"""What a scan found out and is going to read, for limits, EXPLAIN and the log of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Counts = tuple[int, int]  # parts, granules


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """How a scan follows the ordering of a query."""

    read_type: str  # ClickHouse's name for it
    followed: int  # so many elements of the ordering its rows come in the order of


class IndexUse(Protocol):
    """What one index left to read."""

    @property
    def kind(self) -> str:
        """Min-Max, Partition, Statistics, PrimaryKey or Skip."""
        ...

    @property
    def name(self) -> str | None:
        """The name of a skip index."""
        ...

    @property
    def description(self) -> str | None:
        """Type and granularity of a skip index."""
        ...

    @property
    def keys(self) -> list[str]:
        """The keys that the condition reads."""
        ...

    @property
    def text(self) -> str | None:
        """The condition; None for indexes that do not show theirs."""
        ...

    @property
    def search(self) -> str | None:
        """How granules were searched for."""
        ...

    @property
    def before(self) -> Counts:
        """What there was."""
        ...

    @property
    def after(self) -> Counts:
        """What it left."""
        ...


@dataclass(frozen=True, slots=True)
class PartsRead:
    """What is read of the parts of a table, or of one of its projections."""

    name: str
    rows: int
    parts: int
    all_parts: int
    marks: int
    all_marks: int
    ranges: int
    partitions: frozenset[str]
    indexes: Sequence[IndexUse] = ()
    columns: tuple[str, ...] = ()  # of a projection, under its own names

    @property
    def events(self) -> dict[str, int]:
        """What was chosen and out of how much, under ClickHouse's names."""
        return {
            "SelectedParts": self.parts,
            "SelectedPartsTotal": self.all_parts,
            "SelectedMarks": self.marks,
            "SelectedMarksTotal": self.all_marks,
            "SelectedRanges": self.ranges,
        }


@dataclass(frozen=True, slots=True)
class Considered:
    """A projection that would have answered, and what became of it, in ClickHouse's words."""

    read: PartsRead
    text: str
    parts_ruled_out: int = 0


@dataclass(frozen=True, slots=True)
class ScanReport:
    """What one scan found: of a table with parts, what it reads of these and of a projection."""

    rows: int = 0  # that it reads, as far as that is known
    table: tuple[str, str] = ("", "")  # database and name
    of_table: PartsRead | None = None
    projection: PartsRead | None = None
    order: ReadOrder | None = None
    considered: tuple[Considered, ...] = ()  # projections

    @property
    def reads(self) -> list[PartsRead]:
        """What is read of a projection and of the table's own rows."""
        return [one for one in (self.projection, self.of_table) if one is not None]


NO_REPORT = ScanReport()
