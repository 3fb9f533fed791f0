"""The type of a choice among values of several types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, QueryContext
from sparktree.types import Interval, Nothing, Type, least_supertype, supertype_or_variant


def chosen_type(types: Iterable[Type], arguments: Sequence[Argument]) -> Type:
    """The common type, or a Variant where there is none and the query's settings allow it."""
    known = next((a.context for a in arguments if a.context is not None), QueryContext())
    return common_type(types, known)


def unmixed_type(types: Iterable[Type]) -> Type:
    """The common type; a number is no interval here, as it is to other functions."""
    known = list(types)
    inner = [type_.inner for type_ in known if not isinstance(type_.inner, Nothing)]
    intervals = [isinstance(type_, Interval) for type_ in inner]
    if any(intervals) and not all(intervals):
        named = ", ".join(str(type_) for type_ in inner)
        raise Error(
            Code.NO_COMMON_TYPE,
            f"There is no supertype for types {named} because some of them are numbers and some of"
            " them are not",
        )
    return least_supertype(known)


def common_type(types: Iterable[Type], context: QueryContext) -> Type:
    """As `chosen_type`, under the settings of a query."""
    as_variant = context.settings.use_variant_as_common_type
    return supertype_or_variant(types) if as_variant else least_supertype(types)
