"""Tables that are computed: numbers, zeros, random rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sparktree.engines.table_functions.number_ranges import Range, ranges_left
from sparktree.kernel import sql
from sparktree.planner.expr import Expr
from sparktree.planner.sources import PlainSource, ScanRequest, ScanResult, ScanTask, SourceTraits
from sparktree.types import Type

# Up to so many generated rows the driver makes them itself; nothing stored is read.
DRIVER_ROWS = 200_000
# Fewer generated rows than this are not worth a second task.
_ROWS_PER_TASK = 500_000


@dataclass(frozen=True, slots=True)
class Generated(PlainSource):
    """Rows numbered from `start` to `end`; `column` makes a row's value of its kernel number."""

    name: str
    header: tuple[tuple[str, Type], ...]
    start: int
    end: int
    column: Callable[[str, str], str]  # (column name, row number SQL) → kernel SQL
    counted: str = ""  # the column that is the row's number times `step`, and `offset` more
    offset: int = 0
    step: int = 1

    @property
    def traits(self) -> SourceTraits:
        """Its rows have numbers."""
        return SourceTraits(numbered=self)

    def columns(self) -> list[tuple[str, Type]]:
        """The columns."""
        return list(self.header)

    def scan(self, request: ScanRequest) -> ScanResult:
        """The ranges of rows, cut into tasks if they are long."""
        ranges, _ = self.rows_left(request.filters, request.ids)
        rows = sum(end - start for start, end in ranges)
        if request.limit is not None and rows > request.limit:
            rows, ranges = request.limit, _first(ranges, request.limit)
        if rows <= DRIVER_ROWS:
            return ScanResult(local=self._sql(request, ranges), rows=rows)
        count = max(1, min(request.most_tasks(rows), rows // _ROWS_PER_TASK))
        step = -(-rows // count)
        tasks = []
        for start, last in ranges:
            for begin in range(start, last, step):
                end = min(begin + step, last)
                text = self._sql(request, [(begin, end)])
                tasks.append(ScanTask(text, end - begin, (end - begin) * 8))
        return ScanResult(tuple(tasks), rows=rows)

    def rows_left(
        self, filters: Iterable[Expr], names: Mapping[int, str]
    ) -> tuple[list[Range], bool]:
        """The rows without those that conditions on their numbers exclude, and whether all that
        are left meet the conditions."""
        conditions = list(filters)
        if not self.counted or not conditions:
            return [(self.start, max(self.start, self.end))], not conditions
        values, exact = ranges_left(conditions, lambda c: names.get(c.id) == self.counted)
        rows = [(self._row(start), self._row(end)) for start, end in values]
        inside = [(max(start, self.start), min(end, self.end)) for start, end in rows]
        return [(start, end) for start, end in inside if start < end], exact

    def between(self, start: int, end: int) -> Generated:
        """Only these of its rows."""
        return replace(self, start=start, end=end)

    def _row(self, value: int) -> int:
        """The first row whose number is not less than the value."""
        return -((self.offset - value) // self.step)

    def _sql(self, request: ScanRequest, ranges: Sequence[Range]) -> str:
        items = [
            f"{self.column(name, 'range')} AS {sql.quote_name(alias)}"
            for name, alias in request.columns
        ]
        rows = " UNION ALL ".join(_rows(start, end) for start, end in ranges or [(0, 0)])
        return f"SELECT {', '.join(items) or '1 AS _none'} FROM ({rows})"


def _rows(start: int, end: int) -> str:
    """The numbers of a range; the kernel's own is signed, one beyond it is shifted."""
    if end <= 1 << 63:
        return f"SELECT range FROM range({start}, {end})"
    return f"SELECT range + {start}::UBIGINT AS range FROM range(0, {end - start})"


def _first(ranges: Iterable[Range], most: int) -> list[Range]:
    """So many of the first rows."""
    found = []
    for start, end in ranges:
        taken = min(end - start, most)
        if taken > 0:
            found.append((start, start + taken))
        most -= taken
    return found
