"""Values of one type as values of another: what CAST, and every implicit conversion, means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions import zones
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UINT8,
    AggregateFunction,
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
    Nothing,
    Nullable,
    SimpleAggregateFunction,
    String,
    Time,
    Time64,
    Tuple,
    Type,
)
from sparktree.types.base import typed_null
from sparktree.types.from_text import from_text
from sparktree.types.text_settings import TextSettings
from sparktree.types.to_text import to_text


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion under way: the session's zone shows and reads times."""

    zone: str = "UTC"

    def convert(self, value: Sql, source: Type, target: Type) -> Sql:
        """The value as one of the target type."""
        if source == target:
            return value
        if isinstance(target, LowCardinality | SimpleAggregateFunction):
            return self.convert(value, source, target.of)
        if isinstance(source, LowCardinality | SimpleAggregateFunction):
            return self.convert(value, source.of, target)
        if isinstance(target, Nullable):
            return self._to_nullable(value, source, target)
        if isinstance(source, Nullable):
            return self._from_nullable(value, source, target)
        return self._plain(value, source, target)

    def _to_nullable(self, value: Sql, source: Type, target: Nullable) -> Sql:
        if isinstance(source, Nullable):
            if isinstance(source.of, Nothing):
                return typed_null(target.kernel)
            inner = self.convert(value, source.of, target.of)
            return inner if inner == value else self._guard(value, inner)
        if isinstance(source, String) and not isinstance(target.of, String | FixedString):
            return self.convert(value, source, target.of)
        return self.convert(value, source, target.of)

    def _guard(self, value: Sql, inner: Sql) -> Sql:
        return sql.case((f"{value} IS NOT NULL", inner), otherwise=sql.NULL)

    def _from_nullable(self, value: Sql, source: Nullable, target: Type) -> Sql:
        failure = sql.call(
            "error",
            sql.string(
                raising(
                    Code.CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN,
                    f"Cannot convert NULL value to non-Nullable type {target}",
                )
            ),
        )
        solid = (
            typed_null(target.kernel)
            if isinstance(source.of, Nothing)
            else self.convert(value, source.of, target)
        )
        checked = sql.cast(failure, target.kernel)
        return sql.case((f"{value} IS NULL", checked), otherwise=solid)

    def _plain(self, value: Sql, source: Type, target: Type) -> Sql:
        for kinds, method in _RULES:
            if isinstance(source, kinds[0]) and isinstance(target, kinds[1]):
                return method(self, value, source, target)
        raise Error(
            Code.CANNOT_CONVERT_TYPE,
            f"Conversion from {source} to {target} is not supported",
        )

    # --- text -----------------------------------------------------------------------------

    def to_string(self, value: Sql, source: Type, target: Type) -> Sql:
        """Anything as its text."""
        return to_text(source, value, settings=TextSettings(zone=self.zone))

    def parse(self, value: Sql, source: Type, target: Type) -> Sql:
        """Text as anything."""
        text = value if isinstance(source, String) else sql.call("rtrim", value, sql.string("\0"))
        return from_text(target, text, zone=self.zone)

    def fixed_to_string(self, value: Sql, source: Type, target: Type) -> Sql:
        """A FixedString loses its zero bytes at the end."""
        return sql.call("rtrim", value, sql.string("\0"))

    # --- numbers --------------------------------------------------------------------------

    def number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Numbers to numbers: integers wrap, floats are cut."""
        return number(value, source, target)

    def to_bool(self, value: Sql, source: Type, target: Type) -> Sql:
        """Whatever is not zero is true."""
        return sql.op("<>", value, "0")

    def from_bool(self, value: Sql, source: Type, target: Type) -> Sql:
        """true is 1."""
        return number(sql.cast(value, "UTINYINT"), UINT8, target)

    # --- enums ----------------------------------------------------------------------------

    def to_enum(self, value: Sql, source: Type, target: Type) -> Sql:
        """A number must be one of the enum's."""
        assert isinstance(target, Enum)
        known = ", ".join(str(n) for _, n in target.values)
        failure = sql.op(
            "||",
            sql.string(raising(Code.UNKNOWN_ELEMENT_OF_ENUM, "Unexpected value ")),
            sql.cast(value, "VARCHAR"),
            sql.string(" in enum"),
        )
        return sql.case(
            (f"{value} IN ({known})", sql.cast(value, target.kernel)),
            otherwise=sql.cast(sql.call("error", failure), target.kernel),
        )

    def enum_to_enum(self, value: Sql, source: Type, target: Type) -> Sql:
        """By name."""
        return from_text(target, self.to_string(value, source, target), zone=self.zone)

    def enum_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """The number behind the name."""
        assert isinstance(source, Enum)
        return number(value, Integer(source.bits, True), target)

    # --- time -----------------------------------------------------------------------------

    def date_to_date(self, value: Sql, source: Type, target: Type) -> Sql:
        """Date and Date32, the narrower one saturating."""
        if isinstance(target, Date32):
            return value
        return Sql(f"greatest(least({value}, DATE '2149-06-06'), DATE '1970-01-01')")

    def date_to_seconds(self, value: Sql, source: Type, target: Type) -> Sql:
        """Midnight of the day in the target's zone."""
        seconds = zones.start_of_day(value, self._zone(target))
        if isinstance(target, DateTime64):
            return sql.op("*", seconds, str(10**target.precision))
        return sql.cast(f"greatest(least({seconds}, 4294967295), 0)", "UINTEGER")

    def seconds_to_date(self, value: Sql, source: Type, target: Type) -> Sql:
        """The day in the source's zone."""
        seconds = zones.seconds(value, source)
        return zones.day(seconds, self._zone(source))

    def seconds_to_seconds(self, value: Sql, source: Type, target: Type) -> Sql:
        """Other precision or other zone; the moment stays."""
        return zones.rescale(value, source, target)

    def number_to_date(self, value: Sql, source: Type, target: Type) -> Sql:
        """Days, or seconds if the number is too great for days."""
        whole = value if isinstance(source, Integer) else sql.call("trunc", value)
        days = sql.op("+", Sql("DATE '1970-01-01'"), sql.cast(whole, "INTEGER"))
        limit = 65535 if not isinstance(target, Date32) else 120529
        day_of = sql.call("CAST", f"to_timestamp(least({whole}, 4294967295)::DOUBLE) AS DATE")
        low = (
            sql.case((sql.op("<", value, "0"), Sql("DATE '1970-01-01'")), otherwise=days)
            if not isinstance(target, Date32)
            else days
        )
        return sql.case((sql.op("<=", value, str(limit)), low), otherwise=day_of)

    def number_to_seconds(self, value: Sql, source: Type, target: Type) -> Sql:
        """Seconds since the epoch, saturating."""
        if isinstance(target, DateTime64):
            factor = 10**target.precision
            scaled = sql.op(
                "*",
                sql.cast(value, "DOUBLE" if isinstance(source, Float) else "HUGEINT"),
                str(factor),
            )
            if isinstance(source, Decimal):
                scaled = sql.call("trunc", sql.op("*", value, str(factor)))
            return sql.cast(
                sql.call("trunc", scaled) if isinstance(source, Float) else scaled, "BIGINT"
            )
        whole = value if isinstance(source, Integer) else sql.call("trunc", value)
        return sql.cast(f"greatest(least({whole}, 4294967295), 0)", "UINTEGER")

    def moment_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Days or seconds since the epoch."""
        if isinstance(source, Date):
            days = sql.op("-", value, Sql("DATE '1970-01-01'"))
            return number(days, Integer(64, True), target)
        if isinstance(source, DateTime64):
            if isinstance(target, Integer):
                return number(zones.seconds(value, source), Integer(64, True), target)
            scaled = Decimal(18, source.precision)
            as_decimal = sql.op("/", sql.cast(value, "DOUBLE"), f"{10**source.precision}::DOUBLE")
            if isinstance(target, Decimal):
                text = sql.cast(
                    sql.op(
                        "*",
                        sql.cast(value, "DECIMAL(38,0)"),
                        f"CAST('1e-{source.precision}' AS DECIMAL(10,9))",
                    ),
                    scaled.kernel.replace("18", "38"),
                )
                return sql.cast(text, target.kernel)
            return sql.cast(as_decimal, target.kernel)
        return number(value, Integer(32, False), target)

    def clock_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Seconds of the clock."""
        seconds = (
            value
            if isinstance(source, Time)
            else sql.op("//", value, str(10 ** getattr(source, "precision", 0)))
        )
        return number(seconds, Integer(64, True), target)

    def number_to_clock(self, value: Sql, source: Type, target: Type) -> Sql:
        """Seconds as a clock."""
        whole = value if isinstance(source, Integer) else sql.call("trunc", value)
        bounded = Sql(f"greatest(least({whole}, 3599999), -3599999)")
        if isinstance(target, Time64):
            return sql.cast(
                sql.op("*", sql.cast(bounded, "BIGINT"), str(10**target.precision)), "BIGINT"
            )
        return sql.cast(bounded, "INTEGER")

    def clock_to_clock(self, value: Sql, source: Type, target: Type) -> Sql:
        """Other precision."""
        return zones.rescale_ticks(
            value, getattr(source, "precision", 0), getattr(target, "precision", 0), target.kernel
        )

    def _zone(self, type_: Type) -> str:
        return getattr(type_, "zone", None) or self.zone

    # --- addresses ------------------------------------------------------------------------

    def ipv4_to_ipv6(self, value: Sql, source: Type, target: Type) -> Sql:
        """The address mapped into IPv6."""
        return sql.op("+", sql.cast(str(0xFFFF << 32), "UHUGEINT"), sql.cast(value, "UHUGEINT"))

    def same(self, value: Sql, source: Type, target: Type) -> Sql:
        """Two names for one form."""
        return sql.cast(value, target.kernel) if source.kernel != target.kernel else value

    # --- containers -----------------------------------------------------------------------

    def array(self, value: Sql, source: Type, target: Type) -> Sql:
        """Element by element."""
        assert isinstance(source, Array) and isinstance(target, Array)
        if isinstance(source.of, Nothing):
            return target.default()
        if source.of.kernel == target.of.kernel and source.of.inner == target.of.inner:
            return value
        return target.map(value, lambda item: self.convert(item, source.of, target.of))

    def tuple(self, value: Sql, source: Type, target: Type) -> Sql:
        """Field by field."""
        assert isinstance(source, Tuple) and isinstance(target, Tuple)
        if len(source.of) != len(target.of):
            raise Error(
                Code.TYPE_MISMATCH,
                "CAST AS Tuple can be performed only between tuple types with the same number"
                f" of elements. Left type: {source}, right type: {target}",
            )
        fields = zip(source.of, target.of, strict=True)
        return target.pack(
            *(self.convert(sql.field(value, i), s, t) for i, (s, t) in enumerate(fields, 1))
        )

    def pairs(self, value: Sql, source: Type, target: Type) -> Sql:
        """Maps and arrays of pairs are one thing."""
        assert isinstance(source, Map | Nested | Array) and isinstance(target, Map | Nested | Array)
        from_form = source if isinstance(source, Array) else source.form
        to_form = target if isinstance(target, Array) else target.form
        return self.convert(value, from_form, to_form)


