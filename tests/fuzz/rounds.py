"""How hypothesis runs here: it only generates, as a part that differs is cut out by ourselves."""

from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

T = TypeVar("T")


def generating(examples: int, *, derandomize: bool = False) -> settings:
    """So many examples, without shrinking and without a store of old ones."""
    return settings(
        max_examples=examples,
        derandomize=derandomize,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def bounded(examples: int) -> settings:
    """The same examples in every run; `make fuzz` looks for new ones."""
    return generating(examples, derandomize=True)


def drawn(strategy: st.SearchStrategy[T], number: int) -> T:
    """The thing that a strategy makes of a seed."""
    found: list[T] = []

    @seed(number)
    @generating(5)
    @given(strategy)
    def draw(thing: T) -> None:
        found.append(thing)

    draw()
    return found[-1]
