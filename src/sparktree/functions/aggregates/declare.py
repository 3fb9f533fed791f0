"""How an aggregate function is declared: partial values, how they merge, and the result.

An aggregate is split in three so that it can run where the data is: every task computes
`partial` columns, `merge` combines those of several tasks (each again an aggregate call), and
`final` makes the result out of the merged columns. The state of AggregateFunction(...) is the tuple
of the partial columns. An aggregate that cannot be split has `whole` alone; its rows meet first.
"""

from __future__ import annotations

import decimal
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal as Choice

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.kinds import Kinds, kind
from sparktree.functions.core.declare import Argument, ArgumentsOfCall, Value
from sparktree.hints import maybe
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.registry import NamedRegistry
from sparktree.types import (
    NULL_TYPE,
    UINT8,
    AggregateFunction,
    Nullable,
    SimpleAggregateFunction,
    Tuple,
    Type,
    Variant,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
)
from sparktree.types.base import typed_null

# Kernel aggregates that show the only value that they see, or count it.
_OF_ONE_ROW = frozenset({"count", "sum", "min", "max", "first", "any_value", "last"})
_SKIPS_NULL = frozenset({"count", "sum", "min", "max"})


@dataclass(frozen=True, slots=True)
class Agg:
    """One aggregate call of the kernel; FILTER and DISTINCT are added by who prints it."""

    name: str
    args: tuple[str, ...] = ()
    order_by: str = ""
    distinct: bool = False
    condition: str = ""  # which rows the call itself wants
    around: str = "{}"  # what is done with the call's value, e.g. flatten({})

    def sql(self, condition: str | None = None, over: str | None = None) -> Sql:
        """The call, over the rows that satisfy the condition, and over a window."""
        inner = ("DISTINCT " if self.distinct else "") + ", ".join(self.args)
        order = f" ORDER BY {self.order_by}" if self.order_by else ""
        wanted = [c for c in (condition, self.condition) if c]
        where = f" FILTER (WHERE {' AND '.join(wanted)})" if wanted else ""
        window = "" if over is None else f" OVER ({over})"
        return Sql(self.around.replace("{}", f"{self.name}({inner}{order}){where}{window}"))

    def skips_null(self, value: str | None) -> bool:
        """Whether the kernel itself leaves out the rows where the value is NULL."""
        (arg,) = self.args if len(self.args) == 1 else (None,)
        return (
            value is not None
            and self.name in _SKIPS_NULL
            and arg in (value, f"CAST({value} AS DOUBLE)")
        )

    def of_one_row(self, condition: str | None = None) -> Sql | None:
        """The call's value over a single row; None if that is not known."""
        if self.name not in _OF_ONE_ROW or len(self.args) != 1 or self.around != "{}":
            return None
        value, nothing = self.args[0], "NULL"
        if self.name == "count":
            value = "1" if value == "*" else f"CAST({value} IS NOT NULL AS BIGINT)"
            nothing = "0"
        wanted = " AND ".join(c for c in (condition, self.condition) if c)
        return Sql(f"CASE WHEN {wanted} THEN {value} ELSE {nothing} END" if wanted else value)