def number(value: Sql, source: Type, target: Type) -> Sql:
    """A number as another number, by ClickHouse's rules: integers wrap, floats are cut."""
    if isinstance(source, Integer) and isinstance(target, Integer):
        return _integer_to_integer(value, source, target)
    if isinstance(target, Integer) and isinstance(source, Float):
        return _float_to_integer(value, target)
    if isinstance(target, Decimal) or isinstance(source, Decimal):
        return _decimal(value, source, target)
    if isinstance(source, Integer) and source.wide:
        return sql.cast(wide_text(value, source), target.kernel)
    cast = sql.cast(value, target.kernel)
    if isinstance(target, Float) and target.bits == 16:
        return sql.call("st_bfloat16", cast)
    return cast


def wide_text(value: Sql, source: Integer | Decimal) -> Sql:
    """The digits of a 256-bit integer."""
    signed = source.signed if isinstance(source, Integer) else True
    return sql.call("st_wide_text", value, "true" if signed else "false", "0", "false")


def _integer_to_integer(value: Sql, source: Integer, target: Integer) -> Sql:
    if source.wide or target.wide:
        text = wide_text(value, source) if source.wide else sql.cast(value, "VARCHAR")
        wide = sql.call("st_wide", text, "true" if target.signed else "false")
        if target.wide:
            return wide
        return sql.cast(
            sql.call("st_wrap_text", text, str(target.bits), "true" if target.signed else "false"),
            target.kernel,
        )
    if source.minimum >= target.minimum and source.maximum <= target.maximum:
        return sql.cast(value, target.kernel)
    if target.bits == 128:
        text = sql.cast(value, "VARCHAR")
        fits = sql.try_cast(value, target.kernel)
        wrapped = sql.cast(
            sql.call("st_wrap_text", text, "128", "true" if target.signed else "false"),
            target.kernel,
        )
        return sql.coalesce(fits, wrapped)
    return sql.coalesce(sql.try_cast(value, target.kernel), wrap(value, source, target))


