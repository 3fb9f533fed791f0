"""Moments that are written as bare numbers: seconds of the epoch, whatever digits they have.

In JSON and inside of containers a text of a moment stands in quotes, so that a number is never one
of them: 20240102 are seconds there, not a day.
"""

from __future__ import annotations

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types.times import DateTime, DateTime64

_DECIMAL = r"[-+]?[0-9]{0,18}(\.[0-9]*)?"
_NUMBER = r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?"
_MOST_SECONDS = (1 << 32) - 1


def is_number(text: Sql) -> Sql:
    """Whether a text is a number."""
    return sql.call("regexp_full_match", text, sql.string(_NUMBER))


def epoch_number(type_: DateTime | DateTime64, number: Sql) -> Sql:
    """The moment of a text that is a number; an error if there is none so far away."""
    real = sql.cast(number, "DOUBLE")
    if isinstance(type_, DateTime):
        seconds = sql.clamped(sql.call("trunc", real), 0, _MOST_SECONDS)
        return sql.cast(seconds, "UINTEGER")
    scale = 10**type_.precision
    plain = sql.call("regexp_full_match", number, sql.string(_DECIMAL))
    whole = sql.coalesce(sql.try_cast(Sql(f"split_part({number}, '.', 1)"), "HUGEINT"), 0)
    digits = f"left(split_part({number}, '.', 2), {type_.precision})"
    part = sql.coalesce(sql.try_cast(Sql(f"rpad({digits}, {type_.precision}, '0')"), "HUGEINT"), 0)
    minus = sql.call("starts_with", number, sql.string("-"))
    signed = sql.case((minus, Sql(f"-{part}")), otherwise=part)
    exact = sql.try_cast(Sql(f"{whole} * {scale} + {signed}"), "BIGINT")
    rough = sql.try_cast(Sql(f"trunc({real} * {scale})"), "BIGINT")
    message = raising(Code.DECIMAL_OVERFLOW, "Numeric value is out of range for DateTime64")
    failure = sql.cast(sql.call("error", sql.string(message)), "BIGINT")
    return sql.coalesce(sql.case((plain, exact), otherwise=rough), failure)