@dataclass(frozen=True, slots=True)
class AggregateCall(ArgumentsOfCall):
    """A call as the declarations see it; `sqls` are kernel values of the arguments."""

    name: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Value, ...]
    sqls: tuple[Sql, ...]
    result: Type
    zone: str = "UTC"


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
    any_case_aliases: tuple[str, ...] = ()
    parameters: tuple[int, int | None] = (0, 0)
    nulls: Choice["skip", "own"] = "skip"
    keeps_null: bool = True  # whether a Nullable argument makes the result Nullable
    # What a bare NULL as an argument gives: NULL, the same as no rows, or an error.
    of_null: Choice["null", "default", "refused"] = "null"
    counted: Callable[[AggregateCall], Sql] | None = None  # the rows that -IfOrNull asks for
    # The version of the state that ClickHouse shows in the name of its type.
    shown_version: Callable[[Sequence[Type]], int] = lambda types: 0
    plain_distinct: bool = False  # whether DISTINCT inside its kernel calls is -Distinct
    # The type of the state, where it is not AggregateFunction of the function itself.
    state_type: Callable[[Sequence[Type]], Type] | None = None
    window_only: bool = False  # whether only OVER may call it
    setting: str = ""  # what must be set for it to be known at all
    meets: bool = False  # whether the rows of a group should meet although partial values exist
    # What kinds of types each argument may have, the last for all that follow; and the error.
    takes: tuple[Kinds, ...] = ()
    refused: Code = Code.ILLEGAL_TYPE_OF_ARGUMENT
    unread: Kinds = frozenset()  # kinds that ClickHouse takes but cannot read: NOT_IMPLEMENTED
    excess: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH  # the error of too many parameters
    lacking: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH  # and that of too few
    # The errors of numbers of arguments that have one of their own.
    wrong_arity: tuple[tuple[int, Code], ...] = ()
    none_allowed: Code = Code.AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS

    # The version of what is stored of a group: it rises when the partial columns change their
    # meaning, and states of older versions stay readable.
    stored_version: int = 1

    def pack(self, parts: Sequence[Sql]) -> Sql:
        """The partial columns of a group as a state."""
        return sql.struct(sql.cast(self.stored_version, "UTINYINT"), *parts)

    def unpack(self, state: Sql, types: Sequence[Type]) -> tuple[Sql, ...]:
        """The partial columns of a state; one of a later version is refused."""
        fields = [sql.field(state, i + 2) for i in range(len(types))]
        if types:
            message = raising(
                Code.UNKNOWN_FORMAT_VERSION,
                f"States of the aggregate function {self.name} are known up to version"
                f" {self.stored_version}",
            )
            later = sql.op(">", sql.field(state, 1), self.stored_version)
            refused = sql.cast(sql.call("error", sql.string(message)), types[0].kernel)
            fields[0] = sql.case((later, refused), otherwise=fields[0])
        return tuple(fields)

    @property
    def splits(self) -> bool:
        """Whether tasks can compute partial values."""
        return self.partial is not None and not self.meets

    def check(self, arguments: int, parameters: int) -> None:
        """Fail as ClickHouse does on a wrong number of arguments or parameters."""
        least, most = self.arity
        if arguments < least or (most is not None and arguments > most):
            code = dict(self.wrong_arity).get(arguments, Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH)
            raise Error(code, self._count_text(least, most))
        least, most = self.parameters
        if parameters and most == 0:
            message = f"Aggregate function {self.name} cannot have parameters"
            raise Error(self.none_allowed, message)
        if parameters < least or (most is not None and parameters > most):
            raise Error(
                self.excess if parameters > least else self.lacking,
                f"Aggregate function {self.name} requires {least} parameters, got {parameters}",
            )

    def _count_text(self, least: int, most: int | None) -> str:
        words = {1: "single argument", 2: "two arguments"}
        count = (
            words.get(least, f"{least} arguments")
            if least == most
            else f"at least {least} arguments"
        )
        return f"Aggregate function {self.name} requires {count}"


def result_type(
    declared: Aggregate,
    arguments: Sequence[Argument],
    parameters: Sequence[Value],
    *,
    conditional: bool = False,
) -> Type:
    """The type of a call; NULLs make the result Nullable unless declared otherwise.

    Below -If, which is `conditional`, they leave tuples as they are.
    """
    shown = solid(declared, arguments)
    if declared.nulls == "skip" and any(a.type == NULL_TYPE for a in arguments):
        if declared.of_null == "null":
            return NULL_TYPE
        if declared.of_null == "refused":
            raise illegal_argument(declared.name, NULL_TYPE)
        return _result(declared, shown, parameters)
    result = _result(declared, shown, parameters)
    nullable = any(lacks_null(a.type) for a in arguments)
    if nullable and declared.keeps_null and declared.nulls == "skip":
        return result if conditional and isinstance(result, Tuple) else or_null(result)
    return result


