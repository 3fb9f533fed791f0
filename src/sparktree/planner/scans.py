"""The scans of one plan: what they read, and what they found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sparktree.planner.scan_reports import ScanReport
from sparktree.planner.sources import TableSource


@dataclass(frozen=True, slots=True)
class Scanned:
    """A table, the columns of it that are read, and what the scan found."""

    source: TableSource
    columns: tuple[str, ...]
    report: ScanReport


@dataclass(slots=True)
class Scans:
    """The scans in the order in which they were planned; each source is one element of FROM."""

    _by_source: dict[int, Scanned] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Scanned]:
        return iter(self._by_source.values())

    def add(self, source: TableSource, columns: tuple[str, ...], report: ScanReport) -> None:
        """Keep what a scan found, beside the projections that were considered before it."""
        before = self._by_source.get(id(source))
        if before is not None:
            report = replace(report, considered=before.report.considered + report.considered)
            columns = tuple(dict.fromkeys((*before.columns, *columns)))
        self._by_source[id(source)] = Scanned(source, columns, report)

    def report(self, source: TableSource) -> ScanReport | None:
        """What the scan of a table found; None if it was not scanned."""
        found = self._by_source.get(id(source))
        return None if found is None else found.report
