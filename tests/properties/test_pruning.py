"""Pruning by keys never loses a row that satisfies the condition."""

import bisect
import math
from datetime import date, timedelta
from decimal import Decimal
from typing import cast

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import load_definition
from sparktree.engines.keys.build import condition_over
from sparktree.engines.keys.condition import Box, is_useful
from sparktree.engines.keys.marks import Marks
from sparktree.engines.reading.part_values import bounds_of
from sparktree.engines.reading.table_keys import Keys
from sparktree.errors import Error
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel.connection import kernel
from sparktree.parts.description import PartDescription
from sparktree.parts.minmax import column_bounds
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr
from sparktree.planner.lower import Lowering
from sparktree.settings.query import DEFAULTS
from sparktree.sql import ast, parse
from sparktree.types import parse_type
from sparktree.types.literal import literal


class Settings:
    """As much of an environment as expressions over columns ask for: default settings."""

    context = QueryContext()
    settings = DEFAULTS

    def user_function(self, name: str) -> None:
        return None


ENVIRONMENT = cast("Environment", Settings())
DAY = date(1970, 1, 1)
# Few values, the same as the constants below: most errors lie at equal bounds.
VALUES = {
    "Int32": st.sampled_from([-(2**31), -3, 0, 4, 7, 2**31 - 1]),
    "UInt64": st.sampled_from([0, 3, 2**63, 2**64 - 1]),
    "Float64": st.sampled_from([-1.0, 0.0, 0.25, 1.0, 2.0, math.nan, math.inf]),
    "String": st.sampled_from(
        ["", "a", "ab", "é", "\x7f\U0010ff80", "\xbf\U0010ffc3", "a\x00", "z"]
    ),
    "Date": st.sampled_from([0, 33, 59, 365, 489, 900]).map(lambda n: DAY + timedelta(days=n)),
    "DateTime('UTC')": st.sampled_from([0, 18000, 381600, 500000, 3000000, 10**7, 2**32 - 1]),
    "Decimal(9, 2)": st.sampled_from([-200, 0, 110, 333]).map(lambda n: Decimal(n) / 100),
    "Enum8('b' = -1, 'a' = 3, 'c' = 7)": st.sampled_from([-1, 3, 7]),
}
CONSTANTS = {
    "Int32": ["0", "-3", "2.5", "7", "4294967296", "toNullable(4)"],
    "UInt64": ["0", "3", "-1", "18446744073709551615", "1.5", "9223372036854775808"],
    "Float64": ["0", "0.25", "-1", "nan", "inf", "2", "toDecimal32(1, 2)"],
    "String": ["''", "'a'", "'ab'", "'é'", "unhex('80')", "unhex('C3')"],
    "Date": ["'1970-02-03'", "toDate('1971-01-01')", "toDate32('1971-05-05')"],
    "DateTime('UTC')": ["'1970-01-05 10:00:00'", "toDateTime(500000, 'UTC')", "3000000"],
    "Decimal(9, 2)": ["0", "1.1", "toDecimal32('1.1', 1)", "-2", "3.333"],
    "Enum8('b' = -1, 'a' = 3, 'c' = 7)": ["'a'", "'b'", "'c'"],
}
CHAINS = {
    "Int32": [
        "{} + 3",
        "{} - 100",
        "5 + {}",
        "-{}",
        "7 - {}",
        "toInt8({})",
        "{} * -2",
        "intDiv({}, 3)",
    ],
    "UInt64": ["{} + 1", "{} - 4", "toUInt8({})", "toFloat64({})"],
    "Float64": ["{} * 2", "1 - {}"],
    "Date": [
        "toYYYYMM({})",
        "toYear({})",
        "toStartOfMonth({})",
        "toMonday({})",
        "toDayOfMonth({})",
        "toMonth({})",
    ],
    "DateTime('UTC')": [
        "toDate({})",
        "toStartOfHour({})",
        "toYYYYMM(toDate({}))",
        "toHour({})",
        "toMinute({})",
    ],
}
CHAIN_CONSTANTS = {
    "Int32": ["0", "-90", "6", "-8", "1"],
    "UInt64": ["0", "4", "9223372036854775808"],
    "Float64": ["0.5", "-1", "2"],
    "Date": ["197003", "1971", "toDate('1970-06-01')", "toDate('1971-01-04')", "3", "1"],
    "DateTime('UTC')": ["toDate('1970-02-01')", "toDateTime(360000, 'UTC')", "197002", "5", "0"],
}
_DIRECTIONS = ("ASC NULLS LAST", "DESC NULLS FIRST")
OPERATORS = ("=", "!=", "<", ">", "<=", ">=")
TYPES = tuple(VALUES)


