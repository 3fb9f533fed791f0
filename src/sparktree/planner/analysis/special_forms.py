"""Calls that are more than a computation of values: each declared once, where it is analysed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.planner.analysis.analyser import Analyser
from sparktree.planner.expr import Expr
from sparktree.registry import Registry
from sparktree.sql import ast

Analysis = Callable[[Analyser, ast.Function], Expr]


@dataclass(frozen=True, slots=True)
class SpecialForm:
    """A form: what makes a typed expression of a call, and by which names it is known."""

    name: str
    analysis: Analysis
    doc: str = ""  # what system.functions says; nothing where a function of that name says it
    any_case: bool = False  # whether its name is found in any case, as its aliases are
    aliases: tuple[str, ...] = ()


SPECIAL_FORMS: Registry[str, SpecialForm] = Registry()
_ANY_CASE: dict[str, str] = {}  # names in lower case


def special_form(
    name: str, doc: str = "", *, any_case: bool = False, aliases: tuple[str, ...] = ()
) -> Callable[[Analysis], Analysis]:
    """Declare the form that the function below analyses."""

    def declare(analysis: Analysis) -> Analysis:
        SPECIAL_FORMS.add(name, SpecialForm(name, analysis, doc, any_case, aliases))
        for one in (*aliases, *([name] if any_case else [])):
            _ANY_CASE[one.lower()] = name
        return analysis

    return declare


def form_name(name: str) -> str:
    """The form's own name for a name as it was written, which may mean no form at all."""
    return _ANY_CASE.get(name.lower(), name)
