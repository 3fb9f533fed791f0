"""Walking over trees and rebuilding them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import TypeVar

from sparktree.sql.ast import Expression, Identifier, Lambda, Node

_N = TypeVar("_N", bound=Node)


_NAMES: dict[type, tuple[str, ...]] = {}
# Fields of these types hold no nodes; most nodes are literals and identifiers without others.
_PLAIN = frozenset(
    {"bool", "bool | None", "int", "int | None", "str", "str | None", "tuple[str, ...]", "Scalar"}
)


def _field_names(kind: type[Node]) -> tuple[str, ...]:
    names = _NAMES.get(kind)
    if names is None:
        inner = (field.name for field in fields(kind) if field.type not in _PLAIN)
        names = _NAMES[kind] = tuple(inner)
    return names


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order of their fields."""
    for name in _field_names(type(node)):
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, parents first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(children(current))))


Fields = frozenset[tuple[type[Node], str]]


def transform(node: _N, change: Callable[[Node], Node], kept: Fields = frozenset()) -> _N:
    """The tree with `change` applied to every node, children first; untouched nodes are shared,
    and what is in the `kept` fields of a kind of node is not looked at."""
    return _changed(node, change, kept)  # type: ignore[return-value]


def _changed(node: Node, change: Callable[[Node], Node], kept: Fields) -> Node:
    updates: dict[str, object] = {}
    for name in _field_names(type(node)):
        old = getattr(node, name)
        if isinstance(old, Node | tuple) and (type(node), name) not in kept:
            new = _value(old, change, kept)
            if new is not old:
                updates[name] = new
    return change(replace(node, **updates) if updates else node)


def _value(value: object, change: Callable[[Node], Node], kept: Fields) -> object:
    if isinstance(value, Node):
        return _changed(value, change, kept)
    if isinstance(value, tuple):
        items = [_value(item, change, kept) for item in value]
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else tuple(items)
    return value


def substitute(node: Expression, replaced: Mapping[str, Expression]) -> Expression:
    """The tree with identifiers replaced, lambda parameters of the same name left alone."""
    return _substituted(node, replaced)  # type: ignore[return-value]


def _substituted(node: Node, replaced: Mapping[str, Expression]) -> Node:
    if isinstance(node, Identifier):
        found = replaced.get(node.parts[0])
        return found if found is not None and len(node.parts) == 1 else node
    if isinstance(node, Lambda):
        inner = {k: v for k, v in replaced.items() if k not in node.parameters}
        return _below(_kept_apart(node, inner), inner) if inner else node
    return _below(node, replaced)


def _below(node: Node, replaced: Mapping[str, Expression]) -> Node:
    def changed(value: object) -> object:
        if isinstance(value, Node):
            return _substituted(value, replaced)
        return tuple(map(changed, value)) if isinstance(value, tuple) else value

    old = {name: getattr(node, name) for name in _field_names(type(node))}
    return replace(node, **{name: changed(value) for name, value in old.items()})


def _kept_apart(node: Lambda, replaced: Mapping[str, Expression]) -> Lambda:
    """The lambda with parameters other than the names in what is put into it."""
    used = {
        one.parts[0]
        for value in replaced.values()
        for one in walk(value)
        if isinstance(one, Identifier)
    }
    renamed = {name: f"__{name}" for name in node.parameters if name in used}
    if not renamed:
        return node
    identifiers = {name: Identifier((new,)) for name, new in renamed.items()}
    parameters = tuple(renamed.get(name, name) for name in node.parameters)
    return _kept_apart(Lambda(parameters, substitute(node.body, identifiers)), replaced)
