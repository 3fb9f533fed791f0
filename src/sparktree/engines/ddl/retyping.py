"""What another type means for values that are stored already."""

from __future__ import annotations

from sparktree.types import (
    UINT16,
    UINT32,
    Array,
    Date,
    DateTime,
    DateTime64,
    Enum,
    Integer,
    LowCardinality,
    Nullable,
    Type,
)


def is_same_form(old: Type, new: Type) -> bool:
    """Whether what is stored of one type is a value of the other as it is.

    So it is with an Enum that got more names, or other names for its numbers, and with moments
    in another time zone, also in arrays.
    """
    if old == new or _is_same_moment(old, new):
        return True
    if isinstance(old, Array) and isinstance(new, Array):
        return is_same_form(old.of, new.of)
    if isinstance(old, Nullable) and isinstance(new, Nullable):
        return is_same_form(old.of, new.of)
    if isinstance(old, Enum):
        return _holds_numbers(old, new)
    # Dates are stored as dates, so that they are no UInt16.
    return False


def is_safe_for_key(old: Type, new: Type) -> bool:
    """Whether a key keeps its order and its stored values when its column changes so."""
    if old == new:
        return True
    if isinstance(old, Array | Nullable) and type(old) is type(new):
        return is_safe_for_key(old.of, new.of)
    if isinstance(old, Enum):
        return _holds_numbers(old, new)
    if isinstance(old, LowCardinality):
        return old.of == new
    return isinstance(new, LowCardinality) and new.of == old


def is_same_number(old: Type, new: Type) -> bool:
    """Whether one is a moment or a day and the other the number that ClickHouse keeps for it."""
    if isinstance(old, Array | Nullable) and type(old) is type(new):
        return is_same_number(old.of, new.of)
    return any(
        {type(old), type(new)} == {moment, Integer} and number in (old, new)
        for moment, number in ((DateTime, UINT32), (Date, UINT16))
    )


def is_relabelled(old: Type, new: Type) -> bool:
    """Whether a stored number of an Enum gets another name, or a moment another zone."""
    if isinstance(old, Array | Nullable) and isinstance(new, Array | Nullable):
        return is_relabelled(old.of, new.of)
    if not isinstance(old, Enum):
        return old != new and _is_same_moment(old, new)
    names = {n: name for name, n in new.values} if isinstance(new, Enum) else {}
    return any(names.get(number) != name for name, number in old.values)


def renumbered(old: Type, new: Type) -> tuple[str, int, int] | None:
    """A name of an Enum that would get another number, with both numbers."""
    if isinstance(old, Array | Nullable):
        return renumbered(old.of, new)
    if isinstance(new, Array | Nullable):
        return renumbered(old, new.of)
    if not isinstance(old, Enum) or not isinstance(new, Enum):
        return None
    numbers = dict(new.values)
    moved = ((n, was, numbers[n]) for n, was in old.values if numbers.get(n, was) != was)
    return next(moved, None)


def _is_same_moment(old: Type, new: Type) -> bool:
    """Whether both are moments in the same ticks; the zone only says how they are shown."""
    if isinstance(old, DateTime64) and isinstance(new, DateTime64):
        return old.precision == new.precision
    return isinstance(old, DateTime) and isinstance(new, DateTime)


def _holds_numbers(old: Enum, new: Type) -> bool:
    """Whether every number of the Enum is a value of the new type, which has its width."""
    if isinstance(new, Enum) and new.bits == old.bits:
        named = dict(new.values)
        known = set(named.values())
        return all(named.get(name, n if n in known else None) == n for name, n in old.values)
    return new == Integer(old.bits, signed=True)
