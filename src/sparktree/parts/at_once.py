"""Work that mostly waits for files, several pieces of it at the same time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

T = TypeVar("T")


def results_in_order(orders: Iterable[Callable[[], T]], at_once: int) -> Generator[T, None, None]:
    """What the orders give, in their order; when this ends, however it does, none is at work."""
    remaining = iter(orders)
    some = list(islice(remaining, 2))
    if len(some) < 2:
        for order in some:
            yield order()
        return
    yield from _by_threads(chain(some, remaining), at_once)


def _by_threads(orders: Iterator[Callable[[], T]], at_once: int) -> Generator[T, None, None]:
    waiting: deque[Future[T]] = deque()
    with ThreadPoolExecutor(at_once) as pool:
        try:
            for order in orders:
                waiting.append(pool.submit(order))
                if len(waiting) > 2 * at_once:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