@st.composite
def comparisons(draw: st.DrawFn, name: str, kind: str) -> str:
    """`column op constant`, also turned around, as IN, and over functions."""
    if kind in CHAINS and draw(st.booleans()):
        number = draw(st.integers(0, len(CHAINS[kind]) - 1))
        left, right = CHAINS[kind][number].format(name), None
        for constant in CHAIN_CONSTANTS[kind]:
            if _comparable(left, constant, name, kind) and draw(st.booleans()):
                right = constant
        if right is not None:
            return f"{left} {draw(st.sampled_from(OPERATORS))} {right}"
    constant = draw(st.sampled_from(CONSTANTS[kind]))
    shapes = ["{c} {o} {v}", "{v} {o} {c}", "{c} IN ({v}, {w})", "{c} NOT IN ({v}, {w})"]
    shapes += ["{c} IS NULL", "isNotNull({c})"]
    if kind == "String":
        shapes += ["({c}, {c}) {o} ({v}, {w})", "({c}, {c}) IN (({v}, {w}), ({v}, {v}))"]
    if kind == "String":
        shapes += ["{c} LIKE 'a%'", "{c} NOT LIKE 'a%'", "{c} LIKE 'a_'", "startsWith({c}, 'a')"]
        shapes += ["empty({c})", "notEmpty({c})", "{c} LIKE 'ab'", "{c} LIKE '%b'"]
    shape = draw(st.sampled_from(shapes))
    other = draw(st.sampled_from(CONSTANTS[kind]))
    return shape.format(c=name, o=draw(st.sampled_from(OPERATORS)), v=constant, w=other)


def _comparable(left: str, right: str, name: str, kind: str) -> bool:
    try:
        TableExpressions.over(ENVIRONMENT, [(name, parse_type(kind))]).analyse(
            _expression(f"{left} = {right}")
        )
    except Error:
        return False
    return True


def conditions(columns: list[tuple[str, str]]) -> st.SearchStrategy[str]:
    atoms = st.one_of([comparisons(name, kind) for name, kind in columns])
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda p: f"({p[0]} AND {p[1]})"),
            st.tuples(inner, inner).map(lambda p: f"({p[0]} OR {p[1]})"),
            inner.map(lambda c: f"(NOT ({c}))"),
        ),
        max_leaves=3,
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[tuple[str, str]], list[tuple[object, ...]], str]:
    kinds = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=2))
    nullable = draw(st.lists(st.booleans(), min_size=len(kinds), max_size=len(kinds)))
    columns = [(f"k{i}", kind) for i, kind in enumerate(kinds)]
    values = [
        VALUES[kind] | st.none() if null else VALUES[kind]
        for kind, null in zip(kinds, nullable, strict=True)
    ]
    rows = draw(st.lists(st.tuples(*values), min_size=1, max_size=10))
    declared = [
        (name, f"Nullable({kind})" if null else kind)
        for (name, kind), null in zip(columns, nullable, strict=True)
    ]
    return declared, rows, draw(conditions(columns))


def _expression(text: str) -> ast.Expression:
    statement = parse(f"SELECT {text}").statement
    assert isinstance(statement, ast.Select)
    return statement.columns[0]


