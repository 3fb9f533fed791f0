"""The way of the rows through a SELECT: a step for each clause, from rows to rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis import row_numbers
from sparktree.planner.analysis.analyser import Correlated
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.correlation import attach, met, refuse_in_aggregates
from sparktree.planner.analysis.fills import Fills
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.analysis.limits import limit_and_offset
from sparktree.planner.analysis.nondeterministic_calls import Draws, with_draws
from sparktree.planner.analysis.projecting import Projecting
from sparktree.planner.analysis.rewriting import (
    Above,
    ArrayJoins,
    Block,
    GroupKeys,
    Rewriter,
    WindowCollector,
    needed_before,
)
from sparktree.planner.analysis.selected import Selected
from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Column,
    Constant,
    Expr,
    RowNumber,
    columns_of,
    is_deterministic,
    walk,
)
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Filter,
    Limit,
    LimitBy,
    Node,
    Project,
    Sort,
    Totals,
    produced,
)
from sparktree.sql import ast
from sparktree.types import STRING, UINT8


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of one SELECT, typed, all over the rows of FROM."""

    select: ast.Select
    analyser: ExpressionAnalyser
    where: list[Expr]
    group: GroupKeys | None
    above: Above
    early: list[Correlated]  # subqueries before GROUP BY that name columns of this query
    late: list[Correlated]  # those behind it

    @property
    def outputs(self) -> list[Expr]:
        """What SELECT lists."""
        return [expr for expr, _ in self.above.outputs]


Step = Callable[[Clauses, Selected], Selected]


# --- before GROUP BY -----------------------------------------------------------------------


def multiplied(clauses: Clauses, rows: Selected) -> Selected:
    """By the arrayJoin() calls that are needed before rows are grouped."""
    arrays = clauses.analyser.array_joins
    first = needed_before(arrays, rows.where, rows.group, rows.above.expressions())
    if arrays:
        rows = row_numbers.counted(clauses.analyser.numbers, rows)
    return _multiplied(rows, first)


def _multiplied(rows: Selected, array_joins: ArrayJoins) -> Selected:
    """Each arrayJoin() multiplies the rows; totals stay one row."""
    node, totals = rows.node, rows.totals
    for array_join in array_joins:
        node = ArrayJoin(node, (array_join,))
        totals = None if totals is None else Limit(ArrayJoin(totals, (array_join,)), 1)
    return replace(rows, node=node, totals=totals)


def with_early_subqueries(clauses: Clauses, rows: Selected) -> Selected:
    """With the values of correlated subqueries of WHERE, for the rows that its other parts leave;
    where it asks whether one has rows, only those for which it has."""
    if not clauses.early:
        return rows
    rows, left = _narrowed(clauses, rows), []
    for one in clauses.early:
        found = _met(clauses, rows, one)
        if found is None:
            left.append(one)
        else:
            rows = found
    return _with_subqueries(clauses, rows, left)


def _narrowed(clauses: Clauses, rows: Selected) -> Selected:
    """Those for which the parts of WHERE hold that read no subquery."""
    late = {one.result.id for one in clauses.early}
    exprs = [*rows.where, *rows.above.expressions()]
    if any(isinstance(part, RowNumber) for expr in exprs for part in walk(expr)):
        return rows  # they are counted between the conditions
    node, where = rows.node, list[Expr]()
    for condition in rows.where:
        rest = []
        for part in conjuncts(condition):
            if is_deterministic(part) and not columns_of(part).keys() & late:
                node = Filter(node, part)
            else:
                rest.append(part)
        where += [_all_of(clauses, rest)] if rest else []
    return replace(rows, node=node, where=where)


def _met(clauses: Clauses, rows: Selected, one: Correlated) -> Selected | None:
    """Those for which the subquery has rows, or none, if that alone is asked of it."""
    group = [] if rows.group is None else rows.group.keys
    exprs = [*rows.where, *group, *rows.above.expressions()]
    uses = sum(part == one.result for expr in exprs for part in walk(expr))
    if not one.exists or uses != 1:
        return None
    for place, condition in enumerate(rows.where):
        parts = conjuncts(condition)
        for number, part in enumerate(parts):
            negated = isinstance(part, Call) and part.function.name == "not"
            asked = part.args[0] if isinstance(part, Call) and negated else part
            if asked != one.result:
                continue
            node = met(rows.node, one, partial(_all_of, clauses), absent=negated)
            if node is None:
                return None
            rest = [*parts[:number], *parts[number + 1 :]]
            kept = [_all_of(clauses, rest)] if rest else []
            return replace(
                rows, node=node, where=[*rows.where[:place], *kept, *rows.where[place + 1 :]]
            )
    return None


