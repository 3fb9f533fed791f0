"""python -m tests.requirements: every requirement with the tests that prove it."""

import ast
import csv
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.outcomes import KEPT, kept, passed
from tests.stateless.cases import cases

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "requirements.tsv"


def statements(file: Path = LIST) -> dict[str, str]:
    """What each requirement says, by id."""
    with file.open(newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: row["statement"] for row in rows}


def proofs(root: Path = ROOT) -> dict[str, list[str]]:
    """The tests that name each requirement, in Python markers and in SQL headers."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("test_*.py")):
        for id, test in _marked(ast.parse(path.read_text())):
            found[id].append(f"{path.relative_to(root).as_posix()}::{test}")
    for case in cases(root / "tests" / "sql"):
        for id in case.requirements():
            found[id].append(case.path.relative_to(root).as_posix())
    return dict(found)


def _marked(module: ast.Module) -> Iterator[tuple[str, str]]:
    """(id, test) for each marker on a test or a class of tests, or inside its parameters."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for id in _ids(decorator):
                    yield id, node.name


def _ids(decorator: ast.expr) -> Iterator[str]:
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call) and _is_marker(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _is_marker(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr == "requirement"


def report(file: Path = KEPT) -> Iterator[str]:
    """The report, line by line: what a test names is proved when that test ran and passed."""
    wanted, named, proved = statements(), proofs(), passed(file)
    for id, statement in wanted.items():
        state = "proved " if id in proved else "named  " if id in named else "missing"
        yield f"{state}  {id}  {statement}"
        yield from (f"           {test}" for test in proved.get(id) or named.get(id, []))
    for id in sorted(named.keys() - wanted.keys()):
        yield f"unknown  {id}  named by {', '.join(named[id])}"
    if not kept(file):
        yield "No test has run yet: `make test` keeps what passed."
    yield (
        f"{len(wanted.keys() & proved.keys())} of {len(wanted)} requirements are proved by tests"
        f" that ran and passed; tests name {len(wanted.keys() & named.keys())}."
    )


def main() -> int:
    for line in report():
        print(line)
    return 1 if proofs().keys() - statements().keys() else 0


if __name__ == "__main__":
    sys.exit(main())
