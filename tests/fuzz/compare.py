"""Running the same text on sparktree and on ClickHouse, and saying where they differ."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import sparktree
from tests.oracle import Oracle, OracleError

_NAME = re.compile(r"\(([A-Z][A-Z0-9_]+)\)")
_FLOAT = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")
# Errors that ClickHouse gives to valid queries: LIMIT BY ALL beside WITH TOTALS over a join,
# count() of a UNION ALL with an INTERSECT in it, and correlated subqueries above USING.
_THEIR_FAULTS = (
    "(NOT_FOUND_COLUMN_IN_BLOCK)",
    "UNION different number of columns in queries",
    "Cannot evaluate correlated scalar subquery",
)


@dataclass(frozen=True)
class Answer:
    """What a statement printed, or the name of its error."""

    text: str = ""
    error: str = ""

    def __str__(self) -> str:
        return f"error {self.error}: {self.text[:200]}" if self.error else self.text.rstrip("\n")


class Pair:
    """A session of sparktree and one of ClickHouse."""

    def __init__(self, session: sparktree.Session, oracle: Oracle) -> None:
        self.session = session
        self.oracle = oracle
        self.failed = False  # whether the last comparison was one of errors

    def ours(self, query: str, settings: Mapping[str, object] | None = None) -> Answer:
        """What sparktree says."""
        try:
            return Answer(self.session.query(query, settings).text())
        except sparktree.Error as error:
            return Answer(error.message, error.name)
        except Exception as error:  # noqa: BLE001 - anything else is a finding, not an end
            return Answer(repr(error), "EXCEPTION")

    def theirs(self, query: str) -> Answer:
        """What ClickHouse says."""
        try:
            return Answer(self.oracle.text(query))
        except OracleError as error:
            names = _NAME.findall(str(error))
            return Answer(str(error), names[-1] if names else "UNKNOWN")

    def difference(
        self, query: str, *, ordered: bool = True, settings: Mapping[str, object] | None = None
    ) -> str | None:
        """What differs, or None. What a side says it has not built is no difference."""
        ours = self.ours(query, settings)
        self.failed = bool(ours.error)
        if ours.error == "NOT_IMPLEMENTED":
            return None
        theirs = self.theirs(query)
        if theirs.error == "NOT_IMPLEMENTED":
            return None
        if not ours.error and any(fault in theirs.text for fault in _THEIR_FAULTS):
            return None
        if same(ours, theirs, ordered=ordered):
            return None
        return f"{query}\n  ClickHouse: {theirs}\n  sparktree:  {ours}"

    def both(self, statement: str) -> None:
        """A statement that must succeed on both sides."""
        self.oracle.query(statement)
        self.session.query(statement)


def same(ours: Answer, theirs: Answer, *, ordered: bool = True) -> bool:
    """Whether two answers are equal: the names of errors, or the texts."""
    if ours.error or theirs.error:
        return ours.error == theirs.error
    if ours.text == theirs.text:
        return True
    mine, other = ours.text.split("\n"), theirs.text.split("\n")
    if not ordered:
        mine, other = sorted(mine), sorted(other)
    return len(mine) == len(other) and all(map(_same_line, mine, other))


def _same_line(ours: str, theirs: str) -> bool:
    """Equal but for the last digits of floats, which depend on the order of summation."""
    if ours == theirs:
        return True
    if _FLOAT.sub("#", ours) != _FLOAT.sub("#", theirs):
        return False
    pairs = zip(_FLOAT.findall(ours), _FLOAT.findall(theirs), strict=True)
    return all(a == b or _close(a, b) for a, b in pairs)


def _close(ours: str, theirs: str) -> bool:
    if not (set(ours) & set(".e") or set(theirs) & set(".e")):
        return False
    return math.isclose(float(ours), float(theirs), rel_tol=1e-12)
