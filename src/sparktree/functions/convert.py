"""Values of one type as values of another: what CAST, and every implicit conversion, means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions import unsupported, zones
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT32,
    INT64,
    STRING,
    UINT8,
    UINT32,
    UINT64,
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
from sparktree.types.from_text import Mode, from_text
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
        if isinstance(source, String | FixedString) and not isinstance(
            target.of, String | FixedString
        ):  # text that is no value is NULL
            text = value if isinstance(source, String) else self._trimmed(value)
            return from_text(target.of, text, mode=Mode.OR_NULL, zone=self.zone)
        return self.convert(value, source, target.of)

    def _guard(self, value: Sql, inner: Sql) -> Sql:
        return sql.case((f"{value} IS NOT NULL", inner), otherwise=sql.NULL)

    def _from_nullable(self, value: Sql, source: Nullable, target: Type) -> Sql:
        if isinstance(source.of, Nothing):
            raise Error(Code.CANNOT_CONVERT_TYPE, "Cannot convert NULL to a non-nullable type")
        message = "Cannot convert NULL value to non-Nullable type"
        checked = _failure(Code.CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN, message, target)
        solid = self.convert(value, source.of, target)
        return sql.case((f"{value} IS NULL", checked), otherwise=solid)

    def _plain(self, value: Sql, source: Type, target: Type) -> Sql:
        for kinds, method in _RULES:
            if isinstance(source, kinds[0]) and isinstance(target, kinds[1]):
                return method(self, value, source, target)
        raise unsupported.conversion(source, target)

    # --- text -----------------------------------------------------------------------------

    def to_string(self, value: Sql, source: Type, target: Type) -> Sql:
        """Anything as its text."""
        return to_text(source, value, settings=TextSettings(zone=self.zone))

    def parse(self, value: Sql, source: Type, target: Type) -> Sql:
        """Text as anything."""
        text = value if isinstance(source, String) else self._trimmed(value)
        return from_text(target, text, zone=self.zone)

    def fixed_to_string(self, value: Sql, source: Type, target: Type) -> Sql:
        """A FixedString loses its zero bytes at the end."""
        return self._trimmed(value)

    def _trimmed(self, value: Sql) -> Sql:
        return sql.call("rtrim", value, sql.string("\0"))

    # --- numbers --------------------------------------------------------------------------

    def number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Numbers to numbers: integers wrap, floats are cut."""
        return number(value, source, target)

    def to_bool(self, value: Sql, source: Type, target: Type) -> Sql:
        """Whatever is not zero is true."""
        return sql.op("<>", value, source.default())

    def from_bool(self, value: Sql, source: Type, target: Type) -> Sql:
        """true is 1."""
        return number(sql.cast(value, "UTINYINT"), UINT8, target)

    def bool_to_any(self, value: Sql, source: Type, target: Type) -> Sql:
        """As the number that it is."""
        return self.convert(sql.cast(value, "UTINYINT"), UINT8, target)

    # --- enums ----------------------------------------------------------------------------

    def to_enum(self, value: Sql, source: Type, target: Type) -> Sql:
        """A number must be one of the enum's."""
        assert isinstance(target, Enum)
        if isinstance(source, Integer) and source.bits > 64:
            raise Error(
                Code.CANNOT_CONVERT_TYPE, f"Conversion from {source} to {target} is not supported"
            )
        whole = number(value, source, INT64) if not isinstance(source, Integer) else value
        known = ", ".join(str(n) for _, n in target.values)
        range_ = Integer(target.bits, True)
        unknown = _odd_value(
            Code.UNKNOWN_ELEMENT_OF_ENUM, "Unexpected value ", whole, " in enum", target
        )
        beyond = _odd_value(
            Code.CANNOT_CONVERT_TYPE, "Value ", whole, " cannot be converted to enum type", target
        )
        return sql.case(
            (f"{whole} IN ({known})", sql.cast(whole, target.kernel)),
            (f"{whole} BETWEEN {range_.minimum} AND {range_.maximum}", unknown),
            (f"{whole} IS NOT NULL", beyond),
        )

    def enum_to_any(self, value: Sql, source: Type, target: Type) -> Sql:
        """As the number behind the name."""
        assert isinstance(source, Enum)
        if isinstance(target, FixedString):
            return self.parse(self.to_string(value, source, target), STRING, target)
        return self.convert(value, Integer(source.bits, True), target)

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
        whole = (
            value if isinstance(source, Integer) and not source.wide else self._whole(value, source)
        )
        least, most = (-719528, 2932896) if isinstance(target, Date32) else (0, 65535)
        days = f"CAST(greatest({whole}, {least}) AS INTEGER)"
        seconds = f"CAST(least({whole}, 4294967295) // 86400 AS INTEGER)"
        if isinstance(target, Date32):
            seconds = f"CAST(least({whole} // 86400, 2932896) AS INTEGER)"
        chosen = sql.case((sql.op("<=", whole, str(most)), days), otherwise=seconds)
        return sql.op("+", Sql("DATE '1970-01-01'"), chosen)

    def _whole(self, value: Sql, source: Type) -> Sql:
        """The number cut to an integer that the kernel has, saturating."""
        if isinstance(source, Integer) and source.wide:
            return number(value, source, INT64)
        if isinstance(source, Decimal):
            return number(value, source, Integer(128, True))
        bound = "CAST('{}' AS DOUBLE)"
        low, high = bound.format("-9e18"), bound.format("9e18")
        odd = _failure(
            Code.CANNOT_CONVERT_TYPE, "Unexpected inf or nan to integer conversion", INT64
        )
        cut = sql.cast(f"greatest(least(trunc({value}), {high}), {low})", "BIGINT")
        finite = sql.op("OR", sql.call("isfinite", value), sql.is_null(value))
        return sql.case((finite, cut), otherwise=odd)

    def number_to_seconds(self, value: Sql, source: Type, target: Type) -> Sql:
        """Seconds since the epoch, saturating."""
        if isinstance(target, DateTime64):
            return self._number_to_ticks(value, source, target)
        whole = (
            value if isinstance(source, Integer) and not source.wide else self._whole(value, source)
        )
        return sql.cast(f"greatest(least({whole}, 4294967295), 0)", "UINTEGER")

    def _number_to_ticks(self, value: Sql, source: Type, target: DateTime64) -> Sql:
        factor = 10**target.precision
        least = max(-62167219200 * factor, INT64.minimum)
        most = min(253402300800 * factor - 1, INT64.maximum)
        if isinstance(source, Float):
            scaled = sql.op("*", sql.cast(value, "DOUBLE"), str(factor))
            cut = sql.call("trunc", scaled)
            bounded = f"greatest(least({cut}, {float(most)!r}), {float(least)!r})"
            return sql.coalesce(
                sql.try_cast(bounded, "BIGINT"), sql.case((f"{value} IS NOT NULL", str(most)))
            )
        if isinstance(source, Integer):
            scaled = sql.op("*", number(value, source, Integer(128, True)), str(factor))
        else:
            decimal_ = number(value, source, Decimal(38, target.precision))
            scaled = sql.cast(sql.op("*", decimal_, str(factor)), "HUGEINT")
        return sql.cast(f"greatest(least({scaled}, {most}), {least})", "BIGINT")

    def moment_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Days or seconds since the epoch."""
        if isinstance(source, Date):
            days = sql.op("-", value, Sql("DATE '1970-01-01'"))
            return number(days, Integer(64, True), target)
        if isinstance(source, DateTime64):
            if isinstance(target, Integer):
                return number(zones.seconds(value, source), Integer(64, True), target)
            as_float = sql.op("/", sql.cast(value, "DOUBLE"), f"{10**source.precision}::DOUBLE")
            if isinstance(target, Decimal):
                unit = f"CAST('1e-{source.precision}' AS DECIMAL(10,9))"
                exact = Decimal(38, source.precision)
                scaled = sql.cast(sql.op("*", sql.cast(value, "DECIMAL(28,0)"), unit), exact.kernel)
                return number(scaled, exact, target)
            return sql.cast(as_float, target.kernel)
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

    def to_ipv4(self, value: Sql, source: Type, target: Type) -> Sql:
        """Unsigned numbers up to 64 bits, wrapping."""
        if not isinstance(source, Integer) or source.signed or source.bits > 64:
            raise unsupported.conversion(source, target)
        return number(value, source, UINT32)

    def from_ipv4(self, value: Sql, source: Type, target: Type) -> Sql:
        """The address as a number."""
        return number(value, UINT32, target)

    def same(self, value: Sql, source: Type, target: Type) -> Sql:
        """Two names for one form."""
        return sql.cast(value, target.kernel) if source.kernel != target.kernel else value

    # --- containers -----------------------------------------------------------------------

    def array(self, value: Sql, source: Type, target: Type) -> Sql:
        """Element by element."""
        assert isinstance(source, Array) and isinstance(target, Array)
        if isinstance(source.of, Nothing):
            return target.default()
        lossy = source.of.nullable and not target.of.nullable
        if source.of.inner == target.of.inner and not lossy:
            return value
        return target.map(value, lambda item: self.convert(item, source.of, target.of))

    def tuple(self, value: Sql, source: Type, target: Type) -> Sql:
        """Field by field."""
        assert isinstance(source, Tuple) and isinstance(target, Tuple)
        if len(source.of) != len(target.of):
            raise Error(
                Code.TYPE_MISMATCH,
                "CAST AS Tuple can only be performed between tuple types with the same number"
                f" of elements or from String.\nLeft type: {source}, right type: {target}",
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

    def two_arrays(self, value: Sql, source: Type, target: Type) -> Sql:
        """A tuple of keys and values as a map."""
        assert isinstance(source, Tuple) and isinstance(target, Map)
        if len(source.of) != 2 or not all(isinstance(t, Array) for t in source.of):
            raise unsupported.conversion(source, target)
        keys = self.convert(sql.field(value, 1), source.of[0], Array(target.key))
        values = self.convert(sql.field(value, 2), source.of[1], Array(target.value))
        return sql.cast(sql.call("list_zip", keys, values), target.kernel)


def _odd_value(code: Code, before: str, value: Sql, after: str, target: Type) -> Sql:
    text = sql.op(
        "||", sql.string(raising(code, before)), sql.cast(value, "VARCHAR"), sql.string(after)
    )
    return sql.cast(sql.call("error", text), target.kernel)


def _failure(code: Code, message: str, target: Type) -> Sql:
    return sql.cast(sql.call("error", sql.string(raising(code, message))), target.kernel)


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
    if source == target:
        return value
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
        return _between_signs(value, target)
    if target.bits >= 64 or source.bits >= 64:
        return wrap(value, source, target)
    return _narrowed(value, target)


def _between_signs(value: Sql, target: Integer) -> Sql:
    """A signed number in 128 unsigned bits or the other way round."""
    if not target.signed:
        bits = sql.op("-", f"CAST({1 << 128 >> 1} AS UHUGEINT)", "0")
        negative = sql.op("+", sql.cast(f"({value} + {1 << 126} + {1 << 126})", "UHUGEINT"), bits)
        return sql.case((sql.op("<", value, "0"), negative), otherwise=sql.cast(value, "UHUGEINT"))
    text = sql.cast(value, "VARCHAR")
    wrapped = sql.cast(sql.call("st_wrap_text", text, "128", "true"), "HUGEINT")
    return sql.coalesce(sql.try_cast(value, "HUGEINT"), wrapped)


def _narrowed(value: Sql, target: Integer) -> Sql:
    """The low bits of a number that fits 64 bits."""
    bits = sql.op("&", sql.cast(value, "BIGINT"), str((1 << target.bits) - 1))
    if not target.signed:
        return sql.cast(bits, target.kernel)
    middle = sql.cast(str(1 << (target.bits - 1)), "BIGINT")
    return sql.cast(sql.op("-", sql.call("xor", bits, middle), middle), target.kernel)


def wrap(value: Sql, source: Integer, target: Integer) -> Sql:
    """The value modulo the target's range; the value is written once."""
    mask = (1 << target.bits) - 1
    if source.bits == 128 and not source.signed:
        bits = sql.op("&", value, sql.cast(str(mask), "UHUGEINT"))
        bits = sql.cast(bits, "HUGEINT") if target.signed else bits
    else:
        bits = sql.op("&", sql.cast(value, "HUGEINT"), sql.cast(str(mask), "HUGEINT"))
    if not target.signed:
        return sql.cast(bits, target.kernel)
    middle = sql.cast(str(1 << (target.bits - 1)), "HUGEINT")
    return sql.cast(sql.op("-", sql.call("xor", bits, middle), middle), target.kernel)


