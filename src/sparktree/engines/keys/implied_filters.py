"""The part of a filter that only some expressions decide, as kernel SQL that it implies."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner.expr import Call, Expr, columns_of
from sparktree.planner.lower import Lowering

Known = Callable[[Expr], Expr | None]  # the expression over what is known, None if it reads more


def reads_only(numbers: Container[object]) -> Known:
    """Expressions that read some of these columns and no others are known as they are."""

    def known(expr: Expr) -> Expr | None:
        read = columns_of(expr)
        return expr if read and all(number in numbers for number in read) else None

    return known


def implied(filters: Iterable[Expr], known: Known, lowering: Lowering) -> list[Sql]:
    """What holds wherever the filters do, as far as something can be said."""
    found = (may_be_true(one, known, lowering) for one in filters)
    return [one for one in found if one is not None]


def may_be_true(expr: Expr, known: Known, lowering: Lowering, negated: bool = False) -> Sql | None:
    """SQL that holds wherever the filter (or its opposite) does; None if nothing can be said."""
    placed = known(expr)
    if placed is not None:
        holds = lowering.condition(placed)
        return sql.op("NOT", holds) if negated else holds
    if not isinstance(expr, Call):
        return None
    name = expr.function.name
    if name == "not":
        return may_be_true(expr.args[0], known, lowering, not negated)
    if name not in ("and", "or"):
        return None
    parts = [may_be_true(arg, known, lowering, negated) for arg in expr.args]
    return _all(parts) if (name == "and") != negated else _any(parts)


def _all(parts: Sequence[Sql | None]) -> Sql | None:
    found = [part for part in parts if part is not None]
    return sql.all_of(found) if found else None


def _any(parts: Sequence[Sql | None]) -> Sql | None:
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    return Sql("(" + " OR ".join(found) + ")")
