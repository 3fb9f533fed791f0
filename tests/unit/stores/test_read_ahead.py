"""What follows what was read comes along; nothing is fetched twice, nor for nothing."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sparktree.stores import read_ahead
from sparktree.stores.read_ahead import ReadAhead

DATA = random.Random(1).randbytes(1 << 20)


class Fetching:
    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def __call__(self, position: int, count: int) -> bytes:
        self.asked.append((position, count))
        return DATA[position : position + count]


@pytest.mark.parametrize("step", [10_000, 7_777, 1 << 14])
def test_a_scan_takes_few_requests(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_ahead, "LARGEST", 200_001)  # which no piece is a part of
    fetch = Fetching()
    ahead = ReadAhead(len(DATA), fetch)
    for position in range(0, len(DATA), step):
        assert ahead.read(position, step) == DATA[position : position + step]
    assert len(fetch.asked) <= 11
    assert sum(count for _, count in fetch.asked) == len(DATA)  # no byte twice


def test_single_rows_take_no_byte_too_many() -> None:
    fetch = Fetching()
    ahead = ReadAhead(len(DATA), fetch)
    places = [(500_000, 100), (3, 7), (900_000, 1), (600_000, 50)]
    assert [ahead.read(*place) for place in places] == [DATA[p : p + n] for p, n in places]
    assert fetch.asked == places


def test_no_more_is_fetched_at_a_time_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_ahead, "LARGEST", 30_000)
    fetch = Fetching()
    ahead = ReadAhead(len(DATA), fetch)
    for position in range(0, 300_000, 1000):
        ahead.read(position, 1000)
    assert max(count for _, count in fetch.asked) == 30_000
    assert ahead.read(300_000, 50_000) == DATA[300_000:350_000]


def test_threads_wait_for_what_others_fetch() -> None:
    begun, released = threading.Event(), threading.Event()
    fetch = Fetching()

    def slow(position: int, count: int) -> bytes:
        if position:
            begun.set()
            assert released.wait(60)
        return fetch(position, count)

    ahead = ReadAhead(len(DATA), slow)
    ahead.read(0, 1000)
    ahead_of = [(1000, 400), (1400, 600)]
    with ThreadPoolExecutor() as pool:
        first = pool.submit(ahead.read, *ahead_of[0])
        assert begun.wait(60)
        second = pool.submit(ahead.read, *ahead_of[1])
        released.set()
        assert [first.result(), second.result()] == [DATA[1000:1400], DATA[1400:2000]]
    assert fetch.asked == [(0, 1000), (1000, 1000)]


def test_what_fails_is_tried_again() -> None:
    fails = [True]

    def failing(position: int, count: int) -> bytes:
        if position and fails.pop():
            raise OSError("no answer")
        return DATA[position : position + count]

    ahead = ReadAhead(len(DATA), failing)
    ahead.read(0, 1000)
    with pytest.raises(OSError, match="no answer"):
        ahead.read(1000, 10)
    fails.append(False)
    assert ahead.read(1000, 10) == DATA[1000:1010]


def test_any_order_gives_the_bytes() -> None:
    chance = random.Random(2)
    ahead = ReadAhead(len(DATA), Fetching())
    places = [(p, 5000) for p in range(0, len(DATA) - 5000, 5000)]
    chance.shuffle(places)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda place: ahead.read(*place), places))
    assert found == [DATA[p : p + n] for p, n in places]


def test_gaps_are_read_over_if_they_are_small() -> None:
    fetch = Fetching()
    ahead = ReadAhead(len(DATA), fetch, seek=500)
    for position in range(0, 600_000, 1500):
        assert ahead.read(position, 1000) == DATA[position : position + 1000]
    assert len(fetch.asked) < 20
    alone = (1_040_000, 10)
    assert ahead.read(*alone) == DATA[1_040_000:1_040_010]
    assert fetch.asked[-1] == alone
