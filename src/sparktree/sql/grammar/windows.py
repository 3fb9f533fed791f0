"""ORDER BY elements and window definitions."""

from __future__ import annotations

from sparktree.sql.ast import Expression, Fill, Frame, FrameBound, OrderItem, Window
from sparktree.sql.cursor import Cursor


def order_item(c: Cursor) -> OrderItem:
    """`expression [DESC] [NULLS FIRST] [COLLATE 'x'] [WITH FILL ...]`."""
    expression = c.rules.element(c)
    descending, nulls_first = direction(c)
    collate = c.string() if c.accept("COLLATE") else None
    return OrderItem(expression, descending, nulls_first, collate, _fill(c))


def direction(c: Cursor) -> tuple[bool, bool | None]:
    """`[ASC | DESC] [NULLS FIRST | LAST]`."""
    descending = c.accept_any("DESCENDING", "DESC", "ASCENDING", "ASC") in ("DESC", "DESCENDING")
    nulls_first = None
    if c.accept("NULLS"):
        nulls_first = c.expect_any("FIRST", "LAST") == "FIRST"
    return descending, nulls_first


def _fill(c: Cursor) -> Fill | None:
    if not c.accept_words("WITH FILL"):
        return None
    bounds: dict[str, Expression] = {}
    for word in ("FROM", "TO", "STEP", "STALENESS"):
        if c.accept(word):
            bounds[word] = c.rules.expression(c)
    return Fill(bounds.get("FROM"), bounds.get("TO"), bounds.get("STEP"), bounds.get("STALENESS"))


def over(c: Cursor) -> Window | str:
    """`OVER name` or `OVER (definition)`."""
    c.expect("OVER")
    if c.at("("):
        return window(c)
    return c.identifier()


_CLAUSES = ("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS")


def window(c: Cursor) -> Window:
    """`([base] [PARTITION BY ...] [ORDER BY ...] [frame])`."""
    c.expect("(")
    base = c.identifier() if c.at_identifier() and not _at_clause(c) else None
    partition_by: tuple[Expression, ...] = ()
    order_by: tuple[OrderItem, ...] = ()
    if c.accept_words("PARTITION BY"):
        partition_by = c.listed(c.rules.element)
    if c.accept_words("ORDER BY"):
        order_by = c.listed(order_item)
    frame = _frame(c)
    c.expect(")")
    return Window(base, partition_by, order_by, frame)


def _at_clause(c: Cursor) -> bool:
    return c.token.key in _CLAUSES and c.peek().key != ")"


def _frame(c: Cursor) -> Frame | None:
    for unit in ("ROWS", "RANGE", "GROUPS"):
        if c.accept(unit):
            if c.accept("BETWEEN"):
                start = _bound(c)
                c.expect("AND")
                return Frame(unit, start, _bound(c))
            return Frame(unit, _bound(c), FrameBound(current=True))
    return None


def _bound(c: Cursor) -> FrameBound:
    if c.accept_words("CURRENT ROW"):
        return FrameBound(current=True)
    offset = None if c.accept("UNBOUNDED") else c.rules.expression(c)
    side = c.expect_any("PRECEDING", "FOLLOWING")
    return FrameBound("PRECEDING" if side == "PRECEDING" else "FOLLOWING", offset)
