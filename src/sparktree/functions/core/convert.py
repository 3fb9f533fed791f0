"""Values of one type as values of another: what CAST, and every implicit conversion, means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions.core import conversion_errors, zones
from sparktree.functions.core.convert_bytes import address, is_address
from sparktree.functions.core.convert_enums import keeps_numbers
from sparktree.functions.core.convert_maps import zipped
from sparktree.functions.core.convert_numbers import failure, number
from sparktree.functions.core.convert_variants import from_variant, to_variant
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT64,
    STRING,
    UINT8,
    UINT32,
    UUID,
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
    Variant,
    remove_nullable,
)
from sparktree.types.base import typed_null
from sparktree.types.from_text import Mode, from_text
from sparktree.types.geo import Shape
from sparktree.types.text_settings import TextSettings
from sparktree.types.times import clock_digits, own_zone
from sparktree.types.to_text import to_text


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion under way: the session's zone shows and reads times.

    Days and seconds beyond a type's range become its nearest value (saturate); where the conversion
    was asked for, they wrap around (ignore) or are refused (throw), as a setting says.
    """

    zone: str = "UTC"
    overflow: str = "saturate"
    address_or_zero: bool = False  # what is no address is the empty one
    infers: bool = False  # whether text becomes the type of a Variant that it looks like
    strict: bool = False  # whether text that is no value is an error where NULL could stand for it

    @property
    def wraps(self) -> bool:
        """Whether days and seconds wrap around."""
        return self.overflow == "ignore"

    def convert(self, value: Sql, source: Type, target: Type) -> Sql:
        """The value as one of the target type."""
        if source == target:
            return value
        if isinstance(target, LowCardinality | SimpleAggregateFunction):
            return self.convert(value, source, target.of)
        if isinstance(source, LowCardinality | SimpleAggregateFunction) and not (
            isinstance(target, Variant) and remove_nullable(source) in target.of
        ):
            return self.convert(value, source.of, target)
        if isinstance(target, Variant):
            text_zone = self.zone if self.infers else None
            return to_variant(value, source, target, text_zone)
        if isinstance(source, Variant):
            return from_variant(value, source, target, self.convert)
        if isinstance(target, Nullable):
            return self._to_nullable(value, source, target)
        if isinstance(source, Nullable):
            return self._from_nullable(value, source, target)
        return self._plain(value, source, target)

    def _to_nullable(self, value: Sql, source: Type, target: Nullable) -> Sql:
        if isinstance(source, Nullable):
            if isinstance(source.of, Nothing):
                return typed_null(target.kernel)
            if self._reads(source.of, target.of):
                return self._to_nullable(value, source.of, target)
            inner = self.convert(value, source.of, target.of)
            return inner if inner == value else self._guard(value, inner)
        if self._reads(source, target.of):  # no value is NULL
            text = value if isinstance(source, String) else self._trimmed(value)
            return from_text(target.of, text, mode=Mode.OR_NULL, zone=self.zone)
        return self.convert(value, source, target.of)

    def _reads(self, source: Type, target: Type) -> bool:
        read = isinstance(source, _TEXTS) and not isinstance(target, (*_TEXTS, Bool, Enum))
        return read and not self.strict and not is_address(source, target)

    def _guard(self, value: Sql, inner: Sql) -> Sql:
        return sql.case((sql.is_known(value), inner), otherwise=sql.NULL)

    def _from_nullable(self, value: Sql, source: Nullable, target: Type) -> Sql:
        if isinstance(source.of, Nothing):
            raise Error(Code.CANNOT_CONVERT_TYPE, "Cannot convert NULL to a non-nullable type")
        message = "Cannot convert NULL value to non-Nullable type"
        checked = failure(Code.CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN, message, target)
        solid = self.convert(value, source.of, target)
        return sql.case((sql.is_null(value), checked), otherwise=solid)

    def _plain(self, value: Sql, source: Type, target: Type) -> Sql:
        if isinstance(source, Nothing):  # there are no such values
            return typed_null(target.kernel)
        if is_address(source, target):
            return address(value)
        for kinds, method in _RULES:
            if isinstance(source, kinds[0]) and isinstance(target, kinds[1]):
                return method(self, value, source, target)
        raise conversion_errors.conversion(source, target)

    # --- text -----------------------------------------------------------------------------

    def to_string(self, value: Sql, source: Type, target: Type) -> Sql:
        """Anything as its text."""
        return to_text(source, value, settings=TextSettings(zone=self.zone))

    def parse(self, value: Sql, source: Type, target: Type) -> Sql:
        """Text as anything."""
        text = value if isinstance(source, String) else self._trimmed(value)
        lenient = self.address_or_zero and isinstance(target, IPv4 | IPv6)
        mode = Mode.OR_ZERO if lenient else Mode.STRICT
        return from_text(target, text, mode=mode, zone=self.zone)

    def fixed_to_string(self, value: Sql, source: Type, target: Type) -> Sql:
        """A FixedString loses its zero bytes at the end."""
        return self._trimmed(value)

    def _trimmed(self, value: Sql) -> Sql:
        return sql.call("rtrim", value, sql.string("\0"))

    # --- numbers --------------------------------------------------------------------------

    def text_to_map(self, value: Sql, source: Type, target: Type) -> Sql:
        """Text is read as any other type, but not as a Map."""
        raise conversion_errors.conversion(source, target)

    def number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Numbers to numbers: integers wrap, floats are cut."""
        return number(value, source, target)

    def to_bool(self, value: Sql, source: Type, target: Type) -> Sql:
        """Whatever is not zero is true."""
        return sql.op("<>", value, 0 if isinstance(source, Enum) else source.default())

    def from_bool(self, value: Sql, source: Type, target: Type) -> Sql:
        """true is 1."""
        return number(sql.cast(value, "UTINYINT"), UINT8, target)

    def bool_to_any(self, value: Sql, source: Type, target: Type) -> Sql:
        """As the number that it is; as text its word."""
        if isinstance(target, FixedString):
            return self.parse(self.to_string(value, source, target), STRING, target)
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
            (Sql(f"{whole} IN ({known})"), sql.cast(whole, target.kernel)),
            (Sql(f"{whole} BETWEEN {range_.minimum} AND {range_.maximum}"), unknown),
            (sql.is_known(whole), beyond),
        )

    def enum_to_any(self, value: Sql, source: Type, target: Type) -> Sql:
        """As the number behind the name."""
        assert isinstance(source, Enum)
        if isinstance(target, FixedString):
            return self.parse(self.to_string(value, source, target), STRING, target)
        return self.convert(value, Integer(source.bits, True), target)

    def enum_to_enum(self, value: Sql, source: Type, target: Type) -> Sql:
        """By number; a name that both have must not change its own."""
        assert isinstance(source, Enum) and isinstance(target, Enum)
        method = self.same if keeps_numbers(source, target) else self.to_enum
        return method(value, Integer(source.bits, True), target)

    def enum_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """The number behind the name."""
        assert isinstance(source, Enum)
        return number(value, Integer(source.bits, True), target)

    # --- time -----------------------------------------------------------------------------

    def date_to_date(self, value: Sql, source: Type, target: Type) -> Sql:
        """Date32 has room for every Date."""
        if isinstance(target, Date32):
            return value
        return self._narrow_day(value, sql.op("-", value, _FIRST_DAY))

    def _beyond(self, number_: Sql, name: str) -> Sql:
        message = sql.string(raising(Code.VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, "Value "))
        behind = sql.string(f" is out of bounds of type {name}")
        return sql.call("error", sql.op("||", message, sql.cast(number_, "VARCHAR"), behind))

    def _narrow_day(self, value: Sql, shown: Sql) -> Sql:
        """A day as a Date can be; `shown` is the number that an error names."""
        if self.overflow == "throw":
            fits = Sql(f"{value} BETWEEN {_FIRST_DAY} AND DATE '2149-06-06'")
            refused = sql.cast(self._beyond(shown, "Date"), "DATE")
            return sql.case((sql.is_null(value), sql.NULL), (fits, value), otherwise=refused)
        if self.wraps:
            days = Sql(f"CAST(({value} - {_FIRST_DAY}) & 65535 AS INTEGER)")
            return sql.op("+", _FIRST_DAY, days)
        return sql.clamped(value, _FIRST_DAY, Sql("DATE '2149-06-06'"))

    def _narrow_seconds(self, seconds: Sql) -> Sql:
        """Seconds as a DateTime can be."""
        if self.overflow == "throw":
            fits = Sql(f"{seconds} BETWEEN 0 AND 4294967295")
            return sql.case(
                (sql.is_null(seconds), sql.NULL),
                (fits, sql.cast(seconds, "UINTEGER")),
                otherwise=sql.cast(self._beyond(seconds, "DateTime"), "UINTEGER"),
            )
        if self.wraps:
            return sql.cast(Sql(f"{seconds} & 4294967295"), "UINTEGER")
        return sql.cast(sql.clamped(seconds, 0, 4294967295), "UINTEGER")

    def date_to_seconds(self, value: Sql, source: Type, target: Type) -> Sql:
        """Midnight of the day in the target's zone."""
        if isinstance(target, DateTime64):
            seconds = zones.start_of_day(value, self._zone(target))
            return sql.op("*", seconds, 10**target.precision)
        saturates = self.overflow == "saturate"
        day = sql.clamped(value, None, Sql("DATE '2106-02-06'")) if saturates else value
        return self._narrow_seconds(zones.start_of_day(day, self._zone(target)))

    def seconds_to_date(self, value: Sql, source: Type, target: Type) -> Sql:
        """The day in the source's zone."""
        day = zones.day(zones.seconds(value, source), self._zone(source))
        narrow = isinstance(source, DateTime64) and not isinstance(target, Date32)
        return self._narrow_day(day, zones.seconds(value, source)) if narrow else day

    def seconds_to_seconds(self, value: Sql, source: Type, target: Type) -> Sql:
        """Other precision or other zone; the moment stays."""
        narrow = isinstance(source, DateTime64) and not isinstance(target, DateTime64)
        if narrow and self.overflow != "saturate":
            return self._narrow_seconds(zones.seconds(value, source))
        return zones.rescale(value, source, target)

    def number_to_date(self, value: Sql, source: Type, target: Type) -> Sql:
        """Days, or seconds if the number is too great for days."""
        whole = (
            value if isinstance(source, Integer) and not source.wide else self._whole(value, source)
        )
        least, most = (-719528, 2932896) if isinstance(target, Date32) else (0, 65535)
        days = sql.cast(sql.clamped(whole, least, None), "INTEGER")
        last = 2932896 * 86400 if isinstance(target, Date32) else 4294967295
        return sql.case(
            (sql.op("<=", whole, most), sql.op("+", Sql("DATE '1970-01-01'"), days)),
            otherwise=zones.day(sql.clamped(whole, None, last), self.zone),
        )

    def _whole(self, value: Sql, source: Type) -> Sql:
        """The number cut to an integer that the kernel has, saturating."""
        if isinstance(source, Integer) and source.wide:
            return number(value, source, INT64)
        if isinstance(source, Decimal):
            return number(value, source, Integer(128, True))
        bound = "CAST('{}' AS DOUBLE)"
        low, high = Sql(bound.format("-9e18")), Sql(bound.format("9e18"))
        odd = failure(
            Code.CANNOT_CONVERT_TYPE, "Unexpected inf or nan to integer conversion", INT64
        )
        cut = sql.cast(sql.clamped(Sql(f"trunc({value})"), low, high), "BIGINT")
        finite = sql.op("OR", sql.call("isfinite", value), sql.is_null(value))
        return sql.case((finite, cut), otherwise=odd)

    def number_to_seconds(self, value: Sql, source: Type, target: Type) -> Sql:
        """Seconds since the epoch, saturating."""
        if isinstance(target, DateTime64):
            return self._number_to_ticks(value, source, target)
        whole = (
            value if isinstance(source, Integer) and not source.wide else self._whole(value, source)
        )
        return sql.cast(sql.clamped(whole, 0, 4294967295), "UINTEGER")

    def _number_to_ticks(self, value: Sql, source: Type, target: DateTime64) -> Sql:
        factor = 10**target.precision
        least = max(-62167219200 * factor, INT64.minimum)
        most = min(253402300800 * factor - 1, INT64.maximum)
        if isinstance(source, Float):
            scaled = sql.op("*", sql.cast(value, "DOUBLE"), factor)
            cut = sql.call("trunc", scaled)
            bounded = sql.clamped(cut, Sql(repr(float(least))), Sql(repr(float(most))))
            return sql.coalesce(
                sql.try_cast(bounded, "BIGINT"), sql.case((sql.is_known(value), most))
            )
        if isinstance(source, Integer):
            scaled = sql.op("*", number(value, source, Integer(128, True)), factor)
        else:
            decimal_ = number(value, source, Decimal(38, target.precision))
            scaled = sql.cast(sql.op("*", decimal_, factor), "HUGEINT")
        return sql.cast(sql.clamped(scaled, least, most), "BIGINT")

    def moment_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Days or seconds since the epoch."""
        if isinstance(source, Date):
            days = sql.op("-", value, Sql("DATE '1970-01-01'"))
            return number(days, Integer(64, True), target)
        if isinstance(source, DateTime64):
            if isinstance(target, Integer):
                # A DateTime64 is a Decimal of seconds: what does not fit is an error.
                whole = sql.op("//", value, 10**source.precision)
                return number(sql.cast(whole, "DECIMAL(38,0)"), Decimal(38, 0), target)
            as_float = Sql(f"({value}::DOUBLE / {10**source.precision}::DOUBLE)")
            if isinstance(target, Decimal):
                unit = Sql(f"CAST('1e-{source.precision}' AS DECIMAL(10,9))")
                exact = Decimal(38, source.precision)
                scaled = sql.cast(sql.op("*", sql.cast(value, "DECIMAL(28,0)"), unit), exact.kernel)
                return number(scaled, exact, target)
            return number(as_float, FLOAT64, target)
        return number(value, Integer(32, False), target)

    def clock_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """Seconds of the clock."""
        if isinstance(source, Time64):
            return self.moment_to_number(value, DateTime64(source.precision), target)
        return number(value, Integer(32, True), target)

    def number_to_clock(self, value: Sql, source: Type, target: Type) -> Sql:
        """Seconds as a clock; a Time64 keeps the part behind the point."""
        if isinstance(source, Integer) and source.wide:
            value, source = number(value, source, INT64), INT64
        factor = 10**target.precision if isinstance(target, Time64) else 1
        most = 3600000 * factor - factor
        ticks = value if factor == 1 else sql.op("*", self._scalable(value, source), factor)
        whole = ticks if isinstance(source, Integer) else sql.call("trunc", ticks)
        return sql.cast(sql.clamped(whole, -most, most), target.kernel)

    def _scalable(self, value: Sql, source: Type) -> Sql:
        """A number with room to be multiplied."""
        if isinstance(source, Decimal):
            return sql.cast(value, f"DECIMAL(28,{min(source.scale, 9)})")
        return sql.cast(value, "BIGINT" if isinstance(source, Integer) else "DOUBLE")

    def small_to_clock(self, value: Sql, source: Type, target: Type) -> Sql:
        """Truth values, names and intervals as the number of seconds that they are."""
        return self.convert(self.convert(value, source, INT64), INT64, target)

    def moment_to_clock(self, value: Sql, source: Type, target: Type) -> Sql:
        """The time of day in the source's zone; midnight for days."""
        if isinstance(source, Date):
            return self._guard(value, sql.cast(0, target.kernel))
        digits = zones.precision(source)
        local = zones.local(zones.seconds(value, source), self._zone(source))
        seconds = Sql(f"((CAST(epoch({local}) AS BIGINT) % 86400 + 86400) % 86400)")
        if not isinstance(target, Time64):
            return sql.cast(seconds, target.kernel)
        part = f"(({value} % {10**digits} + {10**digits}) % {10**digits})" if digits else "0"
        fraction = zones.rescale_ticks(Sql(part), digits, target.precision, "BIGINT")
        return sql.op("+", sql.op("*", seconds, 10**target.precision), fraction)

    def clock_to_moment(self, value: Sql, source: Type, target: Type) -> Sql:
        """The clock on the first day of the epoch."""
        if isinstance(target, Date):
            return self._guard(value, _FIRST_DAY)
        ticks = clock_digits(source)
        digits = zones.precision(target)
        return zones.rescale_ticks(value, ticks, digits, target.kernel)

    def clock_to_clock(self, value: Sql, source: Type, target: Type) -> Sql:
        """Other precision."""
        return zones.rescale_ticks(value, clock_digits(source), clock_digits(target), target.kernel)

    def _zone(self, type_: Type) -> str:
        return own_zone(type_) or self.zone

    # --- addresses ------------------------------------------------------------------------

    def ipv4_to_ipv6(self, value: Sql, source: Type, target: Type) -> Sql:
        """The address mapped into IPv6."""
        return sql.op("+", sql.cast(0xFFFF << 32, "UHUGEINT"), sql.cast(value, "UHUGEINT"))

    def to_ipv4(self, value: Sql, source: Type, target: Type) -> Sql:
        """Unsigned numbers up to 64 bits, wrapping."""
        if not isinstance(source, Integer) or source.signed or source.bits > 64:
            raise conversion_errors.conversion(source, target)
        return number(value, source, UINT32)

    def ipv6_to_ipv4(self, value: Sql, source: Type, target: Type) -> Sql:
        """A mapped address without what says that it is one."""
        odd = failure(
            Code.CANNOT_CONVERT_TYPE,
            "IPv6 is not in IPv4-mapped format, cannot be converted to IPv4",
            target,
        )
        start = sql.cast(0xFFFF << 32, "UHUGEINT")
        mapped = Sql(f"{value} BETWEEN {start} AND {start} + CAST(4294967295 AS UHUGEINT)")
        return sql.case(
            (mapped, sql.cast(sql.op("-", value, start), "UINTEGER")),
            (sql.is_known(value), odd),
        )

    def address_to_number(self, value: Sql, source: Type, target: Type) -> Sql:
        """128 bits as a UInt128; an IPv4 as any unsigned integer that holds it."""
        assert isinstance(target, Integer)
        if (
            target.signed
            or target.bits < 32
            or (not isinstance(source, IPv4) and target.bits != 128)
        ):
            raise conversion_errors.conversion(source, target)
        if isinstance(source, UUID):
            return sql.cast(value, "UHUGEINT")
        return value if isinstance(source, IPv6) else number(value, UINT32, target)

    def from_interval(self, value: Sql, source: Type, target: Type) -> Sql:
        """How many units."""
        return self.convert(sql.cast(value, "BIGINT"), INT64, target)

    def to_interval(self, value: Sql, source: Type, target: Type) -> Sql:
        """Numbers, and what is one inside, as so many units."""
        return self.convert(value, source, INT64)

    def interval_to_interval(self, value: Sql, source: Type, target: Type) -> Sql:
        """In other units, of which each is a multiple of the smaller ones; cut towards zero."""
        assert isinstance(source, Interval) and isinstance(target, Interval)
        one, other = _NANOSECONDS[source.unit], _NANOSECONDS[target.unit]
        if one >= other:
            return sql.op("*", value, one // other)
        return sql.op("//", value, other // one)

    def state(self, value: Sql, source: Type, target: Type) -> Sql:
        """A state of the same function over the same arguments; conditions of -If do not count."""
        assert isinstance(source, AggregateFunction) and isinstance(target, AggregateFunction)
        ours, theirs = source.function.removesuffix("If"), target.function.removesuffix("If")
        pairs = zip(source.arguments, target.arguments, strict=False)
        if ours != theirs or source.state != target.state or any(a != b for a, b in pairs):
            raise conversion_errors.conversion(source, target)
        return value

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
        if isinstance(target, Shape) and source.kernel == target.kernel:
            return value  # points by another name
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
            raise conversion_errors.conversion(source, target)
        keys = self.convert(sql.field(value, 1), source.of[0], Array(target.key))
        values = self.convert(sql.field(value, 2), source.of[1], Array(target.value))
        return zipped(keys, values, target)


def _odd_value(code: Code, before: str, value: Sql, after: str, target: Type) -> Sql:
    text = sql.op(
        "||", sql.string(raising(code, before)), sql.cast(value, "VARCHAR"), sql.string(after)
    )
    return sql.cast(sql.call("error", text), target.kernel)


Rule = Callable[[Conversion, Sql, Type, Type], Sql]
_NUMBERS = (Integer, Float, Decimal)
_TEXTS = (String, FixedString)
_FIRST_DAY = Sql("DATE '1970-01-01'")
_SECOND = 1_000_000_000
_NANOSECONDS = {
    "Nanosecond": 1, "Microsecond": 1_000, "Millisecond": 1_000_000, "Second": _SECOND,
    "Minute": 60 * _SECOND, "Hour": 3600 * _SECOND, "Day": 86400 * _SECOND,
    # For a conversion every month has 28 days.
    "Week": 604800 * _SECOND, "Month": 4 * 604800 * _SECOND, "Quarter": 12 * 604800 * _SECOND,
    "Year": 48 * 604800 * _SECOND,
}  # fmt: skip
_RULES: tuple[tuple[tuple[type[Type] | tuple[type[Type], ...], ...], Rule], ...] = (
    ((FixedString, String), Conversion.fixed_to_string),
    ((Type, String), Conversion.to_string),
    ((_TEXTS, Map), Conversion.text_to_map),
    ((_TEXTS, Type), Conversion.parse),
    ((_NUMBERS, _NUMBERS), Conversion.number),
    ((Bool, (*_NUMBERS,)), Conversion.from_bool),
    (
        (
            (*_NUMBERS, Interval, Date, DateTime, DateTime64, Time, Time64, Enum, UUID, IPv4, IPv6),
            Bool,
        ),
        Conversion.to_bool,
    ),
    ((Bool, (Date, DateTime, DateTime64, Enum, IPv4, FixedString)), Conversion.bool_to_any),
    ((Enum, Enum), Conversion.enum_to_enum),
    (((Integer, Float), Enum), Conversion.to_enum),
    ((Enum, (Integer, Float)), Conversion.enum_to_number),
    ((Enum, (Date, DateTime, FixedString)), Conversion.enum_to_any),
    ((Date, Date), Conversion.date_to_date),
    ((Date, (DateTime, DateTime64)), Conversion.date_to_seconds),
    (((DateTime, DateTime64), Date), Conversion.seconds_to_date),
    (((DateTime, DateTime64), (DateTime, DateTime64)), Conversion.seconds_to_seconds),
    (((Integer, Float), Date), Conversion.number_to_date),
    (((Integer, Float), (DateTime, DateTime64)), Conversion.number_to_seconds),
    ((Decimal, DateTime64), Conversion.number_to_seconds),
    (((Date, DateTime, DateTime64), (Integer, Float)), Conversion.moment_to_number),
    ((DateTime64, Decimal), Conversion.moment_to_number),
    ((Time64, Decimal), Conversion.clock_to_number),
    (((Date, DateTime, DateTime64), (Time, Time64)), Conversion.moment_to_clock),
    (((Time, Time64), (Date, DateTime, DateTime64)), Conversion.clock_to_moment),
    (((Time, Time64), (Integer, Float)), Conversion.clock_to_number),
    (((Integer, Float), (Time, Time64)), Conversion.number_to_clock),
    ((Decimal, Time64), Conversion.number_to_clock),
    (((Enum, Interval), Time), Conversion.small_to_clock),
    ((Bool, (Time, Time64)), Conversion.small_to_clock),
    (((Time, Time64), (Time, Time64)), Conversion.clock_to_clock),
    ((Interval, Interval), Conversion.interval_to_interval),
    ((Interval, (Integer, Float, Date, DateTime)), Conversion.from_interval),
    (((Integer, Float, Bool, Enum, Date, DateTime, Time), Interval), Conversion.to_interval),
    ((IPv4, IPv6), Conversion.ipv4_to_ipv6),
    ((IPv6, IPv4), Conversion.ipv6_to_ipv4),
    (((IPv4, IPv6, UUID), Integer), Conversion.address_to_number),
    ((Integer, IPv4), Conversion.to_ipv4),
    ((Tuple, Map), Conversion.two_arrays),
    ((Array, Array), Conversion.array),
    ((Tuple, Tuple), Conversion.tuple),
    (((Map, Nested, Array), (Map, Nested, Array)), Conversion.pairs),
    ((AggregateFunction, AggregateFunction), Conversion.state),
)


def convert(value: Sql, source: Type, target: Type, zone: str = "UTC") -> Sql:
    """The value as one of the target type, or CANNOT_CONVERT_TYPE."""
    return Conversion(zone).convert(value, source, target)
