"""One server for all tests of a process: an engine of its own, served from a thread."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.server.listeners import bind
from sparktree.server.server import Server
from sparktree.settings.config import Config
from tests.server.asking import Asking


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server; tests keep to databases of their own."""
    config = Config(
        {"http_port": "0", "tcp_port": "0", "listen_host": "127.0.0.1", "display_name": "tests"}
    )
    with sparktree.connect(str(tmp_path_factory.mktemp("served")), config=config) as engine:
        yield from served(engine, config)


def served(
    engine: sparktree.Engine, config: Config, load: Callable[[], Config] | None = None
) -> Iterator[Server]:
    """A server that runs in a thread until the test is over."""
    server = Server(engine, config, bind(config), load)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert server.wait_ready(30)
        yield server
    finally:
        server.stop()
        thread.join(30)


@pytest.fixture
def http(server: Server) -> Asking:
    """Requests to the server."""
    return Asking(server.port("http_port"))


@pytest.fixture
def database(http: Asking, request: pytest.FixtureRequest) -> Iterator[str]:
    """A database for one test."""
    name = f"d_{abs(hash(request.node.name)) % 10**8}"
    http.ok(f"CREATE DATABASE {name}")
    yield name
    http.ok(f"DROP DATABASE {name}")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of one test alone, which may end it."""
    config = Config({"http_port": "0", "tcp_port": "0", "listen_host": "127.0.0.1"})
    with sparktree.connect(str(tmp_path / "own"), config=config) as engine:
        yield from served(engine, config)
