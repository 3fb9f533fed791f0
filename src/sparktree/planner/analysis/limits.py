"""The numbers of LIMIT and OFFSET: rows from the start, from the end (negative) or a share."""

from __future__ import annotations

from dataclasses import replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.expr import is_constant
from sparktree.planner.lower import fold
from sparktree.planner.nodes import Count, Limit, Query
from sparktree.sql import ast, column_name, walk
from sparktree.types import Float, Integer

_LARGEST = 2**64 - 1
_SMALLEST = -(2**63)
_KERNEL = 2**63 - 1  # no table has more rows, and the kernel counts no further


def limit_and_offset(
    analyser: ExpressionAnalyser,
    limit: ast.Expression | None,
    offset: ast.Expression | None,
    clause: str = "",
) -> tuple[Count | None, Count]:
    """Both numbers; no offset is 0, no limit None. `clause` is said before them in errors."""
    found = None if limit is None else _count(analyser, limit, f"{clause}LIMIT")
    skipped = 0 if offset is None else _count(analyser, offset, f"{clause}OFFSET")
    if clause and (isinstance(found, float) or isinstance(skipped, float)):
        raise not_implemented("Fractional LIMIT/OFFSET with LIMIT BY is not supported yet.")
    if isinstance(found, float) and skipped < 0:
        raise not_implemented("Fractional LIMIT is not supported with negative OFFSET yet.")
    if isinstance(skipped, float) and found is not None and found < 0:
        raise not_implemented("Negative LIMIT is not supported with fractional OFFSET yet.")
    if skipped > 0 and not isinstance(skipped, float) and not isinstance(found, float | None):
        found = min(found, _KERNEL - skipped)  # both together are counted too
    return found, skipped


def written_limits(query: ast.Query) -> tuple[float, float]:
    """The settings limit and offset of a subquery."""
    written = ast.settings_of(query)
    own = {s.name: s.value for s in written if isinstance(s.value, int | float)}
    return float(own.get("limit", 0)), float(own.get("offset", 0))


def limited(query: Query, limit: float, offset: float) -> Query:
    """The rows of a result that settings leave; zeros leave all."""
    if not limit and not offset:
        return query
    numbers: list[Count] = [int(n) if n.is_integer() else n for n in (limit, offset)]
    return replace(query, root=Limit(query.root, numbers[0] or None, numbers[1]))


def _count(analyser: ExpressionAnalyser, node: ast.Expression, clause: str) -> Count:
    expr = analyser.expr(node)
    if not is_constant(expr) or not isinstance(expr.type.inner, Integer | Float):
        raise _not_a_number(analyser, node, clause)
    value = fold(expr, analyser.context).value
    if value is None:
        raise _not_a_number(analyser, node, clause)
    if isinstance(value, float) and 0 < value < 1:
        return value
    if isinstance(value, int | float) and _SMALLEST <= value <= _LARGEST and not value % 1:
        return min(int(value), _KERNEL)
    raise Error(
        Code.INVALID_LIMIT_EXPRESSION,
        f"The value {value} of {clause} expression is not representable as UInt64 or Int64 or"
        " Float64 in the range (0, 1)",
    )


def _not_a_number(analyser: ExpressionAnalyser, node: ast.Expression, clause: str) -> Error:
    return Error(
        Code.INVALID_LIMIT_EXPRESSION,
        f"{clause} expression must be constant with numeric type. Actual: {column_name(node)}."
        f" In scope {analyser.scope.text}",
    )


def rows_wanted(select: ast.Select) -> int | None:
    """How many rows of its only table a query reads that shows its columns up to a LIMIT."""
    bare = ast.Select(
        select.columns,
        with_=select.with_,
        recursive=select.recursive,
        from_=select.from_,
        limit=select.limit,
        offset=select.offset,
        settings=select.settings,
    )
    plain = (ast.Identifier, ast.Asterisk, ast.Literal, ast.Aliased)
    shown = [node for column in select.columns for node in walk(column)]
    if not isinstance(select.from_, ast.TableExpression) or select != bare:
        return None
    numbers = [n.value for n in (select.limit, select.offset) if isinstance(n, ast.Literal)]
    given = sum(clause is not None for clause in (select.limit, select.offset))
    if (
        select.limit is None
        or len(numbers) != given
        or not all(isinstance(n, plain) for n in shown)
    ):
        return None
    counts = [n for n in numbers if isinstance(n, int) and not isinstance(n, bool) and n >= 0]
    return sum(counts) if len(counts) == given else None
