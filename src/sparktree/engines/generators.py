"""Tables that are computed: numbers, zeros, values, one row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.planner.expr import Call, Column, Constant, Expr
from sparktree.planner.nodes import ScanRequest, ScanResult, ScanTask
from sparktree.types import Integer, Type

# Up to so many generated rows the driver makes them itself; nothing stored is read.
DRIVER_ROWS = 200_000
# Fewer generated rows than this are not worth a second task.
_ROWS_PER_TASK = 500_000


@dataclass(frozen=True, slots=True)
class Generated:
    """Rows numbered from `start` to `end`; `row` makes a row's column of its kernel number."""

    name: str
    header: tuple[tuple[str, Type], ...]
    start: int
    end: int
    column: Callable[[str, str], str]  # (column name, row number SQL) → kernel SQL
    counted: str = ""  # the column that is the row's number itself

    def columns(self) -> list[tuple[str, Type]]:
        """The columns."""
        return list(self.header)

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """None."""
        return []

    def scan(self, request: ScanRequest) -> ScanResult:
        """The range of rows, cut into tasks if it is long."""
        start, end = self._wanted(request)
        rows = max(0, end - start)
        if request.limit is not None:
            rows = min(rows, request.limit)
        last = start + rows
        if rows <= DRIVER_ROWS:
            return ScanResult(local=self._sql(request, start, last), rows=rows)
        count = max(1, min(request.tasks, rows // _ROWS_PER_TASK))
        step = -(-rows // count)
        tasks = []
        for begin in range(start, last, step):
            end = min(begin + step, last)
            tasks.append(ScanTask(self._sql(request, begin, end), end - begin, (end - begin) * 8))
        return ScanResult(tuple(tasks), rows=rows)

    def _wanted(self, request: ScanRequest) -> tuple[int, int]:
        """The range without the rows that comparisons of their numbers exclude."""
        start, end = self.start, self.end
        for condition in request.filters:
            found = _comparison(condition)
            if found is None or not self.counted or request.ids.get(found[0].id) != self.counted:
                continue
            _, operator, number = found
            if operator in ("equals", "greater", "greaterOrEquals"):
                start = max(start, number + (operator == "greater"))
            if operator in ("equals", "less", "lessOrEquals"):
                end = min(end, number + (operator != "less"))
        return start, end

    def _sql(self, request: ScanRequest, begin: int, end: int) -> str:
        items = [
            f"{self.column(name, 'range')} AS {sql.quote_name(alias)}"
            for name, alias in request.columns
        ]
        # The kernel's range is signed; a range beyond it is shifted.
        shift = begin if end > 1 << 63 else 0
        source = f"range({begin - shift}, {end - shift})"
        shifted = (
            f"SELECT range + {shift}::UBIGINT AS range FROM {source}"
            if shift
            else f"SELECT range FROM {source}"
        )
        return f"SELECT {', '.join(items) or '1 AS _none'} FROM ({shifted})"


_MIRRORED = {
    "equals": "equals",
    "less": "greater",
    "lessOrEquals": "greaterOrEquals",
    "greater": "less",
    "greaterOrEquals": "lessOrEquals",
}


def _comparison(condition: Expr) -> tuple[Column, str, int] | None:
    """A column compared with a whole number."""
    if not isinstance(condition, Call) or condition.function.name not in _MIRRORED:
        return None
    (first, second), operator = condition.args, condition.function.name
    if isinstance(first, Constant):
        first, second, operator = second, first, _MIRRORED[operator]
    if not isinstance(first, Column) or not isinstance(second, Constant):
        return None
    number = second.value
    plain = isinstance(number, int) and isinstance(second.type, Integer)
    return (first, operator, number) if plain else None  # type: ignore[return-value]


@dataclass(frozen=True, eq=False, slots=True)
class Rows:
    """Rows that are known already, in kernel form, columns named as in the header."""

    name: str
    header: tuple[tuple[str, Type], ...]
    table: pa.Table

    def columns(self) -> list[tuple[str, Type]]:
        """The columns."""
        return list(self.header)

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """None."""
        return []

    def scan(self, request: ScanRequest) -> ScanResult:
        """The asked columns under the asked names."""
        positions = {name: i for i, (name, _) in enumerate(self.header)}
        arrays = [self.table.column(positions[name]) for name, _ in request.columns]
        if not arrays:
            arrays = [pa.nulls(self.table.num_rows, pa.int8())]
            chosen = pa.table(arrays, names=["_none"])
        else:
            chosen = pa.table(arrays, names=[alias for _, alias in request.columns])
        return ScanResult(table=chosen, rows=self.table.num_rows)
