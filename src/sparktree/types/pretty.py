"""Names of types over several lines, as DESCRIBE prints them."""

from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Tuple, Variant, back_quoted
from sparktree.types.geo import Point, Shape

_INDENT = " " * 4


def pretty(type_: Type, depth: int = 1) -> str:
    """The type with a line for each named element of its tuples, but those inside of a Nullable."""
    if isinstance(type_, Point | Shape):
        return str(type_)
    if isinstance(type_, Array):
        return f"Array({pretty(type_.of, depth)})"
    if isinstance(type_, Map):
        return f"Map({pretty(type_.key, depth)}, {pretty(type_.value, depth)})"
    if isinstance(type_, Variant):
        return f"Variant({', '.join(pretty(one, depth) for one in type_.of)})"
    if not isinstance(type_, Tuple):
        return str(type_)
    if type_.names is None:
        return f"Tuple({', '.join(pretty(one, depth) for one in type_.of)})"
    named = zip(type_.names, type_.of, strict=True)
    lines = [f"{_INDENT * depth}{back_quoted(n)} {pretty(t, depth + 1)}" for n, t in named]
    return "Tuple(\n" + ",\n".join(lines) + ")"
