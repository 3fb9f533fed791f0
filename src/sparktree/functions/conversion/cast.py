"""CAST and the family of to* functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.conversion.lenient_conversions import (
    Target,
    declare_lenient,
    lenient_of_text,
    target_type,
)
from sparktree.functions.core.constant_arguments import (
    in_zone_of,
    named_type,
    precision,
    scale_instead_of_zone,
    unsigned_constant,
    whole_number,
)
from sparktree.functions.core.constant_arguments import zone as zone_argument
from sparktree.functions.core.conversion_errors import refuse_containers
from sparktree.functions.core.convert import Conversion, convert
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, wrong_arity
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    BOOL,
    DATE,
    DATE32,
    FLOAT32,
    FLOAT64,
    STRING,
    UUID,
    Array,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    IPv6,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    String,
    Time64,
    Tuple,
    Type,
    low_cardinality,
    make_nullable,
    remove_nullable,
)
from sparktree.types.base import typed_null
from sparktree.types.from_text import Mode, from_text
from sparktree.types.numeric import INTERVAL_UNITS, is_wide
from sparktree.types.times import own_zone


def _cast_type(arguments: Sequence[Argument]) -> Type:
    return named_type("CAST", arguments[1])


@function(
    "_CAST",
    args=2,
    returns=_cast_type,
    nulls="own",
    low_cardinality=False,
    any_case=True,
    aliases=("CAST",),
    example=("_CAST('42', 'UInt8')", "42"),
)
def cast(call: Call) -> Sql:
    """The value as one of the named type."""
    return _conversion(call, call.context.zone).convert(call[0], call.type(0), call.result)


def _conversion(call: Call, zone: str) -> Conversion:
    """A conversion that the query asks for, under its settings."""
    settings = call.context.settings
    return Conversion(
        zone,
        settings.date_time_overflow_behavior,
        settings.cast_ipv4_ipv6_default_on_conversion_error,
        settings.cast_string_to_variant_use_inference,
    )


def declare_family(
    name: str,
    target: Target,
    doc: str,
    example: tuple[str, str],
    *,
    extra: int = 0,
    any_case: bool = False,
    least: int = 1,
    aliases: tuple[str, ...] = (),
    any_case_aliases: tuple[str, ...] = (),
    zero: str = "0",
    lenient: tuple[int, int] | None = None,
) -> None:
    """toX, toXOrZero, toXOrNull and toXOrDefault of one target type."""

    def plain(call: Call) -> Sql:
        source, target = remove_nullable(call.type(0)), call.result.inner
        zone = own_zone(target) or call.context.zone
        if len(call) > 1 and isinstance(target, Date | Date32):
            zone = str(call.value(1))  # of a moment: the day that it is there
            if isinstance(source, DateTime | DateTime64):
                source = replace(source, zone=zone)
        return _conversion(call, zone).convert(call[0], source, lenient_of_text(call))

    plain.__doc__ = doc
    arity = (least, 1 + extra)
    constants = tuple(range(1, 1 + extra))
    function(
        name,
        args=arity,
        returns=lambda a: target_type(target, a),
        converts=True,
        example=example,
        any_case=any_case,
        aliases=aliases,
        any_case_aliases=any_case_aliases,
        monotonic="increasing",
        constant_arguments=constants,
        takes_variants=True,
    )(plain)
    declare_lenient(name, target, lenient or arity, zero, unfit=_unfit(arity), constants=constants)


def _unfit(arity: tuple[int, int]) -> str:
    """Arguments of which the first is text that is no value of any type."""
    return ", ".join(["'?'", "3"][: arity[0]])


for _type in (
    *(Integer(b, s) for b in (8, 16, 32, 64, 128, 256) for s in (True, False)),
    FLOAT32,
    FLOAT64,
    Float(16),
):
    declare_family(
        f"to{_type}", _type, f"The value as {_type}; integers wrap.", (f"to{_type}('1')", "1")
    )


def _day(type_: Type) -> Rule:
    def target(arguments: Arguments) -> Type:
        zone_argument(arguments.function, arguments, 1)
        return type_

    return target


declare_family(
    "toDate",
    _day(DATE),
    "The value as a Date.",
    ("toDate('2024-05-06')", "2024-05-06"),
    extra=1,
    any_case_aliases=("DATE",),
    lenient=(1, 1),
    zero="1970-01-01",
)
declare_family(
    "toDate32",
    _day(DATE32),
    "The value as a Date32.",
    ("toDate32('1930-05-06')", "1930-05-06"),
    extra=1,
    lenient=(1, 1),
    zero="1900-01-01",
)
declare_family(
    "toUUID",
    UUID(),
    "The value as a UUID.",
    ("toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')", "61f0c404-5cb3-11e7-907b-a6006ad3dba0"),
    zero="00000000-0000-0000-0000-000000000000",
)
declare_family(
    "toIPv4",
    IPv4(),
    "The value as an IPv4 address.",
    ("toIPv4('1.2.3.4')", "1.2.3.4"),
    zero="0.0.0.0",
)
declare_family(
    "toIPv6", IPv6(), "The value as an IPv6 address.", ("toIPv6('::1')", "::1"), zero="::"
)


def _datetime(arguments: Sequence[Argument]) -> Type:
    digits = scale_instead_of_zone("toDateTime", arguments)
    zone = zone_argument("toDateTime", arguments, 1 if digits is None else 2)
    source = arguments[0].type
    inherited = source.zone if isinstance(source, DateTime | DateTime64) else None
    return DateTime64(digits, zone or inherited) if digits else DateTime(zone or inherited)


def _datetime64(arguments: Sequence[Argument]) -> Type:
    zone = zone_argument("toDateTime64", arguments, 2)
    source = arguments[0].type
    inherited = source.zone if isinstance(source, DateTime | DateTime64) else None
    scale = precision("toDateTime64", arguments, 1) if len(arguments) > 1 else 3
    refuse_containers("toDateTime64", source)
    return DateTime64(scale, zone or inherited)


declare_family(
    "toDateTime",
    _datetime,
    "The value as a DateTime; the second argument is the time zone.",
    ("toDateTime('2024-05-06 07:08:09')", "2024-05-06 07:08:09"),
    extra=2,
    lenient=(1, 2),
    aliases=("toDateTime32",),
    zero="1970-01-01 00:00:00",
)
declare_family(
    "toDateTime64",
    _datetime64,
    "The value as a DateTime64 of the given precision.",
    ("toDateTime64('2024-05-06 07:08:09.123', 3)", "2024-05-06 07:08:09.123"),
    extra=2,
    least=2,
    lenient=(1, 3),
    zero="1970-01-01 00:00:00.000",
)


_DECIMAL_SOURCES = (
    Integer, Float, Decimal, Bool, String, FixedString, DateTime64, Time64, Nothing,
)  # fmt: skip


def decimal_type(precision: int) -> Rule:
    """The Decimal of a precision with the scale that the second argument says."""
    name = {9: "toDecimal32", 18: "toDecimal64", 38: "toDecimal128", 76: "toDecimal256"}[precision]

    def target(arguments: Sequence[Argument]) -> Type:
        scale = whole_number(name, arguments, 1, "scale")
        if isinstance(arguments[1].type, Integer) and arguments[1].type.signed:
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type of toDecimal() scale {arguments[1].type}",
            )
        if not 0 <= scale <= precision:
            raise Error(
                Code.ARGUMENT_OUT_OF_BOUND,
                f"Scale {scale} is out of bound for precision {precision}",
            )
        return Decimal(precision, scale)

    return target


def _strict_decimal(precision: int) -> Rule:
    def target(arguments: Arguments) -> Type:
        result = decimal_type(precision)(arguments)
        source = arguments[0].type
        if isinstance(source, Array | Tuple | Map):
            refuse_containers("toDecimal", source)
        if not isinstance(source, _DECIMAL_SOURCES):
            raise Error(
                Code.ILLEGAL_COLUMN, f"Illegal column {source} of first argument of toDecimal"
            )
        return result

    return target


for _bits, _precision in ((32, 9), (64, 18), (128, 38), (256, 76)):
    declare_family(
        f"toDecimal{_bits}",
        _strict_decimal(_precision),
        f"The value as a Decimal{_bits} of the given scale.",
        (f"toDecimal{_bits}('1.5', 2)", "1.5"),
        extra=1,
        least=2,
    )


def _string_type(arguments: Arguments) -> Type:
    if len(arguments) > 1 and not isinstance(arguments[0].type.inner, Date | DateTime | DateTime64):
        raise wrong_arity(arguments.function, 2, 1, 1)
    return STRING


@function(
    "toString",
    converts=True,
    args=(1, 2),
    returns=_string_type,
    constant_arguments=(1,),
    takes_variants=True,
    example=("toString(42)", "42"),
)
def to_string(call: Call) -> Sql:
    """The text of a value; the second argument is the time zone."""
    zone = zone_argument(call.name, call.arguments, 1) or call.context.zone
    source = remove_nullable(call.type(0))
    if len(call) > 1 and isinstance(source, DateTime):
        source = DateTime(zone)
    if len(call) > 1 and isinstance(source, DateTime64):
        source = DateTime64(source.precision, zone)
    return convert(call[0], source, STRING, zone)


_LARGEST_FIXED = 0xFFFFFF


def _fixed_string(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, String | FixedString):
        raise Error(
            Code.NOT_IMPLEMENTED,
            "toFixedString is only implemented for types String and FixedString",
        )
    size = arguments[1].type
    if not isinstance(size, Bool) and (not isinstance(size, Integer) or size.signed):
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Second argument for function {arguments.function} must be unsigned integer",
        )
    count = unsigned_constant(arguments[1])
    if not 0 < count <= _LARGEST_FIXED:
        wanted = "must be positive" if count == 0 else "is too large"
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, f"FixedString size {wanted}")
    return FixedString(count)


@function(
    "toFixedString",
    converts=True,
    args=2,
    returns=_fixed_string,
    constant_arguments=(1,),
    example=("toFixedString('ab', 2)", "ab"),
)
def to_fixed_string(call: Call) -> Sql:
    """The text filled up with zero bytes to the given size."""
    return convert(call[0], STRING, call.result, call.context.zone)


@function(
    "toBool",
    converts=True,
    returns=BOOL,
    of_null=BOOL,
    takes_variants=True,
    refuses_default=True,
    example=("toBool('true')", "true"),
)
def to_bool(call: Call) -> Sql:
    """The value as true or false."""
    return convert(call[0], remove_nullable(call.type(0)), BOOL, call.context.zone)


def _low_cardinality(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, LowCardinality):
        return type_
    return low_cardinality(type_)


@function(
    "toLowCardinality",
    converts=True,
    refuses_null=True,
    returns=_low_cardinality,
    nulls="own",
    example=("toLowCardinality('a')", "a"),
)
def to_low_cardinality(call: Call) -> Sql:
    """The value with the hint that there are few different ones."""
    return call[0]


def _interval(unit: str) -> None:
    def lower(call: Call) -> Sql:
        source = remove_nullable(call.type(0))
        return convert(call[0], source, lenient_of_text(call), call.context.zone)

    lower.__doc__ = f"The number as a count of {unit.lower()}s."
    function(
        f"toInterval{unit}",
        returns=Interval(unit),
        converts=True,
        example=(f"toInterval{unit}(2)", "2"),
    )(lower)


for _unit in INTERVAL_UNITS:
    _interval(_unit)


def _accurate_type(arguments: Sequence[Argument]) -> Type:
    return in_zone_of(named_type("accurateCastOrNull", arguments[1]), arguments[0].type)


def _accurate(call: Call, target: Type) -> Sql:
    """The value if the target holds it exactly, else NULL."""
    source = remove_nullable(call.type(0))
    source = source.of if isinstance(source, LowCardinality) else source
    if isinstance(source, String):
        return from_text(target, call[0], mode=Mode.OR_NULL, zone=call.context.zone)
    addresses = isinstance(source, Integer | Float | Bool) and isinstance(
        target, UUID | IPv4 | IPv6
    )
    if isinstance(source, Nothing) or addresses:
        return typed_null(target.kernel)
    converted = convert(call[0], source, target, call.context.zone)
    if isinstance(target, Decimal) and isinstance(source, Integer | Float | Decimal):
        converted = sql.case((_has_digits(call[0], source, target), converted))
    elif isinstance(source, Float) and isinstance(target, Integer):
        converted = sql.case((sql.call("isfinite", call[0]), converted))
    if isinstance(source, Float) and isinstance(target, Date | DateTime):
        return sql.case((sql.op("=", sql.call("trunc", call[0]), call[0]), converted))
    if isinstance(source, Float) and isinstance(target, Decimal):
        return converted  # fractions of floats are never exact: those beyond the scale are cut
    if isinstance(source, Integer | Float) and isinstance(target, Integer | Float | Decimal):
        back = convert(converted, target, source, call.context.zone)
        sign = (
            sql.op("=", sql.op("<", call[0], 0), sql.op("<", converted, 0))
            if not (is_wide(source) or is_wide(target))
            else sql.TRUE
        )
        return sql.case((sql.all_of([sql.op("=", back, call[0]), sign]), converted))
    return converted


def _has_digits(value: Sql, source: Integer | Float | Decimal, target: Decimal) -> Sql:
    """Whether a number has no more digits before the point than the Decimal."""
    digits = target.precision - target.scale
    if is_wide(source) or (isinstance(source, Integer) and source.maximum < 10**digits):
        return sql.TRUE
    if isinstance(source, Integer):
        return Sql(f"({value} > -{10**digits} AND {value} < {10**digits})")
    return sql.op("<", sql.call("abs", sql.cast(value, "DOUBLE")), Sql(f"1e{digits}"))


@function(
    "accurateCastOrNull",
    converts=True,
    args=2,
    refuses_null=True,
    returns=lambda a: make_nullable(_accurate_type(a)),
    nulls="own",
    takes_nothing=True,
    example=("accurateCastOrNull(300, 'UInt8')", "\\N"),
)
def accurate_cast_or_null(call: Call) -> Sql:
    """The value in the named type, NULL if the type cannot hold it exactly."""
    target = remove_nullable(call.result)
    if isinstance(target, LowCardinality):
        target = remove_nullable(target.of)
    value = _accurate(call, target)
    return sql.case((sql.is_known(call[0]), value)) if isinstance(call.type(0), Nullable) else value
