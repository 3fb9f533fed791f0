"""What aliases were found to mean, and where that is still true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sparktree.planner.analysis.scope import Scope
from sparktree.planner.expr import Expr, children


@dataclass(slots=True)
class AliasMemory:
    """Expressions by alias. While an alias is resolved its own name means a column (`a AS b, b AS
    a`), so what others mean may depend on which one that is."""

    known: dict[tuple[str, int], tuple[Expr, set[str]]] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)  # aliases in what is being resolved
    avoided: set[str] = field(default_factory=set)  # those of them that meant columns
    sizes: dict[int, tuple[Expr, int]] = field(default_factory=dict)  # by the identity of the tree

    def find(self, name: str, owner: Scope) -> Expr | None:
        """What is known of an alias of the scope, if it would be found again."""
        found, met = self.known.get((name, id(owner)), (None, set()))
        if found is None or met & owner.resolving:
            return None
        self.met |= met
        return found

    def resolve(self, name: str, owner: Scope, make: Callable[[], Expr], *, keep: bool) -> Expr:
        """The expression that is made for an alias, kept if it may be."""
        met, avoided = self.met, self.avoided
        self.met, self.avoided = {name}, set()
        owner.resolving.add(name)
        try:
            found = make()
        finally:
            owner.resolving.discard(name)
        others = self.avoided - {name}
        if keep and not others:
            self.known[name, id(owner)] = found, set(self.met)
        self.met |= met
        self.avoided = avoided | others
        return found

    def size(self, expr: Expr) -> int:
        """How many expressions the tree has; one that stands in several places counts in each."""
        known = self.sizes.get(id(expr))
        if known is None:
            known = expr, 1 + sum(map(self.size, children(expr)))
            self.sizes[id(expr)] = known
        return known[1]
