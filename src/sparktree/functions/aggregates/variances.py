"""Variance, covariance, correlation, skewness, kurtosis: out of sums of powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.functions.aggregates.basic import as_double
from sparktree.functions.aggregates.declare import Agg, Aggregate, AggregateCall, Returns, aggregate
from sparktree.functions.aggregates.kinds import DECIMALS, NATIVE, Kinds, kinds
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT32, FLOAT64, UINT64, Type, make_nullable

Parts = tuple[Sql, ...]
Formula = Callable[[list[str]], str]


def _sums(*terms: str) -> Callable[[AggregateCall], tuple[Agg, ...]]:
    """The count of rows, and the sums of terms over x and y."""

    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        names = {"x": as_double(call, 0)}
        if len(call) > 1:
            names["y"] = as_double(call, 1)
        products = [
            sql.op("*", *(names[letter] for letter in term)) if len(term) > 1 else names[term]
            for term in terms
        ]
        return Agg("count", ("*",)), *(Agg("sum", (product,)) for product in products)

    return partial


def _returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    """Float32 where every argument is one, else Float64."""
    return FLOAT32 if all(a.type == FLOAT32 for a in arguments) else FLOAT64


def declare(
    name: str,
    terms: tuple[str, ...],
    formula: Formula,
    least: int,
    doc: str,
    example: str,
    aliases: tuple[str, ...] = (),
    *,
    any_case: bool = False,
    takes: Kinds = NATIVE,
    returns: Returns = _returns,
) -> None:
    """An aggregate out of the count of rows and sums of products of its arguments."""

    def final(call: AggregateCall, parts: Parts) -> Sql:
        float_ = call.result.inner  # ClickHouse keeps its sums in the type of the result
        nan = sql.cast(sql.string("nan"), float_.kernel)
        sums = [number(sql.cast(part, "DOUBLE"), FLOAT64, float_) for part in parts]
        value = number(sql.cast(Sql(formula([*sums])), "DOUBLE"), FLOAT64, float_)
        enough = sql.op(">=", sql.coalesce(parts[0], 0), least)
        if not call.result.nullable:
            return sql.case((enough, value), otherwise=nan)
        none = sql.op("=", sql.coalesce(parts[0], 0), 0)
        return sql.case((none, sql.NULL), (enough, value), otherwise=nan)

    count = 2 if any("y" in term for term in terms) else 1
    arguments = "number" if count == 1 else "number, number"
    aggregate(
        Aggregate(
            name,
            returns,
            (count, count),
            states=lambda call: (UINT64, *(make_nullable(FLOAT64) for _ in terms)),
            partial=_sums(*terms),
            merge=lambda call, parts: tuple(Agg("sum", (part,)) for part in parts),
            final=final,
            doc=doc,
            example=(f"{name}({arguments})", example),
            any_case_aliases=aliases,
            any_case=any_case or name == "corr",
            takes=(takes,),
        )
    )


def _spread(n: str, s: str, ss: str, below: str) -> str:
    """The sum of squared distances from the mean, over something."""
    return not_negative(f"({ss} - {s} * {s} / {n}) / {below}")


def not_negative(value: str) -> str:
    """The value, but never less than zero; what is no number counts as zero too."""
    return f"(CASE WHEN isnan({value}) THEN 0 ELSE greatest(0, {value}) END)"


def var_pop(p: list[str]) -> str:
    """Σ(x - mean)² / n."""
    return _spread(p[0], p[1], p[2], p[0])


def var_samp(p: list[str]) -> str:
    """Σ(x - mean)² / (n - 1)."""
    return _spread(p[0], p[1], p[2], f"({p[0]} - 1)")


def _covariance(below: str) -> Formula:
    def formula(p: list[str]) -> str:
        n, x, y, xy = p
        return f"(({xy} - {x} * {y} / {n}) / ({n}{below}))"

    return formula


def correlation(p: list[str]) -> str:
    """Pearson's, of the count and the sums of x, y, xy, x² and y²."""
    n, x, y, xy, xx, yy = p
    spread = f"(({n} * {xx} - {x} * {x}) * ({n} * {yy} - {y} * {y}))"
    return f"(({n} * {xy} - {x} * {y}) / sqrt({spread}))"


def _moment3(p: list[str]) -> str:
    """Σ(x - mean)³ / n, term by term as ClickHouse adds them up."""
    n, s1, s2, s3 = p[:4]
    return f"(({s3} - (3 * {s2} - 2 * {s1} * {s1} / {n}) * {s1} / {n}) / {n})"


def _moment4(p: list[str]) -> str:
    """Σ(x - mean)⁴ / n, term by term as ClickHouse adds them up."""
    n, s1, s2, s3, s4 = p
    inner = f"(6 * {s2} - 3 * {s1} * {s1} / {n})"
    return f"(({s4} - (4 * {s3} - {inner} * {s1} / {n}) * {s1} / {n}) / {n})"


def _over_power(moment: Formula, variance: Formula, power: float) -> Formula:
    """A moment in units of the deviation; values that are all the same have none."""

    def formula(p: list[str]) -> str:
        spread = variance(p)
        value = f"{moment(p)} / pow({spread}, {power})"
        return f"(CASE WHEN {spread} > 0 THEN {value} ELSE CAST('nan' AS DOUBLE) END)"

    return formula


def _deviation(kind: str) -> tuple[str, ...]:
    """The other names of a standard deviation."""
    return (f"STDDEV_{kind}", "STD") if kind == "POP" else (f"STDDEV_{kind}", "STDDEV")


_POWERS = DECIMALS | kinds("enum")
_POP = "the whole population"
_SAMP = "a sample"
for _kind, _var, _words, _least in (("Pop", var_pop, _POP, 1), ("Samp", var_samp, _SAMP, 2)):
    _old = _kind.upper()
    _population = _kind == "Pop"
    declare(
        f"var{_kind}", ("x", "xx"), _var, _least, f"The variance of {_words}.",
        "8.25" if _population else "9.166666666666666",
        (f"VAR_{_old}",), takes=_POWERS,
    )  # fmt: skip
    declare(
        f"stddev{_kind}", ("x", "xx"), lambda p, v=_var: f"sqrt({v(p)})",  # type: ignore[misc]
        _least, f"The standard deviation of {_words}.",
        "2.8722813232690143" if _population else "3.0276503540974917",
        _deviation(_old), takes=_POWERS,
    )  # fmt: skip
    declare(
        f"covar{_kind}", ("x", "y", "xy"), _covariance("" if _population else " - 1"),
        _least, f"The covariance of {_words}.",
        "8.25" if _population else "9.166666666666666",
        (f"COVAR_{_old}",),
    )  # fmt: skip
declare(
    "corr", ("x", "y", "xy", "xx", "yy"), correlation, 2,
    "Pearson's correlation coefficient.", "1",
)  # fmt: skip
for _kind, _var, _words, _least in (("Pop", var_pop, _POP, 1), ("Samp", var_samp, _SAMP, 2)):
    declare(
        f"skew{_kind}", ("x", "xx", "xxx"), _over_power(_moment3, _var, 1.5), _least,
        f"The skewness of {_words}.", "0", takes=_POWERS,
    )  # fmt: skip
    declare(
        f"kurt{_kind}", ("x", "xx", "xxx", "xxxx"), _over_power(_moment4, _var, 2), _least,
        f"The kurtosis of {_words}.",
        "1.7757575757575756" if _kind == "Pop" else "1.4383636363636365", takes=_POWERS,
    )  # fmt: skip
