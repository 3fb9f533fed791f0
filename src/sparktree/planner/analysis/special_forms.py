"""Calls that are more than a computation of values: each declared once, where it is analysed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.planner.analysis.analyser import Analyser
from sparktree.planner.expr import Expr
from sparktree.registry import NamedRegistry
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


SPECIAL_FORMS: NamedRegistry[SpecialForm] = NamedRegistry()


def special_form(
    name: str, doc: str = "", *, any_case: bool = False, aliases: tuple[str, ...] = ()
) -> Callable[[Analysis], Analysis]:
    """Declare the form that the function below analyses."""

    def declare(analysis: Analysis) -> Analysis:
        form = SpecialForm(name, analysis, doc, any_case, aliases)
        SPECIAL_FORMS.name(name, form, any_case=any_case)
        SPECIAL_FORMS.any_case.update({alias.lower(): name for alias in aliases})
        return analysis

    return declare


def form_name(name: str) -> str:
    """The form's own name for a name as it was written, which may mean no form at all."""
    return SPECIAL_FORMS.spelled(name)
