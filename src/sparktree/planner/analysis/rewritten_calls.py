"""Calls that ClickHouse's analyser writes anew before it names them: headers show the new form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators import resolution
from sparktree.planner.analysis.special_forms import form_name
from sparktree.sql import ast, column_name
from sparktree.sql.names import Known

_DELIMITED = frozenset({"groupconcat", "group_concat", "string_agg"})
_SPREADS = frozenset({"Array", "ForEach", "Map", "Merge", "MergeState"})  # they read what `*` names


def rewritten(node: ast.Function) -> ast.Function:
    """The call as it is analysed and named; the same node if there is nothing to change."""
    lower = node.name.lower()
    if lower == "grouping" and node.name != lower:
        return replace(node, name=form_name(node.name))
    if lower in _DELIMITED and len(node.args) == 2:
        return _with_delimiter(node)
    if lower.startswith("count") and any(map(_counts_rows, node.args)) and _is_count(node.name):
        return replace(node, args=tuple(arg for arg in node.args if not _counts_rows(arg)))
    return node


def call_name(node: ast.Function, answers: Mapping[int, int], known: Known) -> str | None:
    """EXISTS is called by its answer, a call that is written anew by its new form; others as
    ever."""
    if id(node) in answers:
        return str(answers[id(node)])
    new = rewritten(node)
    return None if new is node else column_name(new, known)


def _with_delimiter(node: ast.Function) -> ast.Function:
    """`groupConcat(x, ',')` is `groupConcat(',')(x)`."""
    value, delimiter = node.args
    if not isinstance(delimiter, ast.Literal) or not isinstance(delimiter.value, str):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "If groupConcat is used with two arguments, the second argument must be a constant"
            " String",
        )
    return replace(node, args=(value,), parameters=(delimiter, *(node.parameters or ())[1:]))


def _counts_rows(arg: ast.Expression) -> bool:
    return isinstance(arg, ast.Asterisk | ast.Columns) and not arg.qualifier


def _is_count(name: str) -> bool:
    """Whether it is count with combinators that leave `count(*)` the number of rows."""
    found = resolution.split(name)
    if found is None or found[0].name != "count":
        return False
    return found[1] != ("Distinct",) and not _SPREADS.intersection(found[1])
