"""What the driver's kernel computes is stopped, or left alone."""

import threading
from collections.abc import Iterator
from typing import Any, cast

import pytest

from sparktree.errors import Code, Error
from sparktree.spark.queries import Query, RunOptions


class Kernel:
    """A connection that is deaf to interrupts."""

    def __init__(self) -> None:
        self.interrupts = 0
        self.closed = threading.Event()

    def interrupt(self) -> None:
        self.interrupts += 1

    def close(self) -> None:
        self.closed.set()


def apart(query: Query, kernel: Kernel, rows: Any) -> Iterator[int]:
    return cast("Iterator[int]", query.apart(cast("Any", kernel), rows))


def test_rows_come_one_by_one_and_the_connection_is_closed_after_them() -> None:
    kernel, made = Kernel(), list[int]()

    def rows() -> Iterator[int]:
        for number in range(3):
            made.append(number)
            yield number

    found = apart(Query(RunOptions("few"), 0), kernel, rows)
    assert next(found) == 0
    assert made == [0]
    assert not kernel.closed.is_set()
    assert list(found) == [1, 2]
    assert kernel.closed.wait(10)
    assert kernel.interrupts == 0


def test_what_fails_fails_whoever_asked() -> None:
    def rows() -> Iterator[int]:
        yield 1
        raise Error(Code.BAD_ARGUMENTS, "No.")

    found = apart(Query(RunOptions("failing"), 0), kernel := Kernel(), rows)
    assert next(found) == 1
    with pytest.raises(Error, match="No"):
        next(found)
    assert kernel.closed.wait(10)


@pytest.mark.parametrize("limit", [0.0, 0.2])
def test_nobody_waits_for_a_call_that_does_not_look_up(limit: float) -> None:
    begun, end, kernel = threading.Event(), threading.Event(), Kernel()

    def rows() -> Iterator[int]:
        begun.set()
        assert end.wait(60)
        yield 1

    query = Query(RunOptions("deaf", limit), 0)

    def kill() -> None:
        begun.wait(60)
        query.fail(Error(Code.QUERY_WAS_CANCELLED, "Stop."))

    if not limit:
        threading.Thread(target=kill).start()
    with pytest.raises(Error) as raised:
        next(apart(query, kernel, rows))
    assert raised.value.code == (Code.TIMEOUT_EXCEEDED if limit else Code.QUERY_WAS_CANCELLED)
    assert kernel.interrupts
    assert not kernel.closed.is_set()  # it computes still
    end.set()
    assert kernel.closed.wait(10)
