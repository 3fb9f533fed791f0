"""The measure: how many functions do all that ClickHouse does."""

from collections.abc import Iterable

from tests.differential.comparing import Outcome


def summary(outcomes: Iterable[Outcome]) -> str:
    """How many functions match in full, and how many calls."""
    listed = list(outcomes)
    names = {o.case.function for o in listed}
    differing = {o.case.function for o in listed if not o.agrees}
    calls = sum(o.agrees for o in listed)
    return (
        f"{len(names) - len(differing)} of {len(names)} scalar functions match ClickHouse"
        f" in every call, {calls} of {len(listed)} calls do."
    )
