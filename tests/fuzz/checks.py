"""The comparisons: a random thing in, a difference out."""

import re
from collections.abc import Sequence

from tests.fuzz.compare import Pair
from tests.fuzz.expressions import Expression

_ERROR = re.compile(r": +error [A-Z_]+")
EDGES = "edges"  # the table that holds every type's edges


def constant_query(expression: Expression) -> str:
    """The expression over constants, with its type."""
    return f"SELECT {expression}, toTypeName({expression})"


def column_query(expressions: Sequence[Expression]) -> str:
    """Expressions over the columns of the table of edges, each with its type."""
    items = [f"{e}, toTypeName({e})" for e in expressions]
    return f"SELECT {', '.join(items)} FROM {EDGES} ORDER BY n"


def constant_difference(pair: Pair, expression: Expression) -> tuple[str, str] | None:
    """The smallest part that differs: what to call it, and the difference."""
    if pair.difference(constant_query(expression)) is None:
        return None
    for part in expression.inside():
        found = pair.difference(constant_query(part))
        if found is not None:
            return _about(part, found), found
    return None


def _about(part: Expression, difference: str) -> str:
    """Differences of one template are alike when their errors are."""
    return " ".join([part.template, *_ERROR.findall(difference)])


def column_difference(pair: Pair, expressions: Sequence[Expression]) -> tuple[str, str] | None:
    """As for constants; the expressions share one query unless it fails."""
    if pair.difference(column_query(expressions)) is None and not pair.failed:
        return None
    for expression in expressions:
        if pair.difference(column_query([expression])) is None:
            continue
        for part in expression.inside():
            found = pair.difference(column_query([part]))
            if found is not None:
                return _about(part, found), found
    return None