def or_null(type_: Type) -> Type:
    """A result's type with NULL among its values; aggregates may give NULL for a tuple."""
    return Nullable(type_) if isinstance(type_, Tuple) else make_nullable(type_)


def solid(declared: Aggregate, arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    """The arguments as rows without NULL have them, if the aggregate skips NULLs."""
    if declared.nulls == "own":
        return tuple(arguments)
    return tuple(replace(a, type=remove_nullable(_plain(a.type))) for a in arguments)


def _result(
    declared: Aggregate, arguments: Sequence[Argument], parameters: Sequence[Value]
) -> Type:
    for place, argument in enumerate(arguments if declared.takes else ()):
        given = kind(argument.type)
        if given not in declared.takes[min(place, len(declared.takes) - 1)]:
            code = Code.NOT_IMPLEMENTED if given in declared.unread else declared.refused
            raise illegal_argument(declared.name, argument.type, code)
    returns = declared.returns
    return returns if isinstance(returns, Type) else returns(arguments, parameters)


def _plain(type_: Type) -> Type:
    type_ = type_.of if isinstance(type_, SimpleAggregateFunction) else type_
    return remove_low_cardinality(type_)


def skipped(declared: Aggregate, call: AggregateCall) -> list[Sql]:
    """The conditions that leave out rows with NULL, if the aggregate skips them."""
    if declared.nulls == "own":
        return []
    pairs = zip(call.arguments, call.sqls, strict=True)
    return [sql.is_known(value) for a, value in pairs if lacks_null(a.type)]


def lacks_null(type_: Type) -> bool:
    """Whether rows where such an argument is NULL do not count; a Variant's NULL is a value."""
    return type_.nullable and not isinstance(type_, Variant)


@dataclass(frozen=True, slots=True)
class Levels:
    """A call over rows in one place: what is computed over the rows, and the result above it.

    A result may be a subquery over partial values, which no select over the rows may hold.
    """

    items: str  # named aggregate calls, as a select lists them
    value: Sql  # over their names; never NULL where the type has none

    def over(self, rows: str) -> Sql:
        """The result over all the rows, as a subquery."""
        return Sql(f"(SELECT {self.value} FROM (SELECT {self.items} FROM {rows}))")

    def by(self, key: str, rows: str) -> str:
        """The result as _v for every key."""
        inside = f"(SELECT {key}, {self.items} FROM {rows} GROUP BY {key})"
        return f"(SELECT {key}, {self.value} AS _v FROM {inside})"


def levels(declared: Aggregate, call: AggregateCall, *, state: bool = False) -> Levels:
    """The call over rows in one place; its state if that is wanted."""
    wanted = skipped(declared, call)
    where = sql.all_of(wanted) if wanted else None
    if declared.whole is not None and not state:
        calls: tuple[Sql, ...] = (declared.whole(call, Printer(where)),)
    else:
        assert declared.partial is not None
        calls = tuple(agg.sql(where) for agg in declared.partial(call))
    names = tuple(sql.name(f"_q{next(_NUMBERS)}") for _ in calls)
    items = ", ".join(f"{c} AS {n}" for c, n in zip(calls, names, strict=True))
    if state:
        return Levels(items, declared.pack(names))
    if declared.whole is not None:
        return Levels(items, filled(names[0], call.result))
    assert declared.final is not None
    return Levels(items, filled(declared.final(call, names), call.result))


def filled(value: Sql, type_: Type) -> Sql:
    """No rows: NULL where the type has it, else the type's default."""
    if type_ == NULL_TYPE:
        return typed_null(type_.kernel)
    if type_.nullable or isinstance(type_, AggregateFunction):
        return value
    return sql.coalesce(value, type_.zero())


# --- states -------------------------------------------------------------------------------------


def state_tuple(types: Sequence[Type]) -> Tuple:
    """The form of a state: the version of its function's states, and the partial columns."""
    return Tuple((UINT8, *types))


def gathered(value: str, *, distinct: bool = False, order_by: str = "") -> Agg:
    """All values of a group in a list; of no rows an empty one is made by who reads it."""
    return Agg("list", (value,), order_by, distinct)


def flattened(part: Sql) -> Agg:
    """Lists of several tasks as one."""
    return Agg("list", (part,), around="flatten({})")


def joined_lists(call: AggregateCall, parts: tuple[Sql, ...]) -> tuple[Agg, ...]:
    """How states that are lists become one: each list of all tasks behind the others."""
    return tuple(flattened(part) for part in parts)


_NUMBERS = itertools.count()  # names of partial values: subqueries nest
AGGREGATES: NamedRegistry[Aggregate] = NamedRegistry()


def aggregate(declared: Aggregate) -> Aggregate:
    """File an aggregate function under all its names."""
    for spelling in (declared.name, *declared.aliases):
        AGGREGATES.name(spelling, declared, any_case=declared.any_case)
    for spelling in declared.any_case_aliases:
        AGGREGATES.name(spelling, declared, any_case=True)
    return declared


def unknown_aggregate(name: str) -> Error:
    """UNKNOWN_AGGREGATE_FUNCTION with a hint."""
    hint = maybe(name, sorted(AGGREGATES), 2)
    return Error(Code.UNKNOWN_AGGREGATE_FUNCTION, f"Unknown aggregate function {name}{hint}")


# What ClickHouse has besides, and sparktree has not.
LEFT_OUT = frozenset((
    "MVTEncode", "ST_AsMVT", "aggThrow", "distinctDynamicTypes",
    "distinctJSONPaths", "distinctJSONPathsAndTypes", "estimateCompressionRatio", "flameGraph",
    "groupFormat", "groupNumericIndexedVector", "hierarchicalKMeans", "mergedJSONPatch",
    "nothing", "nothingNull", "nothingUInt64", "quantilePrometheusHistogram",
    "quantilesPrometheusHistogram", "sequenceMatchEvents",
    "stochasticLinearRegression", "stochasticLogisticRegression",
    "timeSeriesAvgToGrid", "timeSeriesBottomKMasks", "timeSeriesChangesToGrid",
    "timeSeriesCountToGrid", "timeSeriesDeltaToGrid", "timeSeriesDerivToGrid",
    "timeSeriesGroupArray", "timeSeriesIncreaseToGrid", "timeSeriesInstantDeltaToGrid",
    "timeSeriesInstantRateToGrid", "timeSeriesLastToGrid", "timeSeriesLastTwoSamples",
    "timeSeriesLimitKMasks", "timeSeriesMaxToGrid", "timeSeriesMinToGrid",
    "timeSeriesPredictLinearToGrid", "timeSeriesRateToGrid",
    "timeSeriesResampleToGridWithStaleness", "timeSeriesResetsToGrid", "timeSeriesSumToGrid",
    "timeSeriesTimestampOfMaxToGrid", "timeSeriesTimestampOfMinToGrid", "timeSeriesTopKMasks",
))  # fmt: skip


def illegal_argument(name: str, type_: Type, code: Code = Code.ILLEGAL_TYPE_OF_ARGUMENT) -> Error:
    """ILLEGAL_TYPE_OF_ARGUMENT, or another error, in the words of aggregate functions."""
    return Error(code, f"Illegal type {type_} of argument for aggregate function {name}")


def integer_parameter(name: str, value: Value, code: Code = Code.CANNOT_CONVERT_TYPE) -> int:
    """A parameter that must be a whole number."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise _illegal_parameter(name, value, "an integer", code)


def float_parameter(name: str, value: Value, code: Code = Code.CANNOT_CONVERT_TYPE) -> float:
    """A parameter that must be a number."""
    if isinstance(value, int | float | decimal.Decimal):
        return float(value)
    raise _illegal_parameter(name, value, "a number", code)


def _illegal_parameter(name: str, value: Value, wanted: str, code: Code) -> Error:
    shown = "NULL" if value is None else repr(value)
    return Error(code, f"Parameter {shown} of aggregate function {name} is not {wanted}")
