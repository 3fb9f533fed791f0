"""Dates and times."""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass
from functools import lru_cache

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type
from sparktree.types.texts import quoted


@dataclass(frozen=True, slots=True)
class Moment(Type):
    """Anything on the time line."""


@dataclass(frozen=True, slots=True)
class Date(Moment):
    """A day from 1970-01-01 to 2149-06-06."""

    def __str__(self) -> str:
        return "Date"

    @property
    def kernel(self) -> str:
        return "DATE"

    @property
    def storage(self) -> pa.DataType:
        return pa.date32()

    def default(self) -> Sql:
        return Sql("DATE '1970-01-01'")


@dataclass(frozen=True, slots=True)
class Date32(Date):
    """A day from 1900-01-01 to 2299-12-31."""

    def __str__(self) -> str:
        return "Date32"

    def default(self) -> Sql:
        return Sql("DATE '1900-01-01'")


@dataclass(frozen=True, slots=True)
class DateTime(Moment):
    """Seconds since the epoch; the time zone only says how they are shown."""

    zone: str | None = None

    def __str__(self) -> str:
        return f"DateTime({quoted(self.zone)})" if self.zone else "DateTime"

    @property
    def kernel(self) -> str:
        return "UINTEGER"

    @property
    def storage(self) -> pa.DataType:
        return pa.uint32()

    def default(self) -> Sql:
        return sql.cast("0", "UINTEGER")


@dataclass(frozen=True, slots=True)
class DateTime64(Moment):
    """Ticks of 10^-precision seconds since the epoch."""

    precision: int
    zone: str | None = None

    def __str__(self) -> str:
        zone = f", {quoted(self.zone)}" if self.zone else ""
        return f"DateTime64({self.precision}{zone})"

    @property
    def kernel(self) -> str:
        return "BIGINT"

    @property
    def storage(self) -> pa.DataType:
        return pa.int64()

    def default(self) -> Sql:
        return sql.cast("0", "BIGINT")


@dataclass(frozen=True, slots=True)
class Time(Type):
    """Seconds of a clock, from -999:59:59 to 999:59:59."""

    def __str__(self) -> str:
        return "Time"

    @property
    def kernel(self) -> str:
        return "INTEGER"

    @property
    def storage(self) -> pa.DataType:
        return pa.int32()

    def default(self) -> Sql:
        return sql.cast("0", "INTEGER")


@dataclass(frozen=True, slots=True)
class Time64(Type):
    """Ticks of 10^-precision seconds of a clock."""

    precision: int

    def __str__(self) -> str:
        return f"Time64({self.precision})"

    @property
    def kernel(self) -> str:
        return "BIGINT"

    @property
    def storage(self) -> pa.DataType:
        return pa.int64()

    def default(self) -> Sql:
        return sql.cast("0", "BIGINT")


DATE, DATE32, DATETIME = Date(), Date32(), DateTime()


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(zoneinfo.available_timezones())
