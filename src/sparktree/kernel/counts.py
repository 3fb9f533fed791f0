"""What is counted in this process until somebody takes the counts."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping


class Counts:
    """Amounts by name, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def count(self, name: str, amount: int = 1) -> None:
        """It happened, or so much of it."""
        with self._lock:
            self._counts[name] += amount

    def add(self, amounts: Mapping[str, int]) -> None:
        """So much happened elsewhere."""
        if amounts:
            with self._lock:
                self._counts.update(amounts)

    def take(self, beginning: str = "") -> Mapping[str, int]:
        """What was counted under names with this beginning since it was asked last."""
        if not self._counts:
            return {}
        with self._lock:
            names = [name for name in self._counts if name.startswith(beginning)]
            return {name: self._counts.pop(name) for name in names}
