"""Random values of every type, for the table function generateRandom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import not_implemented
from sparktree.functions.core.lists import transform
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UUID,
    Array,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    IPv6,
    LowCardinality,
    Map,
    Nested,
    Nullable,
    SimpleAggregateFunction,
    String,
    Time,
    Time64,
    Tuple,
    Type,
)
from sparktree.types.numeric import wide_bytes
from sparktree.types.times import clock_digits

RANDOM_ARGUMENTS = ("random_seed", "max_string_length", "max_array_length")
_PRINTABLE = "".join(chr(c) for c in range(32, 127))


@dataclass(frozen=True, slots=True)
class RandomRows:
    """The same values for the same seed; each place in a row has a hash of its own."""

    seed: int
    string_length: int = 10
    array_length: int = 10

    def value(self, type_: Type, row: Sql, place: str) -> Sql:
        """A random value of the type for a row."""
        for kinds, make in _MAKERS:
            if isinstance(type_, kinds):
                return make(self, type_, row, place)
        raise not_implemented(f"generateRandom has no values of the type {type_} yet.")

    def bits(self, row: Sql, place: str) -> Sql:
        """64 random bits."""
        return sql.call("hash", row, sql.string(f"{self.seed}/{place}"))

    def below(self, count: int, row: Sql, place: str) -> Sql:
        """A random number from 0 to count - 1."""
        return sql.cast(sql.op("%", self.bits(row, place), count), "BIGINT")

    def share(self, row: Sql, place: str) -> Sql:
        """A random number from 0 to 1."""
        return sql.op("/", sql.cast(self.bits(row, place), "DOUBLE"), Sql("18446744073709551616.0"))

    def integer(self, type_: Integer, row: Sql, place: str) -> Sql:
        """Any value of the type."""
        low = self.bits(row, place)
        if type_.wide:
            return self._wide(row, place)
        if type_.bits == 128:
            high = sql.cast(self.bits(row, place + "h"), "UHUGEINT")
            whole = sql.op("+", sql.op("*", high, Sql("18446744073709551616::UHUGEINT")), low)
            if not type_.signed:
                return whole
            return sql.cast(sql.op("//", whole, Sql("2::UHUGEINT")), "HUGEINT")
        masked = sql.op("&", low, Sql(f"{(1 << type_.bits) - 1}::UBIGINT"))
        if not type_.signed:
            return sql.cast(masked, type_.kernel)
        return sql.cast(
            sql.op("-", sql.cast(masked, "HUGEINT"), 1 << (type_.bits - 1)), type_.kernel
        )

    def _wide(self, row: Sql, place: str) -> Sql:
        parts = [
            sql.call("lpad", sql.call("to_hex", self.bits(row, f"{place}{i}")), 16, sql.string("0"))
            for i in range(4)
        ]
        return sql.call("unhex", sql.op("||", *parts))

    def text(self, length: Sql, row: Sql, place: str) -> Sql:
        """Printable characters."""

        def character(number: Sql) -> Sql:
            chosen = sql.call("hash", number, row, sql.string(f"{self.seed}/{place}"))
            position = sql.op("+", sql.cast(sql.op("%", chosen, len(_PRINTABLE)), "BIGINT"), 1)
            return sql.call("substr", sql.string(_PRINTABLE), position, 1)

        letters = transform(sql.call("range", length), character)
        return sql.call("array_to_string", letters, sql.string(""))


def _integer(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, Integer)
    return rows.integer(type_, row, place)


def _float(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    spread = sql.op("*", sql.op("-", rows.share(row, place), Sql("0.5")), Sql("2e9"))
    return sql.cast(spread, type_.kernel)


def _decimal(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, Decimal)
    if type_.wide:
        return Sql(f"unhex('{wide_bytes(0, True).hex()}')")
    digits = min(type_.precision, 18)
    number = rows.below(10**digits, row, place)
    return sql.cast(
        sql.op(
            "*",
            sql.cast(number, "DECIMAL(18,0)"),
            Sql(f"CAST('1e-{type_.scale}' AS DECIMAL(38,{type_.scale}))"),
        ),
        type_.kernel,
    )


def _bool(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    return sql.op("=", rows.below(2, row, place), 1)


def _string(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    return rows.text(rows.below(rows.string_length + 1, row, place + "n"), row, place)


def _fixed(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, FixedString)
    return rows.text(Sql(str(type_.size)), row, place)


def _date(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    first, days = ("1900-01-01", 146_097) if isinstance(type_, Date32) else ("1970-01-01", 65_536)
    return sql.op("+", Sql(f"DATE '{first}'"), sql.cast(rows.below(days, row, place), "INTEGER"))


def _seconds(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    return sql.cast(rows.below(1 << 32, row, place), type_.kernel)


def _ticks(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    precision = clock_digits(type_)
    return rows.below((1 << 32) * 10**precision if precision < 9 else 1 << 62, row, place)


def _clock(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    return sql.cast(rows.below(86_400 * 10 ** clock_digits(type_), row, place), type_.kernel)


def _enum(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, Enum)
    numbers = sql.array(*(Sql(str(n)) for _, n in type_.values))
    chosen = Sql(f"{numbers}[{rows.below(len(type_.values), row, place)} + 1]")
    return sql.cast(chosen, type_.kernel)


def _uuid(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    parts = [
        sql.call("lpad", sql.call("to_hex", rows.bits(row, f"{place}{i}")), 16, sql.string("0"))
        for i in "ab"
    ]
    return sql.cast(sql.op("||", *parts), "UUID")


def _ipv6(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    return rows.integer(Integer(128, False), row, place)


def _nullable(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, Nullable)
    null = sql.op("=", rows.below(16, row, place + "?"), 0)
    return sql.case((null, sql.NULL), otherwise=rows.value(type_.of, row, place))


def _wrapped(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, LowCardinality | SimpleAggregateFunction)
    return rows.value(type_.of, row, place)


def _array(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, Array)
    length = rows.below(rows.array_length + 1, row, place + "#")

    def item(number: Sql) -> Sql:
        return rows.value(type_.of, sql.call("hash", row, number), place + "[")

    return sql.call("list_transform", sql.call("range", length), sql.closure(item))


def _tuple(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, Tuple)
    return type_.pack(*(rows.value(t, row, f"{place}.{i}") for i, t in enumerate(type_.of)))


def _form(rows: RandomRows, type_: Type, row: Sql, place: str) -> Sql:
    assert isinstance(type_, Map | Nested)
    return rows.value(type_.form, row, place)


Maker = Callable[[RandomRows, Type, Sql, str], Sql]
_MAKERS: tuple[tuple[type[Type] | tuple[type[Type], ...], Maker], ...] = (
    (Nullable, _nullable),
    ((LowCardinality, SimpleAggregateFunction), _wrapped),
    (Integer, _integer),
    (Float, _float),
    (Decimal, _decimal),
    (Bool, _bool),
    (String, _string),
    (FixedString, _fixed),
    (Date, _date),
    ((DateTime, IPv4), _seconds),
    (DateTime64, _ticks),
    ((Time, Time64), _clock),
    (Interval, _ticks),
    (Enum, _enum),
    (UUID, _uuid),
    (IPv6, _ipv6),
    (Array, _array),
    (Tuple, _tuple),
    ((Map, Nested), _form),
)
