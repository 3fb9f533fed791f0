"""Compares functions with ClickHouse: python -m tests.differential [NAME...] [--full]."""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from tests.differential.aggregate_cases import aggregate_cases, declared_aggregates
from tests.differential.cases import Case, cases, declared
from tests.differential.comparing import Comparison
from tests.differential.report import summary
from tests.fuzz.spellings import with_synonyms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="functions or families; all if none is given")
    parser.add_argument("--full", action="store_true", help="every call that the pool allows")
    parser.add_argument("--sort", help="only calls of this sort, such as null or type")
    parser.add_argument("--aggregates", action="store_true", help="only aggregate functions")
    parser.add_argument("--spelling", type=int, metavar="SEED", help="names in other spellings")
    parser.add_argument("--every", type=int, default=1, help="one of so many functions")
    options = parser.parse_args()
    with Comparison() as comparison:
        if not options.aggregates:
            _compare(comparison, options, _scalar(options), "scalar functions")
        _compare(comparison, options, _aggregate(options), "aggregate functions")


def _compare(
    comparison: Comparison, options: argparse.Namespace, made: Iterator[list[Case]], what: str
) -> None:
    """Print every difference, and at the end how many there are."""
    outcomes = []
    random = None if options.spelling is None else Random(options.spelling)
    for cases_ in islice(made, 0, None, options.every):
        asked = [c for c in cases_ if not options.sort or c.sort == options.sort]
        if random is not None:
            asked = [c for case in asked if (c := _respelt(case, random)) != case]
        for outcome in comparison.outcomes(asked):
            outcomes.append(outcome)
            if not outcome.agrees:
                print(f"[{outcome.case.key}] {outcome}", flush=True)
    sorts = Counter(o.case.sort for o in outcomes if not o.agrees)
    if outcomes:
        print(summary(outcomes, what), dict(sorts))


def _respelt(case: Case, random: Random) -> Case:
    """The call with the names of its functions in other spellings and with their synonyms."""
    rows = with_synonyms(case.rows, random)
    return replace(case, text=with_synonyms(case.text, random), rows=rows)


def _scalar(options: argparse.Namespace) -> Iterator[list[Case]]:
    """The calls of one function after the other."""
    names = {*options.names}
    for function in declared():
        if not names or {function.name, function.family} & names:
            yield cases(function, full=options.full)


def _aggregate(options: argparse.Namespace) -> Iterator[list[Case]]:
    names = {*options.names}
    for aggregate in declared_aggregates():
        if not names or aggregate.name in names:
            yield aggregate_cases(aggregate, full=options.full)


if __name__ == "__main__":
    main()
