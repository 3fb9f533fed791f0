"""Dates and times."""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass
from functools import lru_cache

import pyarrow as pa

from sparktree.kernel.sql import Sql
from sparktree.types.base import Plain, Type
from sparktree.types.texts import quoted


@dataclass(frozen=True, slots=True)
class Moment(Plain):
    """Anything on the time line."""


@dataclass(frozen=True, slots=True)
class Date(Moment):
    """A day from 1970-01-01 to 2149-06-06."""

    text = "Date"
    kernel_form = "DATE"
    stored_form = pa.date32()
    default_value = "DATE '1970-01-01'"


@dataclass(frozen=True, slots=True)
class Date32(Date):
    """A day from 1900-01-01 to 2299-12-31."""

    text = "Date32"
    default_value = "DATE '1900-01-01'"

    def zero(self) -> Sql:
        return Sql("DATE '1970-01-01'")


@dataclass(frozen=True, slots=True)
class DateTime(Moment):
    """Seconds since the epoch; the time zone only says how they are shown."""

    kernel_form = "UINTEGER"
    stored_form = pa.uint32()
    default_value = "CAST(0 AS UINTEGER)"
    zone: str | None = None

    def __str__(self) -> str:
        return f"DateTime({quoted(self.zone)})" if self.zone else "DateTime"


@dataclass(frozen=True, slots=True)
class DateTime64(Moment):
    """Ticks of 10^-precision seconds since the epoch."""

    kernel_form = "BIGINT"
    stored_form = pa.int64()
    default_value = "CAST(0 AS BIGINT)"
    precision: int
    zone: str | None = None

    def __str__(self) -> str:
        zone = f", {quoted(self.zone)}" if self.zone else ""
        return f"DateTime64({self.precision}{zone})"


@dataclass(frozen=True, slots=True)
class Time(Plain):
    """Seconds of a clock, from -999:59:59 to 999:59:59."""

    text = "Time"
    kernel_form = "INTEGER"
    stored_form = pa.int32()
    default_value = "CAST(0 AS INTEGER)"


@dataclass(frozen=True, slots=True)
class Time64(Plain):
    """Ticks of 10^-precision seconds of a clock."""

    kernel_form = "BIGINT"
    stored_form = pa.int64()
    default_value = "CAST(0 AS BIGINT)"
    precision: int

    def __str__(self) -> str:
        return f"Time64({self.precision})"


def own_zone(type_: Type) -> str | None:
    """The time zone in a type."""
    return type_.zone if isinstance(type_, DateTime | DateTime64) else None


def clock_digits(type_: Type) -> int:
    """Digits after the second of a clock or a moment."""
    return type_.precision if isinstance(type_, DateTime64 | Time64) else 0


DATE, DATE32, DATETIME = Date(), Date32(), DateTime()


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(zoneinfo.available_timezones())
