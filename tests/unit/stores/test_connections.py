"""Connections to servers are kept for all threads of a process, and not beyond it."""

import multiprocessing
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sparktree.stores.http import Limits, Request, send
from tests.stores.servers import Proxy, free_port, standing
from tests.stores.web import serving


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    proxy = Proxy(free_port())
    with serving(tmp_path) as web:
        web.put("file", "x")
        with standing(proxy, urlsplit(web.url).port or 0):
            yield proxy


def ask(proxy: Proxy) -> None:
    address = f"http://127.0.0.1:{proxy.port}"
    headers = {"host": f"127.0.0.1:{proxy.port}"}
    answer = send(address, lambda: Request("GET", "/file", headers), Limits())
    assert (answer.status, answer.body) == (200, b"x")


def test_threads_take_the_connections_of_those_that_ended(proxy: Proxy) -> None:
    for _ in range(5):
        thread = threading.Thread(target=ask, args=(proxy,))
        thread.start()
        thread.join()
    assert len(proxy.asked) == 5
    assert len({one.client for one in proxy.asked}) == 1


def test_a_forked_process_has_connections_of_its_own(proxy: Proxy) -> None:
    ask(proxy)
    forked = multiprocessing.get_context("fork").Process(target=ask, args=(proxy,))
    forked.start()
    forked.join(60)
    assert forked.exitcode == 0
    ask(proxy)
    first, other, again = (one.client for one in proxy.asked)
    assert first == again != other
