"""Variance, covariance and correlation around means: exact also where values lie far from zero.

Each task tells how many rows it has, their means and the moments around these. What is far apart is
only subtracted when all means are known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.errors import Code
from sparktree.functions.aggregates.basic import as_double
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    flattened,
)
from sparktree.functions.aggregates.kinds import MEASURES, Kinds
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, UINT64, Array, Type, make_nullable

Parts = tuple[Sql, ...]
# The result out of the number of rows, the means (x, y) and the sums of products of distances from
# them (xy).
Formula = Callable[[str, dict[str, str]], str]


def _sums(call: AggregateCall, terms: Sequence[str]) -> tuple[Agg, ...]:
    """What states held at first: the count of rows, and the sums of terms over x and y."""
    values = _values(call)
    products = [sql.op("*", *(values[v] for v in t)) if len(t) > 1 else values[t] for t in terms]
    return Agg("count", ("*",)), *(Agg("sum", (product,)) for product in products)


def _values(call: AggregateCall) -> dict[str, Sql]:
    return {letter: as_double(call, i) for i, letter in enumerate("xy"[: len(call.arguments)])}


@dataclass(frozen=True, slots=True)
class Moments:
    """The partial columns of one function: sums of its terms, then lists of what tasks tell."""

    terms: tuple[str, ...]  # such as x, y and xy
    formula: Formula
    least: int  # fewer rows have no result
    otherwise: str = "inf"  # what they give

    @property
    def letters(self) -> list[str]:
        """The columns."""
        return [term for term in self.terms if len(term) == 1]

    @property
    def pairs(self) -> list[str]:
        """The products of distances from the means that are wanted."""
        return [term for term in self.terms if len(term) == 2]

    def states(self, call: AggregateCall) -> tuple[Type, ...]:
        """The types of the partial columns."""
        number = make_nullable(FLOAT64)
        lists = (Array(UINT64), *(Array(number) for _ in self.terms))
        return (UINT64, *(number for _ in self.terms), *lists)

    def partial(self, call: AggregateCall) -> tuple[Agg, ...]:
        """Sums, and one element of every list."""
        values = _values(call)
        means = (Agg("avg", (values[letter],), around="[{}]") for letter in self.letters)
        moments = (
            Agg("covar_pop", (values[pair[0]], values[pair[1]]), around="[{}]")
            for pair in self.pairs
        )
        counted = Agg("count", ("*",), around="[{}]")
        return (*_sums(call, self.terms), counted, *means, *moments)

    def _lists(self, parts: Parts) -> Parts:
        """Counts, means and moments of all tasks; of states that only hold sums, out of these."""
        size = len(self.terms) + 1
        count, sums = parts[0], dict(zip(self.terms, parts[1:size], strict=True))
        n = sql.cast(count, "DOUBLE")
        means = (f"[{sums[letter]} / {n}]" for letter in self.letters)
        moments = (
            f"[({sums[pair]} - {sums[pair[0]]} * {sums[pair[1]]} / {n}) / {n}]"
            for pair in self.pairs
        )
        of_sums = map(Sql, (f"[{count}]", *means, *moments))
        kept = zip(parts[size:], of_sums, strict=True)
        return tuple(sql.coalesce(now, then) for now, then in kept)

    def merge(self, call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
        """Sums of sums, and lists of all tasks."""
        sums = (Agg("sum", (part,)) for part in parts[: len(self.terms) + 1])
        return (*sums, *(flattened(part) for part in self._lists(parts)))

    def final(self, call: AggregateCall, parts: Parts) -> Sql:
        """The moments of tasks moved to the common means, and the result out of them."""
        columns = zip(self._lists(parts), ("n", *self.letters, *self.pairs), strict=True)
        rows = ", ".join(f"unnest({values}) AS _{name}" for values, name in columns)
        means = ", ".join(
            f"sum(_n * _{letter}) OVER () / sum(_n) OVER () AS _m{letter}"
            for letter in self.letters
        )
        centred = f"(SELECT *, {means} FROM (SELECT {rows}) WHERE _n > 0)"
        moments = {
            pair: f"sum(_n * (_{pair} + (_{pair[0]} - _m{pair[0]}) * (_{pair[1]} - _m{pair[1]})))"
            for pair in self.pairs
        }
        told = {letter: f"any_value(_m{letter})" for letter in self.letters} | moments
        result = self.formula("sum(_n)", told)
        value = f"CASE WHEN sum(_n) >= {self.least} THEN {result} ELSE '{self.otherwise}' END"
        nothing = sql.NULL if call.result.nullable else Sql(f"CAST('{self.otherwise}' AS DOUBLE)")
        found = f"(SELECT CAST({value} AS DOUBLE) FROM {centred})"
        return sql.case((Sql(f"coalesce({parts[0]}, 0) = 0"), nothing), otherwise=Sql(found))


def declare(
    name: str,
    moments: Moments,
    doc: str,
    example: str,
    *,
    any_case: bool = False,
    takes: Kinds = MEASURES,
    refused: Code = Code.NOT_IMPLEMENTED,
) -> None:
    """An aggregate out of moments around the means."""
    count = len(moments.letters)
    arguments = ", ".join(["number"] * count)
    aggregate(
        Aggregate(
            name,
            FLOAT64,
            (count, count),
            states=moments.states,
            partial=moments.partial,
            merge=moments.merge,
            final=moments.final,
            doc=doc,
            example=(f"{name}({arguments})", example),
            any_case=any_case,
            takes=(takes,),
            refused=refused,
        )
    )


def _over(pair: str, below: str) -> Formula:
    """A moment by the number of rows, or by one less."""
    return lambda n, moments: f"({moments[pair]} / ({n}{below}))"


def _root(formula: Formula) -> Formula:
    return lambda n, moments: f"sqrt({formula(n, moments)})"


def _correlation(n: str, moments: dict[str, str]) -> str:
    return f"({moments['xy']} / sqrt({moments['xx']} * {moments['yy']}))"


for _kind, _below, _words, _least, _shown, _root_shown in (
    ("Pop", "", "the whole population", 1, "8.25", "2.8722813232690143"),
    ("Samp", " - 1", "a sample", 2, "9.166666666666666", "3.0276503540974917"),
):
    _variance = _over("xx", _below)
    declare(
        f"var{_kind}Stable", Moments(("x", "xx"), _variance, _least),
        f"The variance of {_words}.", _shown,
    )  # fmt: skip
    declare(
        f"stddev{_kind}Stable", Moments(("x", "xx"), _root(_variance), _least),
        f"The standard deviation of {_words}.", _root_shown,
    )  # fmt: skip
    declare(
        f"covar{_kind}Stable", Moments(("x", "y", "xy"), _over("xy", _below), _least),
        f"The covariance of {_words}.", _shown,
    )  # fmt: skip
declare(
    "corrStable", Moments(("x", "y", "xy", "xx", "yy"), _correlation, 2),
    "Pearson's correlation coefficient.", "1",
)  # fmt: skip
