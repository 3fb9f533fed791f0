"""The type whose values all of several types have: the narrowest of them, roughly."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.types import (
    UINT8,
    Array,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    FixedString,
    Float,
    Integer,
    Nothing,
    Nullable,
    String,
    Tuple,
    Type,
    remove_low_cardinality,
)


def most_subtype(given: Sequence[Type], *, with_nulls: bool = False) -> Type:
    """ClickHouse's subtype, or an error; `with_nulls`: Nullable where one of them is."""
    types = [remove_low_cardinality(type_) for type_ in given]
    first = types[0]
    if all(type_ == first or {type_, first} == {Bool(), UINT8} for type_ in types):
        return first
    if all(isinstance(type_, Array) for type_ in types):
        of = [type_.of for type_ in types]  # type: ignore[attr-defined]
        return Array(_inside(of, with_nulls))
    if all(isinstance(type_, Tuple) for type_ in types):
        return _of_tuples(types, with_nulls)
    nullable = [isinstance(type_, Nullable) for type_ in types]
    solid = [type_.of if isinstance(type_, Nullable) else type_ for type_ in types]
    if any(nullable):
        if with_nulls or all(nullable):
            return Nullable(_inside(solid, with_nulls))
        return most_subtype(solid)
    found = _plain(types)
    if found is None:
        raise _none(types)
    return found


def _inside(types: Sequence[Type], with_nulls: bool) -> Type:
    """The subtype of what is in containers; where there is none, values cannot be converted."""
    try:
        return most_subtype(types, with_nulls=with_nulls)
    except Error as error:
        raise Error(Code.CANNOT_CONVERT_TYPE, error.message) from error


def _none(types: Sequence[Type]) -> Error:
    named = ", ".join(str(type_) for type_ in types)
    return Error(Code.NO_COMMON_TYPE, f"There is no subtype for types {named}")


def _of_tuples(types: Sequence[Type], with_nulls: bool) -> Type:
    elements = [type_.of for type_ in types if isinstance(type_, Tuple)]
    if len({len(of) for of in elements}) > 1:
        raise _none(types)
    places = zip(*elements, strict=True)
    return Tuple(tuple(most_subtype(of, with_nulls=with_nulls) for of in places))


def _plain(types: Sequence[Type]) -> Type | None:
    if any(isinstance(type_, Nothing) for type_ in types):
        return None
    if all(isinstance(type_, String | FixedString) for type_ in types):
        fixed = {type_ for type_ in types if isinstance(type_, FixedString)}
        return fixed.pop() if len(fixed) == 1 else None
    if all(isinstance(type_, Date | DateTime | DateTime64) for type_ in types):
        return None if any(isinstance(type_, Date32) for type_ in types) else Date()
    if all(isinstance(type_, Decimal) for type_ in types):
        decimals = [type_ for type_ in types if isinstance(type_, Decimal)]
        return Decimal(min(d.precision for d in decimals), min(d.scale for d in decimals))
    return _number([UINT8 if isinstance(type_, Bool) else type_ for type_ in types])


def _number(types: Sequence[Type]) -> Type | None:
    """The narrowest integer, without a sign if it is as narrow; of floats the narrowest."""
    if not all(isinstance(type_, Integer | Float) for type_ in types):
        return None
    integers = [type_ for type_ in types if isinstance(type_, Integer)]
    if integers:
        return min(integers, key=lambda t: (t.bits, t.signed))
    return min((t for t in types if isinstance(t, Float)), key=lambda t: t.bits)
