"""Things declared once and found by key."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Registry(dict[K, V]):
    """What was declared, by key. Declaring a key twice is a bug found at import."""

    def declare(self, *keys: K) -> Callable[[V], V]:
        """A decorator that files the thing below it under every key."""

        def file(thing: V) -> V:
            for key in keys:
                self.add(key, thing)
            return thing

        return file

    def add(self, key: K, thing: V) -> None:
        """File one thing; the table-shaped declarations use this."""
        if key in self:
            raise ValueError(f"{key} is declared twice")
        self[key] = thing