def _float_to_integer(value: Sql, target: Integer) -> Sql:
    if target.wide:
        text = sql.cast(sql.call("trunc", value), "VARCHAR")
        return sql.call("st_wide", text, "true" if target.signed else "false")
    cut = sql.call("trunc", value)
    if target.bits >= 128:
        inside = sql.coalesce(sql.try_cast(cut, target.kernel), sql.cast("0", target.kernel))
    elif target == UINT64:
        huge = sql.coalesce(sql.try_cast(cut, "BIGINT"), sql.try_cast(cut, "UBIGINT"), str(1 << 63))
        inside = wrap(huge, Integer(128, True), target)
    else:
        inside = _through(INT64 if target.bits == 64 or target == UINT32 else INT32, cut, target)
    odd = _failure(Code.CANNOT_CONVERT_TYPE, "Unexpected inf or nan to integer conversion", target)
    return sql.case((sql.call("isfinite", value), inside), (f"{value} IS NOT NULL", odd))


def _through(carrier: Integer, value: Sql, target: Integer) -> Sql:
    """As processors do: into 32 or 64 bits (the least number for what does not fit), then cut."""
    lowest = carrier.literal(carrier.minimum)
    carried = sql.coalesce(sql.try_cast(value, carrier.kernel), lowest)
    return carried if carrier == target else _integer_to_integer(carried, carrier, target)