def wrap(value: Sql, source: Integer, target: Integer) -> Sql:
    """The value modulo the target's range."""
    mask = (1 << target.bits) - 1
    if source.bits == 128 and not source.signed:
        low = sql.op("&", value, sql.cast(str(mask), "UHUGEINT"))
        bits = sql.cast(low, "HUGEINT")
    else:
        bits = sql.op("&", sql.cast(value, "HUGEINT"), sql.cast(str(mask), "HUGEINT"))
    if not target.signed:
        return sql.cast(bits, target.kernel)
    high = sql.op("-", bits, str(1 << target.bits))
    signed = sql.case((sql.op(">", bits, str(target.maximum)), high), otherwise=bits)
    return sql.cast(signed, target.kernel)


def _float_to_integer(value: Sql, target: Integer) -> Sql:
    if target.wide:
        text = sql.cast(sql.call("trunc", value), "VARCHAR")
        return sql.call("st_wide", text, "true" if target.signed else "false")
    fits = sql.try_cast(sql.call("trunc", value), target.kernel)
    huge = sql.coalesce(sql.try_cast(sql.call("trunc", value), "HUGEINT"), sql.cast("0", "HUGEINT"))
    if target.bits >= 128:
        return sql.coalesce(fits, sql.cast("0", target.kernel))
    return sql.coalesce(fits, wrap(huge, Integer(128, True), target))


