"""Arithmetic: ClickHouse's result types, wrapping instead of overflow, dates and intervals."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from sparktree.errors import Code, Error
from sparktree.functions.core import number_types
from sparktree.functions.core.clickhouse_bytes import as_integer
from sparktree.functions.core.convert_numbers import number, wrap
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, illegal_type
from sparktree.functions.core.number_types import Plain, illegal_pair, plain, sum_type
from sparktree.functions.dates import intervals
from sparktree.functions.numbers import decimals, division
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT256,
    NULL_TYPE,
    UINT8,
    Array,
    Bool,
    Date,
    Date32,
    DateTime,
    Decimal,
    Float,
    Integer,
    Interval,
    IPv4,
    IPv6,
    Moment,
    Time,
    Tuple,
    Type,
    make_nullable,
    remove_nullable,
)

Pair = Callable[[Type, Type], Type]


def values(call: Call) -> list[tuple[Sql, Plain]]:
    """The arguments as numbers: a Bool is a UInt8."""
    return [numeric(call[i], call.inner(i), call.name) for i in range(len(call))]


def numeric(value: Sql, type_: Type, name: str) -> tuple[Sql, Plain]:
    """A value as the number that it is."""
    if isinstance(type_, Bool):
        return sql.cast(value, "UTINYINT"), UINT8
    return value, plain(type_, name)


# --- element by element -----------------------------------------------------------------------


_BY_NUMBER = ("multiply", "divide", "intDiv", "intDivOrZero", "modulo", "positiveModulo")


def over_elements(name: str, left: Type, right: Type, of_pair: Pair) -> Type | None:
    """The type of an operation on tuples, on arrays, or on one of them and a number."""
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return _of_tuples(name, left, right, of_pair)
    if isinstance(left, Tuple) and name in _BY_NUMBER:
        return tuple_type(name, left, right, of_pair)
    if isinstance(right, Tuple) and name == "multiply":
        return Tuple(tuple(_element(left, t, of_pair) for t in right.of))
    both = isinstance(left, Array) and isinstance(right, Array)
    if both and name in ("plus", "minus"):
        return Array(of_pair(left.of, right.of))  # type: ignore[attr-defined]
    if both or name in ("plus", "minus"):
        return None
    if isinstance(left, Array):
        return Array(of_pair(left.of, right))
    if not isinstance(right, Array) or isinstance(left, Moment):
        return None
    return Array(of_pair(left, right.of))


def _element(left: Type, right: Type, of_pair: Pair) -> Type:
    """The type of an element: NULL makes it Nullable, as it would a column."""
    if NULL_TYPE in (left, right):
        return NULL_TYPE
    found = of_pair(left.inner, right.inner)
    return make_nullable(found) if left.nullable or right.nullable else found


def _of_tuples(name: str, left: Tuple, right: Tuple, of_pair: Pair) -> Type | None:
    """Sums of two tuples are tuples, their product is a number."""
    if name not in ("plus", "minus", "multiply"):
        return None
    found = tuple_type(name, left, right, of_pair)
    if name != "multiply":
        return found
    return reduce(lambda a, b: _element(a, b, _plus), found.of) if found.of else UINT8


def tuple_type(name: str, left: Tuple, right: Type, of_pair: Pair) -> Tuple:
    """The type of an operation on the elements of a tuple, and of another one or with a number."""
    if not isinstance(right, Tuple):
        return Tuple(tuple(_element(t, right, of_pair) for t in left.of))
    if len(left.of) != len(right.of):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Expected tuples of the same size as arguments of function {name}."
            f" Got {left} and {right}",
        )
    return Tuple(tuple(_element(a, b, of_pair) for a, b in zip(left.of, right.of, strict=True)))


def typed(of_pair: Pair) -> Rule:
    """The type rule of an operator: of numbers, or of tuples and arrays of them."""

    def returns(arguments: Arguments) -> Type:
        def rule(left: Type, right: Type) -> Type:
            found = over_elements(arguments.function, left, right, rule)
            return of_pair(left, right) if found is None else found

        return rule(arguments[0].type.inner, arguments[1].type.inner)

    return returns


def lowered(lower: Callable[[Call], Sql]) -> Callable[[Call], Sql]:
    """The operator itself, or for tuples and arrays the operator on every element."""

    def whole(call: Call) -> Sql:
        result = call.result.inner
        sum_of_intervals = call.name in ("plus", "minus") and isinstance(call.inner(1), Interval)
        if isinstance(result, Tuple) and not sum_of_intervals:
            return on_tuples(call, result, whole)
        if call.name == "multiply" and all(isinstance(a.type.inner, Tuple) for a in call.arguments):
            return dot(call, whole)
        if isinstance(result, Array):
            return _on_arrays(call, result, whole)
        return lower(call)

    whole.__doc__ = lower.__doc__
    return whole


Lower = Callable[[Call], Sql]


def _part(call: Call, result: Type, sides: Sequence[tuple[Sql, Type]], lower: Lower) -> Sql:
    if result == NULL_TYPE:
        return sql.cast(sql.NULL, result.kernel)
    arguments = tuple(Argument(t) for _, t in sides)
    sqls = tuple(v for v, _ in sides)
    return lower(replace(call, arguments=arguments, sqls=sqls, result=result))


def _side(call: Call, i: int, position: int) -> tuple[Sql, Type]:
    """An argument's element at the position, or what goes with every element."""
    type_ = call.inner(i)
    if isinstance(type_, Tuple):
        return sql.field(call[i], position + 1), type_.of[position]
    return call[i], type_


