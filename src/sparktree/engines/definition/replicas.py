"""Replicated tables: the path and the replica's name that their engine says, and macros in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sparktree.engines.definition.engines import REPLICA_PARAMETERS, engine_info
from sparktree.errors import Code, Error
from sparktree.sql import ast

_PLACE = len(REPLICA_PARAMETERS)


@dataclass(frozen=True, slots=True)
class ReplicaPlace:
    """Which table a replica is of, and what it is called among the table's replicas."""

    path: str
    replica: str

    @property
    def full(self) -> str:
        """The replica's own path."""
        return f"{self.path}/replicas/{self.replica}"

    def expanded(self, macros: Mapping[str, str]) -> ReplicaPlace:
        """With the values of its macros; NO_ELEMENTS_IN_CONFIG if there is none of that name."""
        path = expand(self.path, macros).rstrip("/")
        return ReplicaPlace(path, expand(self.replica, macros))


def expand(text: str, macros: Mapping[str, str]) -> str:
    """The text with the values of its `{macros}`."""

    def value(name: str, place: int) -> str:
        if name in macros:
            return macros[name]
        raise Error(
            Code.NO_ELEMENTS_IN_CONFIG,
            f"No macro '{name}' in config while processing substitutions in '{text}' at '{place}'"
            " or macro is not supported here.",
        )

    return _substituted(text, value)


def unfolded(text: str, macros: Mapping[str, str]) -> str:
    """The text with the values of some macros; others stay as they are."""
    return _substituted(text, lambda name, _: macros.get(name, f"{{{name}}}"))


def _substituted(text: str, value: Callable[[str, int], str]) -> str:
    pieces, place = [], 0
    while (begin := text.find("{", place)) >= 0:
        end = text.find("}", begin)
        if end < 0:
            raise Error(Code.SYNTAX_ERROR, f"Unbalanced {{ and }} in string with macros: '{text}'")
        pieces += [text[place:begin], value(text[begin + 1 : end], begin + 1)]
        place = end + 1
    return "".join((*pieces, text[place:]))


def written_place(engine: ast.Function) -> ReplicaPlace | None:
    """The place that the engine says, if it does."""
    if not engine_info(engine.name).is_replicated or len(engine.args) < _PLACE:
        return None
    path, replica = engine.args[:_PLACE]
    if not isinstance(path, ast.Literal) or not isinstance(replica, ast.Literal):
        return None
    for node, what in ((path, "Path in ZooKeeper"), (replica, "Replica name")):
        if not isinstance(node.value, str):
            raise Error(Code.BAD_ARGUMENTS, f"{what} must be a string literal")
    return ReplicaPlace(str(path.value), str(replica.value))


def own_arguments(engine: ast.Function) -> tuple[ast.Expression, ...]:
    """The arguments behind the place, if there is one."""
    return engine.args[_PLACE:] if written_place(engine) is not None else engine.args


def at_place(engine: ast.Function, place: ReplicaPlace) -> ast.Function:
    """The engine, which says its place."""
    literals = (ast.Literal(place.path), ast.Literal(place.replica))
    return replace(engine, args=(*literals, *own_arguments(engine)))


def says_no_place(engine: ast.Function) -> bool:
    """Whether the place is left to the configuration: no literal begins the arguments."""
    args = engine.args
    if not args or not isinstance(args[0], ast.Literal):
        return True
    return len(args) == 1 and engine_info(engine.name).is_configured
