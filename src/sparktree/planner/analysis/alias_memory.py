"""What aliases were found to mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sparktree.planner.analysis.scope import Scope
from sparktree.planner.expr import Expr, children


@dataclass(slots=True)
class AliasMemory:
    """Expressions by alias. While an alias is resolved its own name means a column (`a AS b, b AS
    a`); what it is found to mean when it is first asked for, it means in the whole query."""

    known: dict[tuple[str, int], Expr] = field(default_factory=dict)
    sizes: dict[int, tuple[Expr, int]] = field(default_factory=dict)  # by the identity of the tree

    def find(self, name: str, owner: Scope) -> Expr | None:
        """What is known of an alias of the scope."""
        return self.known.get((name, id(owner)))

    def resolve(self, name: str, owner: Scope, make: Callable[[], Expr], *, keep: bool) -> Expr:
        """The expression that is made for an alias, kept if it may be."""
        owner.resolving.add(name)
        try:
            found = make()
        finally:
            owner.resolving.discard(name)
        if keep:
            self.known.setdefault((name, id(owner)), found)
        return found

    def size(self, expr: Expr) -> int:
        """How many expressions the tree has; one that stands in several places counts in each."""
        known = self.sizes.get(id(expr))
        if known is None:
            known = expr, 1 + sum(map(self.size, children(expr)))
            self.sizes[id(expr)] = known
        return known[1]
