"""What every kind of skip index can do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pyarrow as pa

from sparktree.engines.keys.build import Limits
from sparktree.engines.keys.condition import Condition
from sparktree.errors import Code, Error
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.expr import Expr
from sparktree.registry import Registry
from sparktree.sql import ast
from sparktree.types import Type

Argument = str | int | float | bool
Arguments = tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A query's filters and an index's expressions over the query's columns."""

    filters: Sequence[Expr]
    keys: tuple[Expr, ...]
    arguments: Arguments
    context: QueryContext
    limits: Limits


class IndexKind(Protocol):
    """A type of skip index."""

    @property
    def ordered(self) -> bool:
        """Whether files hold values in the form that sorts."""
        ...

    def arguments(self, type_: ast.Function) -> Arguments:
        """The parameters, checked."""
        ...

    def check_types(self, types: Sequence[Type]) -> None:
        """Refuse types that the index cannot hold."""
        ...

    def condition(self, question: Question) -> Condition:
        """The filters as far as the index knows them."""
        ...

    def condition_text(
        self, question: Question, condition: Condition, names: Sequence[str]
    ) -> str | None:
        """The condition for EXPLAIN, if the kind shows one."""
        ...

    def content(
        self, table: pa.Table, about: dict[str, Any], arguments: Arguments, types: Sequence[Type]
    ) -> Content:
        """The index file of one segment, ready to be asked."""
        ...


@dataclass(frozen=True, slots=True)
class Content:
    """An index file in memory: what conditions look at, and how many blocks it describes."""

    blocks: int
    data: Any


KINDS: Registry[str, IndexKind] = Registry()


def literals(type_: ast.Function) -> list[object]:
    """The parameters as they were written; None for one that is no literal."""
    return [a.value if isinstance(a, ast.Literal) else None for a in type_.args]


def refuse(code: Code, message: str) -> Error:
    """An error about an index's declaration; the caller names the index."""
    return Error(code, message)
