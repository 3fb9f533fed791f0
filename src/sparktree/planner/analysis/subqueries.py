"""Subqueries as values: computed beforehand, or remembered if they are correlated."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.analyser import Analyser, Correlated
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.analysis.special_forms import special_form
from sparktree.planner.expr import Column, Constant, Expr
from sparktree.planner.nodes import Limit, Query
from sparktree.sql import ast, walk
from sparktree.types import (
    UINT8,
    AggregateFunction,
    Array,
    LowCardinality,
    Map,
    Nested,
    Tuple,
    Variant,
    make_nullable,
)

# A subquery of one of these types has to have a row.
_NEVER_NULLABLE = (AggregateFunction, Array, LowCardinality, Map, Nested, Variant)


def scalar_subquery(analyser: Analyser, node: ast.Subquery) -> Expr:
    """A scalar subquery: computed now, a constant from here on, unless it is correlated.

    One that a SELECT writes again has the value that it had before.
    """
    scope = analyser.scope
    names = {e.parts[0] for e in walk(node.query) if isinstance(e, ast.Identifier)}
    columns = frozenset(scope.resolving & names)
    for query, among, value in scope.scalars:
        if among == columns and query == node.query:
            return value
    found, captured = inner_query(analyser, node.query, alone=True)
    if captured:
        return _correlated(analyser, found, captured, exists=False)
    value = _value(found, analyser.environment.run(found))
    scope.scalars.append((node.query, columns, value))
    return value


def _value(query: Query, table: pa.Table) -> Constant:
    if table.num_rows > 1:
        raise Error(
            Code.INCORRECT_RESULT_OF_SCALAR_SUBQUERY,
            "Scalar subquery returned more than one row",
        )
    types = tuple(c.type for c in query.columns)
    type_ = types[0] if len(types) == 1 else Tuple(types, tuple(c.name for c in query.columns))
    fixed = isinstance(type_, _NEVER_NULLABLE)
    if table.num_rows == 0 and fixed:
        raise Error(
            Code.INCORRECT_RESULT_OF_SCALAR_SUBQUERY,
            f"Scalar subquery returned empty result of type {type_} which cannot be Nullable",
        )
    if table.num_rows == 0:
        return Constant(make_nullable(type_), None)
    values = kernel_row(table)
    if len(types) > 1:
        return Constant(type_, values)
    return Constant(type_ if fixed else make_nullable(type_), values[0])


@special_form("exists")
def exists(analyser: Analyser, node: ast.Function) -> Expr:
    """Whether a subquery has rows."""
    (arg,) = node.args
    if not isinstance(arg, ast.Subquery):
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, "EXISTS takes a subquery.")
    query, captured = inner_query(analyser, arg.query)
    if captured:
        return _correlated(analyser, query, captured, exists=True)
    first = replace(query, root=Limit(query.root, 1))
    found = int(analyser.environment.run(first).num_rows > 0)
    analyser.answers[id(node)] = found
    return Constant(UINT8, found)


def inner_query(
    analyser: Analyser, query: ast.Query, *, alone: bool = False
) -> tuple[Query, tuple[Column, ...]]:
    """A subquery of an expression, and the columns of the query around it that it names."""
    border = Scope(parent=analyser.scope, node=analyser.scope.node, captured={}, alone=alone)
    typed = analyser.analyse_query(query, border)
    assert border.captured is not None
    return typed, tuple(border.captured.values())


def _correlated(
    analyser: Analyser, query: Query, captured: tuple[Column, ...], *, exists: bool
) -> Column:
    if analyser.correlated is None:
        raise not_implemented("Correlated subqueries are not supported in this place.")
    count = len(query.columns)
    if count != 1 and not exists:
        raise Error(
            Code.NUMBER_OF_COLUMNS_DOESNT_MATCH,
            "A correlated subquery used as an expression must return exactly one column, but it"
            f" returns {count}",
        )
    type_ = UINT8 if exists else make_nullable(query.columns[0].type)
    result = analyser.numbers.column("", type_)
    analyser.correlated.append(Correlated(result, query, captured, exists))
    return result


def kernel_row(table: pa.Table) -> list[object]:
    """The first row in the kernel's Python form."""
    return [kernel_value(column[0]) for column in table.columns]


def kernel_value(scalar: pa.Scalar) -> object:
    """A value in the kernel's Python form."""
    if isinstance(scalar, pa.ExtensionScalar):
        type_name = getattr(scalar.type, "type_name", "")
        if type_name in ("hugeint", "uhugeint") and scalar.is_valid:
            return int.from_bytes(scalar.value.as_py(), "little", signed=type_name == "hugeint")
        if scalar.type.extension_name == "arrow.bool8":
            return None if not scalar.is_valid else bool(scalar.value.as_py())
    return scalar.as_py()