def dot(call: Call, times: Lower) -> Sql:
    """The sum of the products of the elements of two tuples."""
    left, right = (t for t in (call.inner(0), call.inner(1)) if isinstance(t, Tuple))
    total: tuple[Sql, Type] | None = None
    for position, (a, b) in enumerate(zip(left.of, right.of, strict=True)):
        type_ = _element(
            a, b, lambda x, y: _product(Arguments.of("multiply", (Argument(x), Argument(y))))
        )
        value = _part(call, type_, [_side(call, i, position) for i in range(2)], times)
        if total is None:
            total = value, type_
            continue
        sum_ = _element(total[1], type_, _plus)
        named = replace(call, name="plus")
        total = _part(named, sum_, [total, (value, type_)], plus), sum_
    return total[0] if total else UINT8.literal(0)


def on_tuples(call: Call, result: Tuple, lower: Lower) -> Sql:
    """The operation on every element of its tuples."""
    fields = [
        _part(call, t, [_side(call, i, position) for i in range(len(call))], lower)
        for position, t in enumerate(result.of)
    ]
    return result.pack(*fields)


def _on_arrays(call: Call, result: Array, lower: Lower) -> Sql:
    types = [call.inner(i) for i in range(len(call))]
    if all(isinstance(t, Array) for t in types):
        return _two_arrays(call, result, types, lower)
    place = next(i for i, t in enumerate(types) if isinstance(t, Array))

    def one(item: Sql) -> Sql:
        of = types[place].of.inner  # type: ignore[attr-defined]
        sides = [(item, of) if i == place else (call[i], t) for i, t in enumerate(types)]
        return _part(call, result.of, sides, lower)

    return result.map(call[place], one)


def _two_arrays(call: Call, result: Array, types: list[Type], lower: Lower) -> Sql:
    ofs = [t.of.inner for t in types]  # type: ignore[attr-defined]
    zipped = sql.call("list_zip", call[0], call[1])

    def one(item: Sql) -> Sql:
        sides = [(Sql(f"{item}[{i + 1}]"), t) for i, t in enumerate(ofs)]
        return _part(call, result.of, sides, lower)

    message = raising(
        Code.SIZES_OF_ARRAYS_DONT_MATCH,
        f"Cannot process columns of different sizes with {call.name}",
    )
    same = sql.op("=", sql.call("len", call[0]), sql.call("len", call[1]))
    failed = sql.cast(sql.call("error", sql.string(message)), result.kernel)
    return sql.case((same, result.map(zipped, one)), otherwise=failed)


# --- sums and products ------------------------------------------------------------------------


