"""Which handler runs a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pyarrow as pa

from sparktree.errors import not_implemented
from sparktree.registry import Registry
from sparktree.sql.ast import Node
from sparktree.statements.context import Context
from sparktree.types import Type

N = TypeVar("N", bound=Node)


@dataclass(slots=True)
class Outcome:
    """What a statement gives: a table of result rows, or nothing."""

    header: list[tuple[str, Type]] = field(default_factory=list)
    blocks: Iterable[pa.Table] = ()
    default_format: str | None = None

    def rows(self) -> Iterator[pa.Table]:
        """The blocks, columns named c0, c1, ..."""
        names = [f"c{i}" for i in range(len(self.header))]
        for block in self.blocks:
            yield block.rename_columns(names) if names else block


Handler = Callable[[Any, Context], Outcome | None]
HANDLERS: Registry[type[Node], Handler] = Registry()


def handles(*kinds: type[Node]) -> Callable[[Handler], Handler]:
    """Declare the handler of some statements."""
    return HANDLERS.declare(*kinds)


def execute(statement: Node, context: Context) -> Outcome:
    """Run a statement; one that parses but has no handler names itself."""
    for kind in type(statement).__mro__:
        handler = HANDLERS.get(kind)
        if handler is not None:
            return handler(statement, context) or Outcome()
    raise not_implemented(f"The statement {type(statement).__name__} is not supported yet.")
