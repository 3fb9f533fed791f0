"""nonNegativeDerivative: how fast a metric grows from row to row of a window."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.kernel.sql import Sql
from sparktree.planner.expr import Expr
from sparktree.types import FLOAT64, DateTime, DateTime64, Decimal, Float, Integer, Interval, Type

_SECONDS = {"Nanosecond": 1e-9, "Microsecond": 1e-6, "Millisecond": 1e-3, "Second": 1.0,
            "Minute": 60.0, "Hour": 3600.0, "Day": 86400.0, "Week": 604800.0}  # fmt: skip


def derivative_type(args: Sequence[Expr]) -> Type:
    """Float64, after a check of the metric, the moment and the interval."""
    metric, moment = args[0].type, args[1].type
    if not isinstance(metric, Integer | Float | Decimal):
        raise Error(Code.BAD_ARGUMENTS, f"Argument 0 must be a number, '{metric}' given")
    if not isinstance(moment, DateTime | DateTime64):
        raise Error(
            Code.BAD_ARGUMENTS, f"Argument 1 must be DateTime or DateTime64, '{moment}' given"
        )
    if len(args) > 2 and _unit(args[2]) is None:
        raise Error(Code.BAD_ARGUMENTS, f"Argument 2 must be an INTERVAL, '{args[2].type}' given")
    return FLOAT64


def _unit(interval: Expr) -> float | None:
    return _SECONDS.get(interval.type.unit) if isinstance(interval.type, Interval) else None


def derivative_sql(args: Sequence[Expr], sqls: Sequence[Sql], window: str) -> Sql:
    """The growth per interval (a second, unless given); 0 where there is none."""
    metric, moment = f"({sqls[0]})::DOUBLE", f"({sqls[1]})::BIGINT"
    type_ = args[1].type
    ticks = 10**type_.precision if isinstance(type_, DateTime64) else 1
    grown = f"({metric} - lag({metric}) OVER ({window}))"
    passed = f"(({moment} - lag({moment}) OVER ({window}))::DOUBLE / {ticks})"
    value = f"{grown} / {passed}"
    if len(args) > 2:
        value += f" * (({sqls[2]})::DOUBLE * {_unit(args[2])!r}::DOUBLE)"
    return Sql(f"(CASE WHEN {passed} > 0 AND {grown} > 0 THEN {value} ELSE 0::DOUBLE END)")