def _keys(columns: list[tuple[str, str]], keys: list[str]) -> Keys:
    declared = ", ".join(f"{n} {t}" for n, t in columns)
    definition = load_definition(
        f"CREATE TABLE t ({declared}) ENGINE = MergeTree ORDER BY ({', '.join(keys)})"
        " SETTINGS allow_nullable_key = 1"
    )
    typed = {n: Column(parse_type(t), i, n) for i, (n, t) in enumerate(columns)}
    return Keys.over(definition, typed, ENVIRONMENT)


def _analysed(keys: Keys, condition: str) -> Expr:
    expressions = TableExpressions(ENVIRONMENT, keys.columns, Numbers(iter(range(1000, 9999))))
    return expressions.analyse(_expression(condition))


def _sorted_rows(
    keys: Keys, rows: list[tuple[object, ...]], filter_: Expr
) -> list[tuple[tuple[object, ...], tuple[object, ...], bool]]:
    """Columns, keys and whether the condition holds, in the order of the keys."""
    lowering = Lowering(Settings.context)
    columns = list(keys.columns.values())
    lines = " UNION ALL ".join(
        "SELECT "
        + ", ".join(
            f"{literal(c.type, v)} AS {c.kernel_name}" for c, v in zip(columns, row, strict=True)
        )
        for row in rows
    )
    order = ", ".join(
        f"{key.type.order_key(lowering.value(key))} {_DIRECTIONS[down]}"
        for key, down in zip(keys.primary, keys.descending, strict=True)
    )
    shown = [c.kernel_name for c in columns] + [str(lowering.value(k)) for k in keys.primary]
    where = lowering.condition(filter_)
    with kernel() as cursor:
        found = cursor.execute(
            f"SELECT {', '.join(shown)}, coalesce({where}, false) FROM ({lines}) ORDER BY {order}"
        ).fetchall()
    n = len(columns)
    return [(row[:n], row[n:-1], row[-1]) for row in found]


@settings(max_examples=150, deadline=None)
@given(tables(), st.integers(1, 3), st.data())
def test_granules_with_a_match_are_kept(
    table: tuple[list[tuple[str, str]], list[tuple[object, ...]], str],
    granularity: int,
    data: st.DataObject,
) -> None:
    columns, rows, condition = table
    chains = [
        CHAINS[kind][0].format(name)
        for name, kind in columns
        if kind in CHAINS and data.draw(st.booleans())
    ]
    named = [*chains, *(name for name, _ in columns)]
    keys = _keys(columns, [f"{n} DESC" if data.draw(st.booleans()) else n for n in named])
    filter_ = _analysed(keys, condition)
    found = _sorted_rows(keys, rows, filter_)
    places = [*range(0, len(found), granularity), len(found) - 1]
    index = pa.table(
        [
            _stored(key, [found[place][1][i] for place in places])
            for i, key in enumerate(keys.primary)
        ],
        names=[f"k{i}" for i in range(len(keys.primary))],
    )
    marks = Marks.of(index, [key.type for key in keys.primary], keys.descending)
    kept = marks.granules_left(condition_over([filter_], keys.primary, Settings.context))
    for number, stays in enumerate(kept):
        inside = found[number * granularity : (number + 1) * granularity]
        assert stays or not any(match for _, _, match in inside), condition
    # Parts of one granule each, looked at together, keep what each keeps alone.
    small = [
        Marks.of(index.slice(i, 2), [key.type for key in keys.primary], keys.descending)
        for i in range(marks.count)
    ]
    together = Marks.joined(small)
    if together is not None:
        test = condition_over([filter_], keys.primary, Settings.context)
        left = together.granules_left(test)[::2]
        for number, stays in enumerate(left):
            assert stays or not small[number].granules_left(test)[0], condition


