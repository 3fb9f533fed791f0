"""The servers that tests of object stores share."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.stores.hadoop import hdfs, wait_for_data
from tests.stores.servers import Bucket, proxied, served

_numbers = count(1)


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """One S3 server for the run: its port and its folder."""
    folder = tmp_path_factory.mktemp("s3")
    with served(folder) as port:
        yield port, folder


@pytest.fixture
def bucket(s3_server: tuple[int, Path]) -> Iterator[Bucket]:
    """A new bucket whose requests are counted."""
    with proxied(*s3_server, f"bucket{next(_numbers)}") as bucket:
        yield bucket


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one HDFS for the run."""
    with hdfs(tmp_path_factory.mktemp("hdfs")) as address:
        wait_for_data(address)
        yield address