def _operate(call: Call, operator: str) -> Sql:
    """Both sides in the result's type, then the operator; 64 bits wrap."""
    (left, a), (right, b) = values(call)
    result = call.result.inner
    if isinstance(result, Decimal):
        return decimals.operate(call.name, left, a, right, b, result)
    if isinstance(result, Integer):
        return integers(call.name, operator, left, a, right, b, result)
    return sql.op(operator, number(left, a, result), number(right, b, result))


def integers(
    name: str, operator: str, left: Sql, a: Plain, right: Sql, b: Plain, result: Integer
) -> Sql:
    """A sum, difference or product of integers, which wraps."""
    if result.wide:
        return division.wide(name, left, a, right, b, result)
    x, y = number(left, a, result), number(right, b, result)
    if result.bits < 64 or (result.bits == 64 and max(a.bits, b.bits) < 32):
        return sql.op(operator, x, y)
    if result.bits == 128:
        return _in_128_bits(name, operator, left, a, right, b, result)
    if _PLAIN.fullmatch(x) and _PLAIN.fullmatch(y):
        fits = Sql(f"TRY({sql.op(operator, x, y)})")
        return sql.coalesce(fits, _wrapped(operator, left, a, right, b, result))
    return _wrapped(operator, left, a, right, b, result)


# Columns and casts of them: short enough to be written twice, and nothing that TRY refuses.
_PLAIN = re.compile(r'(?:CAST\()*"?\w+"?(?: AS \w+\))*')


def _wrapped(operator: str, left: Sql, a: Plain, right: Sql, b: Plain, result: Integer) -> Sql:
    """The operation in 128 bits, cut to 64; operands are written once, so that sums may nest."""
    huge = Integer(128, result.signed)
    return wrap(sql.op(operator, number(left, a, huge), number(right, b, huge)), huge, result)


def _in_128_bits(
    name: str, operator: str, left: Sql, a: Plain, right: Sql, b: Plain, result: Integer
) -> Sql:
    x, y = number(left, a, result), number(right, b, result)
    slow = number(division.wide(name, left, a, right, b, INT256), INT256, result)
    if _PLAIN.fullmatch(x) and _PLAIN.fullmatch(y):
        return sql.coalesce(Sql(f"TRY({sql.op(operator, x, y)})"), slow)
    return slow


def _plus(left: Type, right: Type) -> Type:
    return intervals.sum_type("plus", left, right) or sum_type("plus", left, right)


def _minus(left: Type, right: Type) -> Type:
    found = intervals.sum_type("minus", left, right)
    return found or sum_type("minus", left, right, signed=True)


@function("plus", args=2, returns=typed(_plus), example=("plus(1, 2)", "3"))
@lowered
def plus(call: Call) -> Sql:
    """The sum of two numbers, of a moment and a number or an interval."""
    moved = intervals.lower(call, "+")
    return moved if moved is not None else _operate(call, "+")


@function("minus", args=2, returns=typed(_minus), example=("minus(10, 3)", "7"))
@lowered
def minus(call: Call) -> Sql:
    """The difference; always signed for integers."""
    moved = intervals.lower(call, "-")
    return moved if moved is not None else _operate(call, "-")


def _times(left: Type, right: Type) -> Type:
    return sum_type("multiply", left, right)


_product = typed(_times)


@function("multiply", args=2, returns=_product, example=("multiply(3, 4)", "12"))
@lowered
def multiply(call: Call) -> Sql:
    """The product."""
    return _operate(call, "*")


# --- quotients --------------------------------------------------------------------------------


@function(
    "divide",
    args=2,
    returns=typed(number_types.quotient_type),
    example=("divide(7, 2)", "3.5"),
)
@lowered
def divide(call: Call) -> Sql:
    """The quotient as Float64; division by zero gives inf or nan."""
    (left, a), (right, b) = values(call)
    result = call.result.inner
    if isinstance(result, Decimal):
        quotient = decimals.operate("divide", left, a, right, b, result)
        return (
            division.unless_zero(right, b, quotient, result) if call.type(0).nullable else quotient
        )
    x, y = number(left, a, FLOAT64), number(right, b, FLOAT64)
    return sql.op("/", x, y)


def _no_decimals(rule: Pair) -> Rule:
    def returns(arguments: Arguments) -> Type:
        left, right = (a.type.inner for a in arguments)
        if isinstance(left, Decimal) or isinstance(right, Decimal):
            raise illegal_pair(arguments.function, left, right)
        return make_nullable(rule(left, right))

    return returns


