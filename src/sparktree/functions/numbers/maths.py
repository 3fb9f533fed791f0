"""Mathematics over Float64: powers, logarithms, trigonometry, error and gamma functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.common_types import chosen_type
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    Rule,
    function,
    illegal_type,
    on_dictionary,
)
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.family import Family, row
from sparktree.functions.core.number_types import ADDRESSES, doubled, illegal_pair
from sparktree.functions.numbers.error_function import erf, erfc
from sparktree.functions.numbers.wide import WIDE_DIVISORS
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT8,
    INT32,
    NULL_TYPE,
    UINT8,
    UINT16,
    UINT64,
    Bool,
    Decimal,
    Float,
    Integer,
    IPv4,
    IPv6,
    LowCardinality,
    Type,
    inside_low_cardinality,
    remove_low_cardinality,
)


def _numbers(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        for argument in arguments:
            type_ = argument.type.inner
            wide = len(arguments) > 1 and isinstance(type_, Integer) and type_.bits > 64
            if wide or not isinstance(type_, Integer | Float | Decimal | Bool):
                raise illegal_type(arguments.function, argument.type)
        return result

    return returns


def doubles(call: Call) -> list[Sql]:
    """The arguments as DOUBLEs."""
    return [to_double(call[i], call.inner(i)) for i in range(len(call))]


Kernel = str | Callable[..., Sql]  # a function of the kernel's, or what the call becomes


def _of_doubles(kernel: Kernel, call: Call) -> Sql:
    values = doubles(call)
    return sql.call(kernel, *values) if isinstance(kernel, str) else kernel(*values)


@arrow_function("st_math", ("VARCHAR", "DOUBLE"), "DOUBLE")
def math_by_name(names: pa.ChunkedArray, values: pa.ChunkedArray) -> pa.Array:
    """Functions that the kernel lacks, by the name of Python's or numpy's."""
    name = whole(names)[0].as_py()
    array = whole(values)
    floats = np.asarray(array.fill_null(0.0).to_numpy(zero_copy_only=False))
    with np.errstate(all="ignore"):
        result = _LACKING[name](floats)
    return pa.array(result, pa.float64(), mask=np.asarray(array.is_null()))


_LACKING: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "erf": erf,
    "erfc": erfc,
    "log1p": np.log1p,
    "log10": np.log10,  # the kernel's is off by one digit more often
    "cbrt": np.cbrt,
}


@arrow_function("st_hypot", ("DOUBLE", "DOUBLE"), "DOUBLE")
def _hypot(one: pa.ChunkedArray, other: pa.ChunkedArray) -> pa.Array:
    sides = (whole(side).to_numpy(zero_copy_only=False) for side in (one, other))
    with np.errstate(all="ignore"):
        return pa.array(np.hypot(*sides), from_pandas=False)


def _lacking(name: str) -> Callable[[Sql], Sql]:
    return lambda value: math_by_name(sql.string(name), value)


_DIGITS = "3.32192809488736234787::DOUBLE"  # the logarithm of 10 to base 2


def _exp10(value: Sql) -> Sql:
    """The fraction by a power of 2, as ClickHouse does it: other ways give other last digits."""

    def parts(x: Sql) -> Sql:
        whole_, part = f"pow(10.0::DOUBLE, trunc({x}))", f"({x} - trunc({x}))"
        return Sql(f"({whole_} * pow(2.0::DOUBLE, {_DIGITS} * {part}))")

    return sql.let(
        value,
        lambda x: sql.case(
            (Sql(f"{x} <> trunc({x})"), parts(x)),
            otherwise=sql.call("pow", Sql("10.0::DOUBLE"), x),
        ),
    )


def _tgamma(value: Sql) -> Sql:
    """Where it has no value it is infinite at zeros and not a number at others."""
    return sql.let(
        value,
        lambda x: sql.case(
            (
                sql.op("=", x, 0),
                Sql(f"(CASE WHEN signbit({x}) THEN '-inf' ELSE 'inf' END)::DOUBLE"),
            ),
            (Sql(f"{x} = '-inf'::DOUBLE OR ({x} < 0 AND {x} = floor({x}))"), Sql("'nan'::DOUBLE")),
            otherwise=sql.call("gamma", x),
        ),
    )


def _lgamma(value: Sql) -> Sql:
    """At negative whole numbers, where the kernel gives infinity, there is none."""
    return sql.case(
        (Sql(f"{value} < 0 AND {value} = floor({value})"), Sql("'nan'::DOUBLE")),
        otherwise=sql.call("lgamma", value),
    )


def _exp2(value: Sql) -> Sql:
    return sql.call("pow", Sql("2.0::DOUBLE"), value)


_TANH = "The hyperbolic tangent, to 15 digits behind the point."


def _tanh(value: Sql) -> Sql:
    return Sql(f"(2.0::DOUBLE / (1.0::DOUBLE + exp(-2.0::DOUBLE * {value})) - 1.0::DOUBLE)")


Family[Kernel](
    _of_doubles,
    returns=_numbers(FLOAT64),
    rows=(
        row("exp", "exp", ("0", "1"), "e to the power of x.", any_case=True),
        row("exp2", _exp2, ("3", "8"), "2 to the power of x."),
        row("exp10", _exp10, ("2", "100"), "10 to the power of x."),
        row("log", "ln", ("1", "0"), "The natural logarithm.", any_case=True, aliases=("ln",)),
        row("log2", "log2", ("8", "3"), "The logarithm to base 2.", any_case=True),
        row("log10", _lacking("log10"), ("1000", "3"), "The logarithm to base 10.", any_case=True),
        row("log1p", _lacking("log1p"), ("0", "0"), "The natural logarithm of 1 + x."),
        row("sqrt", "sqrt", ("16", "4"), "The square root.", any_case=True),
        row("cbrt", _lacking("cbrt"), ("27", "3"), "The cube root."),
        row("sin", "sin", ("0", "0"), "The sine.", any_case=True),
        row("cos", "cos", ("0", "1"), "The cosine.", any_case=True),
        row("tan", "tan", ("0", "0"), "The tangent.", any_case=True),
        row("asin", "asin", ("0", "0"), "The arc sine.", any_case=True),
        row("acos", "acos", ("0", "1.5707963267948966"), "The arc cosine.", any_case=True),
        row("atan", "atan", ("0", "0"), "The arc tangent.", any_case=True),
        row("sinh", "sinh", ("0", "0"), "The hyperbolic sine."),
        row("asinh", "asinh", ("0", "0"), "The inverse hyperbolic sine."),
        row("atanh", "atanh", ("0", "0"), "The inverse hyperbolic tangent."),
        row("tanh", _tanh, ("0", "0"), _TANH, any_case=True),
        row("cosh", "cosh", ("0", "1"), "The hyperbolic cosine."),
        row("acosh", "acosh", ("1", "0"), "The inverse hyperbolic cosine."),
        row("degrees", "degrees", ("0", "0"), "Radians as degrees.", any_case=True),
        row("radians", "radians", ("0", "0"), "Degrees as radians.", any_case=True),
        row("erf", _lacking("erf"), ("0", "0"), "The error function."),
        row("erfc", _lacking("erfc"), ("0", "1"), "The complementary error function."),
        row("tgamma", _tgamma, ("5", "24"), "The gamma function."),
        row("lgamma", _lgamma, ("1", "0"), "The logarithm of the gamma function."),
    ),
)


def _second_unless(operator: str) -> Callable[[Sql, Sql], Sql]:
    """The second number, unless the first is truly greater (or less): with NaN none is."""

    def chosen(first: Sql, second: Sql) -> Sql:
        truly = [sql.op("NOT", sql.call("isnan", side)) for side in (first, second)]
        return sql.case(
            (sql.all_of([*truly, sql.op(operator, first, second)]), first), otherwise=second
        )

    return chosen


Family[Kernel](
    _of_doubles,
    returns=_numbers(FLOAT64),
    args=2,
    any_case=True,
    rows=(
        row("pow", "pow", ("2, 10", "1024"), "x to the power of y.", aliases=("power",)),
        row("atan2", "atan2", ("0, 1", "0"), "The angle of the point (x, y), given y and x."),
        row("hypot", _hypot, ("3, 4", "5"), "The longest side of a right-angled triangle."),
        row("max2", _second_unless(">"), ("1, 2", "2"), "The greater of two numbers."),
        row("min2", _second_unless("<"), ("1, 2", "1"), "The lesser of two numbers."),
    ),
)


@function("e", args=0, returns=FLOAT64, example=("e()", "2.718281828459045"))
def euler(call: Call) -> Sql:
    """Euler's number."""
    return sql.cast(Sql("2.718281828459045"), "DOUBLE")


