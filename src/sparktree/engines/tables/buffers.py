"""Buffers: tables that hold rows back until they are many or old, then hand them on together.

ClickHouse holds them in memory. Here they are parts that belong to the buffer, so that a crash
loses none, and every process sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.catalog.records import Part, Table
from sparktree.engines.definition.table import load_definition
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.tables.merge_tables import branch_of, columns_of
from sparktree.errors import Code, Error
from sparktree.planner.environment import View
from sparktree.sql import ast

HELD = ".buffers"  # the database in which a buffer's UUID names the rows that it holds itself
_SETTLED_SECONDS = 2.0
_NAMES = ("_database", "_table")
_LIMITS = (
    "num_buckets", "min_time", "max_time", "min_rows", "max_rows", "min_bytes", "max_bytes",
    "flush_time", "flush_rows", "flush_bytes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """Seconds since the first of some rows came, how many they are, and their bytes."""

    seconds: float
    rows: float
    bytes: float

    def any_above(self, other: Amount) -> bool:
        """Whether one of the three is above the other's; what is 0 there is no limit."""
        pairs = zip(self._all(), other._all(), strict=True)
        return any(0 < limit < value for value, limit in pairs)

    def all_above(self, other: Amount) -> bool:
        """Whether all three are above the other's."""
        return all(a > b for a, b in zip(self._all(), other._all(), strict=True))

    def _all(self) -> tuple[float, float, float]:
        return self.seconds, self.rows, self.bytes


@dataclass(frozen=True, slots=True)
class BufferLimits:
    """When a buffer hands its rows on: all of `least` are passed, or any of `most`."""

    least: Amount
    most: Amount
    soon: Amount  # of what nobody waits for

    @classmethod
    def of(cls, record: Table) -> BufferLimits:
        """The limits that a buffer was made with."""
        numbers = [
            float(str(arg.value)) if isinstance(arg, ast.Literal) else 0.0
            for arg in load_definition(record.create_query).engine.args[3:]
        ]
        numbers += [0.0] * (len(_LIMITS) - 1 - len(numbers))
        return cls(
            Amount(*numbers[0:6:2]), Amount(*numbers[1:6:2]), Amount(*numbers[6:9])
        )  # fmt: skip

    def overdue(self, parts: Sequence[Part], now: float) -> list[Part]:
        """What may not stay any longer of the rows that no INSERT is about to hand on itself."""
        settled = [part for part in parts if part.created <= now - _SETTLED_SECONDS]
        return settled if self.reached(settled, now) else []

    def reached(self, parts: Sequence[Part], now: float) -> bool:
        """Whether so many rows may not stay any longer."""
        if not parts:
            return False
        seconds = now - min(part.created for part in parts)
        size = sum(part.data_uncompressed_bytes for part in parts)
        held = Amount(seconds, sum(part.rows for part in parts), size)
        return held.all_above(self.least) or held.any_above(self.most) or held.any_above(self.soon)


def destination(record: Table) -> ast.TableName | None:
    """The table behind a buffer; None for one that forgets its rows."""
    database, table = (
        str(arg.value)
        for arg in load_definition(record.create_query).engine.args[:2]
        if isinstance(arg, ast.Literal)
    )
    return ast.TableName(table, database or record.database) if table else None


def open_buffer(record: Table, storage: DataFolder) -> View:
    """What a buffer shows: the rows that it holds, and those of the table behind it."""
    columns = columns_of(record)
    own: tuple[ast.Expression, ...] = tuple(ast.Identifier((name,)) for name, _ in columns)
    known = {name for name, _ in columns}
    places = zip((record.database, record.name), _NAMES, strict=True)
    own += tuple(ast.Aliased(ast.Literal(text), n) for text, n in places if n not in known)
    held = ast.Select(own, from_=ast.TableExpression(ast.TableName(record.uuid, HELD)))
    hidden = tuple(name for name in _NAMES if name not in known)
    name = destination(record)
    behind = storage.catalog.tables.find(name.database or "", name.name) if name else None
    if behind is None:
        return View(record.name, held, hidden, of_tables=True)
    united = ast.SetOperation("UNION", "ALL", held, branch_of(behind, columns))
    other = dict(columns_of(behind))
    mixed = frozenset(name for name, type_ in columns if other.get(name) != type_)
    return View(record.name, united, hidden, of_tables=True, not_in_prewhere=mixed)


def checked_buffer(
    engine: ast.Function, evaluate: Callable[[ast.Expression], object]
) -> ast.Function:
    """The engine as it is kept, its arguments computed."""
    if not 9 <= len(engine.args) <= 12:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Storage Buffer requires from 9 to 12 parameters: destination_database,"
            " destination_table, num_buckets, min_time, max_time, min_rows, max_rows, min_bytes,"
            " max_bytes[, flush_time, flush_rows, flush_bytes].",
        )
    names = [
        ".".join(arg.parts) if isinstance(arg, ast.Identifier) else str(evaluate(arg))
        for arg in engine.args[:2]
    ]
    numbers: list[int | float] = []
    for name, arg in zip(_LIMITS, engine.args[2:], strict=False):
        number = evaluate(arg)
        if not isinstance(number, int | float):
            message = f"Argument '{name}' must be a number, got '{number}'"
            raise Error(Code.BAD_ARGUMENTS, message)
        numbers.append(number)
    if not isinstance(numbers[0], int) or numbers[0] < 1:
        message = f"Argument 'num_buckets' must be a positive integer, got '{numbers[0]}'."
        raise Error(Code.BAD_ARGUMENTS, message)
    return ast.Function(engine.name, (*map(ast.Literal, names), *map(ast.Literal, numbers)))
