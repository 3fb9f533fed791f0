"""Comparisons: between types that ClickHouse compares, with NaN equal to nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.convert import convert
from sparktree.functions.declare import Argument, Call, function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT256,
    STRING,
    UINT8,
    AggregateFunction,
    Array,
    Bool,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    Map,
    Moment,
    Nothing,
    String,
    Tuple,
    Type,
    least_supertype,
)


def common_type(left: Type, right: Type, name: str) -> Type:
    """The type in which two values are compared."""
    if left == right:
        return left
    for a, b in ((left, right), (right, left)):
        if isinstance(a, String) and not isinstance(b, String | FixedString):
            return b  # a constant text is read as the other side's type
        if isinstance(a, Enum) and isinstance(b, Integer):
            return b
        if isinstance(a, Moment) and isinstance(b, Integer | Decimal | Float):
            return b
    if isinstance(left, FixedString | String) and isinstance(right, FixedString | String):
        return STRING
    if (
        isinstance(left, Integer)
        and isinstance(right, Integer)
        and 256 not in (left.bits, right.bits)
    ):
        return left if left.signed == right.signed and left.bits >= right.bits else right
    return _common(left, right, name)


def _common(left: Type, right: Type, name: str) -> Type:
    numbers = (Integer, Float, Decimal, Bool)
    if isinstance(left, numbers) and isinstance(right, numbers):
        if isinstance(left, Float) or isinstance(right, Float):
            return left if isinstance(left, Float) and left.bits == 64 else Float(64)
        if isinstance(left, Integer) and isinstance(right, Integer):
            return INT256
        if isinstance(left, Bool) or isinstance(right, Bool):
            return right if isinstance(left, Bool) else left
    try:
        return least_supertype((left, right))
    except Error:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal types of arguments ({left}, {right}) of function {name}",
        ) from None


def _check(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        left, right = (a.type for a in arguments)
        for type_ in (left, right):
            if isinstance(type_, AggregateFunction):
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"Illegal types of arguments ({left}, {right}) of function {name}",
                )
        constant_text = [isinstance(a.type, String) and a.is_constant for a in arguments]
        if isinstance(left, String) != isinstance(right, String):
            other = right if isinstance(left, String) else left
            if isinstance(other, Integer | Float | Decimal | Array | Tuple | Map) and not any(
                constant_text
            ):
                raise Error(
                    Code.NO_COMMON_TYPE
                    if not isinstance(other, Map)
                    else Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"There is no supertype for types {left}, {right} because some of them are"
                    " String/FixedString/Enum and some of them are not",
                )
        common_type(left, right, name)
        return UINT8

    return returns


def compare(call: Call, operator: str) -> Sql:
    """Both sides in one type, then the kernel's operator."""
    left, right = call.inner(0), call.inner(1)
    if isinstance(left, Nothing) or isinstance(right, Nothing):
        return sql.cast(sql.NULL, "BOOLEAN")
    a, b = call[0], call[1]
    if _plain_numbers(left, right):
        return _floats(operator, a, b, left, right)
    common = common_type(left, right, call.name)
    a = convert(a, left, common, call.context.zone)
    b = convert(b, right, common, call.context.zone)
    if operator in ("=", "<>"):
        return _floats(operator, a, b, common, common)
    return _floats(operator, common.order_key(a), common.order_key(b), common, common)


def _plain_numbers(left: Type, right: Type) -> bool:
    """Whether the kernel itself compares values of the two types exactly."""
    both = (left, right)
    if all(isinstance(t, Integer) and not t.wide for t in both):
        return True
    return all((isinstance(t, Integer) and t.bits <= 32) or isinstance(t, Float) for t in both)


def _floats(operator: str, a: Sql, b: Sql, left: Type, right: Type) -> Sql:
    """The kernel takes NaN for equal to itself and greater than all numbers; ClickHouse does not."""
    nans = [v for v, t in ((a, left), (b, right)) if isinstance(t, Float)]
    plain = sql.op(operator, a, b)
    if not nans:
        return plain
    clean = [f"NOT isnan({v})" for v in nans]
    if operator == "<>":
        return sql.any_of([plain, *(f"isnan({v})" for v in nans)])
    return sql.all_of([plain, *clean])


def _declare(name: str, operator: str, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        return compare(call, operator)

    lower.__doc__ = doc
    function(
        name, args=2, returns=_check(name), condition=True, family="comparison", example=example
    )(lower)


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
