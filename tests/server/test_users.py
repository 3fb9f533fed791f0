"""Users of a configuration as clients of a server: passwords, constraints, quotas by key."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sparktree
from sparktree.server.server import Server
from sparktree.settings.config import load_config
from tests.server.asking import Asking
from tests.server.conftest import served

_CONFIG = """<clickhouse>
    <listen_host>127.0.0.1</listen_host><http_port>0</http_port>
    <users_config>users.xml</users_config>
</clickhouse>"""
_USERS = """<clickhouse>
    <profiles><default/>
        <careful><constraints><max_threads><max>4</max></max_threads></constraints></careful>
        <reader><readonly>1</readonly></reader></profiles>
    <quotas><default/>
        <keyed><keyed/><interval><duration>31556952</duration><queries>1</queries></interval></keyed>
    </quotas>
    <users>
        <default><password>d</password><access_management>1</access_management></default>
        <ann><password>a</password><profile>careful</profile><quota>keyed</quota></ann>
        <bob><password>b</password><profile>reader</profile></bob>
        <far><password>f</password><networks><ip>10.0.0.0/8</ip></networks></far>
    </users>
</clickhouse>"""
_QUERY = "SELECT count() FROM numbers(3)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("users")
    (folder / "users.xml").write_text(_USERS)
    (folder / "config.xml").write_text(_CONFIG)
    config = load_config(folder / "config.xml")
    with sparktree.connect(folder / "data", config=config, password="d") as engine:
        yield from served(engine, config)


@pytest.fixture
def own(server: Server) -> Asking:
    return Asking(server.port("http_port"))


def test_passwords_and_networks(own: Asking) -> None:
    assert (
        own.request("POST", "/", "SELECT currentUser()", user="ann", password="a").text == "ann\n"
    )
    for user, password in (("ann", ""), ("ann", "x"), ("default", ""), ("far", "f"), ("eve", "")):
        refused = own.request("POST", "/", "SELECT 1", user=user, password=password)
        assert (refused.status, "Code: 516." in refused.text) == (403, True), user


def test_parameters_are_held_to_constraints(own: Asking) -> None:
    ann: dict[str, Any] = {"user": "ann", "password": "a", "quota_key": "constraints"}
    over = own.request("POST", "/", "SELECT 1", max_threads="5", **ann)
    assert "Setting max_threads shouldn't be greater than 4" in over.text
    assert own.request("POST", "/", "SELECT 1", max_threads="3", **ann).text == "1\n"
    bob: dict[str, Any] = {"user": "bob", "password": "b"}
    changed = own.request("POST", "/", "SELECT 1", extremes="1", **bob)
    assert "Cannot modify 'extremes' setting in readonly mode" in changed.text


def test_quotas_go_by_the_key_of_the_client(own: Asking) -> None:
    ann: dict[str, Any] = {"user": "ann", "password": "a"}
    assert own.request("POST", "/", _QUERY, quota_key="one", **ann).text == "3\n"
    assert "QUOTA_EXCEEDED" in own.request("POST", "/", _QUERY, quota_key="one", **ann).text
    assert own.request("POST", "/", _QUERY, quota_key="two", **ann).text == "3\n"
    header = {"X-ClickHouse-User": "ann", "X-ClickHouse-Key": "a", "X-ClickHouse-Quota": "one"}
    assert "QUOTA_EXCEEDED" in own.request("POST", "/", _QUERY, header).text
    asked = "SELECT quota_key, queries FROM system.quotas_usage WHERE quota_key IN ('one', 'two')"
    shown = own.request("POST", "/", f"{asked} ORDER BY 1", user="default", password="d").text
    assert shown == "one\t3\ntwo\t1\n"


def test_logins_are_logged_with_their_address(own: Asking) -> None:
    own.request("POST", "/", "SELECT 1", user="bob", password="wrong")
    asked = (
        "SELECT DISTINCT type, interface, client_address FROM system.session_log"
        " WHERE user = 'bob' AND type = 'LoginFailure'"
    )
    shown = own.request("POST", "/", asked, user="default", password="d").text
    assert shown == "LoginFailure\tHTTP\t::ffff:127.0.0.1\n"
