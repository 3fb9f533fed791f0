"""How an aggregate function is declared: partial values, how they merge, and the result.

An aggregate is split in three so that it can run where the data is: every task computes
`partial` columns, `merge` combines those of several tasks (each again an aggregate call), and
`final` makes the result out of the merged columns. The state of AggregateFunction(...) is the tuple
of the partial columns. An aggregate that cannot be split has `whole` alone; its rows meet first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal as Choice

from sparktree.functions.declare import Argument, Value, wrong_arity
from sparktree.kernel.sql import Sql
from sparktree.registry import Registry
from sparktree.types import Type


@dataclass(frozen=True, slots=True)
class Agg:
    """One aggregate call of the kernel; FILTER and DISTINCT are added by who prints it."""

    name: str
    args: tuple[str, ...] = ()
    order_by: str = ""
    distinct: bool = False

    def sql(self, condition: str | None = None) -> Sql:
        """The call, over the rows that satisfy the condition."""
        inner = ("DISTINCT " if self.distinct else "") + ", ".join(self.args)
        order = f" ORDER BY {self.order_by}" if self.order_by else ""
        where = f" FILTER (WHERE {condition})" if condition else ""
        return Sql(f"{self.name}({inner}{order}){where}")


@dataclass(frozen=True, slots=True)
class AggregateCall:
    """A call as the declarations see it; `sqls` are kernel values of the arguments."""

    name: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Value, ...]
    sqls: tuple[Sql, ...]
    result: Type
    zone: str = "UTC"

    def __getitem__(self, position: int) -> Sql:
        return self.sqls[position]

    def __len__(self) -> int:
        return len(self.sqls)

    def type(self, position: int) -> Type:
        """The argument's type as given."""
        return self.arguments[position].type

    def inner(self, position: int) -> Type:
        """The argument's type without Nullable and LowCardinality."""
        return self.arguments[position].type.inner


Returns = Type | Callable[[Sequence[Argument], Sequence[Value]], Type]


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints the kernel's aggregate calls of one use: over which rows, and whether distinct."""

    condition: Sql | None = None
    distinct: bool = False

    def __call__(self, name: str, *args: str, order_by: str = "") -> Sql:
        return Agg(name, args, order_by, self.distinct).sql(self.condition)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate function as declared."""

    name: str
    returns: Returns
    arity: tuple[int, int | None]
    states: Callable[[AggregateCall], tuple[Type, ...]] | None = (
        None  # types of the partial columns
    )
    partial: Callable[[AggregateCall], tuple[Agg, ...]] | None = None
    merge: Callable[[AggregateCall, tuple[Sql, ...]], tuple[Agg, ...]] | None = None
    final: Callable[[AggregateCall, tuple[Sql, ...]], Sql] | None = None
    whole: Callable[[AggregateCall, Printer], Sql] | None = None
    doc: str = ""
    example: tuple[str, str] | None = None
    aliases: tuple[str, ...] = ()
    any_case: bool = False
    parameters: tuple[int, int | None] = (0, 0)
    nulls: Choice["skip", "own"] = "skip"
    keeps_null: bool = True  # whether a Nullable argument makes the result Nullable

    @property
    def splits(self) -> bool:
        """Whether tasks can compute partial values."""
        return self.partial is not None

    def check(self, arguments: int, parameters: int) -> None:
        """Fail as ClickHouse does on a wrong number of arguments or parameters."""
        least, most = self.arity
        if arguments < least or (most is not None and arguments > most):
            raise wrong_arity(self.name, arguments, least, most)
        least, most = self.parameters
        if parameters < least or (most is not None and parameters > most):
            raise wrong_arity(f"{self.name} (parameters)", parameters, least, most)


AGGREGATES: Registry[str, Aggregate] = Registry()
AGGREGATES_ANY_CASE: dict[str, str] = {}


def aggregate(declared: Aggregate) -> Aggregate:
    """File an aggregate function under all its names."""
    for spelling in (declared.name, *declared.aliases):
        AGGREGATES.add(spelling, declared)
        if declared.any_case:
            AGGREGATES_ANY_CASE[spelling.lower()] = spelling
    return declared


def find_plain(name: str) -> Aggregate | None:
    """The aggregate of that name, without combinators."""
    found = AGGREGATES.get(name)
    if found is None and (spelling := AGGREGATES_ANY_CASE.get(name.lower())):
        found = AGGREGATES[spelling]
    return found
