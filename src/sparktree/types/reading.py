"""What the readers of single values share: how a reader answers, and how reading fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.types.base import Type


@dataclass(frozen=True, slots=True)
class Context:
    """How to read: in which time zone, whether numbers must fit, how moments may be written, and
    whether it is a field of a format."""

    zone: str = "UTC"
    checked: bool = False
    moments: str = "best_effort"
    field: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """A value in a text that the kernel can cast, and how many characters it took."""

    value: str
    end: int


Reader = Callable[[Type, str, Context], Read]


def failure(code: Code, message: str, type_: Type) -> Error:
    """The error of a text that is not a value of the type."""
    return Error(code, f"{message}: Cannot parse {type_} from String")


def rest_failure(text: str, end: int, type_: Type) -> Error:
    """The error of text after a value."""
    where = f"at position {end} (parsed just '{text[:end]}')" if end else "at begin of string"
    hint = ""
    if str(type_).startswith(("Int", "UInt", "Float", "BFloat")):
        hint = (
            f". Note: there are to{type_}OrZero and to{type_}OrNull functions, "
            "which returns zero/NULL instead of throwing exception."
        )
    return Error(
        Code.CANNOT_PARSE_TEXT,
        f"Cannot parse string '{text}' as {type_}: syntax error {where}{hint}",
    )
