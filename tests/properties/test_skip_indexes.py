"""Skip indexes never skip a granule that holds a row which satisfies the condition."""

from typing import cast

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import load_definition
from sparktree.engines.keys.build import Limits
from sparktree.engines.keys.condition import Box
from sparktree.engines.reading.table_keys import Keys
from sparktree.engines.skip_indexes.definition import SkipIndex, index_layouts, skip_indexes
from sparktree.engines.skip_indexes.kind import Question
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.parts.indexes import all_builders as all_builders
from sparktree.parts.indexes.builder import IndexBuilder
from sparktree.parts.indexes.file import index_table
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr
from sparktree.planner.lower import Lowering
from sparktree.settings.query import DEFAULTS
from sparktree.sql import ast, parse
from sparktree.types.literal import literal


class Settings:
    """As much of an environment as expressions over columns ask for: default settings."""

    context = QueryContext()
    settings = DEFAULTS

    def user_function(self, name: str) -> None:
        return None


ENVIRONMENT = cast("Environment", Settings())
DEFINITION = load_definition(
    "CREATE TABLE t (s String, n Nullable(String), i Int32, f Float64, a Array(String),"
    " INDEX mm_s s TYPE minmax, INDEX mm_n n TYPE minmax GRANULARITY 2, INDEX mm_i i TYPE minmax,"
    " INDEX mm_f f TYPE minmax, INDEX mm_e i * 2 + 1 TYPE minmax, INDEX set_s s TYPE set(2),"
    " INDEX set_n n TYPE set(0) GRANULARITY 3, INDEX set_i (i, f) TYPE set(0),"
    " INDEX set_a a TYPE set(0), INDEX bf_s s TYPE bloom_filter, INDEX bf_n n TYPE bloom_filter,"
    " INDEX bf_i i TYPE bloom_filter GRANULARITY 2, INDEX bf_f f TYPE bloom_filter,"
    " INDEX bf_a a TYPE bloom_filter, INDEX ng s TYPE ngrambf_v1(2, 64, 2, 1),"
    " INDEX ng_a a TYPE ngrambf_v1(3, 64, 2, 1), INDEX tk s TYPE tokenbf_v1(64, 2, 0),"
    " INDEX tk_l lower(s) TYPE tokenbf_v1(64, 2, 5), INDEX tx s TYPE text(tokenizer ="
    " splitByNonAlpha), INDEX tx_l lower(s) TYPE text(tokenizer = ngrams(2)), INDEX tx_a a TYPE"
    " text(tokenizer = array)) ENGINE = MergeTree ORDER BY tuple()"
)
INDEXES = {index.name: index for index in skip_indexes(DEFINITION)}
WORDS = ["", "a", "ab cd", "Ab-cd", "abcd", "é x", "x_y.ab", "cd", "aé", "  ", "ab cd ab"]
ROWS = st.tuples(
    st.sampled_from(WORDS),
    st.sampled_from([None, *WORDS]),
    st.sampled_from([-5, 0, 3, 2**31 - 1]),
    st.sampled_from([0.0, -0.0, float("nan"), 1.5, -2.0]),
    st.lists(st.sampled_from(WORDS), max_size=2),
)
ATOMS = [
    "s = 'ab cd'", "s != 'abcd'", "s = ''", "s IN ('cd', 'é x')", "s NOT IN ('cd', 'a')",
    "s LIKE '%cd%'", "s LIKE 'ab%'", "s NOT LIKE '%b c%'", "s LIKE '_b%d'", "s LIKE '% cd'",
    "startsWith(s, 'ab')", "endsWith(s, 'cd')", "endsWith(s, '-cd')", "match(s, 'ab.*cd')",
    "match(s, '^ab cd$')", "multiSearchAny(s, ['b c', 'zz'])", "empty(s)", "notEmpty(s)",
    "hasToken(s, 'cd')", "hasToken(lower(s), 'ab')", "hasTokenCaseInsensitive(s, 'AB')",
    "hasAnyTokens(s, ['ab', 'x'])", "hasAllTokens(s, ['ab', 'cd'])", "s > 'ab'", "s <= 'a'",
    "lower(s) = 'ab-cd'", "lower(s) LIKE '%b-c%'", "length(s) > 4",
    "n = 'cd'", "n != 'cd'", "n IS NULL", "n IS NOT NULL", "n IN ('a', 'ab cd')", "n < 'b'",
    "i = 3", "i != 3", "i > 0", "i * 2 + 1 = 7", "i IN (0, 5)", "i = 3.5", "i % 2 = 1", "i",
    "f = 0", "f > 1", "f != 1.5", "f = f", "f IN (1.5, 2)", "(i, f) IN ((3, 1.5), (0, 0))",
    "has(a, 'ab cd')", "hasAny(a, ['cd', 'zz'])", "hasAll(a, ['a', 'cd'])", "NOT has(a, '')",
    "length(a) = 0", "1", "0",
]  # fmt: skip
CONDITIONS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: f"({p[0]} AND {p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]} OR {p[1]})"),
        inner.map(lambda c: f"(NOT ({c}))"),
    ),
    max_leaves=3,
)


