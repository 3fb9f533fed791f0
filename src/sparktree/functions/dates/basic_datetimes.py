"""Moments of texts in ClickHouse's basic notation, as toDateTimeOrNull and its like read them.

YYYY-MM-DD, perhaps with hh:mm:ss, or a number of seconds; DateTime64 also takes a fraction.
"""

from __future__ import annotations

from sparktree.functions.dates import clock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import DateTime, DateTime64
from sparktree.types.moments import epoch_seconds

_DAY = "[0-9]{4}[^0-9][0-9]{2}[^0-9][0-9]{2}"
_TIME = "[ T][0-9]{2}[^0-9][0-9]{2}[^0-9][0-9]{2}"
_FRACTION = r"(\.[0-9]*)?"
_LAST_SECOND = 253402300799  # of the year 9999: greater numbers without a fraction are ticks
_SAFE_DIGITS = 7  # of a fraction, with which the ticks of every year fit in 64 bits


def basic_moment(type_: DateTime | DateTime64, text: Sql, zone: str) -> Sql:
    """The moment of a text; NULL for any other text."""
    fine = isinstance(type_, DateTime64)
    digits = type_.precision if isinstance(type_, DateTime64) else 0
    form = f"{_DAY}({_TIME})?{_FRACTION if fine else ''}"

    def read(v: Sql) -> Sql:
        local, whole = _seconds(v, zone, fine=fine), _number(v, digits, fine=fine)
        if fine:
            if digits > _SAFE_DIGITS:
                local = sql.cast(local, "HUGEINT")
            ticks = sql.op("*", local, 10**digits)
            behind_day = sql.call("substring", v, 11)
            local = sql.op("+", ticks, _fraction(behind_day, digits))
            if digits > _SAFE_DIGITS:
                local = sql.try_cast(local, "BIGINT")
        empty = (sql.op("=", v, sql.string("")), Sql("CAST(0 AS BIGINT)"))
        return sql.case(
            *([empty] if fine else []),
            (sql.call("regexp_full_match", v, sql.string(form)), local),
            (sql.call("regexp_full_match", v, sql.string(_numbers(fine=fine))), whole),
        )

    found = sql.let(text, read)
    return found if fine else clock.clamp_seconds(found)


def _numbers(*, fine: bool) -> str:
    """Digits that are not taken for a year."""
    return rf"([0-9]{{5,19}}|-[0-9]{{1,18}}){_FRACTION}" if fine else "[0-9]{5,19}"


def _part(text: Sql, place: int, width: int = 2) -> Sql:
    return sql.coalesce(sql.try_cast(Sql(f"substring({text}, {place}, {width})"), "BIGINT"), 0)


def _seconds(text: Sql, zone: str, *, fine: bool) -> Sql:
    """The seconds of a day and a time; parts beyond their range are carried over."""
    year, month, day = (_part(text, *place) for place in ((1, 4), (6,), (9,)))
    clocked = Sql(f"{_part(text, 12)} * 3600 + {_part(text, 15)} * 60 + {_part(text, 18)}")
    time = sql.case((Sql(f"length({text}) >= 19"), clocked), otherwise=0)
    known = Sql(f"({year} > 0 AND {month} BETWEEN 1 AND 12 AND {day} BETWEEN 1 AND 31)")
    first = sql.call(
        "make_date", Sql(f"greatest({year}, 1)"), Sql(f"least(greatest({month}, 1), 12)"), 1
    )
    stamp = Sql(f"(CAST({first} + CAST({day} - 1 AS INTEGER) AS TIMESTAMP) + to_seconds({time}))")
    unknown = Sql("0")
    if fine:
        early = Sql(f"(TIMESTAMP '1900-01-01' + to_seconds({time}))")
        unknown = sql.case((sql.op("=", year, 0), 0), otherwise=epoch_seconds(early, zone))
    return sql.case((known, epoch_seconds(stamp, zone)), otherwise=unknown)


def _number(text: Sql, digits: int, *, fine: bool) -> Sql:
    """A number of seconds as ticks; one that no year has so many of are ticks already."""
    seconds = sql.try_cast(Sql(f"split_part({text}, '.', 1)"), "HUGEINT")
    if not fine:
        return sql.cast(Sql(f"least({seconds}, {(1 << 32) - 1})"), "BIGINT")
    scale = 10**digits
    is_ticks = Sql(f"{seconds} > {_LAST_SECOND} AND NOT contains({text}, '.')")
    whole = sql.op("*", seconds, scale)
    if digits:
        whole = sql.case((is_ticks, seconds), otherwise=whole)
    fraction = _fraction(text, digits)
    signed = sql.case(
        (sql.call("starts_with", text, sql.string("-")), Sql(f"-{fraction}")), otherwise=fraction
    )
    return sql.try_cast(sql.op("+", whole, signed), "BIGINT")


def _fraction(text: Sql, digits: int) -> Sql:
    """What stands behind the point, as ticks."""
    if not digits:
        return Sql("0")
    shown = sql.call("regexp_extract", text, sql.string("\\.([0-9]+)$"), 1)
    return sql.coalesce(
        sql.try_cast(Sql(f"rpad(left({shown}, {digits}), {digits}, '0')"), "BIGINT"), 0
    )
