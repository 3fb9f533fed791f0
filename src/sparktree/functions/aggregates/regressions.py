"""Linear regression, and matrices of covariance and correlation: out of sums of products."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.errors import Code
from sparktree.functions.aggregates.basic import as_double
from sparktree.functions.aggregates.declare import Agg, Aggregate, AggregateCall, aggregate
from sparktree.functions.aggregates.kinds import DECIMALS, NATIVE, kinds
from sparktree.functions.aggregates.stable_variances import Moments, declare
from sparktree.functions.aggregates.variances import Formula, correlation, not_negative
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, UINT64, Array, make_nullable

Parts = tuple[Sql, ...]

# --- regr_*: the first argument is y, the second x ----------------------------------------------

_TERMS = ("x", "y", "xy", "xx", "yy")  # here "x" is the first argument: the dependent value


def _sxx(n: str, m: dict[str, str]) -> str:
    return not_negative(m["yy"])


def _syy(n: str, m: dict[str, str]) -> str:
    return not_negative(m["xx"])


def _slope(n: str, m: dict[str, str]) -> str:
    return f"coalesce({m['xy']} / nullif({_sxx(n, m)}, 0), 'nan')"


def _intercept(n: str, m: dict[str, str]) -> str:
    return f"({m['x']} - {_slope(n, m)} * {m['y']})"


def _fit(n: str, m: dict[str, str]) -> str:
    found = f"({m['xy']} * {m['xy']} / ({_sxx(n, m)} * {_syy(n, m)}))"
    return f"(CASE WHEN {_sxx(n, m)} = 0 THEN 'nan' WHEN {_syy(n, m)} = 0 THEN 1 ELSE {found} END)"


for _name, _formula, _doc, _shown in (
    ("regr_avgx", lambda n, m: m["y"], "The mean of the independent values.", "4.5"),
    ("regr_avgy", lambda n, m: m["x"], "The mean of the dependent values.", "4.5"),
    ("regr_sxx", _sxx, "The sum of squares of the independent values around their mean.", "82.5"),
    ("regr_syy", _syy, "The sum of squares of the dependent values around their mean.", "82.5"),
    (
        "regr_sxy",
        lambda n, m: m["xy"],
        "The sum of products of both values around their means.",
        "82.5",
    ),
    ("regr_slope", _slope, "The slope of the line that fits best.", "1"),
    ("regr_intercept", _intercept, "Where the line that fits best meets the axis.", "0"),
    ("regr_r2", _fit, "How well the line fits, from 0 to 1.", "1"),
):
    declare(
        _name,
        Moments(_TERMS, _formula, 1, "nan"),
        _doc,
        _shown,
        any_case=True,
        takes=NATIVE,
        refused=Code.ILLEGAL_TYPE_OF_ARGUMENT,
    )


aggregate(
    Aggregate(
        "regr_count",
        UINT64,
        (2, 2),
        states=lambda call: (UINT64,),
        partial=lambda call: (Agg("count", ("*",)),),
        merge=lambda call, parts: (Agg("sum", parts),),
        final=lambda call, parts: sql.cast(sql.coalesce(parts[0], 0), "UBIGINT"),
        doc="The number of pairs without NULL.",
        example=("regr_count(number, number)", "10"),
        any_case=True,
        keeps_null=False,
        of_null="default",
        takes=(DECIMALS | kinds("nothing"),),
    )
)


# --- matrices -----------------------------------------------------------------------------------


def _couples(count: int) -> list[tuple[int, int]]:
    return [(i, j) for i in range(count) for j in range(i, count)]


def _matrix_sums(call: AggregateCall) -> tuple[Agg, ...]:
    values = [as_double(call, i) for i in range(len(call))]
    products = [sql.op("*", values[i], values[j]) for i, j in _couples(len(values))]
    return Agg("count", ("*",)), *(Agg("sum", (term,)) for term in (*values, *products))


def _matrix(name: str, cell: Callable[[list[str]], str], least: int, doc: str, shown: str) -> None:
    def final(call: AggregateCall, parts: Parts) -> Sql:
        count = len(call.arguments)
        n, *sums = (Sql(f"CAST({part} AS DOUBLE)") for part in parts)
        products = dict(zip(_couples(count), sums[count:], strict=True))

        def at(i: int, j: int) -> Sql:
            mixed = products[min(i, j), max(i, j)]
            value = Sql(cell([n, sums[i], sums[j], mixed, products[i, i], products[j, j]]))
            enough = sql.op(">=", sql.coalesce(n, 0), least)
            return sql.coalesce(sql.case((enough, value)), Sql("'nan'::DOUBLE"))

        return sql.array(*(sql.array(*(at(i, j) for j in range(count))) for i in range(count)))

    aggregate(
        Aggregate(
            name,
            Array(Array(FLOAT64)),
            (0, None),
            states=lambda call: (
                UINT64,
                *(make_nullable(FLOAT64) for _ in range(len(_matrix_terms(call)))),
            ),
            partial=_matrix_sums,
            merge=lambda call, parts: tuple(Agg("sum", (part,)) for part in parts),
            final=final,
            doc=doc,
            example=(f"{name}(number, number)", shown),
            takes=(NATIVE,),
        )
    )


def _matrix_terms(call: AggregateCall) -> list[int]:
    count = len(call.arguments)
    return list(range(count + len(_couples(count))))


def _covariance(below: str) -> Formula:
    return lambda p: f"(({p[3]} - {p[1]} * {p[2]} / {p[0]}) / ({p[0]}{below}))"


_matrix("corrMatrix", correlation, 2, "Correlations of all the arguments.", "[[1,1],[1,1]]")
_matrix(
    "covarPopMatrix",
    _covariance(""),
    1,
    "Covariances of all the arguments over the population.",
    "[[8.25,8.25],[8.25,8.25]]",
)
_matrix(
    "covarSampMatrix",
    _covariance(" - 1"),
    2,
    "Covariances of all the arguments of a sample.",
    "[[9.166666666666666,9.166666666666666],[9.166666666666666,9.166666666666666]]",
)