def _filter(keys: Keys, condition: str) -> Expr:
    statement = parse(f"SELECT {condition}").statement
    assert isinstance(statement, ast.Select)
    numbers = Numbers(iter(range(1000, 9999)))
    return TableExpressions(ENVIRONMENT, keys.columns, numbers).analyse(statement.columns[0])


def _block(
    keys: Keys, rows: list[tuple[object, ...]], filter_: Expr
) -> tuple[pa.Table, list[bool]]:
    """The rows as parts store them, and for which of them the condition holds."""
    columns = list(keys.columns.values())
    lines = " UNION ALL ".join(
        f"SELECT {number} AS row_number, "
        + ", ".join(
            f"{literal(c.type, v)} AS {c.kernel_name}" for c, v in zip(columns, row, strict=True)
        )
        for number, row in enumerate(rows)
    )
    stored = [f"{c.type.to_storage(Sql(c.kernel_name))} AS {c.name}" for c in columns]
    where = Lowering(Settings.context).condition(filter_)
    with kernel() as cursor:
        found = cursor.sql(
            f"SELECT {', '.join(stored)}, coalesce({where}, false) AS matches FROM ({lines})"
            " ORDER BY row_number"
        ).to_arrow_table()
    return found.drop_columns("matches"), found["matches"].to_pylist()


def _kept(
    index: SkipIndex, keys: Keys, filter_: Expr, blocks: list[tuple[pa.Table, list[int]]]
) -> list[bool]:
    """Which granules the index leaves."""
    (layout,) = index_layouts(DEFINITION, ENVIRONMENT, [index.name])
    builder = IndexBuilder(layout)
    for block, granules in blocks:
        builder.add(block, granules)
    table, about = index_table(builder.content()[0])
    exprs = keys.index(index)
    content = index.kind.content(table, about, index.arguments, [e.type for e in exprs])
    question = Question((filter_,), exprs, index.arguments, Settings.context, Limits())
    known = content.data if isinstance(content.data, dict) else {}
    mask = index.kind.condition(question).evaluate(Box(content.blocks, known, content.data))[0]
    sizes = [size for size, count in about["blocks"] for _ in range(count)]
    return list(np.repeat(mask, sizes))


@pytest.mark.parametrize("name", sorted(INDEXES))
@settings(max_examples=25, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=9), CONDITIONS, st.integers(1, 4), st.integers(0, 9))
def test_granules_with_a_match_are_kept(
    name: str, rows: list[tuple[object, ...]], condition: str, granularity: int, cut: int
) -> None:
    typed = {c.name: Column(c.type, i, c.name) for i, c in enumerate(DEFINITION.columns)}
    keys = Keys.over(DEFINITION, typed, ENVIRONMENT)
    filter_ = _filter(keys, condition)
    stored, matches = _block(keys, rows, filter_)
    cut = min(cut, len(rows)) // granularity * granularity  # a writer gets rows in pieces
    pieces = [stored.slice(0, cut), stored.slice(cut)]
    blocks = [(p, _granules(p.num_rows, granularity)) for p in pieces if p.num_rows]
    kept = _kept(INDEXES[name], keys, filter_, blocks)
    for number, stays in enumerate(kept):
        inside = matches[number * granularity : (number + 1) * granularity]
        assert stays or not any(inside), condition


def _granules(rows: int, size: int) -> list[int]:
    return [min(size, rows - start) for start in range(0, rows, size)]


@pytest.mark.requirement("MT.SkipType.BloomDefault")
@pytest.mark.requirement("MT.SkipType.Bloom")
def test_bloom_filters_err_as_often_as_declared() -> None:
    index = INDEXES["bf_i"]
    typed = {c.name: Column(c.type, i, c.name) for i, c in enumerate(DEFINITION.columns)}
    keys = Keys.over(DEFINITION, typed, ENVIRONMENT)
    block = pa.table({"i": pa.array(range(0, 200_000, 2), pa.int32())})
    granules = _granules(block.num_rows, 1000)
    wrong = sum(
        sum(_kept(index, keys, _filter(keys, f"i = {value}"), [(block, granules)]))
        for value in range(1, 41, 2)
    )
    assert 0.01 < wrong / (20 * len(granules)) < 0.045
