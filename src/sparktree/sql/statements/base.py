"""What all statements share."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.sql.ast import Node, Setting


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """A statement that is not a query."""


@dataclass(frozen=True, slots=True)
class Outfile(Node):
    """`INTO OUTFILE 'path' [APPEND | TRUNCATE] [AND STDOUT] [COMPRESSION 'x' [LEVEL n]]`."""

    path: str
    append: bool = False
    truncate: bool = False
    and_stdout: bool = False
    compression: str | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """A statement with what may stand behind any of them; `text` is its source."""

    statement: Node
    text: str = ""
    format: str | None = None
    outfile: Outfile | None = None
    settings: tuple[Setting, ...] = ()
