"""Runs calls here and in ClickHouse at the same time, and says where they differ."""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Self

import sparktree
from tests.differential.cases import Case
from tests.nearly import nearly_equal
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
        return self.ours == self.theirs or (
            self.case.tolerance > 0.0 and nearly_equal(self.ours, self.theirs, self.case.tolerance)
        )

    def __str__(self) -> str:
        return f"{self.case.sql}\n  here       {self.ours}\n  ClickHouse {self.theirs}"


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
        result = session.query(case.sql)
        return _shown(case, result.text().splitlines(), str(result.types[0]))
    except sparktree.Error as error:
        return f"Code: {int(error.code)}"
    except Exception as error:  # noqa: BLE001 - whatever escapes is the finding
        return f"{type(error).__name__}: {str(error)[:200]}"


def _theirs(oracle: Oracle, case: Case) -> str:
    query = f"SELECT {case.text} AS value, toTypeName(value) {case.rows}"
    try:
        lines = oracle.text(query).splitlines()
    except OracleError as error:
        found = _CODE.search(str(error))
        return f"Code: {found.group(1)}" if found else str(error)
    pairs = [line.rpartition("\t") for line in lines]
    # ClickHouse writes the elements of a named tuple on lines of their own.
    name = re.sub(r",\\n\s*", ", ", re.sub(r"\(\\n\s*", "(", pairs[0][2]))
    return _shown(case, [value for value, _, _ in pairs], name.replace("\\'", "'"))


def _shown(case: Case, rows: Sequence[str], type_: str) -> str:
    """The rows and their type."""
    return f"{' | '.join(rows) if case.valued else ''} :: {type_}"
