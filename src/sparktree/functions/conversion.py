"""CAST and the family of to* functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.convert import convert
from sparktree.functions.declare import Argument, Call, function, illegal_type
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
    Nothing,
    Nullable,
    String,
    Type,
    make_nullable,
    parse_type,
    remove_nullable,
)
from sparktree.types.from_text import Mode, from_text
from sparktree.types.numeric import INTERVAL_UNITS


def _cast_type(arguments: Sequence[Argument]) -> Type:
    return parse_type(str(arguments[1].value))


@function(
    "_CAST",
    args=2,
    returns=_cast_type,
    nulls="own",
    low_cardinality=False,
    any_case_aliases=("CAST",),
    example=("_CAST('42', 'UInt8')", "42"),
)
def cast(call: Call) -> Sql:
    """The value as one of the named type."""
    return convert(call[0], call.type(0), call.result, call.context.zone)


Suffix = Callable[[Type], Type]


def _target(
    type_: Type | Callable[[Sequence[Argument]], Type], arguments: Sequence[Argument]
) -> Type:
    return type_ if isinstance(type_, Type) else type_(arguments)


def _lenient(call: Call, mode: Mode) -> Sql:
    """toT...OrNull and OrZero: text that is no value gives NULL or the default."""
    target = remove_nullable(call.result)
    if not isinstance(call.inner(0), String | FixedString):
        return convert(call[0], call.type(0), call.result, call.context.zone)
    zone = getattr(target, "zone", None) or call.context.zone
    return from_text(target, call[0], mode=mode, zone=zone)


def declare_family(
    name: str,
    target: Type | Callable[[Sequence[Argument]], Type],
    doc: str,
    example: tuple[str, str],
    *,
    extra: int = 0,
    any_case: bool = False,
    least: int = 1,
    aliases: tuple[str, ...] = (),
) -> None:
    """toX, toXOrZero, toXOrNull and toXOrDefault of one target type."""

    def plain(call: Call) -> Sql:
        zone = getattr(call.result.inner, "zone", None) or call.context.zone
        return convert(call[0], remove_nullable(call.type(0)), call.result, zone)

    plain.__doc__ = doc
    arity = (least, 1 + extra)
    constants = tuple(range(1, 1 + extra))
    function(
        name,
        args=arity,
        returns=lambda a: _target(target, a),
        family="conversion",
        example=example,
        any_case=any_case,
        aliases=aliases,
        monotonic="increasing",
        constant_arguments=constants,
    )(plain)

    def or_null(call: Call) -> Sql:
        return _lenient(call, Mode.OR_NULL)

    or_null.__doc__ = f"As {name}, but NULL for text that is no value."
    function(
        f"{name}OrNull",
        args=arity,
        returns=lambda a: make_nullable(_target(target, a)),
        family="conversion",
        nulls="own",
        constant_arguments=constants,
    )(or_null)

    def or_zero(call: Call) -> Sql:
        return _lenient(call, Mode.OR_ZERO)

    or_zero.__doc__ = f"As {name}, but the default value for text that is no value."
    function(
        f"{name}OrZero",
        args=arity,
        returns=lambda a: _target(target, a),
        family="conversion",
        constant_arguments=constants,
    )(or_zero)


for _type in (
    *(Integer(b, s) for b in (8, 16, 32, 64, 128, 256) for s in (True, False)),
    FLOAT32,
    FLOAT64,
    Float(16),
):
    declare_family(
        f"to{_type}", _type, f"The value as {_type}; integers wrap.", (f"to{_type}('1')", "1")
    )
declare_family(
    "toDate",
    DATE,
    "The value as a Date.",
    ("toDate('2024-05-06')", "2024-05-06"),
    extra=1,
)
declare_family(
    "toDate32", DATE32, "The value as a Date32.", ("toDate32('1930-05-06')", "1930-05-06"), extra=1
)
declare_family(
    "toUUID",
    UUID(),
    "The value as a UUID.",
    ("toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')", "61f0c404-5cb3-11e7-907b-a6006ad3dba0"),
)
declare_family("toIPv4", IPv4(), "The value as an IPv4 address.", ("toIPv4('1.2.3.4')", "1.2.3.4"))
declare_family("toIPv6", IPv6(), "The value as an IPv6 address.", ("toIPv6('::1')", "::1"))


def _zone_argument(arguments: Sequence[Argument], position: int) -> str | None:
    return str(arguments[position].value) if len(arguments) > position else None


def _datetime(arguments: Sequence[Argument]) -> Type:
    zone = _zone_argument(arguments, 1)
    source = arguments[0].type
    return DateTime(zone or (source.zone if isinstance(source, DateTime | DateTime64) else None))


def _datetime64(arguments: Sequence[Argument]) -> Type:
    zone = _zone_argument(arguments, 2)
    source = arguments[0].type
    inherited = source.zone if isinstance(source, DateTime | DateTime64) else None
    return DateTime64(int(str(arguments[1].value)), zone or inherited)


declare_family(
    "toDateTime",
    _datetime,
    "The value as a DateTime; the second argument is the time zone.",
    ("toDateTime('2024-05-06 07:08:09')", "2024-05-06 07:08:09"),
    extra=1,
    aliases=("toDateTime32",),
)
declare_family(
    "toDateTime64",
    _datetime64,
    "The value as a DateTime64 of the given precision.",
    ("toDateTime64('2024-05-06 07:08:09.123', 3)", "2024-05-06 07:08:09.123"),
    extra=2,
    least=2,
)


def _decimal(precision: int) -> Callable[[Sequence[Argument]], Type]:
    def target(arguments: Sequence[Argument]) -> Type:
        scale = int(str(arguments[1].value))
        if not 0 <= scale <= precision:
            raise Error(
                Code.ARGUMENT_OUT_OF_BOUND,
                f"Scale {scale} is out of bound for precision {precision}",
            )
        return Decimal(precision, scale)

    return target


for _bits, _precision in ((32, 9), (64, 18), (128, 38), (256, 76)):
    declare_family(
        f"toDecimal{_bits}",
        _decimal(_precision),
        f"The value as a Decimal{_bits} of the given scale.",
        (f"toDecimal{_bits}('1.5', 2)", "1.5"),
        extra=1,
        least=2,
    )


@function(
    "toString", args=(1, 2), returns=STRING, constant_arguments=(1,), example=("toString(42)", "42")
)
def to_string(call: Call) -> Sql:
    """The text of a value; the second argument is the time zone."""
    zone = str(call.value(1)) if len(call) > 1 else call.context.zone
    source = remove_nullable(call.type(0))
    if len(call) > 1 and isinstance(source, DateTime):
        source = DateTime(zone)
    if len(call) > 1 and isinstance(source, DateTime64):
        source = DateTime64(source.precision, zone)
    return convert(call[0], source, STRING, zone)


def _fixed_string(arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type, String | FixedString):
        raise illegal_type("toFixedString", arguments[0].type)
    return FixedString(int(str(arguments[1].value)))


@function(
    "toFixedString",
    args=2,
    returns=_fixed_string,
    constant_arguments=(1,),
    example=("toFixedString('ab', 2)", "ab"),
)
def to_fixed_string(call: Call) -> Sql:
    """The text filled up with zero bytes to the given size."""
    return convert(call[0], STRING, call.result, call.context.zone)


@function("toBool", returns=BOOL, example=("toBool('true')", "true"))
def to_bool(call: Call) -> Sql:
    """The value as true or false."""
    return convert(call[0], remove_nullable(call.type(0)), BOOL, call.context.zone)


@function(
    "toLowCardinality",
    returns=lambda a: (
        a[0].type if isinstance(a[0].type, LowCardinality) else LowCardinality(a[0].type)
    ),
    nulls="own",
    example=("toLowCardinality('a')", "a"),
)
def to_low_cardinality(call: Call) -> Sql:
    """The value with the hint that there are few different ones."""
    return call[0]


def _interval(unit: str) -> None:
    def lower(call: Call) -> Sql:
        return convert(call[0], remove_nullable(call.type(0)), Interval(unit), call.context.zone)

    lower.__doc__ = f"The number as a count of {unit.lower()}s."
    function(
        f"toInterval{unit}",
        returns=Interval(unit),
        family="conversion",
        example=(f"toInterval{unit}(2)", "2"),
    )(lower)


for _unit in INTERVAL_UNITS:
    _interval(_unit)


def _accurate_type(arguments: Sequence[Argument]) -> Type:
    return parse_type(str(arguments[1].value))


def _accurate(call: Call, target: Type) -> Sql:
    """The value if the target holds it exactly, else NULL."""
    source = remove_nullable(call.type(0))
    source = source.of if isinstance(source, LowCardinality) else source
    if isinstance(source, String | FixedString):
        return from_text(target, call[0], mode=Mode.OR_NULL, zone=call.context.zone)
    converted = convert(call[0], source, target, call.context.zone)
    if isinstance(source, Nothing) or isinstance(target, String):
        return converted
    if isinstance(source, Integer | Float | Decimal) and isinstance(
        target, Integer | Float | Decimal
    ):
        back = convert(converted, target, source, call.context.zone)
        sign = (
            sql.op("=", sql.op("<", call[0], "0"), sql.op("<", converted, "0"))
            if not _wide(source, target)
            else sql.TRUE
        )
        return sql.case((sql.all_of([sql.op("=", back, call[0]), sign]), converted))
    return converted


def _wide(*types: Type) -> bool:
    return any(getattr(t, "wide", False) for t in types)


@function(
    "accurateCastOrNull",
    args=2,
    returns=lambda a: make_nullable(_accurate_type(a)),
    nulls="own",
    example=("accurateCastOrNull(300, 'UInt8')", "\\N"),
)
def accurate_cast_or_null(call: Call) -> Sql:
    """The value in the named type, NULL if the type cannot hold it exactly."""
    target = remove_nullable(call.result)
    if isinstance(target, LowCardinality):
        target = remove_nullable(target.of)
    value = _accurate(call, target)
    return (
        sql.case((f"{call[0]} IS NOT NULL", value)) if isinstance(call.type(0), Nullable) else value
    )
