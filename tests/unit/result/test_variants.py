"""Results with Variants, which neither pandas nor Spark know."""

import pytest

import sparktree


def test_variants_reach_python_arrow_and_pandas(engine: sparktree.Engine) -> None:
    pytest.importorskip("pandas")
    result = engine.query("SELECT multiIf(number = 0, number, number = 1, 'a', NULL) AS v, number"
                          " FROM numbers(3)")  # fmt: skip
    assert result.rows() == [(0, 0), ("a", 1), (None, 2)]
    assert result.arrow().column("v").to_pylist() == [0, "a", None]
    frame = result.pandas()
    assert list(frame["v"]) == [0, "a", None]
    assert list(frame["number"]) == [0, 1, 2]
