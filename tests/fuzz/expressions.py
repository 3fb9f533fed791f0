"""Random typed expressions as trees of templates, so that a part that differs can be cut out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.fuzz.literals import COLUMNS, LITERALS
from tests.fuzz.templates import ANY, NUMERIC, TEMPLATES

_HOLE = re.compile(r"\{([a-z]+)\}")
Leaves = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Expression:
    """A template with its holes filled."""

    template: str
    parts: tuple["Expression", ...] = ()

    def __str__(self) -> str:
        if not self.parts:
            return self.template
        filled = iter(self.parts)
        return "(" + _HOLE.sub(lambda _: str(next(filled)), self.template) + ")"

    def inside(self) -> Iterator["Expression"]:
        """The expression and all its parts, the smallest first."""
        for part in self.parts:
            yield from part.inside()
        yield self


def column_leaves() -> Leaves:
    """The columns of the table of edges by kind, with literals between them."""
    found: dict[str, list[str]] = {kind: [] for kind in LITERALS}
    for name, _, kind, _ in COLUMNS:
        found[kind].append(name)
    return {kind: [*found[kind], *found[kind], *LITERALS[kind]] for kind in LITERALS}


@st.composite
def expressions(draw: st.DrawFn, leaves: Leaves, depth: int = 3, kind: str = "any") -> Expression:
    """An expression of a kind at most so deep."""
    if kind == "any":
        kind = draw(st.sampled_from(ANY))
    elif kind == "number":
        kind = draw(st.sampled_from(NUMERIC))
    if depth == 0 or kind not in TEMPLATES or draw(st.integers(0, 3)) == 0:
        return Expression(draw(st.sampled_from(leaves[kind])))
    template = draw(st.sampled_from(TEMPLATES[kind]))
    parts = [draw(expressions(leaves, depth - 1, hole)) for hole in _HOLE.findall(template)]
    return Expression(template, tuple(parts))