def _decimal(value: Sql, source: Type, target: Type) -> Sql:
    if (isinstance(target, Decimal) and target.wide) or (
        isinstance(source, Decimal) and source.wide
    ):
        return _wide_decimal(value, source, target)
    if isinstance(target, Decimal):
        return _to_decimal(value, source, target)
    if isinstance(target, Integer):
        whole = sql.cast(sql.call("trunc", value), "HUGEINT")
        return _integer_to_integer(whole, Integer(128, True), target)
    return sql.cast(value, target.kernel)


def _to_decimal(value: Sql, source: Type, target: Decimal) -> Sql:
    overflow = sql.call(
        "error", sql.string(raising(Code.DECIMAL_OVERFLOW, "Decimal convert overflow"))
    )
    if isinstance(source, Integer) and source.wide:
        value = sql.cast(wide_text(value, source), "HUGEINT")
    if isinstance(source, Float):
        factor = str(10**target.scale)
        cut = sql.call("trunc", sql.op("*", sql.cast(value, "DOUBLE"), factor))
        value = sql.op("/", cut, sql.cast(factor, "DOUBLE"))
    if isinstance(source, Decimal) and source.scale > target.scale:
        value = sql.call("trunc", value, str(target.scale))
    fits = sql.try_cast(value, target.kernel)
    return sql.case((f"{value} IS NOT NULL", sql.coalesce(fits, sql.cast(overflow, target.kernel))))