@function(
    "divideOrNull",
    args=2,
    returns=_no_decimals(number_types.quotient_type),
    nulls="own",
    low_cardinality=True,
    example=("divideOrNull(1, 0)", "\\N"),
)
def divide_or_null(call: Call) -> Sql:
    """The quotient, or NULL for division by zero."""
    (left, a), (right, b) = values(call)
    y = number(right, b, FLOAT64)
    return sql.case((sql.op("<>", y, 0), sql.op("/", number(left, a, FLOAT64), y)))


def _whole(name: str) -> Pair:
    return lambda left, right: number_types.whole_quotient_type(name, left, right)


@function("intDiv", args=2, returns=typed(_whole("intDiv")), example=("intDiv(7, 2)", "3"))
@lowered
def int_div(call: Call) -> Sql:
    """The quotient without its fraction; division by zero is an error."""
    return division.whole_quotient(values(call), call.result.inner, None)


@function(
    "intDivOrZero",
    args=2,
    returns=typed(_whole("intDivOrZero")),
    nulls="guard",
    example=("intDivOrZero(7, 0)", "0"),
)
@lowered
def int_div_or_zero(call: Call) -> Sql:
    """As intDiv, but zero where the quotient does not exist."""
    return division.whole_quotient(values(call), call.result.inner, call.result.default())


@function(
    "intDivOrNull",
    args=2,
    returns=_no_decimals(_whole("intDivOrNull")),
    nulls="own",
    low_cardinality=True,
    example=("intDivOrNull(7, 0)", "\\N"),
)
def int_div_or_null(call: Call) -> Sql:
    """As intDiv, but NULL where the quotient does not exist."""
    return division.whole_quotient(values(call), call.result.inner, sql.NULL)


def _remainder_of(name: str, *, positive: bool = False) -> Pair:
    return lambda left, right: number_types.remainder_type(name, left, right, positive=positive)


def _rest_of_any(name: str, *, positive: bool = False) -> Pair:
    """As `_rest`; that of a day or a moment has the type of the divisor."""

    def rule(left: Type, right: Type) -> Type:
        if not _is_counted(left):
            return number_types.remainder_type(name, left, right, positive=positive)
        if isinstance(right, Float):
            return FLOAT64
        if isinstance(right, Bool) or (isinstance(right, Integer) and right.bits <= 64):
            return plain(right, name)
        raise illegal_pair(name, left, right)

    return rule


def _is_counted(type_: Type) -> bool:
    """Whether it is a time that ClickHouse keeps as a number of days or seconds."""
    return isinstance(type_, Date | DateTime | Time) and not isinstance(type_, Date32)


def _dividends(call: Call) -> list[tuple[Sql, Plain]]:
    """The arguments as numbers, days and moments as well."""
    left = as_integer(call[0], call.inner(0)) if _is_counted(call.inner(0)) else None
    if left is None:
        return values(call)
    return [left, numeric(call[1], call.inner(1), call.name)]


@function(
    "modulo",
    args=2,
    returns=typed(_rest_of_any("modulo")),
    any_case_aliases=("mod",),
    example=("modulo(-7, 3)", "-1"),
)
@lowered
def modulo(call: Call) -> Sql:
    """The remainder, with the sign of the dividend; division by zero is an error."""
    return division.remainder(_dividends(call), call.result.inner, None)


def _zero_type(arguments: Arguments) -> Type:
    left, right = (a.type.inner for a in arguments)
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        raise illegal_pair(arguments.function, left, right)
    return typed(_remainder_of(arguments.function))(arguments)


@function(
    "moduloOrZero",
    args=2,
    returns=_zero_type,
    nulls="guard",
    example=("moduloOrZero(7, 0)", "0"),
)
def modulo_or_zero(call: Call) -> Sql:
    """As modulo, but division of whole numbers by zero gives zero."""
    result = call.result.inner
    return division.remainder(
        values(call), result, None if isinstance(result, Float) else result.default()
    )