@function("pi", args=0, returns=FLOAT64, any_case=True, example=("pi()", "3.141592653589793"))
def pi(call: Call) -> Sql:
    """The ratio of a circle's circumference to its diameter."""
    return sql.cast(Sql("3.141592653589793"), "DOUBLE")


@function("sign", returns=_numbers(INT8), any_case=True, example=("sign(-2)", "-1"))
def sign(call: Call) -> Sql:
    """-1, 0 or 1; NaN, which is not less than 0, has 1."""
    (value,) = doubles(call)
    found = sql.case((sql.call("isnan", value), 1), otherwise=sql.call("sign", value))
    return sql.cast(found, "TINYINT")


def _whole_number(arguments: Arguments) -> Type:
    type_ = arguments[0].type.inner
    if not isinstance(type_, Integer) or type_.bits > 64:
        raise illegal_type(arguments.function, arguments[0].type)
    return UINT64


@function(
    "factorial",
    returns=_whole_number,
    any_case=True,
    nulls="guard",
    example=("factorial(5)", "120"),
)
def factorial(call: Call) -> Sql:
    """The product of the whole numbers up to n, which may be at most 20."""
    message = "The maximum value for the input argument of function factorial is 20"
    known = sql.array(*(Sql(str(math.factorial(n))) for n in range(21)))
    value = sql.cast(sql.call("least", call[0], 21), "BIGINT")
    found = sql.cast(Sql(f"{known}[greatest({value}, 0) + 1]"), "UBIGINT")
    failed = lists.failing(Code.BAD_ARGUMENTS, message, "UBIGINT")
    return sql.case((sql.op(">", value, 20), failed), otherwise=found)


