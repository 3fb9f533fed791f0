"""Comparisons: between types that ClickHouse compares, with NaN equal to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Arguments, Call, Value, function
from sparktree.functions.logic import decimal_comparison
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT256,
    STRING,
    UINT8,
    UINT32,
    UINT256,
    AggregateFunction,
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    IPv4,
    IPv6,
    Moment,
    Nothing,
    String,
    Time,
    Time64,
    Tuple,
    Type,
    least_supertype,
    make_nullable,
    remove_nullable,
)
from sparktree.types.literal import settled
from sparktree.types.read_text import read_value
from sparktree.types.reading import Context

_EXACT = 2.0**53  # integers below it are floats


def illegal(left: Type, right: Type, name: str) -> Error:
    """The error of two types that cannot be compared."""
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        f"Illegal types of arguments (`{left}`, `{right}`) of function `{name}`",
    )


def common_type(left: Type, right: Type, name: str) -> Type:
    """The type in which two values are compared."""
    if left == right:
        return left
    for a, b in ((left, right), (right, left)):
        if isinstance(a, String | FixedString) and not isinstance(b, String | FixedString):
            return b  # a constant text is read as the other side's type
    if isinstance(left, FixedString | String) and isinstance(right, FixedString | String):
        return STRING
    if {type(left), type(right)} == {IPv4, IPv6}:
        return IPv6()
    for a, b in ((left, right), (right, left)):
        if isinstance(a, Time | Time64) and isinstance(b, Integer | Float):
            return a if isinstance(b, Integer) else FLOAT64
        if isinstance(a, Time) and isinstance(b, Time64):
            return b
    numbers = _number_of(left), _number_of(right)
    moments = isinstance(left, Moment) and isinstance(right, Moment)
    if numbers[0] is not None and numbers[1] is not None and not moments:
        if isinstance(left, Date) or isinstance(right, Date):
            raise illegal(left, right, name)
        return _common_number(numbers[0], numbers[1])
    return _common(left, right, name)


def _number_of(type_: Type) -> Integer | Float | Decimal | None:
    """The number that a value is compared as, next to a number."""
    if isinstance(type_, Integer | Float | Decimal):
        return type_
    if isinstance(type_, Bool):
        return UINT8
    if isinstance(type_, Enum):
        return Integer(type_.bits, True)
    if isinstance(type_, IPv4 | DateTime):
        return UINT32
    if isinstance(type_, DateTime64):
        return Decimal(18, type_.precision)
    return Integer(32, True) if isinstance(type_, Date) else None


def _common_number(a: Integer | Float | Decimal, b: Integer | Float | Decimal) -> Type:
    if isinstance(a, Float) or isinstance(b, Float):
        return FLOAT64
    if isinstance(a, Integer) and isinstance(b, Integer):
        if a.signed == b.signed:
            return a if a.bits >= b.bits else b
        widest = max(a.bits, b.bits)
        return Integer(min(256, widest * 2), True) if widest < 256 else INT256
    for integer, other in ((a, b), (b, a)):
        if isinstance(integer, Integer) and isinstance(other, Decimal) and integer.bits > 64:
            return Decimal(76, other.scale)  # no Decimal holds all of these integers
    if any(isinstance(t, Integer) and t.wide for t in (a, b)):
        return Decimal(76, max(t.scale for t in (a, b) if isinstance(t, Decimal)))
    return least_supertype((a, b))


def _common(left: Type, right: Type, name: str) -> Type:
    try:
        return least_supertype((left, right))
    except Error:
        found = _common_inside(left, right, name)
        if found is None:
            raise illegal(left, right, name) from None
        return found


def _common_inside(left: Type, right: Type, name: str) -> Type | None:
    """The type of containers that are compared element by element."""
    if isinstance(left, Tuple) and isinstance(right, Tuple) and len(left.of) == len(right.of):
        return Tuple(tuple(common_type(a, b, name) for a, b in zip(left.of, right.of, strict=True)))
    if not isinstance(left, Array) or not isinstance(right, Array):
        return None
    a, b = remove_nullable(left.of), remove_nullable(right.of)
    if isinstance(a.inner, String | FixedString) != isinstance(b.inner, String | FixedString):
        return None  # a text is read as another type only outside of arrays
    common = common_type(a, b, name)
    nullable = left.of.nullable or right.of.nullable
    return Array(make_nullable(common) if nullable else common)


def _check(arguments: Arguments) -> Type:
    name = arguments.function
    left, right = (a.type for a in arguments)
    for type_ in (left, right):
        if isinstance(type_, AggregateFunction):
            raise illegal(left, right, name)
    if all(isinstance(t, Tuple) and not t.of for t in (left, right)):
        raise not_implemented("Comparison of zero-sized tuples is not implemented")
    try:
        _check_text(arguments)
        common_type(left, right, name)
    except Error:
        if not any(a.is_constant and a.value is None for a in arguments):
            raise
    return make_nullable(UINT8) if _elements_with_null(left, right) else UINT8


def _check_text(arguments: Sequence[Argument]) -> None:
    """Text is compared with other types only if it is constant and reads as one of them."""
    left, right = (a.type for a in arguments)
    if isinstance(left, Tuple) and isinstance(right, Tuple) and len(left.of) == len(right.of):
        for pair in zip(*map(_fields, arguments), strict=True):
            _check_text(pair)
        return
    texts = [isinstance(a.type.inner, String | FixedString) for a in arguments]
    if texts[0] == texts[1]:
        return
    text, other = arguments if texts[0] else (arguments[1], arguments[0])
    if isinstance(other.type.inner, Enum):
        return
    if not text.is_constant:
        raise Error(
            Code.NO_COMMON_TYPE,
            f"There is no supertype for types {arguments[0].type}, {arguments[1].type} because some"
            " of them are String/FixedString/Enum and some of them are not",
        )
    if isinstance(other.type, Integer | Float | Decimal):
        _check_reads(text, other.type)


def _fields(argument: Argument) -> list[Argument]:
    """The elements of a tuple; those of a constant one are constants."""
    assert isinstance(argument.type, Tuple)
    types = argument.type.of
    values = argument.value if argument.is_constant else None
    if not isinstance(values, dict | tuple | list):
        return [Argument(type_) for type_ in types]
    given = values.values() if isinstance(values, dict) else values
    return [
        replace(argument, type=type_, compute=partial(_same, value))
        for type_, value in zip(types, given, strict=True)
    ]


def _same(value: Value) -> Value:
    return value


def _check_reads(text: Argument, type_: Type) -> None:
    """A constant text must be a number; what does not even begin as a float has an own error."""
    value = str(text.value)
    misfit = Error(Code.TYPE_MISMATCH, f"Cannot convert string '{value}' to type {type_}")
    if isinstance(text.type, FixedString):
        raise misfit
    try:
        read_value(type_, value, Context("UTC"))
    except Error as error:
        if isinstance(type_, Float) and error.code == Code.CANNOT_PARSE_NUMBER:
            raise
        raise misfit from error


def _elements_with_null(left: Type, right: Type) -> bool:
    """Whether tuples are compared element by element, for one of these may be NULL."""
    tuples = [t for t in (left, right) if isinstance(t, Tuple)]
    if len(tuples) < 2 or len(tuples[0].of) != len(tuples[1].of):
        return False
    pairs = zip(tuples[0].of, tuples[1].of, strict=True)
    return any(a.nullable or b.nullable or _elements_with_null(a, b) for a, b in pairs)


def _elements_with_float(left: Type, right: Type) -> bool:
    """Whether tuples are compared element by element, for one of these may be NaN."""
    if not isinstance(left, Tuple) or not isinstance(right, Tuple) or len(left.of) != len(right.of):
        return False
    pairs = list(zip(left.of, right.of, strict=True))
    floats = any(isinstance(side, Float) for pair in pairs for side in pair)
    return floats or any(_elements_with_float(a, b) for a, b in pairs)


def _by_element(call: Call, operator: str) -> Sql:
    """Tuples by their elements: a NULL leaves open what the others do not decide."""
    left, right = call.inner(0), call.inner(1)
    assert isinstance(left, Tuple) and isinstance(right, Tuple)
    if any(isinstance(t.inner, Nothing) for t in (*left.of, *right.of)):
        return sql.cast(sql.NULL, "BOOLEAN")

    def compared(place: int, by: str) -> Sql:
        types = left.of[place], right.of[place]
        arguments = tuple(Argument(type_) for type_ in types)
        fields = sql.field(call[0], place + 1), sql.field(call[1], place + 1)
        return compare(replace(call, arguments=arguments, sqls=fields), by)

    places = range(len(left.of))
    if operator == "=":
        return sql.all_of([compared(place, "=") for place in places])
    if operator == "<>":
        return sql.any_of([compared(place, "<>") for place in places])
    found = compared(places[-1], operator)
    for place in reversed(places[:-1]):
        equal = sql.all_of([compared(place, "="), found])
        found = sql.any_of([compared(place, operator.rstrip("=")), equal])
    return found


def compare(call: Call, operator: str) -> Sql:
    """Both sides in one type, then the kernel's operator."""
    left, right = call.inner(0), call.inner(1)
    if isinstance(left, Nothing) or isinstance(right, Nothing) or _with_null(call):
        return sql.cast(sql.NULL, "BOOLEAN")
    if _elements_with_null(left, right) or _elements_with_float(left, right):
        return _by_element(call, operator)
    a, b = call[0], call[1]
    nullable = [v for i, v in enumerate((a, b)) if call.type(i).nullable]
    if _plain_numbers(left, right):
        return _floats(operator, a, b, left, right, nullable)
    if isinstance(left, Enum | String | FixedString) and isinstance(
        right, Enum | String | FixedString
    ):
        enums = _with_enum(call, operator)
        if enums is not None:
            return enums
    whole = _whole_beside_float(call)
    if whole is not None:
        return _exact(call, operator, whole)
    signed = _beside_longest(left, right)
    if signed is not None:
        return _longest(call, operator, signed)
    try:
        common = common_type(left, right, call.name)
    except Error:
        if not any(each.is_constant and each.value is None for each in call.arguments):
            raise
        return sql.cast(sql.NULL, "BOOLEAN")  # one field of a Variant that has another value
    a, b = _converted(call, 0, common), _converted(call, 1, common)
    if common == STRING and FixedString in (type(left), type(right)):
        # Zero bytes at the end mean nothing to either side.
        a, b = (sql.call("rtrim", text, sql.string("\0")) for text in (a, b))
    if operator not in ("=", "<>"):
        a, b = common.order_key(a), common.order_key(b)
    return decimal_comparison.checked(call, _floats(operator, a, b, common, common, nullable))


