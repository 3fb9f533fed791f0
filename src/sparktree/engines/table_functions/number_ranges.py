"""Which whole numbers conditions leave of a column: ranges, each without its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sparktree.planner.expr import Call, Column, Constant, Expr, InSet
from sparktree.types import Integer

Range = tuple[int, int]
# More ranges than this are read as one: the rows between them cost less than as many queries.
_MOST = 64
_ALL: Range = (0, 1 << 64)
_MIRRORED = {
    "equals": "equals",
    "notEquals": "notEquals",
    "less": "greater",
    "lessOrEquals": "greaterOrEquals",
    "greater": "less",
    "greaterOrEquals": "lessOrEquals",
}


def ranges_left(
    conditions: Iterable[Expr], is_column: Callable[[Column], bool]
) -> tuple[list[Range], bool]:
    """The ranges that may meet all conditions, and whether all numbers in them do."""
    left, exact = [_ALL], True
    for condition in conditions:
        found = _ranges(condition, is_column)
        if found is None:
            exact = False
        else:
            left = _both(left, found[0])
            exact = exact and found[1]
    if len(left) > _MOST:
        return [(left[0][0], left[-1][1])], False
    return left, exact


def _ranges(
    condition: Expr, is_column: Callable[[Column], bool]
) -> tuple[list[Range], bool] | None:
    if isinstance(condition, InSet):
        return _in(condition, is_column)
    if isinstance(condition, Constant):
        return ([_ALL] if condition.value else []), True
    if not isinstance(condition, Call):
        return None
    if condition.function.name == "and":
        return ranges_left(condition.args, is_column)
    if condition.function.name == "or":
        parts = [_ranges(part, is_column) for part in condition.args]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        return _united(r for ranges, _ in known for r in ranges), all(e for _, e in known)
    if condition.function.name == "not":
        negated = _ranges(condition.args[0], is_column)
        return None if negated is None or not negated[1] else (_gaps(negated[0]), True)
    compared = _compared(condition, is_column)
    if compared is None:
        return None
    return _gaps([compared]) if condition.function.name == "notEquals" else [compared], True


def _compared(condition: Call, is_column: Callable[[Column], bool]) -> Range | None:
    """The numbers for which a comparison with a whole number holds."""
    operator = condition.function.name
    if operator not in _MIRRORED:
        return None
    first, second = condition.args
    if isinstance(first, Constant):
        first, second, operator = second, first, _MIRRORED[operator]
    number = _whole(second)
    if not isinstance(first, Column) or not is_column(first) or number is None:
        return None
    start, end = _ALL
    if operator in ("equals", "notEquals", "greater", "greaterOrEquals"):
        start = max(start, number + (operator == "greater"))
    if operator in ("equals", "notEquals", "less", "lessOrEquals"):
        end = min(end, number + (operator != "less"))
    return start, max(start, end)  # of no numbers if the end is not behind


def _in(condition: InSet, is_column: Callable[[Column], bool]) -> tuple[list[Range], bool] | None:
    value = condition.value
    listed = condition.table is None and isinstance(value, Column)
    if not listed or not is_column(value):  # type: ignore[arg-type]
        return None
    numbers = [_whole(one) for one in condition.values]
    whole = [n for n in numbers if n is not None]
    if len(whole) < len(numbers):
        return None
    found = _united((n, n + 1) for n in whole if n >= 0)
    return _gaps(found) if condition.negated else found, True


def _whole(expr: Expr) -> int | None:
    if not isinstance(expr, Constant) or not isinstance(expr.type, Integer):
        return None
    return expr.value if isinstance(expr.value, int) else None


def _united(ranges: Iterable[Range]) -> list[Range]:
    found: list[Range] = []
    for start, end in sorted(r for r in ranges if r[0] < r[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _gaps(ranges: list[Range]) -> list[Range]:
    """What is in none of the ranges."""
    starts = [_ALL[0], *(end for _, end in ranges)]
    ends = [*(start for start, _ in ranges), _ALL[1]]
    return _united(zip(starts, ends, strict=True))


def _both(one: list[Range], other: list[Range]) -> list[Range]:
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return _united(pairs)
