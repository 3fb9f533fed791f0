"""What tasks tell the driver when they end, while the job still runs."""

import threading
from typing import Any

from pyspark import Accumulator, AccumulatorParam, SparkContext

from sparktree.spark.progress import Listener, Report


class _InTask(AccumulatorParam[tuple[Report, ...]]):
    """In a task the reports are kept until Spark fetches them."""

    def zero(self, value: tuple[Report, ...]) -> tuple[Report, ...]:
        return ()

    def addInPlace(  # noqa: N802  # Spark's name
        self, value1: tuple[Report, ...], value2: tuple[Report, ...]
    ) -> tuple[Report, ...]:
        return value1 + value2


class _InDriver(_InTask):
    """In the driver they go to whoever listens to the run, and nothing is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0
        self._listeners: dict[int, Listener] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _InTask, ()

    def addInPlace(  # noqa: N802  # Spark's name
        self, value1: tuple[Report, ...], value2: tuple[Report, ...]
    ) -> tuple[Report, ...]:
        for report in value2:
            with self._lock:
                listener = self._listeners.get(report.run)
            if listener is not None:
                listener(report)
        return ()

    def listen(self, listener: Listener) -> int:
        with self._lock:
            self._next += 1
            self._listeners[self._next] = listener
            return self._next

    def forget(self, run: int) -> None:
        with self._lock:
            self._listeners.pop(run, None)


class Reports:
    """One accumulator for all runs of a Spark context."""

    def __init__(self, context: SparkContext) -> None:
        self._driver = _InDriver()
        self.accumulator: Accumulator[tuple[Report, ...]] = context.accumulator((), self._driver)

    def listen(self, listener: Listener) -> int:
        """From now on the listener gets the reports of the run whose number is returned."""
        return self._driver.listen(listener)

    def forget(self, run: int) -> None:
        """The run is over; late reports are dropped."""
        self._driver.forget(run)
