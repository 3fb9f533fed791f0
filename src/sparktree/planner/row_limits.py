"""Limits on the rows of a step: max_rows_to_group_by and its like, with their overflow modes.

A step that ends instead of failing ends behind a block, as ClickHouse's do: rows are counted in
blocks of max_block_size, in the order in which they come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.numbers.readable import value_bytes
from sparktree.kernel import sql
from sparktree.kernel.connection import connect
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.planner import stream_order
from sparktree.planner.expr import Column
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import Distinct, Node, SetOperation, Window
from sparktree.settings.query import QuerySettings

_ROWS_BEFORE = "ROWS BETWEEN UNBOUNDED PRECEDING AND"


@dataclass(frozen=True, slots=True)
class Guard:
    """A limit: the settings that hold it, and the error of what goes beyond it."""

    what: str  # as in max_rows_WHAT and max_bytes_WHAT
    mode: str
    code: Code
    subject: str

    def over(
        self,
        fragment: Fragment,
        settings: QuerySettings,
        columns: Iterable[Column] = (),
        counted: int | None = None,
    ) -> Fragment:
        """The rows of a task up to the limit; more are an error, or cut off where the mode says.

        Of a block no more than `counted` rows count. The columns are those that have bytes.
        """
        limits = self._limits(settings)
        if limits is None:
            return fragment
        tests = [
            *self._rows_tests(limits, counted),
            *self._bytes_tests(
                limits, [value_bytes(sql.name(c.kernel_name), c.type) for c in columns]
            ),
        ]
        kept = " AND ".join(tests)
        return fragment.over(f"SELECT * FROM ({fragment.sql}) QUALIFY {kept}")

    def of_set(self, table: pa.Table, settings: QuerySettings) -> pa.Table:
        """The different rows that a set may hold, for rows that the driver has."""
        limits = self._limits(settings)
        if limits is None:
            return table
        names = ", ".join(sql.quote_name(name) for name in table.column_names)
        with closing(connect()) as cursor:
            cursor.register("rows_", table)
            rows = cursor.sql(stream_order.distinct("SELECT * FROM rows_", names)).to_arrow_table()
        rows = rows.cast(table.schema)
        if not limits.breaks:
            self.check(rows.num_rows, settings)
            if limits.bytes and rows.nbytes > limits.bytes:
                raise Error(self.code, self._message("bytes", limits.bytes))
            return rows
        if limits.rows:
            rows = rows.slice(0, limits.whole_blocks())
        if limits.bytes and rows.nbytes > limits.bytes:
            each = max(1, rows.nbytes // rows.num_rows)
            rows = rows.slice(0, limits.in_blocks(-(-limits.bytes // each)))
        return rows

    def check(self, rows: int, settings: QuerySettings, counted: int | None = None) -> None:
        """An error if so many rows are too many."""
        limits = self._limits(settings)
        if limits is None or not limits.rows or limits.breaks:
            return
        if rows > limits.exact(counted):
            raise Error(self.code, self._message("rows", limits.rows))

    def enough(self, settings: QuerySettings, counted: int | None = None) -> int | None:
        """So many rows tell what the limit does to more of them; None without a limit."""
        limits = self._limits(settings)
        if limits is None:
            return None
        more = 0 if limits.breaks else 1
        rows = limits.whole_blocks(counted) if limits.breaks else limits.exact(counted)
        found = [rows + more] if limits.rows else []
        return min([*found, limits.bytes + 1] if limits.bytes else found)

    def _limits(self, settings: QuerySettings) -> _Limits | None:
        rows = int(getattr(settings, f"max_rows_{self.what}"))
        size = int(getattr(settings, f"max_bytes_{self.what}"))
        if not rows and not size:
            return None
        return _Limits(rows, size, settings.max_block_size, getattr(settings, self.mode) == "break")

    def _message(self, of: str, most: int) -> str:
        return f"Limit for {self.subject} exceeded, max {of}: {most}"

    def _rows_tests(self, limits: _Limits, counted: int | None) -> list[str]:
        if not limits.rows:
            return []
        number = "row_number() OVER ()"
        if limits.breaks:
            return [f"{number} <= {limits.whole_blocks(counted)}"]
        return [self._failing(f"{number} > {limits.exact(counted)}", "rows", limits.rows)]

    def _bytes_tests(self, limits: _Limits, sizes: Sequence[Sql]) -> list[str]:
        if not limits.bytes or not sizes:
            return []
        size = sizes[0] if len(sizes) == 1 else sql.op("+", *sizes)
        if limits.breaks:
            before = f"sum({size}) OVER ({_ROWS_BEFORE} 1 PRECEDING)"
            return [f"coalesce({before}, 0) < {limits.bytes}"]
        total = f"sum({size}) OVER ({_ROWS_BEFORE} CURRENT ROW)"
        return [self._failing(f"{total} > {limits.bytes}", "bytes", limits.bytes)]

    def _failing(self, condition: str, of: str, most: int) -> str:
        failure = sql.call("error", sql.string(raising(self.code, self._message(of, most))))
        return f"CASE WHEN {condition} THEN {failure} IS NULL ELSE true END"


@dataclass(frozen=True, slots=True)
class _Limits:
    """What the settings allow a step; 0 means any number."""

    rows: int
    bytes: int
    block: int
    breaks: bool

    def exact(self, counted: int | None) -> int:
        """The rows up to the last that may be counted."""
        each = self._of_block(counted)
        return self.rows // each * self.block + self.rows % each

    def whole_blocks(self, counted: int | None = None) -> int:
        """The rows up to the end of the block that reaches the limit."""
        return -(-self.rows // self._of_block(counted)) * self.block

    def in_blocks(self, rows: int) -> int:
        """So many rows and the rest of their block."""
        return -(-rows // self.block) * self.block

    def _of_block(self, counted: int | None) -> int:
        return self.block if counted is None else max(1, min(self.block, counted))


DISTINCT = Guard("in_distinct", "distinct_overflow_mode", Code.SET_SIZE_LIMIT_EXCEEDED, "DISTINCT")
SORT = Guard("to_sort", "sort_overflow_mode", Code.TOO_MANY_ROWS_OR_BYTES, "rows to sort")
JOIN = Guard("in_join", "join_overflow_mode", Code.SET_SIZE_LIMIT_EXCEEDED, "JOIN")
SET = Guard("in_set", "set_overflow_mode", Code.SET_SIZE_LIMIT_EXCEEDED, "IN-set")


def check_columns(columns: int, settings: QuerySettings) -> None:
    """An error if a query reads more columns of a table than it may."""
    most = settings.max_columns_to_read
    if most and columns > most:
        raise Error(
            Code.TOO_MANY_COLUMNS,
            f"Limit for number of columns to read exceeded. Requested: {columns}, maximum: {most}",
        )


def guarded(node: Node, fragment: Fragment, settings: QuerySettings) -> Fragment:
    """The node's rows, as many as the settings allow."""
    match node:
        case Distinct() | SetOperation(operator="UNION", distinct=True):
            return DISTINCT.over(fragment, settings, node.columns)
        case Window(windows=windows) if any(w.partition_by or w.order_by for _, w in windows):
            return SORT.over(fragment, settings)
    return fragment


