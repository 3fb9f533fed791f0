"""Parameters of aggregate functions as types show them, and which states belong together."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from sparktree.functions.core.declare import Value
from sparktree.types import AggregateFunction, quoted

_QUANTILES = re.compile("^quantiles?")


def parameter_value(text: str) -> Value:
    """A parameter out of the name of a type."""
    try:
        value: Value = None if text == "NULL" else ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
    return value


def parameter_text(value: Value) -> str:
    """A parameter as the name of a type shows it."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return f"{int(value)}."
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(parameter_text, value))}]"
    if value is None:
        return "NULL"
    return quoted(value) if isinstance(value, str) else str(value)


def same_states(name: str, parameters: Sequence[Value], state: AggregateFunction) -> bool:
    """Whether the function of that very name merges such states: quantiles of all levels do."""
    if name.startswith("quantile"):
        return _QUANTILES.sub("", name) == _QUANTILES.sub("", state.function)
    known = [parameter_text(parameter_value(p)) for p in state.parameters]
    return name == state.function and known == [parameter_text(p) for p in parameters]
