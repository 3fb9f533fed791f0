"""Integer arithmetic wraps as ClickHouse's does, whatever the types."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparktree
from sparktree.functions.core.number_types import sum_type
from sparktree.types import Integer

TYPES = [Integer(bits, signed) for bits in (8, 16, 32, 64, 128, 256) for signed in (True, False)]
OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
}


@st.composite
def numbers(draw: st.DrawFn) -> tuple[Integer, int]:
    type_ = draw(st.sampled_from(TYPES))
    edges = st.sampled_from([type_.minimum, type_.maximum, 0, 1])
    return type_, draw(st.one_of(edges, st.integers(type_.minimum, type_.maximum)))


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=40, deadline=None)
@given(left=numbers(), right=numbers())
def test_results_wrap_around_as_in_clickhouse(
    name: str,
    left: tuple[Integer, int],
    right: tuple[Integer, int],
    shared_engine: sparktree.Engine,
) -> None:
    (a, x), (b, y) = left, right
    result = sum_type(name, a, b, signed=name == "minus")
    assert isinstance(result, Integer)
    query = f"SELECT {name}(to{a}('{x}'), to{b}('{y}'))"
    want = result.wrap(OPERATIONS[name](x, y))
    assert shared_engine.query(query).text() == f"{want}\n"