# --- groups -------------------------------------------------------------------------------


def grouped(fragment: Fragment, keys: int, settings: QuerySettings) -> Fragment:
    """Groups of rows, no more than the settings allow."""
    if not keys:
        return fragment
    most = settings.max_rows_to_group_by
    if not most or settings.group_by_overflow_mode != "throw":
        return fragment
    message = f"Limit for rows to GROUP BY exceeded: maximum: {most}"
    failure = sql.call("error", sql.string(raising(Code.TOO_MANY_ROWS, message)))
    kept = f"CASE WHEN row_number() OVER () > {most} THEN {failure} IS NULL ELSE true END"
    return fragment.over(f"SELECT * FROM ({fragment.sql}) QUALIFY {kept}")


def before_groups(fragment: Fragment, keys: Sequence[Sql], settings: QuerySettings) -> Fragment:
    """Rows of a task that are aggregated: behind the block with one group too many those of new
    groups are left out (any), or all (break)."""
    if not keys:
        return fragment
    most, mode = settings.max_rows_to_group_by, settings.group_by_overflow_mode
    if not most or mode == "throw":
        return fragment
    listed = ", ".join(keys)
    blocks = f"SELECT *, (row_number() OVER () - 1) // {settings.max_block_size} AS block_"
    firsts = f"SELECT *, min(block_) OVER (PARTITION BY {listed}) AS first_"
    found = f"SELECT min(block_) AS block_ FROM numbered_ GROUP BY {listed}"
    so_far = f"SELECT block_, count(*) OVER (ORDER BY block_) AS groups_ FROM ({found})"
    end = f"(SELECT min(block_) FROM ({so_far}) WHERE groups_ > {most})"
    place = "first_" if mode == "any" else "block_"
    return fragment.over(
        f"WITH numbered_ AS MATERIALIZED ({blocks} FROM ({fragment.sql}))"
        f" SELECT * EXCLUDE (block_, first_) FROM ({firsts} FROM numbered_)"
        f" WHERE {place} <= coalesce({end}, {place})"
    )