def _all_of(clauses: Clauses, parts: Sequence[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else clauses.analyser.call("and", parts)


def _with_subqueries(clauses: Clauses, rows: Selected, found: Sequence[Correlated]) -> Selected:
    node, totals = rows.node, rows.totals
    for one in found:
        node = attach(node, one, clauses.analyser.numbers, rows.moved)
        totals = None if totals is None else _with_default(clauses, totals, one.result)
    return replace(rows, node=node, totals=totals)


def _with_default(clauses: Clauses, totals: Node, column: Column) -> Node:
    """Totals have no value of a correlated subquery."""
    name = Constant(STRING, str(column.type))
    value = clauses.analyser.call("defaultValueOfTypeName", [name])
    return Project(totals, (*((c, c) for c in produced(totals).values()), (column, value)))


def with_drawn_values(clauses: Clauses, rows: Selected) -> Selected:
    """With the values of calls such as rand() that several expressions share."""
    numbers = clauses.analyser.numbers
    draws, where, group, above = with_draws(numbers, rows.where, rows.group, rows.above)
    return replace(rows.over(draws.below), where=where, group=group, above=above)


def filtered(clauses: Clauses, rows: Selected) -> Selected:
    """By PREWHERE and WHERE."""
    return row_numbers.filtered(clauses.analyser.numbers, rows)


# --- GROUP BY ------------------------------------------------------------------------------


def grouped(clauses: Clauses, rows: Selected) -> Selected:
    """By GROUP BY, or by aggregates alone: what is above is over groups from here on."""
    rewrite = Rewriter(_block(clauses), rows.node, rows.group, clauses.analyser.array_joins)
    rewrite.columns.update((one.result, one.result) for one in clauses.late)
    some = _some_rows(clauses, rows)
    aggregated = rewrite.aggregate([*rows.above.expressions(), *some])
    _check_totals(clauses, aggregated)
    refuse_in_aggregates(clauses.outputs, clauses.late)
    if not aggregated:
        return replace(rows, node=rewrite.node)
    above = rows.above.mapped(rewrite.after)
    totals = _own_totals(clauses, rewrite.node, above.having)
    rows = replace(rows, node=rewrite.node, totals=totals, moved=rewrite.after)
    rows = _multiplied(rows, rewrite.unfolded)
    node = rows.node
    for condition in some:
        node = Filter(node, rewrite.after(condition))
    draws = Draws(clauses.analyser.numbers)
    draws.find(above.expressions())
    return replace(rows, node=node, above=above.mapped(draws.put)).over(draws.below)


def _block(clauses: Clauses) -> Block:
    analyser = clauses.analyser
    number = next(analyser.numbers.counter) if clauses.select.with_totals else None
    use_nulls = analyser.environment.settings.group_by_use_nulls
    return Block(analyser.numbers, analyser.scope, analyser.context, use_nulls, number)


def _some_rows(clauses: Clauses, rows: Selected) -> list[Expr]:
    """A condition that leaves no group of no rows, if the settings want none."""
    analyser, exprs = clauses.analyser, rows.above.expressions()
    wanted = analyser.environment.settings.empty_result_for_aggregation_by_empty_set
    if not wanted or rows.group is not None:
        return []
    if not any(isinstance(part, AggregateUse) for expr in exprs for part in walk(expr)):
        return []
    used = analyser.aggregate(ast.Function("count"))
    assert used is not None
    return [analyser.call("greater", [used, Constant(UINT8, 0)])]


def _check_totals(clauses: Clauses, aggregated: bool) -> None:
    """Refuse WITH TOTALS and the like where ClickHouse does."""
    select, group = clauses.select, clauses.select.group_by
    modified = group is not None and group.kind != "PLAIN"
    if not aggregated and (select.with_totals or modified):
        raise not_implemented(
            "WITH TOTALS, ROLLUP, CUBE or GROUPING SETS are not supported without aggregation"
        )
    if not select.with_totals:
        return
    if group is not None and len(group.sets) > 1:
        raise not_implemented("WITH TOTALS and GROUPING SETS are not supported together")
    having = clauses.above.having
    if group is not None and group.kind in ("ROLLUP", "CUBE") and having is not None:
        raise not_implemented(
            "WITH TOTALS and WITH ROLLUP or CUBE are not supported together in presence of HAVING"
        )


def _own_totals(clauses: Clauses, node: Node, having: Expr | None) -> Node | None:
    if not clauses.select.with_totals:
        return None
    assert isinstance(node, Aggregate)
    if clauses.analyser.environment.settings.totals_mode == "before_having":
        return Totals(_with_overflow(clauses, node))
    late = {one.result.id for one in clauses.late}
    if having is not None and columns_of(having).keys() & late:
        raise not_implemented(
            "Correlated subqueries in HAVING are not supported together with WITH TOTALS."
        )
    return Totals(_with_overflow(clauses, node, having), having)


def _with_overflow(clauses: Clauses, node: Aggregate, having: Expr | None = None) -> Aggregate:
    """The groups that totals are made of: with the rows of those that are beyond
    max_rows_to_group_by too, unless `totals_mode` leaves them out."""
    settings = clauses.analyser.environment.settings
    over = settings.max_rows_to_group_by and settings.group_by_overflow_mode == "any" and node.keys
    if not over or settings.totals_mode == "after_having_exclusive":
        return node
    if having is not None:
        raise not_implemented(
            f"WITH TOTALS with totals_mode = '{settings.totals_mode}' and HAVING is not supported"
            " together with group_by_overflow_mode = 'any'"
        )
    return replace(node, totals=next(clauses.analyser.numbers.counter), limited=False)


# --- behind GROUP BY -----------------------------------------------------------------------


def with_late_subqueries(clauses: Clauses, rows: Selected) -> Selected:
    """With the values of correlated subqueries of SELECT, HAVING and QUALIFY."""
    return _with_subqueries(clauses, rows, clauses.late)


def having(clauses: Clauses, rows: Selected) -> Selected:
    """Those for which HAVING holds."""
    condition = rows.above.having
    if condition is None:
        return rows
    return replace(rows, node=Filter(rows.node, condition), above=replace(rows.above, having=None))


def with_windows(clauses: Clauses, rows: Selected) -> Selected:
    """With the values of window functions."""
    windows = WindowCollector(clauses.analyser.numbers)
    above = rows.above.mapped(windows.replace)
    return replace(rows, above=above).over(windows.over)


def qualified(clauses: Clauses, rows: Selected) -> Selected:
    """Those for which QUALIFY holds."""
    condition = rows.above.qualify
    return rows if condition is None else replace(rows, node=Filter(rows.node, condition))


# --- what is shown -------------------------------------------------------------------------


def projected(clauses: Clauses, rows: Selected) -> Selected:
    """With columns for what SELECT lists and for what the clauses to come read."""
    select, above = clauses.select, rows.above
    projecting = Projecting(clauses.analyser.numbers, above.outputs)
    place = projecting.column_of
    filled = [item.fill is not None for item in select.order_by]
    order = tuple(
        replace(item, expr=place(item.expr, always=always))
        for item, always in zip(above.order, filled or [False] * len(above.order), strict=True)
    )
    limit_by = tuple(place(expr) for expr in above.limit_by)
    fills = Fills(clauses.analyser, select, projecting, order) if any(filled) else None
    interpolated = () if fills is None else fills.interpolated(above.interpolated)
    columns = tuple(projecting.columns)
    return replace(
        rows.over(lambda node: Project(node, columns)),
        columns=projecting.shown,
        order=order,
        limit_by=limit_by,
        fills=fills,
        interpolated=interpolated,
    )


def distinct(clauses: Clauses, rows: Selected) -> Selected:
    """The first of equal ones."""
    return (
        replace(rows, node=Distinct(rows.node, rows.columns)) if clauses.select.distinct else rows
    )


def ordered(clauses: Clauses, rows: Selected) -> Selected:
    """By ORDER BY."""
    return replace(rows, node=Sort(rows.node, rows.order)) if rows.order else rows


def limited_by(clauses: Clauses, rows: Selected) -> Selected:
    """By LIMIT BY."""
    by = clauses.select.limit_by
    if by is None:
        return rows
    limit, offset = limit_and_offset(clauses.analyser, by.limit, by.offset, "LIMIT BY ")
    assert limit is not None
    return replace(rows, node=LimitBy(rows.node, rows.limit_by, limit, offset, rows.order))


def filled(clauses: Clauses, rows: Selected) -> Selected:
    """With the rows that WITH FILL adds."""
    if rows.fills is None:
        return rows
    return replace(rows, node=rows.fills.fill(rows.node, rows.interpolated))


def limited(clauses: Clauses, rows: Selected) -> Selected:
    """By LIMIT and OFFSET."""
    select = clauses.select
    limit, offset = limit_and_offset(clauses.analyser, select.limit, select.offset)
    if limit is None and not offset:
        return rows
    if select.with_ties and not rows.order:
        raise Error(Code.WITH_TIES_WITHOUT_ORDER_BY, "Can not use WITH TIES without ORDER BY")
    ties = rows.order if select.with_ties else ()
    return replace(rows, node=Limit(rows.node, limit, offset, ties))


STEPS: tuple[Step, ...] = (
    multiplied,
    with_early_subqueries,
    with_drawn_values,
    filtered,
    grouped,
    with_late_subqueries,
    having,
    with_windows,
    qualified,
    projected,
    distinct,
    ordered,
    limited_by,
    filled,
    limited,
)