def _decimal(value: Sql, source: Type, target: Type) -> Sql:
    if (isinstance(target, Decimal) and target.wide) or (
        isinstance(source, Decimal) and source.wide
    ):
        return _wide_decimal(value, source, target)
    if isinstance(target, Decimal):
        return _to_decimal(value, source, target)
    if isinstance(target, Integer):
        whole = sql.cast(sql.call("trunc", value), "HUGEINT")
        if target.bits >= 128:
            return _integer_to_integer(whole, Integer(128, True), target)
        odd = _failure(Code.DECIMAL_OVERFLOW, "Convert overflow", target)
        fits = sql.try_cast(whole, target.kernel)
        return sql.coalesce(fits, sql.case((f"{value} IS NOT NULL", odd)))
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
    (
        ((*_NUMBERS, Interval, Date, DateTime, DateTime64, Enum, IPv4, IPv6), Bool),
        Conversion.to_bool,
    ),
    ((Bool, (Date, DateTime, DateTime64, Enum, IPv4)), Conversion.bool_to_any),
    ((Enum, Enum), Conversion.enum_to_enum),
    ((_NUMBERS, Enum), Conversion.to_enum),
    ((Enum, _NUMBERS), Conversion.enum_to_number),
    ((Enum, (Date, DateTime, DateTime64, FixedString)), Conversion.enum_to_any),
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
    ((IPv4, Integer), Conversion.from_ipv4),
    ((Integer, IPv4), Conversion.to_ipv4),
    ((IPv6, Integer), Conversion.same),
    ((Tuple, Map), Conversion.two_arrays),
    ((Array, Array), Conversion.array),
    ((Tuple, Tuple), Conversion.tuple),
    (((Map, Nested, Array), (Map, Nested, Array)), Conversion.pairs),
    ((AggregateFunction, AggregateFunction), Conversion.same),
)


def convert(value: Sql, source: Type, target: Type, zone: str = "UTC") -> Sql:
    """The value as one of the target type, or CANNOT_CONVERT_TYPE."""
    return Conversion(zone).convert(value, source, target)
