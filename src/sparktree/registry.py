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


class NamedRegistry(Registry[str, V]):
    """What was declared under names, some of which are found in any case."""

    def __init__(self) -> None:
        super().__init__()
        self.any_case: dict[str, str] = {}  # names in lower case, and what is meant by them

    def name(self, name: str, thing: V, *, any_case: bool) -> None:
        """File one thing under a name, maybe one in any case."""
        self.add(name, thing)
        if any_case:
            self.any_case[name.lower()] = name

    def spelled(self, name: str) -> str:
        """The name as it was declared, for one as it was written; another name stays."""
        return name if name in self else self.any_case.get(name.lower(), name)

    def find(self, name: str) -> V | None:
        """What the name means, None if nothing."""
        return self.get(self.spelled(name))
