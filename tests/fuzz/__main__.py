"""`python -m tests.fuzz [--seconds N] [--seed S] [--only KIND]`: random comparisons for long."""

import argparse
import random
import time
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import sparktree
from tests.fuzz.checks import EDGES, column_difference, constant_difference
from tests.fuzz.compare import Pair
from tests.fuzz.expressions import column_leaves, expressions
from tests.fuzz.literals import LITERALS, table_statements
from tests.oracle import Oracle

Difference = tuple[str, str] | None
KINDS: dict[str, tuple[st.SearchStrategy[object], Callable[..., Difference]]] = {
    "constants": (expressions(LITERALS), constant_difference),
    "columns": (st.lists(expressions(column_leaves()), min_size=6, max_size=6), column_difference),
}
_ROUND = 50  # examples between two looks at the clock


def run(pair: Pair, kinds: list[str], seconds: float, start: int) -> dict[str, str]:
    """Differences by what they are about, each printed when it is found."""
    found: dict[str, str] = {}
    end, number = time.monotonic() + seconds, start
    while time.monotonic() < end:
        for kind in kinds:
            _round(pair, kind, number, found)
        number += 1
    return found


def _round(pair: Pair, kind: str, number: int, found: dict[str, str]) -> None:
    strategy, check = KINDS[kind]

    @seed(number)
    @settings(
        max_examples=_ROUND,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def compare(thing: object) -> None:
        difference = check(pair, thing)
        if difference is not None and difference[0] not in found:
            found[difference[0]] = difference[1]
            print(f"[{kind} seed {number}] {difference[0]}\n{difference[1]}\n", flush=True)

    compare()


def main() -> int:
    """Print every difference; the exit code says whether there was one."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", choices=KINDS)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with sparktree.connect() as engine, Oracle() as oracle:
        pair = Pair(engine.session(), oracle)
        for statement in table_statements(EDGES):
            pair.both(statement)
        kinds = [options.only] if options.only else list(KINDS)
        found = run(pair, kinds, options.seconds, options.seed)
    print(f"{len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
