"""Folders of web servers: what their indexes say, ranges, and servers that know none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sparktree.errors import Error
from sparktree.stores.http import Limits
from sparktree.stores.store import Staged
from sparktree.stores.web import WebStore, index_text, web_store
from tests.stores.web import Web, serving


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    with serving(tmp_path) as web:
        web.put("t/store/.index", index_text(["a b", "c"], {}))
        web.put("t/store/a b/.index", index_text([], {"x%28y": 5, "ü": 0}))
        web.put("t/store/a b/x%28y", "01234")
        web.put("t/store/a b/ü", "")
        web.put("t/store/c/.index", "")
        yield web


@pytest.fixture
def store(web: Web) -> WebStore:
    return web_store(f"{web.url}/t/", {}, Limits(first_pause=0.01))


def test_folders_are_listed_by_their_indexes(store: WebStore) -> None:
    assert [one.key for one in store.list("store/")] == ["store/a b/", "store/c/"]
    assert [one.key for one in store.list("store/a")] == ["store/a b/"]
    deep = [(one.key, one.size) for one in store.list("store/", deep=True)]
    assert deep == [("store/a b/x%28y", 5), ("store/a b/ü", 0)]
    assert list(store.list("store/c/")) == list(store.list("nothing/")) == []


def test_what_is_no_index_is_refused(web: Web, store: WebStore) -> None:
    for text in ("<html>\n", "a\ttrue\t5x\nb\tfalse\n", "a\tfalse\t-1\n"):
        web.put("t/bad/.index", text)
        with pytest.raises(Error, match=r"/t/bad/\.index is no index") as error:
            list(store.list("bad/"))
        assert error.value.name == "CORRUPTED_DATA"


@pytest.mark.parametrize("ranges", [True, False])
def test_pieces_of_files_are_read(web: Web, store: WebStore, ranges: bool) -> None:
    web.ranges = ranges
    key = "store/a b/x%28y"
    assert store.get(key) == b"01234"
    assert store.get(key, 1, 2) == b"12"
    assert store.get(key, 3) == b"34"
    assert store.get(key, 9, 2) == b""
    found = store.head(key)
    assert found is not None and found.size == 5
    assert store.head("store/none") is None
    with pytest.raises(Error) as error:
        store.get("store/none")
    assert error.value.name == "FILE_DOESNT_EXIST"


def test_a_busy_server_is_asked_again_and_nothing_is_written(web: Web, store: WebStore) -> None:
    web.failures = 2
    assert store.get("store/a b/x%28y") == b"01234"
    web.failures = 100
    with pytest.raises(Error) as error:
        store.get("store/a b/x%28y")
    assert error.value.name == "RECEIVED_ERROR_FROM_REMOTE_IO_SERVER"
    for write in (
        lambda: store.put("x", b""),
        lambda: store.delete(["x"]),
        lambda: store.stage("x", ""),
        lambda: store.publish(Staged("x", "")),
    ):
        with pytest.raises(Error) as error:
            write()
        assert error.value.name == "READONLY"
    assert {method for method, *_ in web.asked} <= {"GET", "HEAD"}


def test_wrong_addresses_are_refused() -> None:
    for address in ("ftp://host/", "host/path/", "http:///x/"):
        with pytest.raises(Error) as error:
            web_store(address, {}, Limits())
        assert error.value.name == "BAD_ARGUMENTS"
