"""`python -m tests.fuzz [--seconds N] [--seed S] [--only KIND]`: random comparisons for long.

Kinds are comparisons with ClickHouse, and `packets` and `requests`: random
bytes for the server.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence

from hypothesis import given, seed
from hypothesis import strategies as st

import sparktree
from tests.fuzz.agreements import (
    INDEXES,
    half_differences,
    halves,
    spelling_differences,
    switch_differences,
    switched,
)
from tests.fuzz.checks import (
    EDGES,
    column_differences,
    constant_differences,
    select_differences,
    several,
)
from tests.fuzz.compare import Pair
from tests.fuzz.expressions import column_leaves, expressions
from tests.fuzz.joins import join_differences, joins
from tests.fuzz.literals import LITERALS, table_statements
from tests.fuzz.packets import Served, dialogues, packet_differences
from tests.fuzz.requests import request_differences, requests
from tests.fuzz.rounds import drawn, generating
from tests.fuzz.selects import selects
from tests.fuzz.spellings import respellings
from tests.fuzz.tables import databases
from tests.oracle import Oracle

Found = Iterator[tuple[str, str]]
KINDS: dict[str, tuple[st.SearchStrategy[object], Callable[..., Found]]] = {
    "constants": (several(expressions(LITERALS)), constant_differences),
    "columns": (several(expressions(column_leaves())), column_differences),
    "selects": (several(selects()), select_differences),
    "joins": (several(joins()), join_differences),
    "spellings": (several(respellings()), spelling_differences),
    "halves": (several(halves()), half_differences),
    "switches": (several(switched()), switch_differences),
    "packets": (dialogues(), packet_differences),
    "requests": (requests(), request_differences),
}
_ALONE = ("constants", "columns", "packets", "requests")  # kinds that need no tables
_ROUND = 10  # examples between two looks at the clock


def run(pair: Pair, served: Served, kinds: list[str], seconds: float, start: int) -> dict[str, str]:
    """Differences by what they are about, each printed when it is found."""
    found: dict[str, str] = {}
    end, number = time.monotonic() + seconds, start
    while time.monotonic() < end:
        for kind in kinds:
            _round(pair, served, kind, number, found)
        number += 1
    return found


def _round(pair: Pair, served: Served, kind: str, number: int, found: dict[str, str]) -> None:
    strategy, check = KINDS[kind]
    asked = served if kind in ("packets", "requests") else pair
    if kind not in _ALONE:
        _make_tables(pair, number, INDEXES if kind in ("halves", "switches") else ())

    @seed(number)
    @generating(_ROUND)
    @given(strategy)
    def compare(thing: object) -> None:
        for about, difference in check(asked, thing):
            if about not in found:
                found[about] = difference
                print(f"[{kind} seed {number}] {about}\n{difference}\n", flush=True)

    compare()


def _make_tables(pair: Pair, number: int, added: Sequence[str]) -> None:
    """The tables of a round's queries."""
    for table in drawn(databases(), number):
        for statement in table.statements(added):
            pair.both(statement)


def main() -> int:
    """Print every difference; the exit code says whether there was one."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", choices=KINDS)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with sparktree.connect() as engine, Oracle() as oracle, Served.started(engine) as served:
        pair = Pair(engine.session(), oracle)
        for statement in table_statements(EDGES):
            pair.both(statement)
        kinds = [options.only] if options.only else list(KINDS)
        found = run(pair, served, kinds, options.seconds, options.seed)
    print(f"{len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
