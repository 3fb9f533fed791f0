"""How large samples must be, and whether shares of two samples differ."""

from __future__ import annotations

import sys

from sparktree.errors import Code, Error
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.number_types import is_native, is_unsigned
from sparktree.functions.core.text_functions import bad
from sparktree.functions.numbers.distributions import normal_beyond, normal_quantile
from sparktree.functions.numbers.maths import math_by_name
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    Float,
    String,
    Tuple,
    Type,
    remove_low_cardinality,
)

_SIZES = Tuple((FLOAT64,) * 3, ("minimum_sample_size", "detect_range_lower", "detect_range_upper"))
_NAN = Sql("CAST('nan' AS DOUBLE)")


def _is_native_numeric(type_: Type) -> bool:
    return is_native(type_) or (isinstance(type_, Float) and type_.bits > 16)


def _continuous_type(arguments: Arguments) -> Type:
    for position, role in enumerate(("baseline", "sigma", "mde", "power", "alpha")):
        if not _is_native_numeric(remove_low_cardinality(arguments[position].type)):
            raise wrong(arguments.function, position, arguments[position], role, "native numeric")
    return _SIZES


def _conversion_type(arguments: Arguments) -> Type:
    for position, role in enumerate(("p1", "p2", "power", "alpha")):
        if not isinstance(remove_low_cardinality(arguments[position].type), Float):
            raise wrong(arguments.function, position, arguments[position], role, "Float")
    return _SIZES


def _share(value: object) -> float | None:
    """A number between 0 and 1 that is neither of them; None for all others."""
    number = float(value)  # type: ignore[arg-type]
    inside = sys.float_info.epsilon <= number <= 1 - sys.float_info.epsilon
    return number if inside else None


def _sizes(known: Sql, size: Sql, low: Sql, high: Sql) -> Sql:
    """The three numbers; NaN where they cannot be known."""
    return _SIZES.pack(*(sql.case((known, v), otherwise=_NAN) for v in (size, low, high)))


@function(
    "minSampleSizeContinuous",
    args=5,
    returns=_continuous_type,
    aliases=("minSampleSizeContinous",),
    nulls="own",
    refuses_null=True,
    constant_arguments=(2, 3, 4),
    example=(
        "minSampleSizeContinuous(112.25, 21.1, 0.03, 0.80, 0.05)",
        "(616.2931945826209,108.8825,115.6175)",
    ),
)
def min_sample_size_continuous(call: Call) -> Sql:
    """How many values of each sample a test of two means needs, and the range in which a
    difference stays unseen: of the mean, its deviation, the effect as a share, power and level."""
    base, sigma = (to_double(call[i], call.inner(i)) for i in (0, 1))
    effect, power, level = (_share(call.value(i)) for i in (2, 3, 4))
    if effect is None or power is None or level is None:
        return _SIZES.pack(_NAN, _NAN, _NAN)
    spread = (normal_quantile(1 - level / 2) + normal_quantile(power)) ** 2

    def sizes(mean: Sql, deviation: Sql) -> Sql:
        delta = Sql(f"({mean} * {_number(effect)})")
        size = f"2 * pow({deviation}, 2) * {_number(spread)} / pow({delta}, 2)"
        known = Sql(f"(isfinite({mean}) AND isfinite({deviation}))")
        return _sizes(known, Sql(size), sql.op("-", mean, delta), sql.op("+", mean, delta))

    return sql.let(base, lambda mean: sql.let(sigma, lambda deviation: sizes(mean, deviation)))


def _number(value: float) -> str:
    return f"CAST({value!r} AS DOUBLE)"


@function(
    "minSampleSizeConversion",
    args=4,
    returns=_conversion_type,
    nulls="own",
    refuses_null=True,
    constant_arguments=(1, 2, 3),
    example=("minSampleSizeConversion(0.25, 0.03, 0.80, 0.05)", "(3396.077603219163,0.22,0.28)"),
)
def min_sample_size_conversion(call: Call) -> Sql:
    """How many trials of each sample a test of two shares needs, and the range in which a
    difference stays unseen: of the share, the effect that is added to it, power and level."""
    effect, power, level = (_share(call.value(i)) for i in (1, 2, 3))
    if effect is None or power is None or level is None:
        return _SIZES.pack(_NAN, _NAN, _NAN)
    far, near = normal_quantile(1 - level / 2), normal_quantile(power)

    def sizes(p: Sql) -> Sql:
        other, step = f"({p} + {_number(effect)})", _number(effect)
        middle = f"(({p} + {other}) / 2)"
        both = f"sqrt(2 * {middle} * (1 - {middle}))"
        apart = f"sqrt({p} * (1 - {p}) + {other} * (1 - {other}))"
        # The kernel refuses what numbers do not have; ClickHouse gives NaN.
        fits = f"{middle} * (1 - {middle}) >= 0 AND {p} * (1 - {p}) + {other} * (1 - {other}) >= 0"
        size = f"pow({_number(far)} * {both} + {_number(near)} * {apart}, 2) / pow({step}, 2)"
        size = sql.case((Sql(fits), Sql(size)), otherwise=_NAN)
        return _sizes(Sql(f"isfinite({p})"), size, *(sql.op(sign, p, Sql(step)) for sign in "-+"))

    return sql.let(to_double(call[0], call.inner(0)), sizes)