def _wide_decimal(value: Sql, source: Type, target: Type) -> Sql:
    if isinstance(source, Decimal) and source.wide:
        text = sql.call("st_wide_text", value, "true", str(source.scale), "false")
    elif isinstance(source, Integer) and source.wide:
        text = wide_text(value, source)
    else:
        text = sql.cast(value, "VARCHAR")
    if isinstance(target, Decimal) and target.wide:
        return sql.call("st_wide_decimal", text, str(target.scale))
    if isinstance(target, Integer) and target.wide:
        return sql.call(
            "st_wide",
            sql.call("split_part", text, "'.'", "1"),
            "true" if target.signed else "false",
        )
    return sql.cast(text, target.kernel)


Rule = Callable[[Conversion, Sql, Type, Type], Sql]
_NUMBERS = (Integer, Float, Decimal)
_TEXTS = (String, FixedString)
_RULES: tuple[tuple[tuple[type[Type] | tuple[type[Type], ...], ...], Rule], ...] = (
    ((FixedString, String), Conversion.fixed_to_string),
    ((Type, String), Conversion.to_string),
    ((_TEXTS, Type), Conversion.parse),
    ((_NUMBERS, _NUMBERS), Conversion.number),
    ((Bool, (*_NUMBERS,)), Conversion.from_bool),
    ((_NUMBERS, Bool), Conversion.to_bool),
    ((Enum, Enum), Conversion.enum_to_enum),
    ((_NUMBERS, Enum), Conversion.to_enum),
    ((Enum, _NUMBERS), Conversion.enum_to_number),
    ((Date, Date), Conversion.date_to_date),
    ((Date, (DateTime, DateTime64)), Conversion.date_to_seconds),
    (((DateTime, DateTime64), Date), Conversion.seconds_to_date),
    (((DateTime, DateTime64), (DateTime, DateTime64)), Conversion.seconds_to_seconds),
    ((_NUMBERS, Date), Conversion.number_to_date),
    ((_NUMBERS, (DateTime, DateTime64)), Conversion.number_to_seconds),
    (((Date, DateTime, DateTime64), _NUMBERS), Conversion.moment_to_number),
    (((Time, Time64), _NUMBERS), Conversion.clock_to_number),
    ((_NUMBERS, (Time, Time64)), Conversion.number_to_clock),
    (((Time, Time64), (Time, Time64)), Conversion.clock_to_clock),
    ((Interval, _NUMBERS), Conversion.same),
    ((_NUMBERS, Interval), Conversion.same),
    ((IPv4, IPv6), Conversion.ipv4_to_ipv6),
    ((IPv4, Integer), Conversion.same),
    ((Integer, IPv4), Conversion.same),
    ((IPv6, Integer), Conversion.same),
    ((Integer, IPv6), Conversion.same),
    ((Array, Array), Conversion.array),
    ((Tuple, Tuple), Conversion.tuple),
    (((Map, Nested, Array), (Map, Nested, Array)), Conversion.pairs),
    ((AggregateFunction, AggregateFunction), Conversion.same),
)


def convert(value: Sql, source: Type, target: Type, zone: str = "UTC") -> Sql:
    """The value as one of the target type, or CANNOT_CONVERT_TYPE."""
    return Conversion(zone).convert(value, source, target)
