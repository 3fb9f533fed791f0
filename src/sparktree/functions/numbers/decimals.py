"""Arithmetic of decimals: exact, with ClickHouse's checks for overflow and division by zero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.convert_numbers import number, wide_text
from sparktree.functions.core.declare import Arguments, Call, function, illegal_type
from sparktree.functions.core.number_arrays import with_point
from sparktree.functions.numbers.decimal_columns import Column, columns
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import Decimal, Integer, Type
from sparktree.types.number_text import digits_of_wide, read_wide
from sparktree.types.numeric import is_wide


def operate(name: str, left: Sql, a: Type, right: Sql, b: Type, result: Type) -> Sql:
    """`left name right` for decimals and integers; a decimal, or of intDiv an integer."""
    narrow = name in ("plus", "minus", "multiply") and not any(map(is_wide, (a, b, result)))
    if narrow and isinstance(result, Decimal):
        return _in_kernel(name, left, a, right, b, result)
    texts = [digits(left, a), digits(right, b)]
    scale = result.scale if isinstance(result, Decimal) else 0
    bits = getattr(result, "bits", 128)
    unscaled = _decimal(sql.string(name), texts[0], _scale(a), texts[1], _scale(b),
        scale, bits,
    )  # fmt: skip
    return from_digits(unscaled, result)


def _scale(type_: Type) -> int:
    return type_.scale if isinstance(type_, Decimal) else 0


_OPERATORS = {"plus": "+", "minus": "-", "multiply": "*"}


def _in_kernel(name: str, left: Sql, a: Type, right: Sql, b: Type, result: Decimal) -> Sql:
    sides = [
        value if isinstance(type_, Decimal) else sql.cast(value, "DECIMAL(20,0)")
        for value, type_ in ((left, a), (right, b))
    ]
    if any(isinstance(t, Integer) and t.bits > 64 for t in (a, b)):
        sides = [
            sql.cast(side, "DECIMAL(38,0)") if side != v else side
            for side, v in zip(sides, (left, right), strict=True)
        ]
    if name != "multiply":
        sides = [sql.cast(side, f"DECIMAL(38,{result.scale})") for side in sides]
    return sql.cast(sql.op(_OPERATORS[name], *sides), result.kernel)


def digits(value: Sql, type_: Type) -> Sql:
    """The unscaled number as text."""
    if isinstance(type_, Integer):
        return wide_text(value, type_) if type_.wide else sql.cast(value, "VARCHAR")
    assert isinstance(type_, Decimal)
    if type_.wide:
        return digits_of_wide(value, True, 0, False)
    return sql.call("replace", sql.cast(value, "VARCHAR"), sql.string("."), sql.string(""))


def from_digits(text: Sql, type_: Type) -> Sql:
    """The number of its unscaled digits."""
    if is_wide(type_):
        return read_wide(text, not isinstance(type_, Integer) or type_.signed)
    if isinstance(type_, Integer):
        return number(sql.cast(text, "HUGEINT"), Integer(128, True), type_)
    assert isinstance(type_, Decimal)
    return sql.cast(with_point(text, type_.scale), type_.kernel)


# --- operations on unscaled numbers ---------------------------------------------------------------

Compute = Callable[[Any, int, Any, int, int], Column]  # of both sides and scales, to a scale


def _remainder(a: Column, sa: int, b: Column, sb: int, scale: int) -> Column:
    # ClickHouse takes the remainder of the unscaled numbers, whatever their scales are.
    return a.divided(b)[1]


def _positive(a: Column, sa: int, b: Column, sb: int, scale: int) -> Column:
    rest = a.divided(b)[1]
    return rest + abs(b).only(rest.below_zero)


def _divide(a: Column, sa: int, b: Column, sb: int, scale: int) -> Column:
    shift = scale - sa + sb
    return a.scaled(max(shift, 0)).divided(b.scaled(max(-shift, 0)))[0]


@dataclass(frozen=True, slots=True)
class Operation:
    """What is computed, and by how many digits numbers become longer in between."""

    compute: Compute
    longer: Callable[[int, int, int], int]  # of both scales and that of the result
    product: bool = False  # the digits of both sides come together
    divides: bool = False


_ALIGNED = Operation(
    lambda a, sa, b, sb, scale: a.scaled(scale - sa) + b.scaled(scale - sb),
    lambda sa, sb, scale: scale - min(sa, sb) + 1,
)
_QUOTIENT = Operation(_divide, lambda sa, sb, scale: abs(scale - sa + sb), divides=True)
_OPERATIONS = {
    "plus": _ALIGNED,
    "minus": replace(
        _ALIGNED, compute=lambda a, sa, b, sb, scale: a.scaled(scale - sa) - b.scaled(scale - sb)
    ),
    "multiply": Operation(lambda a, sa, b, sb, scale: a * b, lambda sa, sb, scale: 0, product=True),
    "divide": _QUOTIENT,
    "intDiv": _QUOTIENT,
    "modulo": Operation(_remainder, lambda sa, sb, scale: 0, divides=True),
    "positiveModulo": Operation(_positive, lambda sa, sb, scale: 0, divides=True),
    "multiplyDecimal": Operation(
        lambda a, sa, b, sb, scale: (a * b).scaled(scale - sa - sb),
        lambda sa, sb, scale: abs(scale - sa - sb),
        product=True,
    ),
}


@arrow_function(
    "st_decimal",
    ("VARCHAR", "VARCHAR", "INTEGER", "VARCHAR", "INTEGER", "INTEGER", "INTEGER"),
    "VARCHAR",
)
def _decimal(
    name: pa.ChunkedArray,
    left: pa.ChunkedArray,
    left_scale: pa.ChunkedArray,
    right: pa.ChunkedArray,
    right_scale: pa.ChunkedArray,
    scale: pa.ChunkedArray,
    bits: pa.ChunkedArray,
) -> pa.Array:
    """The operation on unscaled numbers; overflow and division by zero are ClickHouse's errors."""
    if not len(name):
        return pa.array([], pa.string())
    operation, cuts = _OPERATIONS[whole(name)[0].as_py()], whole(name)[0].as_py() == "intDiv"
    sa, sb, s, width = (whole(x)[0].as_py() for x in (left_scale, right_scale, scale, bits))
    a, b = whole(left), whole(right)
    valid = pc.and_(a.is_valid(), b.is_valid())
    if not pc.any(valid).as_py():
        return pa.nulls(len(valid), pa.string())
    texts = a.filter(valid), b.filter(valid)
    lengths = [pc.max(pc.binary_length(side)).as_py() or 0 for side in texts]
    longest = sum(lengths) if operation.product else max(lengths)
    x, y = columns(texts, longest + operation.longer(sa, sb, s))
    if operation.divides and y.has_zero:
        raise ValueError(raising(Code.ILLEGAL_DIVISION, "Division by zero"))
    found = operation.compute(x, sa, y, sb, s)
    if not cuts and not found.fits(width):
        raise ValueError(raising(Code.DECIMAL_OVERFLOW, "Decimal math overflow"))
    return pc.replace_with_mask(pa.nulls(len(valid), pa.string()), valid, found.texts())


