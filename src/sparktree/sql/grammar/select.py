"""SELECT and the operators between queries."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from sparktree.errors import Code, Error
from sparktree.sql.ast import (
    Aliased,
    Expression,
    FromItem,
    Function,
    GroupBy,
    Identifier,
    Interpolate,
    LimitBy,
    Literal,
    OrderItem,
    Query,
    Select,
    SetOperation,
    SetOperator,
    SetQuantifier,
    Window,
    WithExpression,
    WithQuery,
)
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.expressions import column
from sparktree.sql.grammar.settings import settings_clause
from sparktree.sql.grammar.tables import tables
from sparktree.sql.grammar.windows import direction, order_item, window
from sparktree.sql.lexer import Kind

# --- combinations of queries ---------------------------------------------------------------


def query(c: Cursor) -> Query:
    """One or more SELECTs joined by UNION and EXCEPT, and tighter by INTERSECT."""
    left = _intersection(c)
    while True:
        operator = _set_operator(c, ("UNION", "EXCEPT"))
        if operator is None:
            return left
        left = SetOperation(operator, _quantifier(c), left, _intersection(c))


def _intersection(c: Cursor) -> Query:
    left = _operand(c)
    while _set_operator(c, ("INTERSECT",)):
        left = SetOperation("INTERSECT", _quantifier(c), left, _operand(c))
    return left


def _set_operator(c: Cursor, allowed: tuple[SetOperator, ...]) -> SetOperator | None:
    for operator in allowed:
        if c.accept(operator):
            return operator
    return None


def _quantifier(c: Cursor) -> SetQuantifier | None:
    if c.accept("ALL"):
        return "ALL"
    return "DISTINCT" if c.accept("DISTINCT") else None


def _operand(c: Cursor) -> Query:
    if c.at("("):
        inner = c.parenthesized(lambda c: c.deeper(query))
        return replace(inner, parens=True) if isinstance(inner, SetOperation) else inner
    return select(c)


# --- one SELECT ----------------------------------------------------------------------------


class _Clauses(TypedDict, total=False):
    with_: tuple[WithQuery | WithExpression, ...]
    recursive: bool
    distinct: bool
    from_: FromItem | None
    prewhere: Expression | None
    where: Expression | None
    group_by: GroupBy | None
    with_totals: bool
    having: Expression | None
    windows: tuple[tuple[str, Window], ...]
    qualify: Expression | None
    order_by: tuple[OrderItem, ...]
    order_by_all: OrderItem | None
    interpolate: tuple[Interpolate, ...] | None
    limit_by: LimitBy | None
    limit: Expression | None
    offset: Expression | None
    with_ties: bool


def select(c: Cursor) -> Select:
    """`[WITH ...] [FROM ...] SELECT ... [clauses]`."""
    found = _Clauses()
    if c.accept("WITH"):
        found["recursive"] = c.accept("RECURSIVE")
        found["with_"] = with_list(c)
    from_first = c.token.key == "FROM"
    if from_first:
        c.advance()
        found["from_"] = tables(c)
    c.expect("SELECT")
    _distinct_and_top(c, found)
    columns = _columns(c)
    if not from_first and c.accept("FROM"):
        found["from_"] = tables(c)
    _filters_and_groups(c, found)
    _order(c, found)
    _limits(c, found)
    return Select(columns, **found, settings=settings_clause(c))


def projection_select(c: Cursor) -> Select:
    """`[WITH ...] SELECT ... [WHERE ...] [GROUP BY ...] [ORDER BY ...]`, all that a projection has.

    ORDER BY lists expressions; brackets around them mean nothing.
    """
    found = _Clauses()
    if c.accept("WITH"):
        found["with_"] = with_list(c)
    c.expect("SELECT")
    columns = _columns(c)
    if c.accept("WHERE"):
        found["where"] = c.rules.element(c)
    if c.accept_words("GROUP BY"):
        found["group_by"] = GroupBy(c.listed(c.rules.expression))
    if c.accept_words("ORDER BY"):
        listed = [e for node in c.listed(c.rules.expression) for e in _elements(node)]
        found["order_by"] = tuple(OrderItem(replace(e, parens=False)) for e in listed)
    return Select(columns, **found)


def _elements(node: Expression) -> tuple[Expression, ...]:
    return node.args if isinstance(node, Function) and node.name == "tuple" else (node,)


def with_list(c: Cursor) -> tuple[WithQuery | WithExpression, ...]:
    """What follows WITH."""
    items = [_with_element(c)]
    while c.accept(","):
        if c.token.key in ("SELECT", "INSERT") and c.peek().kind <= Kind.STRING:
            break
        items.append(_with_element(c))
    return tuple(items)


def _with_element(c: Cursor) -> WithQuery | WithExpression:
    named = c.attempt(_with_query)
    if named is not None:
        return named
    value = column(c)
    if not isinstance(value, Aliased):
        c.fail("AS")
    return WithExpression(value.expression, value.alias)


def _with_query(c: Cursor) -> WithQuery:
    name = c.identifier()
    columns: tuple[str, ...] = ()
    if c.at("("):
        columns = c.parenthesized(lambda c: c.listed(Cursor.identifier))
    c.expect("AS")
    materialized = c.accept("MATERIALIZED")
    return WithQuery(name, c.parenthesized(lambda c: c.deeper(query)), columns, materialized)


def _distinct_and_top(c: Cursor, found: _Clauses) -> None:
    """DISTINCT ON is LIMIT 1 BY, and TOP is LIMIT: ClickHouse has no other form of them."""
    if c.accept_words("ALL") and c.token.key in (",", ")"):
        c.rewind(c.index - 1)
    if c.token.key == "DISTINCT" and c.peek().key not in (",", ""):
        c.advance()
        if c.accept("ON"):
            keys = c.parenthesized(lambda c: c.listed(c.rules.expression))
            found["limit_by"] = LimitBy(Literal(1, "1"), keys)
        else:
            found["distinct"] = True
    elif c.token.key == "DISTINCT" and c.peek().kind in (Kind.NUMBER, Kind.STRING, Kind.QUOTED):
        c.advance()
        found["distinct"] = True
    if c.token.key == "TOP" and (c.peek().kind is Kind.NUMBER or c.peek().key == "("):
        c.advance()
        bracketed = c.at("(")
        found["limit"] = c.parenthesized(c.rules.expression) if bracketed else _number(c)
        found["with_ties"] = c.accept_words("WITH TIES")


def _number(c: Cursor) -> Expression:
    value = c.unsigned()
    return Literal(value, str(value))


def _columns(c: Cursor) -> tuple[Expression, ...]:
    items = [column(c)]
    while c.accept(","):
        if c.token.kind is Kind.END or c.token.key in (")", ";"):
            break  # a comma too many is forgiven
        if c.token.key == "FROM" and (c.peek().kind <= Kind.STRING or c.peek().key == "("):
            break
        items.append(column(c))
    return tuple(items)


def _filters_and_groups(c: Cursor, found: _Clauses) -> None:
    if c.accept("PREWHERE"):
        found["prewhere"] = c.rules.element(c)
    if c.accept("WHERE"):
        found["where"] = c.rules.element(c)
    if c.accept_words("GROUP BY"):
        found["group_by"] = _group_by(c)
    if c.accept_words("WITH TOTALS"):
        found["with_totals"] = True
    if c.accept("HAVING"):
        found["having"] = c.rules.element(c)
    if c.accept("WINDOW"):
        found["windows"] = c.listed(_named_window)
    if c.accept("QUALIFY"):
        found["qualify"] = c.rules.element(c)


def _group_by(c: Cursor) -> GroupBy:
    if c.accept_words("GROUPING SETS"):
        return GroupBy(kind="SETS", sets=c.parenthesized(lambda c: c.listed(_grouping_set)))
    if c.at("ROLLUP", "CUBE") and c.peek().key == "(":
        rolled = c.advance().key == "ROLLUP"
        keys = c.parenthesized(lambda c: c.listed(c.rules.element))
        return GroupBy(keys, "ROLLUP" if rolled else "CUBE")
    every = c.at("ALL") and c.peek().key not in (".", "(")
    if every:
        c.advance()
    keys = () if every else c.listed(c.rules.element)
    if c.accept_words("WITH ROLLUP"):
        return GroupBy(keys, "ROLLUP", all=every)
    return GroupBy(keys, "CUBE" if c.accept_words("WITH CUBE") else "PLAIN", all=every)


def _grouping_set(c: Cursor) -> tuple[Expression, ...]:
    if not c.at("("):
        return (c.rules.element(c),)
    c.advance()
    if c.accept(")"):
        return ()
    keys = c.listed(c.rules.element)
    c.expect(")")
    return keys


def _named_window(c: Cursor) -> tuple[str, Window]:
    name = c.identifier()
    c.expect("AS")
    return name, window(c)


def _order(c: Cursor, found: _Clauses) -> None:
    if not c.accept_words("ORDER BY"):
        return
    if c.at("ALL") and c.peek().key not in (".", "(", ","):
        c.advance()
        descending, nulls_first = direction(c)
        found["order_by_all"] = OrderItem(Literal(None), descending, nulls_first)
    else:
        found["order_by"] = c.listed(order_item)
    filled = any(item.fill is not None for item in found.get("order_by", ()))
    if filled and c.accept("INTERPOLATE"):
        found["interpolate"] = ()
        if c.accept("("):
            if not c.at(")"):
                found["interpolate"] = c.listed(_interpolate)
            c.expect(")")


def _interpolate(c: Cursor) -> Interpolate:
    name = c.identifier()
    return Interpolate(name, c.rules.expression(c) if c.accept("AS") else Identifier((name,)))


# --- limits --------------------------------------------------------------------------------


def _limits(c: Cursor, found: _Clauses) -> None:
    distinct_on = "limit_by" in found
    _limit_clauses(c, found)
    if distinct_on and found.get("with_ties"):
        raise Error(
            Code.LIMIT_BY_WITH_TIES_IS_NOT_SUPPORTED,
            "Can not use WITH TIES alongside LIMIT BY/DISTINCT ON",
        )


def _limit_clauses(c: Cursor, found: _Clauses) -> None:
    if c.accept("LIMIT"):
        limit, offset = _limit_and_offset(c)
        if c.accept("BY"):
            if "limit_by" in found:
                raise _distinct_on_and_limit_by()
            found["limit_by"] = _limit_by(c, limit, offset)
            if not c.accept("LIMIT"):
                return
            limit, offset = _limit_and_offset(c)
        if "limit" in found:
            raise Error(Code.TOP_AND_LIMIT_TOGETHER, "Can not use TOP and LIMIT together")
        found["limit"], found["offset"] = limit, offset
        found["with_ties"] = c.accept_words("WITH TIES")
        if found["with_ties"] and c.at("OFFSET"):
            c.fail("end of query")
    _offset_fetch(c, found)


def _distinct_on_and_limit_by() -> Error:
    return Error(Code.SYNTAX_ERROR, "Can not use DISTINCT ON alongside LIMIT BY")


def _limit_and_offset(c: Cursor) -> tuple[Expression, Expression | None]:
    first = c.rules.expression(c)
    if c.accept(","):
        return c.rules.expression(c), first
    if c.accept("OFFSET"):
        offset = c.rules.expression(c)
        _ = c.accept("ROWS") or c.accept("ROW")
        return first, offset
    return first, None


def _limit_by(c: Cursor, limit: Expression, offset: Expression | None) -> LimitBy:
    if c.at("ALL") and c.peek().key not in (".", "(", ","):
        c.advance()
        return LimitBy(limit, (), offset, all=True)
    return LimitBy(limit, c.listed(c.rules.element), offset)


def _offset_fetch(c: Cursor, found: _Clauses) -> None:
    if c.accept("OFFSET"):
        found["offset"] = c.rules.expression(c)
        _ = c.accept("ROWS") or c.accept("ROW")
    if not c.accept("FETCH"):
        return
    if not found.get("order_by") and not found.get("order_by_all"):
        raise Error(
            Code.OFFSET_FETCH_WITHOUT_ORDER_BY, "Can not use OFFSET FETCH clause without ORDER BY"
        )
    c.expect_any("FIRST", "NEXT")
    found["limit"] = c.rules.expression(c)
    c.expect_any("ROWS", "ROW")
    found["with_ties"] = c.expect_any("ONLY", "WITH TIES") == "WITH TIES"


def with_names(target: Query, names: tuple[WithQuery | WithExpression, ...]) -> Query:
    """The query under a WITH written before it, as in `WITH ... INSERT ... SELECT`."""
    if isinstance(target, SetOperation):
        return replace(target, left=with_names(target.left, names))
    if isinstance(target, Select):
        return replace(target, with_=(*names, *target.with_))
    return target