# --- proportionsZTest -----------------------------------------------------------------------------

_TEST = Tuple(
    (FLOAT64,) * 4,
    ("z_statistic", "p_value", "confidence_interval_low", "confidence_interval_high"),
)


def _test_type(arguments: Arguments) -> Type:
    for position in range(4):
        if not is_unsigned(remove_low_cardinality(arguments[position].type)):
            raise _illegal(
                f"The {position + 1}th Argument of function {arguments.function} must be an"
                " unsigned integer"
            )
    level, pooling = arguments[4], arguments[5]
    if not isinstance(remove_low_cardinality(level.type), Float):
        raise _illegal(
            f"The fifth argument {level.type} of function {arguments.function} should be a float,"
        )
    if not isinstance(remove_low_cardinality(pooling.type), String) or not pooling.is_constant:
        raise _illegal(
            f"The sixth argument {pooling.type} of function {arguments.function} should be a"
            " constant string"
        )
    if pooling.value not in ("pooled", "unpooled"):
        raise bad(
            f"The sixth argument String of function {arguments.function} must be equal to"
            " `pooled` or `unpooled`"
        )
    return _TEST


def _illegal(message: str) -> Error:
    return Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)


@function(
    "proportionsZTest",
    args=6,
    returns=_test_type,
    nulls="own",
    refuses_null=True,
    constant_arguments=(4,),
    example=(
        "proportionsZTest(10, 11, 100, 101, 0.95, 'unpooled')",
        "(-0.20656724435948853,0.8363478437079654,-0.09345975390115283,0.07563797172293502)",
    ),
)
def proportions_z_test(call: Call) -> Sql:
    """The z-test of two shares: successes and trials of both samples, the confidence level, and
    whether the variance is 'pooled'."""
    level = float(call.value(4))  # type: ignore[arg-type]
    if not 0 <= level <= 1:
        return _TEST.pack(*(_NAN,) * 4)
    counts = [to_double(call[i], call.inner(i)) for i in range(4)]
    reach = _number(normal_beyond((1 - level) / 2))

    def test(a: Sql, b: Sql, n: Sql, m: Sql) -> Sql:
        apart = f"{a} / {n} * (1 - {a} / {n}) / {n} + {b} / {m} * (1 - {b} / {m}) / {m}"
        shared = f"(({a} + {b}) / ({n} + {m}))"
        pooled = f"{shared} * (1 - {shared}) * (1 / {n} + 1 / {m})"
        known = f"{a} > 0 AND {b} > 0 AND {a} <= {n} AND {b} <= {m}"
        own, other = (sql.case((Sql(known), Sql(f"sqrt({v})")), otherwise=_NAN)
                      for v in (pooled if call.value(5) == "pooled" else apart, apart))  # fmt: skip

        def made(error: Sql, spread: Sql) -> Sql:
            difference = f"({a} / {n} - {b} / {m})"
            z = f"({difference} / {error})"
            inside = math_by_name(sql.string("erfc"), Sql(f"-abs({z}) / sqrt(2)"))
            tail = Sql(f"(2 * (1 - {inside} / 2))")
            ends = (f"({difference} {sign} {reach} * {spread})" for sign in "-+")
            fits = Sql(f"({error} > 0 AND NOT isnan({error}))")
            values = (Sql(z), tail, *map(Sql, ends))
            return _TEST.pack(*(sql.case((fits, v), otherwise=_NAN) for v in values))

        return sql.let(own, lambda e: sql.let(other, lambda s: made(e, s)))

    def bind(bound: tuple[Sql, ...]) -> Sql:
        if len(bound) == 4:
            return test(*bound)
        return sql.let(counts[len(bound)], lambda v: bind((*bound, v)))

    return bind(())