def _exact_type(arguments: Arguments) -> Type:
    name = arguments.function
    for argument in arguments[:2]:
        if not isinstance(argument.type.inner, Decimal):
            raise illegal_type(name, argument.type)
    scales = [_scale(a.type.inner) for a in arguments[:2]]
    if len(arguments) < 3:
        return Decimal(76, max(scales))
    scale = arguments[2].type.inner
    if not isinstance(scale, Integer) or scale.bits > 64:
        raise illegal_type(name, arguments[2].type, 2)
    digits_ = int(str(arguments[2].value))
    if not 0 <= digits_ <= 76:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal scale {digits_} of function {name}: it must be from 0 to 76",
        )
    return Decimal(76, digits_)


def _exact(name: str, operation: str, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        result = call.result.inner
        left, right = call.inner(0), call.inner(1)
        unscaled = _decimal(
            sql.string(operation),
            digits(call[0], left),
            _scale(left),
            digits(call[1], right),
            _scale(right),
            _scale(result),
            256,
        )
        return from_digits(unscaled, result)

    lower.__doc__ = doc
    function(
        name,
        args=(2, 3),
        returns=_exact_type,
        constant_arguments=(2,),
        example=example,
    )(lower)


_exact(
    "divideDecimal",
    "divide",
    "The quotient of two decimals with a wanted scale.",
    ("divideDecimal(toDecimal32(1, 2), toDecimal32(3, 2), 5)", "0.33333"),
)
_exact(
    "multiplyDecimal",
    "multiplyDecimal",
    "The product of two decimals with a wanted scale.",
    ("multiplyDecimal(toDecimal32(1.5, 2), toDecimal32(3, 2))", "4.5"),
)
