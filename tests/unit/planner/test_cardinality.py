"""Sizes of nodes, where they do not need tables."""

import pytest

from sparktree.planner.optimizing.cardinality import shared


@pytest.mark.parametrize(
    ("ends", "parts"),
    [
        ([], []),
        ([None, None], [1.0, 1.0]),
        ([(0.0, 100.0), None], [1.0, 1.0]),
        ([(0.0, 100.0), (50.0, 60.0)], [0.1, 1.0]),
        ([(0.0, 100.0), (50.0, 150.0), None], [0.5, 0.5, 1.0]),
        ([(0.0, 10.0), (20.0, 30.0)], [1e-6, 1e-6]),  # they never meet
        ([(5.0, 5.0), (0.0, 10.0)], [1.0, 1e-6]),  # one value
    ],
)
def test_shared(ends: list[tuple[float, float] | None], parts: list[float]) -> None:
    assert shared(ends) == pytest.approx(parts)