def _power_of(name: str, base: int, most: int) -> None:
    def returns(arguments: Arguments) -> Type:
        type_ = arguments[0].type
        if isinstance(type_, Integer) and type_.bits > 64:
            raise Error(Code.NOT_IMPLEMENTED, f"{name} is not implemented for big integers")
        if isinstance(type_, Decimal):
            raise illegal_type(name, type_)
        return _numbers(UINT64)(arguments)

    def lower(call: Call) -> Sql:
        known = sql.array(*(Sql(f"{base**n}::UBIGINT") for n in range(most + 1)))
        type_ = call.inner(0)
        if base == 10 and isinstance(type_, Integer):
            value = number(call[0], type_, INT32)  # which is how ClickHouse takes it
        else:
            value = sql.call("floor", to_double(call[0], type_))
        value = sql.cast(Sql(f"least(greatest({value}, -1), {most + 1})"), "BIGINT")
        return sql.case(
            (sql.op("<", value, 0), Sql("0::UBIGINT")),
            (sql.op(">", value, most), Sql(f"{UINT64.maximum}::UBIGINT")),
            otherwise=Sql(f"{known}[{value} + 1]"),
        )

    lower.__doc__ = f"{base} to a whole power, as a whole number."
    function(
        name, returns=returns, nulls="guard",
        example=(f"{name}(3)", str(base**3)),
    )(lower)  # fmt: skip


_power_of("intExp2", 2, 63)
_power_of("intExp10", 10, 19)


# --- what floats may be -------------------------------------------------------------------------


def _asked_type(arguments: Arguments) -> Type:
    name = arguments.function
    type_ = arguments[0].type.inner
    if isinstance(type_, Decimal) or (isinstance(type_, Integer) and type_.bits > 64):
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Argument for function {name} must be a number")
    return _numbers(UINT8)(arguments)


def _of_a_float(question: tuple[str, bool], call: Call) -> Sql:
    asked, of_others = question
    if not isinstance(call.inner(0), Float):
        return sql.case((sql.is_known(call[0]), of_others))
    return sql.call(asked, call[0])


Family(
    _of_a_float,
    returns=_asked_type,
    condition=True,
    rows=(
        row(
            "isFinite",
            ("isfinite", True),
            ("1", "1"),
            "Whether a number is neither infinite nor NaN.",
        ),
        row("isInfinite", ("isinf", False), ("1", "0"), "Whether a number is infinite."),
        row("isNaN", ("isnan", False), ("1", "0"), "Whether a number is NaN."),
    ),
)


def _finite_type(arguments: Arguments) -> Type:
    if arguments[0].type != NULL_TYPE:
        plain = replace(arguments[0], type=arguments[0].type.inner)
        _asked_type(Arguments.of(arguments.function, [plain]))
    types = (remove_low_cardinality(a.type) for a in arguments)
    common = chosen_type(types, arguments)
    low = on_dictionary(arguments) and inside_low_cardinality(common)
    return LowCardinality(common) if low else common


@function(
    "ifNotFinite",
    args=2,
    returns=_finite_type,
    nulls="own",
    example=("ifNotFinite(1 / 0, 42)", "42"),
)
def if_not_finite(call: Call) -> Sql:
    """The first number, or the second where the first is infinite, NaN or NULL."""
    values = [convert(call[i], call.type(i), call.result, call.context.zone) for i in (0, 1)]
    finite = sql.is_known(call[0])
    if isinstance(call.inner(0), Float):
        finite = sql.call("isfinite", call[0])
    return sql.case((finite, values[0]), otherwise=values[1])


# --- integers -----------------------------------------------------------------------------------


