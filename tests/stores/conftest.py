"""The servers that tests of object stores share."""

from collections.abc import Iterator

import pytest

from tests.stores.hadoop import hdfs, wait_for_data


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one HDFS for the run."""
    with hdfs(tmp_path_factory.mktemp("hdfs")) as address:
        wait_for_data(address)
        yield address
