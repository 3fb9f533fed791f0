"""Limits on the rows of a step: max_rows_to_group_by and its like, with their overflow modes."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import Aggregate, Distinct, Node, Sort


@dataclass(frozen=True, slots=True)
class Guard:
    """A limit: the settings that hold it, and the error of what goes beyond it."""

    limit: str
    mode: str
    code: Code
    message: str

    def most(self, settings: object) -> int:
        """The rows that are allowed; 0 means any number."""
        return int(getattr(settings, self.limit, 0))

    def over(self, fragment: Fragment, settings: object) -> Fragment:
        """The rows of a task up to the limit; more are an error, or cut off where the mode says."""
        most = self.most(settings)
        if not most:
            return fragment
        number = "row_number() OVER ()"
        if getattr(settings, self.mode) == "throw":
            failure = sql.call("error", sql.string(raising(self.code, self.message.format(most))))
            test = f"CASE WHEN {number} > {most} THEN {failure} IS NULL ELSE true END"
        else:
            test = f"{number} <= {most}"
        return fragment.over(f"SELECT * FROM ({fragment.sql}) QUALIFY {test}")

    def check(self, rows: int, settings: object) -> None:
        """As `over`, for rows that the driver has."""
        most = self.most(settings)
        if most and rows > most and getattr(settings, self.mode) == "throw":
            raise Error(self.code, self.message.format(most))


_NODES: dict[type[Node], Guard] = {
    Aggregate: Guard(
        "max_rows_to_group_by",
        "group_by_overflow_mode",
        Code.TOO_MANY_ROWS,
        "Limit for rows to GROUP BY exceeded: maximum: {}",
    ),
    Distinct: Guard(
        "max_rows_in_distinct",
        "distinct_overflow_mode",
        Code.SET_SIZE_LIMIT_EXCEEDED,
        "Limit for DISTINCT exceeded, max rows: {}",
    ),
    Sort: Guard(
        "max_rows_to_sort",
        "sort_overflow_mode",
        Code.TOO_MANY_ROWS_OR_BYTES,
        "Limit for rows to sort exceeded, max rows: {}",
    ),
}
JOIN = Guard(
    "max_rows_in_join",
    "join_overflow_mode",
    Code.SET_SIZE_LIMIT_EXCEEDED,
    "Limit for JOIN exceeded, max rows: {}",
)
SET = Guard(
    "max_rows_in_set",
    "set_overflow_mode",
    Code.SET_SIZE_LIMIT_EXCEEDED,
    "Limit for IN-set exceeded, max rows: {}",
)


def guarded(node: Node, fragment: Fragment, settings: object) -> Fragment:
    """The node's rows, as many as the settings allow."""
    guard = _NODES.get(type(node))
    return fragment if guard is None else guard.over(fragment, settings)
