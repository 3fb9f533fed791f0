"""python -m tests.stateless DIR: run a folder of stateless tests in one engine."""

import argparse
import os
import sys
from pathlib import Path

import sparktree
from tests.stateless.cases import Case, cases, read_names
from tests.stateless.executors import OracleExecutor, SparktreeExecutor
from tests.stateless.run import CaseError, Outcome, output, run


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.stateless", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--names", type=Path, metavar="FILE", help="only the tests named in FILE")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one test")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--differential", action="store_true", help="compare with ClickHouse (chdb)")
    how.add_argument(
        "--write-reference", action="store_true", help="write the references, by ClickHouse alone"
    )
    return parser.parse_args(argv)


def write_references(folder: Path, found: list[Case]) -> int:
    """Write the references, and which ClickHouse wrote them; the number of files it refused."""
    oracle = OracleExecutor()
    refused = 0
    for case in found:
        try:
            case.reference.write_bytes(output(case, oracle))
            print(f"{case.name}: written", flush=True)
        except CaseError as error:
            refused += 1
            print(f"{case.name}: FAIL\n{error}", flush=True)
    oracle.begin("version")
    (folder / "REFERENCE_VERSION").write_bytes(oracle.run("SELECT version()"))
    oracle.end("version")
    return refused


def run_all(found: list[Case], timeout: float, differential: bool) -> list[Outcome]:
    """Run every test in one engine, telling each outcome as it comes."""
    outcomes = []
    peer = OracleExecutor() if differential else None
    with sparktree.connect(None) as engine:
        executor = SparktreeExecutor(engine)
        for case in found:
            outcome = run(case, executor, timeout, peer)
            print(outcome, flush=True)
            outcomes.append(outcome)
    return outcomes


def main() -> int:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    options = arguments()
    names = read_names(options.names) if options.names else None
    found = list(cases(options.folder, names))
    if options.write_reference:
        return 1 if write_references(options.folder, found) else 0
    outcomes = run_all(found, options.timeout, options.differential)
    failed = sum(not outcome.passed for outcome in outcomes)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
