"""Compares scalar functions with ClickHouse: python -m tests.differential [NAME...] [--full]."""

import argparse
from collections import Counter

from tests.differential.cases import cases, declared
from tests.differential.comparing import Comparison
from tests.differential.report import summary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="functions or families; all if none is given")
    parser.add_argument("--full", action="store_true", help="every call that the pool allows")
    parser.add_argument("--sort", help="only calls of this sort, such as null or type")
    options = parser.parse_args()
    wanted = [f for f in declared() if not options.names or {f.name, f.family} & {*options.names}]
    outcomes = []
    with Comparison() as comparison:
        for function in wanted:
            made = cases(function, full=options.full)
            asked = [c for c in made if not options.sort or c.sort == options.sort]
            for outcome in comparison.outcomes(asked):
                outcomes.append(outcome)
                if not outcome.agrees:
                    print(f"[{outcome.case.key}] {outcome}", flush=True)
    sorts = Counter(o.case.sort for o in outcomes if not o.agrees)
    print(summary(outcomes), dict(sorts))


if __name__ == "__main__":
    main()
