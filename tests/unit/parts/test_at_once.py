"""Orders that are carried out at the same time."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

import pytest

from sparktree.parts.at_once import results_in_order


def test_results_come_in_the_order_of_the_orders() -> None:
    def work(number: int) -> int:
        time.sleep(0.01 * (number % 3))
        return number

    orders = [partial(work, number) for number in range(20)]
    assert list(results_in_order(orders, 4)) == list(range(20))
    assert list(results_in_order([], 4)) == []


def test_one_order_needs_no_thread() -> None:
    found = list(results_in_order([threading.current_thread], 4))
    assert found == [threading.current_thread()]


def test_after_a_failure_nobody_is_at_work() -> None:
    done: list[int] = []

    def work(number: int) -> int:
        if number == 3:
            raise ValueError("three")
        time.sleep(0.02)
        done.append(number)
        return number

    with pytest.raises(ValueError, match="three"):
        list(results_in_order([partial(work, number) for number in range(100)], 4))
    count = len(done)
    time.sleep(0.1)
    assert len(done) == count < 100


def test_orders_are_not_taken_long_before_they_are_done() -> None:
    taken: list[int] = []

    def orders() -> Iterator[Callable[[], int]]:
        for number in range(100):
            taken.append(number)
            yield partial(int, number)

    with closing(results_in_order(orders(), 4)) as results:
        assert next(results) == 0
        assert len(taken) < 20
