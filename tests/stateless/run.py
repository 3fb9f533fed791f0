"""Running one test: its output, or why it failed."""

import difflib
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from sparktree.cli.script import Statement, statements
from tests.stateless.cases import Case
from tests.stateless.executors import Executor, StatementError
from tests.stateless.hints import Hints, hints, without_hints


class CaseError(Exception):
    """The test did not do what its file says."""


class TimedOut(KeyboardInterrupt):
    """The test took too long. As Ctrl-C, so that the query at hand is cancelled."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a test ended."""

    name: str
    problem: str | None
    seconds: float

    @property
    def passed(self) -> bool:
        return self.problem is None

    def __str__(self) -> str:
        if self.problem is None:
            return f"{self.name}: OK ({self.seconds:.2f} s)"
        return f"{self.name}: FAIL ({self.seconds:.2f} s)\n{self.problem.rstrip()}"


def output(case: Case, executor: Executor) -> bytes:
    """What the whole file prints, with the test's database shown as `default`."""
    executor.begin(case.database)
    try:
        printed = b"".join(_run_script(case.script(), executor))
    finally:
        executor.end(case.database)
    return printed.replace(case.database.encode(), b"default")


def _run_script(script: str, executor: Executor) -> Iterator[bytes]:
    echo = False
    for statement in statements(script):
        expected = hints(statement.full)
        echo = echo if expected.echo is None else expected.echo
        if echo:
            yield statement.full.encode("utf-8", "surrogateescape") + b"\n"
        yield _run_statement(statement, expected, executor)


def _run_statement(statement: Statement, expected: Hints, executor: Executor) -> bytes:
    where = f"line {statement.line}: {statement.text.strip()}"
    text = without_hints(statement.text) + (" FORMAT Vertical" if statement.vertical else "")
    try:
        printed = executor.run(text)
    except StatementError as failure:
        if failure.code in expected.errors:
            return b""
        wanted = f", expected {sorted(expected.errors)}" if expected.errors else ""
        raise CaseError(f"{failure}{wanted}\n{where}") from failure
    if expected.errors:
        raise CaseError(f"Expected an error of {sorted(expected.errors)}, got none.\n{where}")
    return printed


def run(case: Case, executor: Executor, timeout: float, peer: Executor | None = None) -> Outcome:
    """Run a test and compare it with its reference, or with a peer that runs the same file."""
    begin = time.monotonic()
    problem: str | None = None
    try:
        wanted = _wanted(case, peer)
        with _limit(timeout):
            printed = output(case, executor)
        problem = difference(wanted, printed)
    except CaseError as failure:
        problem = str(failure)
    except TimedOut:
        problem = f"Not done after {timeout:g} s."
    except Exception:  # noqa: BLE001 - whatever one test meets must not stop the others
        problem = traceback.format_exc()
    return Outcome(case.name, problem, time.monotonic() - begin)


def _wanted(case: Case, peer: Executor | None) -> bytes:
    if peer is not None:
        return output(case, peer)
    if not case.reference.exists():
        raise CaseError(f"{case.reference.name} is missing.")
    return case.reference.read_bytes()


def difference(wanted: bytes, printed: bytes) -> str | None:
    """A unified diff, or None when both are the same."""
    if wanted == printed:
        return None
    lines = difflib.unified_diff(
        wanted.decode("utf-8", "backslashreplace").splitlines(),
        printed.decode("utf-8", "backslashreplace").splitlines(),
        "reference",
        "result",
        lineterm="",
        n=2,
    )
    return "\n".join(lines) or "Only the line end at the end of the output differs."


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    def expire(number: int, frame: FrameType | None) -> None:
        raise TimedOut

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
