"""The hints in a statement's comments: expected errors and echo."""

import re
from dataclasses import dataclass

from sparktree.errors import Code

_HINT = re.compile(r"--[^\n{]*\{([^}]*)\}")
_HINT_COMMENT = re.compile(_HINT.pattern + r"[^\n]*")
_ERRORS = re.compile(r"(serverError|clientError|error)\s+((?:\w+\s*,\s*)*\w+)")


@dataclass(frozen=True, slots=True)
class Hints:
    """What the test's author expects of a statement."""

    errors: frozenset[int] = frozenset()
    """Any of these codes; empty when the statement must succeed."""
    echo: bool | None = None
    """Whether statements are printed from here on; None leaves it as it is."""


def hints(full: str) -> Hints:
    """The hints of a statement with its comments."""
    errors: set[int] = set()
    echo: bool | None = None
    for body in _HINT.findall(full):
        for _, names in _ERRORS.findall(body):
            errors.update(code(name.strip()) for name in names.split(","))
        word = body.strip()
        if word in ("echo", "echoOn", "echoOff"):
            echo = word != "echoOff"
    return Hints(frozenset(errors), echo)


def without_hints(text: str) -> str:
    """The statement alone: chdb would judge hints itself, as clickhouse-client does."""
    return _HINT_COMMENT.sub("", text)


def code(name: str) -> int:
    """An error's number, from its number or its name."""
    if name.isdigit():
        return int(name)
    if name not in Code.__members__:
        raise ValueError(f"No error of ClickHouse is called {name}.")
    return int(Code[name])