def _divisor_type(arguments: Arguments) -> Type:
    left, right = (_as_integer(a.type.inner) for a in arguments)
    if left is None or right is None:
        raise illegal_pair(arguments.function, arguments[0].type, arguments[1].type)
    return Integer(doubled(max(left.bits, right.bits)), left.signed or right.signed)


def _as_integer(type_: Type) -> Integer | None:
    if isinstance(type_, IPv4 | IPv6):
        return ADDRESSES[type(type_)]
    return type_ if isinstance(type_, Integer) else None


def _divisor(name: str, doc: str, example: str) -> None:
    def lower(call: Call) -> Sql:
        result = call.result.inner
        assert isinstance(result, Integer)
        zero = lists.failing(Code.ILLEGAL_DIVISION, "Division by zero", result.kernel)
        far = lists.failing(Code.DECIMAL_OVERFLOW, "Intermediate result overflow", result.kernel)
        sides = [
            number(value, known, result)
            for i, value in enumerate(call.sqls)
            if (known := _as_integer(call.inner(i))) is not None
        ]
        cases = [(sql.any_of(sql.op("=", side, result.default()) for side in sides), zero)]
        if result.signed:
            lowest = result.literal(result.minimum)
            cases.append((sql.any_of(sql.op("=", side, lowest) for side in sides), far))
        return sql.case(*cases, otherwise=_computed(name, sides, result))

    lower.__doc__ = doc
    function(
        name,
        args=2,
        returns=_divisor_type,
        example=(f"{name}(12, 18)", example),
    )(lower)


def _computed(name: str, sides: list[Sql], result: Integer) -> Sql:
    """The divisor, or the product by it; numbers wrap."""
    if result.bits < 64:
        return sql.cast(sql.call(name, *(sql.cast(s, "HUGEINT") for s in sides)), result.kernel)
    if result.bits == 64:
        a, b = (sql.call("abs", sql.cast(side, "HUGEINT")) for side in sides)
        divisor = sql.call("gcd", a, b)
        if name == "gcd":
            return sql.cast(divisor, result.kernel)
        return number(Sql(f"(({a} // {divisor}) * {b})"), Integer(128, True), result)
    wide = Integer(256, result.signed)
    found = WIDE_DIVISORS[name](*(number(s, result, wide) for s in sides), result.signed)
    return number(found, wide, result)


_divisor("gcd", "The greatest common divisor.", "6")
_divisor("lcm", "The least common multiple.", "36")


def _bucket_type(arguments: Sequence[Argument]) -> Type:
    name, roles = "widthBucket", ("operand", "low", "high", "num_buckets")
    for place, argument in enumerate(arguments[:3]):
        type_ = argument.type.inner
        native = isinstance(type_, Float | Bool) or (
            isinstance(type_, Integer) and type_.bits <= 64
        )
        if not native:
            raise wrong(name, place, argument, roles[place], "(U)Int8/16/32/64, Float32/64")
    count = arguments[3].type.inner
    if not isinstance(count, Integer) or count.signed or count.bits > 64:
        raise wrong(name, 3, arguments[3], roles[3], "UInt8, UInt16, UInt32 or UInt64")
    return {8: UINT16, 16: Integer(32, False)}.get(count.bits, UINT64)


@function(
    "widthBucket",
    args=4,
    returns=_bucket_type,
    any_case_aliases=("width_bucket",),
    refuses_default=True,
    example=("widthBucket(5, 0, 10, 5)", "3"),
)
def width_bucket(call: Call) -> Sql:
    """The number of the interval that a value falls in, out of so many equal ones."""
    value, low, high = (to_double(call[i], call.inner(i)) for i in range(3))
    count = sql.cast(call[3], "DOUBLE")
    place = Sql(f"floor(({value} - {low}) / ({high} - {low}) * {count}) + 1")
    what = "function widthBucket"
    bucket = sql.case(
        (
            sql.op("=", count, 0),
            lists.failing(Code.BAD_ARGUMENTS, f"The count of {what} cannot be 0", "DOUBLE"),
        ),
        (
            Sql(f"isnan({value}) OR isnan({low}) OR isnan({high})"),
            lists.failing(Code.BAD_ARGUMENTS, f"Arguments of {what} cannot be NaN", "DOUBLE"),
        ),
        (
            Sql(f"isinf({low}) OR isinf({high})"),
            lists.failing(Code.BAD_ARGUMENTS, f"The bounds of {what} cannot be Inf", "DOUBLE"),
        ),
        (Sql(f"{value} < {low} OR {low} >= {high}"), 0),
        (sql.op(">=", value, high), sql.op("+", count, 1)),
        otherwise=place,
    )
    nulls = sql.any_of(sql.is_null(call[i]) for i in range(4))
    return sql.case((nulls, sql.NULL), otherwise=sql.cast(bucket, call.result.kernel))
