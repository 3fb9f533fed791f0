"""Values of the configuration's elements, with the errors that ClickHouse has for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sparktree.errors import Code, Error
from sparktree.settings.config import ATTRIBUTE, leaf_text

WORD = re.compile(r"[A-Za-z0-9_]+")
_TRUE, _FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off"})
_SIZES = {"": 1, "k": 10**3, "K": 10**3, "Ki": 1 << 10}
_SIZES |= {letter: 1000**power for power, letter in enumerate("MGT", 2)}
_SIZES |= {f"{letter}i": 1024**power for power, letter in enumerate("MGT", 2)}


class Element:
    """An element of the configuration with others below it."""

    def __init__(self, node: Any, path: str) -> None:
        self.node: Mapping[str, Any] = node if isinstance(node, Mapping) else {}
        self.path = path

    def elements(self) -> Iterator[tuple[str, Element]]:
        """What is below it by name; the second one of a name has the number 1 in brackets."""
        for name, value in self.node.items():
            if name.startswith((ATTRIBUTE, "#")):
                continue
            for number, one in enumerate(value if isinstance(value, list) else [value]):
                shown = f"{name}[{number}]" if number else name
                yield shown, Element(one, f"{self.path}.{shown}")

    def __contains__(self, name: str) -> bool:
        return name in self.node

    def below(self, name: str) -> Element:
        """The element of that name, empty if there is none."""
        found = self.node.get(name)
        return Element(found[0] if isinstance(found, list) else found, f"{self.path}.{name}")

    def texts(self, name: str) -> list[str]:
        """The texts of all elements of a name."""
        found = self.node.get(name, [])
        texts = (leaf_text(one) for one in (found if isinstance(found, list) else [found]))
        return [text for text in texts if text is not None]

    def text(self, name: str, default: str = "") -> str:
        """The text of an element."""
        return next(iter(self.texts(name)), default)

    def required(self, name: str) -> str:
        """The text of an element that must be there."""
        if name not in self:
            raise Error(Code.POCO_EXCEPTION, f"Not found: {self.path}.{name}")
        return self.text(name)

    def unsigned(self, name: str, default: int = 0) -> int:
        """A number without a sign."""
        text = self.text(name, str(default))
        if not text.isdecimal():
            raise Error(
                Code.POCO_EXCEPTION, f"Syntax error: Not a valid unsigned integer: '{text}'"
            )
        return int(text)

    def real(self, name: str, default: float = 0.0) -> float:
        """A number with a fraction."""
        text = self.text(name, str(default))
        try:
            return float(text)
        except ValueError:
            raise Error(
                Code.POCO_EXCEPTION, f"Syntax error: Not a valid floating-point number: '{text}'"
            ) from None

    def flag(self, name: str, *, default: bool = False) -> bool:
        """true or false, or a number."""
        text = self.text(name, str(default))
        if text.isdecimal():
            return int(text) != 0
        if text.lower() in _TRUE | _FALSE:
            return text.lower() in _TRUE
        raise Error(Code.POCO_EXCEPTION, f"Syntax error: Cannot convert to boolean: {text}")

    def size(self, name: str) -> int:
        """Bytes, as 10Gi."""
        text = self.text(name)
        rest = text.lstrip("0123456789")
        digits = text[: len(text) - len(rest)]
        if not digits or rest not in _SIZES:
            raise Error(
                Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
                f"Cannot parse input: expected 'eof' before: '{rest}'",
            )
        return int(digits) * _SIZES[rest]
