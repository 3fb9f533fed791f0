"""The syntax tree of data types: a name and its arguments."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.sql.ast import Expression, Node


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """`Name(arguments)`; `arguments` is None when no parentheses were written."""

    name: str
    arguments: tuple[TypeArgument, ...] | None = None


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`name Type`, an element of Tuple, Nested or JSON."""

    name: str
    type: TypeName


@dataclass(frozen=True, slots=True)
class SkipPath(Node):
    """`SKIP path` or `SKIP REGEXP 'pattern'` of JSON."""

    path: str
    regexp: bool = False


TypeArgument = TypeName | NamedType | SkipPath | Expression
