"""Whether functions go through rows one by one in Python: `python -m tests.row_loops`.

Every kernel function that is written in Python is called again with the rows of its call repeated
many times and twice as many times, and the lines of Python that run are counted: what works on
whole arrays runs as many lines for twice the rows. The calls are those of the functions'
declarations and of the SQL tests.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType

import pyarrow as pa

import sparktree
from sparktree.cli.script import statements
from sparktree.kernel.connection import ARROW_FUNCTIONS, whole
from tests.differential.aggregate_cases import aggregate_cases, declared_aggregates
from tests.differential.cases import cases, declared

SQL = Path(__file__).parent / "sql"
REPEATED = 32  # times, and twice as many
MOST_ROWS = 64  # of a call that is repeated
MOST_CALLS = 50  # of a kernel function that are looked at
# Lines a row that say nothing: numpy's own Python code goes over blocks of rows here and there.
NEGLIGIBLE = 0.5
TRIES = 3  # of a call whose lines grow, before that is believed


@dataclass(slots=True)
class Found:
    """What calls of a kernel function showed."""

    calls: int = 0
    lines: float = 0.0  # most lines of Python for one more row
    where: list[str] = field(default_factory=list)

    def add(self, rows: int, measure: Callable[[], tuple[dict[str, int], dict[str, int]]]) -> None:
        """The lines that ran for so many rows, and for twice as many."""
        self.calls += 1
        for _ in range(TRIES):  # random values may take another way the second time
            lines, where = _more(rows, *measure())
            if lines <= max(self.lines, NEGLIGIBLE):
                return
        self.lines, self.where = lines, where


FOUND: dict[str, Found] = {}


def _more(rows: int, some: dict[str, int], twice: dict[str, int]) -> tuple[float, list[str]]:
    more = {place: n - some.get(place, 0) for place, n in twice.items()}
    return sum(more.values()) / rows, sorted(more, key=lambda p: -more[p])[:3]


def _lines(apply: Callable[..., pa.Array], columns: list[pa.ChunkedArray]) -> dict[str, int]:
    """How many lines of each Python function run."""
    counts: dict[str, int] = {}

    def count(frame: FrameType, event: str, _: object) -> object:
        if event == "line":
            code = frame.f_code
            place = f"{Path(code.co_filename).name}:{code.co_firstlineno} {code.co_name}"
            counts[place] = counts.get(place, 0) + 1
        return count

    before = sys.gettrace()
    sys.settrace(count)  # type: ignore[arg-type]
    try:
        apply(*columns)
    finally:
        sys.settrace(before)
    return counts


def _looked_at(name: str, apply: Callable[..., pa.Array]) -> Callable[..., pa.Array]:
    found = FOUND.setdefault(name, Found())

    def call(*columns: pa.ChunkedArray) -> pa.Array:
        answer = apply(*columns)
        rows = len(columns[0])
        if 0 < rows <= MOST_ROWS and found.calls < MOST_CALLS:
            some, more = (
                [
                    pa.chunked_array([pa.concat_arrays([whole(c)] * REPEATED * factor)])
                    for c in columns
                ]
                for factor in (1, 2)
            )
            found.add(rows * REPEATED, lambda: (_lines(apply, some), _lines(apply, more)))
        return answer

    call.__signature__ = inspect.signature(apply)  # type: ignore[attr-defined]
    return call


def _queries() -> Iterator[str]:
    for function in declared():
        yield from (case.sql for case in cases(function) if case.sort == "column")
    for aggregate in declared_aggregates():
        sorts = ("groups", "merge", "edge")
        yield from (case.sql for case in aggregate_cases(aggregate) if case.sort in sorts)
    for folder in ("functions", "aggregates", "types"):
        for file in sorted((SQL / folder).rglob("*.sql")):
            for statement in statements(file.read_text()):
                if statement.text.lstrip().upper().startswith(("SELECT", "WITH", "SET")):
                    yield statement.text


def look() -> dict[str, Found]:
    """What the calls of all queries show; the kernel must not have been opened before."""
    for name, function in list(ARROW_FUNCTIONS.items()):
        dict.__setitem__(
            ARROW_FUNCTIONS, name, replace(function, apply=_looked_at(name, function.apply))
        )
    with sparktree.connect() as db:
        session = db.session()
        for query in _queries():
            try:
                session.query(query).arrow()
            except sparktree.Error:  # of tables that are not there, and of tests of errors
                continue
    return FOUND


def main() -> None:
    """Print the kernel functions that go through rows, the slowest first."""
    found = sorted(look().items(), key=lambda item: -item[1].lines)
    for name, calls in found:
        if calls.lines > NEGLIGIBLE:
            sys.stdout.write(f"{name}\t{calls.lines:.1f}\t{', '.join(calls.where)}\n")
    called = sum(calls.calls > 0 for _, calls in found)
    sys.stderr.write(f"{called} of {len(found)} kernel functions were called.\n")


if __name__ == "__main__":
    main()