def _converted(call: Call, side: int, common: Type) -> Sql:
    """A side in the common type; a constant text is read once, and not for every row."""
    value = convert(call[side], call.inner(side), common, call.context.zone)
    return settled(common, value) if sql.is_text(call[side]) and value != call[side] else value


def _with_null(call: Call) -> bool:
    """Whether a side is NULL itself, of whatever type: then nothing is compared."""
    return any(a.is_constant and a.type.nullable and a.value is None for a in call.arguments)


def _beside_longest(left: Type, right: Type) -> int | None:
    """Which side is a signed integer beside one of 256 bits without a sign."""
    for place, (one, other) in enumerate(((left, right), (right, left))):
        number = _number_of(one)
        if isinstance(number, Integer) and number.signed and other == UINT256:
            return place
    return None


def _longest(call: Call, operator: str, signed: int) -> Sql:
    """Below zero it is less than all others; from there on both are compared without signs."""
    types = [call.inner(0), call.inner(1)]
    number = _number_of(types[signed])
    assert isinstance(number, Integer)
    zone = call.context.zone
    value = convert(call[signed], types[signed], number, zone)
    sides = [convert(call[i], types[i], UINT256, zone) for i in (0, 1)]
    if operator not in ("=", "<>"):
        sides = [UINT256.order_key(side) for side in sides]
    less = ("<", "<=", "<>") if signed == 0 else (">", ">=", "<>")
    below = sql.TRUE if operator in less else sql.FALSE
    other = call[1 - signed]
    negative = sql.op("<", number.order_key(value), number.order_key(number.literal(0)))
    answer = sql.case((negative, below), otherwise=sql.op(operator, *sides))
    return sql.case((sql.is_null(other), sql.NULL), otherwise=answer)


