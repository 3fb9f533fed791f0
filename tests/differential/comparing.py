"""Runs calls here and in ClickHouse at the same time, and says where they differ."""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Self

import sparktree
from tests.differential.cases import Case
from tests.oracle import Oracle, OracleError

_CODE = re.compile(r"Code: (\d+)")
_ZONE = "SET session_timezone = 'UTC'"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A call with what it gave here and there: the value and its type, or the error's code."""

    case: Case
    ours: str
    theirs: str

    @property
    def agrees(self) -> bool:
        return self.ours == self.theirs

    def __str__(self) -> str:
        return f"{self.case.text}\n  here       {self.ours}\n  ClickHouse {self.theirs}"


class Comparison:
    """Both sides, ready for calls."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._oracle = self._open.enter_context(Oracle())
        self._session = self._open.enter_context(sparktree.connect()).session()
        self._pool = self._open.enter_context(ThreadPoolExecutor(1))
        self._oracle.query(_ZONE)
        self._session.query(_ZONE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def outcomes(self, cases: Sequence[Case]) -> list[Outcome]:
        """The outcome of every call; both sides work at the same time."""
        there = self._pool.submit(_all, cases, lambda case: _theirs(self._oracle, case))
        here = _all(cases, lambda case: _ours(self._session, case))
        return [Outcome(*three) for three in zip(cases, here, there.result(), strict=True)]


def _all(cases: Sequence[Case], run: Callable[[Case], str]) -> list[str]:
    return [run(case) for case in cases]


def _ours(session: sparktree.Session, case: Case) -> str:
    try:
        result = session.query(f"SELECT {case.text}")
        text = result.text().rstrip("\n") if case.valued else ""
        return f"{text} :: {result.types[0]}"
    except sparktree.Error as error:
        return f"Code: {int(error.code)}"
    except Exception as error:  # noqa: BLE001 - whatever escapes is the finding
        return f"{type(error).__name__}: {str(error)[:200]}"


def _theirs(oracle: Oracle, case: Case) -> str:
    try:
        text = oracle.text(f"SELECT {case.text} AS value, toTypeName(value)").rstrip("\n")
    except OracleError as error:
        found = _CODE.search(str(error))
        return f"Code: {found.group(1)}" if found else str(error)
    value, _, name = text.rpartition("\t")
    # ClickHouse writes the elements of a named tuple on lines of their own.
    name = re.sub(r",\\n\s*", ", ", re.sub(r"\(\\n\s*", "(", name)).replace("\\'", "'")
    return f"{value if case.valued else ''} :: {name}"
