import itertools
from collections.abc import Callable, Iterator

import pytest

from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle


@pytest.fixture(scope="session")
def handle() -> Iterator[SparkHandle]:
    handle = SparkHandle(conf={"spark.master": "local[2,3]"})
    yield handle
    handle.close()


@pytest.fixture(scope="session")
def options() -> Callable[..., RunOptions]:
    numbers = itertools.count()

    def make(**settings: object) -> RunOptions:
        return RunOptions(f"test-{next(numbers)}", **settings)  # type: ignore[arg-type]

    return make