def _with_enum(call: Call, operator: str) -> Sql | None:
    """An enum and text: by the names; a text that is no name is less, greater and equal to none."""
    types = [call.inner(0), call.inner(1)]
    places = [i for i, t in enumerate(types) if isinstance(t, Enum)]
    if len(places) != 1:
        return None
    enum, other = types[places[0]], 1 - places[0]
    assert isinstance(enum, Enum)
    if call.arguments[other].is_constant and call.value(other) is not None:
        known = str(call.value(other)) in [name for name, _ in enum.values]
        if not known and operator == "<>":
            read_value(enum, str(call.value(other)), Context("UTC"))  # its error names the elements
        return None if known and isinstance(types[other], String) else _never(call, operator)
    sides = [convert(call[i], types[i], STRING, call.context.zone) for i in (0, 1)]
    return sql.op(operator, *sides)


def _never(call: Call, operator: str) -> Sql:
    answer = sql.TRUE if operator == "<>" else sql.FALSE
    nulls = [sql.is_null(call[i]) for i in (0, 1) if call.type(i).nullable]
    return sql.case((sql.any_of(nulls), sql.NULL), otherwise=answer) if nulls else answer


def _plain_numbers(left: Type, right: Type) -> bool:
    """Whether the kernel itself compares values of the two types exactly."""
    both = (left, right)
    if all(isinstance(t, Integer) and not t.wide for t in both):
        longest = any(isinstance(t, Integer) and t.bits == 128 and not t.signed for t in both)
        return not longest or not any(isinstance(t, Integer) and t.signed for t in both)
    short = any(isinstance(t, Float) and t.bits < 64 for t in both)
    exact = 16 if short else 32  # bits of integers that the floats hold
    return all((isinstance(t, Integer) and t.bits <= exact) or isinstance(t, Float) for t in both)


