"""The type of a choice among values of several types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sparktree.functions.declare import Argument, QueryContext
from sparktree.types import Type, least_supertype, supertype_or_variant


def chosen_type(types: Iterable[Type], arguments: Sequence[Argument]) -> Type:
    """The common type, or a Variant where there is none and the query's settings allow it."""
    known = next((a.context for a in arguments if a.context is not None), QueryContext())
    return common_type(types, known)


def common_type(types: Iterable[Type], context: QueryContext) -> Type:
    """As `chosen_type`, under the settings of a query."""
    as_variant = context.setting("use_variant_as_common_type")
    return supertype_or_variant(types) if as_variant else least_supertype(types)
