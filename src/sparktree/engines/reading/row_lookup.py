"""Which rows of parts are wanted, told by few columns: of the parts, or of a projection of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import duckdb

from sparktree.engines.reading.scan_reader import ScanText, joined
from sparktree.parts.reader import PartScan, RowRange, common_rows

PART, ROW = "late_part", "late_row"  # where a row lies
_BLOCK = 8192  # rows that are read or left together
_SINGLE = 16  # unless no more than so many of them are wanted
_GAP = 256  # rows between two ranges that cost less than telling the ranges apart

Places = Mapping[int, Sequence[RowRange]]  # by part


@dataclass(frozen=True, slots=True)
class RowLookup:
    """The rows that meet conditions, out of a projection that holds their places; picklable."""

    texts: tuple[ScanText, ...]  # the columns of the conditions, PART and ROW
    condition: str
    names: tuple[str, ...]
    parts: frozenset[int]  # those that the projection knows

    def of(self, share: Sequence[PartScan]) -> RowLookup | None:
        """The lookup for some of the parts; None if it knows none of them."""
        known = self.parts & {scan.index for scan in share}
        if not known:
            return None
        return replace(self, texts=tuple(only(self.texts, known)), parts=known)

    def likely_rows(self, scans: Sequence[PartScan]) -> int:
        """About how many rows are read of the projection, and of parts that it does not know."""
        unknown = sum(scan.rows for scan in scans if scan.index not in self.parts)
        return rows_of(self.texts) + unknown

    def places(self, kernel: duckdb.DuckDBPyConnection, scans: Sequence[PartScan]) -> Places:
        """Where the wanted rows of the scanned parts may lie."""
        whole: dict[int, Sequence[RowRange]] = {
            scan.index: ((0, scan.part.rows),) for scan in scans if scan.index not in self.parts
        }
        if not self.texts:
            return whole
        rows = f"SELECT {PART}, {ROW} FROM ({joined(self.texts)}) WHERE {self.condition}"
        return whole | places_of(kernel, rows)


def places_of(kernel: duckdb.DuckDBPyConnection, rows: str) -> dict[int, Sequence[RowRange]]:
    """Ranges of rows that hold all those of a SELECT, by part; single rows where they are few."""
    blocks = (
        f"SELECT {PART} AS part, {ROW} // {_BLOCK} AS block, max({ROW}) AS high,"
        f" min({ROW}, {_SINGLE + 1}) AS first FROM ({rows}) GROUP BY ALL ORDER BY part, block"
    )
    found: dict[int, list[RowRange]] = {}
    for part, _, high, first in kernel.execute(blocks).fetchall():
        found.setdefault(part, []).extend(_ranges(first, high))
    return {part: _joined(ranges) for part, ranges in found.items()}


def _joined(ranges: Sequence[RowRange]) -> list[RowRange]:
    """Ranges of many rows as one where they almost meet: those of neighbouring blocks may."""
    joined: list[RowRange] = []
    for begin, end in ranges:
        long = joined and min(end - begin, joined[-1][1] - joined[-1][0]) > _SINGLE
        if long and begin - joined[-1][1] <= _GAP:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((begin, end))
    return joined


def _ranges(first: Sequence[int], high: int) -> list[RowRange]:
    """The wanted rows of a block, by themselves if they are few; else all from first to last."""
    if len(first) > _SINGLE:
        return [(first[0], high + 1)]
    begins = [row for i, row in enumerate(first) if not i or row > first[i - 1] + 1]
    ends = [row + 1 for i, row in enumerate(first) if i + 1 == len(first) or first[i + 1] > row + 1]
    return list(zip(begins, ends, strict=True))


# --- scans -----------------------------------------------------------------------------------


def scans_of(texts: Sequence[ScanText]) -> list[PartScan]:
    """The scans of texts."""
    return [scan for text in texts for scan in text.scans]


def rows_of(texts: Sequence[ScanText]) -> int:
    """How many rows texts read."""
    return sum(scan.rows for scan in scans_of(texts))


def only(texts: Sequence[ScanText], parts: frozenset[int]) -> list[ScanText]:
    """The texts that read some of the parts, with these alone."""
    chosen = (text.of([scan for scan in text.scans if scan.index in parts]) for text in texts)
    return [text for text in chosen if text.scans]


def within(texts: Sequence[ScanText], places: Places) -> list[ScanText]:
    """The texts that read some of the places, with these alone."""
    narrowed = (text.of(_narrowed(text.scans, places)) for text in texts)
    return [text for text in narrowed if text.scans]


def _narrowed(scans: Sequence[PartScan], places: Places) -> list[PartScan]:
    narrowed = []
    for scan in scans:
        if scan.index in places:
            wanted = scan.ranges or ((0, scan.part.rows),)
            ranges = tuple(common_rows(wanted, places[scan.index]))
            if ranges:
                narrowed.append(replace(scan, ranges=ranges))
    return narrowed