@function(
    "moduloOrNull",
    args=2,
    returns=_no_decimals(_remainder_of("moduloOrNull")),
    nulls="own",
    low_cardinality=True,
    any_case_aliases=("modOrNull",),
    example=("moduloOrNull(7, 0)", "\\N"),
)
def modulo_or_null(call: Call) -> Sql:
    """As modulo, but division by zero gives NULL."""
    return division.remainder(values(call), call.result.inner, sql.NULL)


@function(
    "positiveModulo",
    args=2,
    returns=typed(_rest_of_any("positiveModulo", positive=True)),
    any_case=True,
    aliases=("positive_modulo", "pmod"),
    example=("positiveModulo(-1, 10)", "9"),
)
@lowered
def positive_modulo(call: Call) -> Sql:
    """The remainder that is not negative."""
    return division.positive_remainder(_dividends(call), call.result.inner, None)


@function(
    "positiveModuloOrNull",
    args=2,
    nulls="own",
    low_cardinality=True,
    any_case=True,
    returns=_no_decimals(_remainder_of("positiveModuloOrNull", positive=True)),
    aliases=("positive_modulo_or_null", "pmodOrNull"),
    example=("positiveModuloOrNull(1, 0)", "\\N"),
)
def positive_modulo_or_null(call: Call) -> Sql:
    """The remainder that is not negative, NULL for division by zero."""
    return division.positive_remainder(values(call), call.result.inner, sql.NULL)


# --- one number -------------------------------------------------------------------------------


def _negate_type(arguments: Sequence[Argument]) -> Type:
    return _negated(arguments[0].type)


def _negated(type_: Type) -> Type:
    if isinstance(type_, Interval):
        return type_
    if isinstance(type_, Tuple):
        return Tuple(tuple(_negated(t.inner) for t in type_.of))
    if isinstance(type_, IPv4 | IPv6):
        raise illegal_type("negate", type_)
    number_ = plain(type_, "negate")
    if isinstance(number_, Float) and number_.bits < 32:
        raise illegal_type("negate", type_)
    if isinstance(number_, Integer) and not number_.signed:
        return Integer(number_types.doubled(number_.bits), True)
    return number_


@function("negate", returns=_negate_type, example=("negate(10)", "-10"))
@lowered
def negate(call: Call) -> Sql:
    """The number with the other sign."""
    if isinstance(call.inner(0), Interval):
        return sql.op("-", call[0])
    ((value, type_),) = values(call)
    result = call.result.inner
    if isinstance(result, Integer) and result.wide:
        return division.wide("minus", result.literal(0), result, value, type_, result)
    if isinstance(result, Decimal) and result.wide:
        return decimals.operate("minus", sql.cast(0, "UTINYINT"), UINT8, value, type_, result)
    converted = number(value, type_, result)
    if isinstance(result, Integer) and type_.bits == result.bits:
        return sql.short(converted, lambda v: _wrapping_negation(v, result))
    return sql.op("-", converted)


def _wrapping_negation(value: Sql, type_: Integer) -> Sql:
    lowest = sql.op("=", value, type_.literal(type_.minimum))
    # The kernel takes a wider type where it knows that the value is the lowest.
    return sql.cast(sql.case((lowest, value), otherwise=sql.op("-", value)), type_.kernel)


def _abs_type(arguments: Arguments) -> Type:
    type_ = remove_nullable(arguments[0].type)
    if isinstance(type_, IPv4 | IPv6):
        raise illegal_type(arguments.function, type_)
    number_ = plain(type_, arguments.function)
    if isinstance(number_, Float) and number_.bits < 32:
        raise illegal_type(arguments.function, type_)
    return Integer(number_.bits, False) if isinstance(number_, Integer) else number_


@function("abs", returns=_abs_type, any_case=True, example=("abs(-3)", "3"))
def absolute(call: Call) -> Sql:
    """The number without its sign."""
    ((value, type_),) = values(call)
    if isinstance(type_, Integer) and not type_.signed:
        return value
    if isinstance(type_, Float):
        return sql.call("abs", value)
    negative = negate(replace(call, result=type_))
    zero = type_.default()
    chosen = sql.case((sql.op("<", value, zero), negative), otherwise=value)
    return number(chosen, type_, call.result.inner)