def _whole_beside_float(call: Call) -> int | None:
    """Which side is an integer that a float beside it may be too coarse for."""
    for whole, other in ((0, 1), (1, 0)):
        integer, float_ = call.inner(whole), call.inner(other)
        if not isinstance(integer, Integer) or not isinstance(float_, Float):
            continue
        if integer.bits <= 32 or integer.wide:
            return None
        near = call.arguments[other].is_constant and call.value(other) is not None
        # Up to here a float is equal to an integer that it holds exactly, or to none.
        return None if near and abs(float(call.value(other))) < _EXACT else whole  # type: ignore[arg-type]
    return None


def _exact(call: Call, operator: str, whole: int) -> Sql:
    """A long integer beside a float: those that are equal as floats are compared as integers."""
    types = (call.inner(0), call.inner(1))
    floats = [convert(call[i], types[i], FLOAT64, call.context.zone) for i in (0, 1)]
    sides = list(call.sqls)
    sides[1 - whole] = Sql(f"TRY_CAST({call[1 - whole]} AS {types[whole].kernel})")
    # Of all floats that are equal to an integer only one beyond the greatest is none itself.
    beyond = ("<", "<=", "<>") if whole == 0 else (">", ">=", "<>")
    otherwise = sql.TRUE if operator in beyond else sql.FALSE
    decided = sql.coalesce(sql.op(operator, *sides), otherwise)
    number, equal = Sql(f"NOT isnan({call[1 - whole]})"), sql.op("=", *floats)
    if operator == "=":
        answer = sql.all_of([equal, decided, number])
    elif operator == "<>":
        answer = sql.any_of([sql.op("<>", *floats), decided, Sql(f"NOT ({number})")])
    else:
        strict = sql.op(operator.rstrip("="), *floats)
        answer = sql.all_of([sql.any_of([strict, sql.all_of([equal, decided])]), number])
    nullable = [sql.is_null(call[i]) for i in (0, 1) if call.type(i).nullable]
    return sql.case((sql.any_of(nullable), sql.NULL), otherwise=answer) if nullable else answer


def _floats(operator: str, a: Sql, b: Sql, left: Type, right: Type, nullable: Sequence[Sql]) -> Sql:
    """The kernel takes NaN for equal to itself and above all numbers; ClickHouse does not.

    NULL against NaN is NULL still, so `nullable` values are looked at first.
    """
    nans = [v for v, t in ((a, left), (b, right)) if isinstance(t, Float)]
    plain = sql.op(operator, a, b)
    if not nans:
        return plain
    clean = [Sql(f"NOT isnan({v})") for v in nans]
    if operator == "<>":
        answer = sql.any_of([plain, *(Sql(f"isnan({v})") for v in nans)])
    else:
        answer = sql.all_of([plain, *clean])
    if not nullable:
        return answer
    return sql.case((sql.any_of(map(sql.is_null, nullable)), sql.NULL), otherwise=answer)


def _declare(name: str, operator: str, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        return compare(call, operator)

    lower.__doc__ = doc
    function(name, args=2, returns=_check, condition=True, example=example)(lower)


_declare("equals", "=", "Whether two values are equal.", ("equals(1, 1)", "1"))
_declare("notEquals", "<>", "Whether two values differ.", ("notEquals(1, 2)", "1"))
_declare("less", "<", "Whether the first is less.", ("less(1, 2)", "1"))
_declare("greater", ">", "Whether the first is greater.", ("greater(1, 2)", "0"))
_declare("lessOrEquals", "<=", "Whether the first is less or equal.", ("lessOrEquals(2, 2)", "1"))
_declare(
    "greaterOrEquals",
    ">=",
    "Whether the first is greater or equal.",
    ("greaterOrEquals(1, 2)", "0"),
)
