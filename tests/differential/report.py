"""The measure: how many functions do all that ClickHouse does."""

from collections.abc import Sequence

import pytest

from tests.differential.comparing import Outcome

OUTCOMES = pytest.StashKey[list[Outcome]]()
AGGREGATE_OUTCOMES = pytest.StashKey[list[Outcome]]()


def summary(outcomes: Sequence[Outcome], what: str = "scalar functions") -> str:
    """How many functions match in full, and how many calls."""
    names = {o.case.function for o in outcomes}
    differing = {o.case.function for o in outcomes if not o.agrees}
    calls = sum(o.agrees for o in outcomes)
    return (
        f"{len(names) - len(differing)} of {len(names)} {what} match ClickHouse"
        f" in every call, {calls} of {len(outcomes)} calls do."
    )
