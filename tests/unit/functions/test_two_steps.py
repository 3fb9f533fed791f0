"""Aggregates computed in tasks and merged are what one step computes, and what ClickHouse does."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from sparktree.functions.core.declare import QueryContext
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.planner import calls
from sparktree.planner.expr import AggregateUse, Column
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import Aggregate
from sparktree.planner.physical.aggregation import Grouping, split
from sparktree.types import UINT8, Array, make_nullable, parse_type
from sparktree.types.to_text import to_field
from tests.nearly import nearly_equal
from tests.oracle import Oracle

# Columns of the rows below: name, type, kernel SQL and ClickHouse SQL over a number n.
COLUMNS = {
    "n": ("UInt64", "CAST(n AS UBIGINT)", "n"),
    "i": ("Int32", "CAST(n * 7 % 13 - 6 AS INTEGER)", "toInt32(n * 7 % 13) - 6"),
    "f": ("Float64", "CAST(n AS DOUBLE) / 4", "n / 4"),
    "s": ("String", "'k' || CAST(n * 5 % 7 AS VARCHAR)", "concat('k', toString(n * 5 % 7))"),
    "u": (
        "Nullable(UInt8)",
        "CAST(CASE WHEN n % 3 = 0 THEN NULL ELSE n % 11 END AS UTINYINT)",
        "if(n % 3 = 0, NULL, toUInt8(n % 11))",
    ),
    "d": ("Decimal(9, 2)", "CAST(n AS DECIMAL(9,2)) / 1", "toDecimal32(n, 2)"),
    "a": (
        "Array(UInt8)",
        "[CAST(n % 5 AS UTINYINT), CAST(1 AS UTINYINT)]",
        "[toUInt8(n % 5), toUInt8(1)]",
    ),
    "c": ("UInt8", "CAST(n % 2 AS UTINYINT)", "toUInt8(n % 2)"),
    "o": ("UInt8", "CAST(1 AS UTINYINT)", "toUInt8(1)"),
}
CALLS = [
    "count()",
    "count(u)",
    "sum(n)",
    "sum(i)",
    "sum(f)",
    "sum(u)",
    "sum(d)",
    "avg(i)",
    "avg(u)",
    "avg(d)",
    "min(s)",
    "max(s)",
    "min(f)",
    "max(f)",
    "max(u)",
    "any(n)",
    "anyLast(o)",
    "argMin(s, n)",
    "argMax(s, n)",
    "argMax(n, u)",
    "sumIf(n, c)",
    "countIf(c)",
    "avgIf(u, c)",
    "argMaxIf(s, n, c)",
    "sumKahan(f)",
    "sumWithOverflow(i)",
    "sumCount(n)",
    "avgWeighted(n, n)",
    "uniq(s)",
    "uniqExact(s)",
    "uniq(s, c)",
    "uniqCombined(u)",
    "uniqExactIf(s, c)",
    "groupArray(n)",
    "groupArray(5)(n)",
    "groupArraySorted(4)(i)",
    "groupBitAnd(n)",
    "groupBitOr(n)",
    "groupBitXor(n)",
    "groupArrayMovingSum(3)(n)",
    "groupConcat('-')(n)",
    "quantile(f)",
    "quantiles(0.1, 0.9)(n)",
    "quantileExact(0.3)(i)",
    "medianExactLow(n)",
    "quantile(u)",
    "quantileExactWeighted(0.4)(i, n)",
    "quantileTDigest(0.2)(n)",
    "varPop(i)",
    "varSamp(i)",
    "stddevPop(i)",
    "covarPop(i, n)",
    "corr(i, n)",
    "entropy(s)",
    "singleValueOrNull(c)",
    "boundingRatio(n, i)",
    "simpleLinearRegression(n, n)",
    "deltaSum(n)",
    "retention(c, c)",
    "sumOrNull(n)",
    "avgOrDefault(u)",
    "countOrNull()",
    "sumArray(a)",
    "uniqArray(a)",
    "sumForEach(a)",
    "avgForEach(a)",
    "groupArrayArray(a)",
    "sumArrayIf(a, c)",
    "sumDistinct(i)",
    "sumArgMax(n, c)",
    "countArgMin(c)",
    "sumResample(0, 20, 5)(n, n)",
    "sumMap(a, a)",
    "maxMap(a, a)",
    "groupArrayInsertAt(n, n)",
    "groupArrayIntersect(a)",
    "any_respect_nulls(u)",
    "anyLast_respect_nulls(u)",
    "groupArrayIf(n, c)",
    "quantileIf(0.5)(n, c)",
    "minOrNull(u)",
]


@dataclass
class Stub:
    """What a grouping needs of a planner."""

    context: QueryContext
    names: int = 0

    @property
    def lowering(self) -> Lowering:
        return Lowering(self.context)


def parsed(call: str) -> tuple[str, list[Any], list[str]]:
    """The name, the parameters and the arguments of `f(1)(a, b)`."""
    pieces = call.replace(")", "").split("(")
    lists = [[part.strip() for part in piece.split(",") if part.strip()] for piece in pieces[1:]]
    parameters = lists[0] if len(lists) == 2 else []
    return (
        pieces[0],
        [p.strip("'") if "'" in p else float(p) if "." in p else int(p) for p in parameters],
        lists[-1],
    )


def columns() -> dict[str, Column]:
    listed = enumerate(COLUMNS.items())
    return {
        name: Column(parse_type(type_), number, name) for number, (name, (type_, _, _)) in listed
    }


def use_of(call: str) -> AggregateUse:
    name, parameters, arguments = parsed(call)
    known = columns()
    use = calls.aggregate(name, [known[a] for a in arguments], parameters, QueryContext())
    assert use is not None
    return use


def rows(low: int, high: int) -> str:
    items = [
        f"{value} AS c{number}" for number, (_, value, _) in enumerate(COLUMNS.values()) if value
    ]
    return f"SELECT {', '.join(items)} FROM (SELECT unnest(range({low}, {high})) AS n)"


def text(query: str, use: AggregateUse) -> str:
    shown = to_field(use.type, Sql("c99"), mode_of())
    with kernel() as cursor:
        return str(cursor.execute(f"SELECT {shown} FROM ({query})").fetchall()[0][0])


def mode_of() -> Any:
    from sparktree.types.to_text import Mode

    return Mode.ESCAPED


def grouping(use: AggregateUse) -> Grouping:
    result = Column(use.type, 99, "result")
    node = Aggregate(None, (), ((result, use),), ())  # type: ignore[arg-type]
    return Grouping(Stub(QueryContext()), node, [(result, use)])  # type: ignore[arg-type]


def in_two_steps(use: AggregateUse, *borders: int) -> str:
    group = grouping(use)
    partials = [group._partial(rows(low, high)) for low, high in pairwise(borders)]
    return text(group.final(" UNION ALL ".join(partials)), use)


def in_one_step(use: AggregateUse, high: int) -> str:
    return text(grouping(use).whole(rows(0, high)), use)


@pytest.mark.parametrize("call", CALLS)
def test_two_steps_are_one(call: str, oracle: Oracle) -> None:
    use = use_of(call)
    items = ", ".join(f"{sql} AS {name}" for name, (_, _, sql) in COLUMNS.items())
    want = oracle.text(
        f"SELECT {call} FROM (SELECT {items} FROM (SELECT number AS n FROM numbers(20)))"
    )
    assert nearly_equal(in_one_step(use, 20), want.rstrip("\n"))
    if split(use):
        assert nearly_equal(in_two_steps(use, 0, 8, 20), want.rstrip("\n"))


@pytest.mark.parametrize("call", CALLS)
def test_tasks_without_rows(call: str, oracle: Oracle) -> None:
    use = use_of(call)
    items = ", ".join(f"{sql} AS {name}" for name, (_, _, sql) in COLUMNS.items())
    want = oracle.text(
        f"SELECT {call} FROM (SELECT {items} FROM (SELECT number AS n FROM numbers(0)))"
    )
    assert in_one_step(use, 0) == want.rstrip("\n")
    if split(use):
        assert in_two_steps(use, 0, 0, 0) == want.rstrip("\n")


def test_states_are_types() -> None:
    state = parse_type("AggregateFunction(uniq, String)")
    assert str(state) == "AggregateFunction(uniq, String)"
    assert (
        parse_type("AggregateFunction(quantiles(0.5, 0.9), UInt8)").kernel
        == "STRUCT(f1 UTINYINT, f2 UTINYINT[])"
    )
    assert make_nullable(Array(UINT8)) == Array(UINT8)