@settings(max_examples=80, deadline=None)
@example(([("k0", "Nullable(String)")], [(None,)], "(NOT ((k0 > '' AND isNotNull(k0))))"))
@example(([("k0", "Nullable(String)")], [(None,)], "(NOT ((isNotNull(k0) AND k0 IN ('', 'a'))))"))
@example(([("k0", "Int32")], [(4,), (2147483647,)], "toInt8(k0) != 1"))
@given(tables())
def test_parts_with_a_match_are_kept(
    table: tuple[list[tuple[str, str]], list[tuple[object, ...]], str],
) -> None:
    columns, rows, condition = table
    keys = _keys(columns, [name for name, _ in columns])
    filter_ = _analysed(keys, condition)
    found = _sorted_rows(keys, rows, filter_)
    part = _Part(
        {
            name: column_bounds(
                pa.chunked_array([_stored(keys.columns[name], [row[0][i] for row in found])])
            )
            for i, (name, _) in enumerate(columns)
        }
    )
    test = condition_over([filter_], list(keys.columns.values()), Settings.context)
    known = bounds_of([cast("PartDescription", part)], keys.columns)
    if any(match for _, _, match in found):
        assert test.evaluate(Box(1, known))[0].all(), condition


def _stored(key: Expr, values: list[object]) -> pa.Array:
    """The values as parts hold them."""
    return pa.array(values, key.type.inner.storage)


class _Part:
    """As much of a part's description as partition pruning reads."""

    partition_values: tuple[object, ...] = ()

    def __init__(self, minmax: dict[str, object]) -> None:
        self.minmax = minmax


def _kept(keys: Keys, condition: str, *marks: object) -> list[bool]:
    """Which granules between marks of the first key are left."""
    index = pa.table({"k0": _stored(keys.primary[0], list(marks))})
    test = condition_over([_analysed(keys, condition)], keys.primary, Settings.context)
    assert is_useful(test), condition
    granules = Marks.of(index, [keys.primary[0].type], keys.descending)
    return [bool(stays) for stays in granules.granules_left(test)]


@pytest.mark.parametrize(
    ("condition", "least", "greatest", "kept"),
    [
        ("toYYYYMM(k0) = 197103", date(1970, 1, 1), date(1970, 12, 31), False),
        ("toYYYYMM(k0) = 197012", date(1970, 1, 1), date(1970, 12, 31), True),
        ("toYear(k0) IN (1972, 1973)", date(1970, 1, 1), date(1971, 12, 31), False),
        ("k0 > '1971-01-01'", date(1970, 1, 1), date(1970, 12, 31), False),
        ("toDayOfMonth(k0) = 20", date(1970, 3, 1), date(1970, 3, 9), False),
        ("toDayOfMonth(k0) = 20", date(1970, 3, 21), date(1970, 4, 9), True),
    ],
)
@pytest.mark.requirement("MT.IndexUse.Functions")
@pytest.mark.requirement("MT.Monotonic.UseWithinRange")
def test_functions_that_keep_the_order_rule_out(
    condition: str, least: date, greatest: date, kept: bool
) -> None:
    assert _kept(_keys([("k0", "Date")], ["k0"]), condition, least, greatest) == [kept]


def test_a_key_that_is_a_function_of_the_compared_column() -> None:
    keys = _keys([("k0", "DateTime('UTC')")], ["toDate(k0)"])
    days = [DAY + timedelta(days=n) for n in range(10)]
    kept = _kept(keys, "k0 > '1970-01-05 10:00:00'", *days)
    assert kept == [False] * (bisect.bisect_left(days, date(1970, 1, 5)) - 1) + [True] * 6


def test_equality_prunes_by_any_function_of_the_column() -> None:
    keys = _keys([("k0", "String")], ["length(k0)"])
    assert _kept(keys, "k0 = 'abc'", 0, 2, 4, 6) == [False, True, False]
    assert _kept(keys, "k0 IN ('abc', 'abcde')", 0, 2, 4, 6) == [False, True, True]
