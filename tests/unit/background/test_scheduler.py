"""The scheduler: lazy, one task a key, bounded pools, failures recorded, cancellation."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping

import pytest

from sparktree.background.pools import pool_sizes
from sparktree.background.scheduler import Cancellation, Pool, Scheduler, Task
from sparktree.errors import Code, Error


def until(holds: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


class Work:
    """A source that gives each of its tasks once to whoever asks."""

    def __init__(self, *names: str, run: Callable[[Cancellation], None] = lambda _: None) -> None:
        self.left = list(names)
        self.done: list[str] = []
        self.run = run

    def __call__(self, table: str, free: Mapping[Pool, int]) -> Iterator[Task]:
        for name in list(self.left)[: free[Pool.MERGES_MUTATIONS]]:
            yield Task(Pool.MERGES_MUTATIONS, table, name, self._task(name))

    def _task(self, name: str) -> Callable[[Cancellation], None]:
        def task(cancellation: Cancellation) -> None:
            self.run(cancellation)
            self.left.remove(name)
            self.done.append(name)

        return task


def test_no_thread_before_the_first_wake() -> None:
    before = threading.active_count()
    scheduler = Scheduler([Work("a")])
    assert threading.active_count() == before
    scheduler.stop()


def test_runs_what_a_source_offers() -> None:
    work = Work("a", "b", "c")
    scheduler = Scheduler([work], {Pool.MERGES_MUTATIONS: 1})
    scheduler.wake("t")
    until(lambda: sorted(work.done) == ["a", "b", "c"])
    assert scheduler.wait_idle("t", 5)
    scheduler.stop()


def test_a_key_runs_once_at_a_time_and_pools_are_bounded() -> None:
    gate = threading.Event()

    def wait(_: Cancellation) -> None:
        gate.wait(5)

    work = Work("a", "b", "c", run=wait)
    scheduler = Scheduler([work], {Pool.MERGES_MUTATIONS: 2})
    for _ in range(5):
        scheduler.wake("t")
    until(lambda: len(scheduler.running()) == 2)
    assert sorted(task.name for task in scheduler.running()) == ["a", "b"]
    gate.set()
    until(lambda: len(work.done) == 3)
    scheduler.stop()
    assert sorted(work.done) == ["a", "b", "c"]


def test_a_failure_is_recorded_and_tried_again() -> None:
    def fail(_: Cancellation) -> None:
        raise Error(Code.ABORTED, "no luck")

    scheduler = Scheduler([Work("a", run=fail)], {Pool.MERGES_MUTATIONS: 1}, recheck=0.05)
    scheduler.wake("t")
    until(lambda: len(scheduler.failures) >= 2)
    scheduler.stop()
    assert {str(one.error) for one in scheduler.failures} == {
        "Code: 236. DB::Exception: no luck. (ABORTED)"
    }


def test_a_wake_does_not_put_off_the_look_at_what_others_left() -> None:
    scheduler = Scheduler([Work("a")], {Pool.MERGES_MUTATIONS: 1}, recheck=30)
    waits: list[float] = []
    wait = scheduler._changed.wait

    def noted(timeout: float | None = None) -> bool:
        assert timeout is not None
        waits.append(timeout)
        return wait(timeout)

    scheduler._changed.wait = noted  # type: ignore[method-assign]
    scheduler.start()
    until(lambda: len(waits) >= 1)
    time.sleep(0.02)
    scheduler.wake("t")
    until(lambda: len(waits) >= 2)
    scheduler.stop()
    assert waits[1] < waits[0] <= 30


def test_a_failing_source_does_not_stop_the_others() -> None:
    def broken(_table: str, _free: Mapping[Pool, int]) -> Iterator[Task]:
        raise ValueError("broken")

    work = Work("a")
    scheduler = Scheduler([broken, work], {Pool.MERGES_MUTATIONS: 1})
    scheduler.wake("t")
    until(lambda: work.done == ["a"])
    scheduler.stop()
    assert isinstance(scheduler.failures[0].error, ValueError)


def test_cancel_waits_for_the_end() -> None:
    ended: list[str] = []

    def run(cancellation: Cancellation) -> None:
        try:
            while True:
                cancellation.check()
                time.sleep(0.005)
        finally:
            ended.append("yes")

    scheduler = Scheduler([Work("a", run=run)], {Pool.MERGES_MUTATIONS: 1})
    scheduler.wake("t")
    until(lambda: len(scheduler.running()) == 1)
    scheduler.cancel(lambda task: task.table == "t")
    assert ended == ["yes"]
    scheduler.stop()


def test_stop_ends_running_tasks() -> None:
    def run(cancellation: Cancellation) -> None:
        while True:
            cancellation.check()
            time.sleep(0.005)

    scheduler = Scheduler([Work("a", run=run)], {Pool.MERGES_MUTATIONS: 1})
    scheduler.wake("t")
    until(lambda: len(scheduler.running()) == 1)
    scheduler.stop()
    assert scheduler.running() == []
    scheduler.wake("t")
    assert scheduler.running() == []


def test_sizes_come_from_the_server_settings() -> None:
    given = {"background_pool_size": "3", "background_merges_mutations_concurrency_ratio": "1"}
    sizes = pool_sizes(given.get)
    assert (sizes[Pool.MERGES_MUTATIONS], sizes[Pool.COMMON]) == (3, 8)


@pytest.mark.parametrize("wrong", ["0", "-1", "many"])
def test_a_wrong_size_is_refused(wrong: str) -> None:
    with pytest.raises(Error) as raised:
        pool_sizes({"background_pool_size": wrong}.get)
    assert raised.value.code == Code.INVALID_CONFIG_PARAMETER
