"""What the configuration of a server changes: handlers, encryption, Prometheus, limits."""

import socket
import ssl
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from sparktree.protocol.client import Address, Connection
from sparktree.server.listeners import bind, check_closed
from sparktree.server.server import Server
from sparktree.settings.config import Config, load_config
from tests.oracle import Oracle
from tests.server.asking import Asking, received
from tests.server.conftest import served

TEXT = """
<clickhouse>
    <listen_host>127.0.0.1</listen_host>
    <http_port>0</http_port>
    <tcp_port>0</tcp_port>
    <tcp_port_secure>0</tcp_port_secure>
    <https_port>0</https_port>
    <prometheus><port>0</port></prometheus>
    <max_concurrent_queries>1</max_concurrent_queries>
    <openSSL><server>
        <certificateFile>{folder}/cert.pem</certificateFile>
        <privateKeyFile>{folder}/key.pem</privateKeyFile>
    </server></openSSL>
    <http_options_response>
        <header><name>Access-Control-Allow-Origin</name><value>*</value></header>
        <header><name>Access-Control-Max-Age</name><value>86400</value></header>
    </http_options_response>
    <http_handlers>
        <rule>
            <url>/hello</url>
            <handler>
                <type>static</type><status>202</status><content_type>text/x</content_type>
                <response_content>{word}</response_content>
            </handler>
        </rule>
        <rule>
            <url>/config</url>
            <handler><type>static</type><response_content>config://greeting</response_content></handler>
        </rule>
        <rule>
            <url>regex:/first/(?P&lt;n&gt;\\d+)</url><methods>GET</methods>
            <headers><X-Allowed>yes</X-Allowed></headers>
            <handler>
                <type>predefined_query_handler</type>
                <query>SELECT number FROM numbers({{n:UInt8}})</query>
                <http_response_headers><X-Mine>1</X-Mine></http_response_headers>
            </handler>
        </rule>
        <rule>
            <url>/echo</url>
            <handler>
                <type>predefined_query_handler</type>
                <query>SELECT {{_request_body:String}}, {{who:String}}</query>
            </handler>
        </rule>
        <rule>
            <url>/ask</url>
            <handler><type>dynamic_query_handler</type><query_param_name>q</query_param_name></handler>
        </rule>
        <rule>
            <url>/moved</url>
            <handler><type>redirect</type><location>/hello</location></handler>
        </rule>
        <defaults/>
    </http_handlers>
    <greeting>good day</greeting>
</clickhouse>
"""


def make_certificate(folder: Path, name: str = "localhost") -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out",
         "cert.pem"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("configured")
    make_certificate(folder)
    (folder / "config.xml").write_text(TEXT.format(folder=folder, word="hi"))
    return folder


@pytest.fixture(scope="module")
def configured(folder: Path) -> Iterator[Server]:
    file = folder / "config.xml"
    config = load_config(file)
    with sparktree.connect(str(folder / "data"), config=config) as engine:
        yield from served(engine, config, lambda: load_config(file))


@pytest.fixture
def own(configured: Server) -> Asking:
    return Asking(configured.port("http_port"))


def test_handlers_of_the_configuration_answer(own: Asking) -> None:
    hello = own.request("GET", "/hello")
    assert (hello.status, hello.text, hello.headers["content-type"]) == (202, "hi", "text/x")
    assert own.request("GET", "/config").text == "good day"
    allowed = {"X-Allowed": "yes"}
    first = own.request("GET", "/first/3", None, allowed)
    assert (first.text, first.headers["x-mine"]) == ("0\n1\n2\n", "1")
    assert own.request("GET", "/first/3").status == 404
    assert own.request("POST", "/first/3", "", allowed).status == 404
    assert own.request("POST", "/echo", "the body", who="me").text == "the body\tme\n"
    assert own.request("GET", "/ask", q="SELECT 7").text == "7\n"
    moved = own.request("GET", "/moved")
    assert (moved.status, moved.headers["location"]) == (302, "/hello")
    assert own.ok("SELECT 1") == "1\n"


def test_pages_of_other_sites(own: Asking) -> None:
    asked = own.request("OPTIONS", "/")
    assert (asked.status, asked.body) == (204, b"")
    assert asked.headers["access-control-allow-origin"] == "*"
    assert asked.headers["access-control-max-age"] == "86400"
    answer = own.post("SELECT 1", {"Origin": "http://elsewhere"}, add_http_cors_header=1)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in own.post("SELECT 1").headers
    own_headers = own.post("SELECT 1", http_response_headers="{'X-Mine': 'yes', 'X-Too': 'a'}")
    assert (own_headers.headers["x-mine"], own_headers.headers["x-too"]) == ("yes", "a")
    assert own.post("SELECT 1", http_response_headers="{'X Y': 'no'}").status == 400
    assert own.post("SELECT 1", http_response_headers="nothing").status == 400


def test_metrics_are_there_for_prometheus(configured: Server, own: Asking) -> None:
    own.ok("SELECT 1")
    metrics = Asking(configured.port("prometheus.port"))
    answer = metrics.request("GET", "/metrics")
    lines = answer.text.splitlines()
    assert "# TYPE ClickHouseProfileEvents_Query counter" in lines
    value = next(line for line in lines if line.startswith("ClickHouseProfileEvents_Query "))
    assert int(value.split()[1]) > 0
    assert any(line.startswith("ClickHouseAsyncMetrics_Uptime ") for line in lines)
    assert metrics.request("GET", "/").status == 404


def test_encryption_and_a_new_certificate(configured: Server, folder: Path) -> None:
    port = configured.port("https_port")
    url = f"https://127.0.0.1:{port}/?query=SELECT+1"

    def ask() -> bytes:
        context = ssl.create_default_context(cafile=str(folder / "cert.pem"))
        with urllib.request.urlopen(url, context=context, timeout=30) as response:
            return bytes(response.read())

    assert ask() == b"1\n"
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    with pytest.warns(DeprecationWarning):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with (
        pytest.raises((ssl.SSLError, ConnectionError)),
        socket.create_connection(("127.0.0.1", port)) as plain,
        old.wrap_socket(plain),
    ):
        pass
    make_certificate(folder, "another")
    (folder / "config.xml").write_text(TEXT.format(folder=folder, word="hello again"))
    configured.reload()
    assert ask() == b"1\n"
    assert Asking(configured.port("http_port")).request("GET", "/hello").text == "hello again"
    (folder / "config.xml").write_text("<nonsense")
    configured.reload()
    refused = Asking(configured.port("http_port")).post("SYSTEM RELOAD CONFIG")
    assert refused.headers["x-clickhouse-exception-code"] == "347"
    assert Asking(configured.port("http_port")).request("GET", "/hello").text == "hello again"
    (folder / "config.xml").write_text(TEXT.format(folder=folder, word="and again"))
    Asking(configured.port("http_port")).ok("SYSTEM RELOAD CONFIG")
    assert Asking(configured.port("http_port")).request("GET", "/hello").text == "and again"


STORAGE = """
<clickhouse><storage_configuration>
    <disks><extra><path>{disk}/</path></extra></disks>
    <policies><on_extra><volumes><main><disk>{used}</disk></main></volumes></on_extra></policies>
</storage_configuration></clickhouse>
"""


def test_new_disks_and_policies(configured: Server, folder: Path, own: Asking) -> None:
    pieces = folder / "config.d"
    pieces.mkdir()
    storage = pieces / "storage.xml"
    create = (
        "CREATE TABLE {} (x UInt8) ENGINE = MergeTree ORDER BY x SETTINGS"
        " storage_policy = 'on_extra'"
    )
    assert "UNKNOWN_POLICY" in own.post(create.format("early")).text
    storage.write_text(STORAGE.format(disk=folder / "extra", used="extra"))
    own.ok("SYSTEM RELOAD CONFIG")
    own.ok(create.format("later"))
    own.ok("INSERT INTO later SELECT number FROM numbers(3)")
    assert own.ok("SELECT disk_name, rows FROM system.parts WHERE table = 'later'") == "extra\t3\n"
    assert own.ok("SELECT sum(x) FROM later") == "3\n"
    for wrong, words in (
        (STORAGE.format(disk=folder / "extra", used="default"), "shall contain disks of the old"),
        (STORAGE.format(disk=folder / "moved", used="extra"), "is declared otherwise than before"),
        ("<clickhouse/>", "Storage policy `on_extra` is missing in new configuration"),
    ):
        storage.write_text(wrong)
        assert words in own.post("SYSTEM RELOAD CONFIG").text
        assert own.ok("SELECT sum(x) FROM later") == "3\n"
    storage.write_text(STORAGE.format(disk=folder / "extra", used="extra"))
    own.ok("SYSTEM RELOAD CONFIG")
    own.ok("DROP TABLE later SYNC")


def test_the_native_protocol_over_tls(
    configured: Server, folder: Path, own: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = configured.port("tcp_port_secure")
    own.ok("CREATE TABLE over_tls (n UInt64) ENGINE = MergeTree ORDER BY n")
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "cert.pem"))
    there = f"remoteSecure('127.0.0.1:{port}', 'default', 'over_tls', 'default', '')"
    with Oracle() as oracle:
        oracle.query(f"INSERT INTO FUNCTION {there} SELECT number FROM numbers(1000)")
        assert oracle.text(f"SELECT count(), sum(n) FROM {there}") == "1000\t499500\n"
    address = Address("127.0.0.1", port, secure=True)
    with Connection(address, "tests") as connection:
        assert connection.is_alive()
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(Error, match="certificate verify failed"):
        Connection(address, "tests")
    with Connection(replace(address, verify=False), "tests") as connection:
        assert connection.is_alive()
    with pytest.raises(Error):
        Connection(replace(address, secure=False), "tests")


def test_no_more_queries_than_allowed(own: Asking) -> None:
    thread = threading.Thread(target=own.get, args=("SELECT sleepEachRow(1) FROM numbers(2)",))
    thread.start()
    time.sleep(0.5)
    refused = own.post("SELECT 1")
    assert refused.headers["x-clickhouse-exception-code"] == "202"
    assert own.ok("SELECT 1", queue_max_wait_ms=30_000) == "1\n"
    thread.join()


def test_without_a_password_only_this_machine_may_connect(engine: sparktree.Engine) -> None:
    listening = bind(Config({"http_port": "0", "tcp_port": "0", "listen_host": "0.0.0.0"}))
    try:
        with pytest.raises(Error, match="no password"):
            check_closed(listening, engine.services.access)
    finally:
        for one in listening:
            one.socket.close()


def test_a_port_that_is_taken(http: Asking) -> None:
    config = Config({"http_port": str(http.port), "tcp_port": "0", "listen_host": "127.0.0.1"})
    with pytest.raises(Error, match=r"Listen \[127.0.0.1\]:\d+ failed: Address already in use"):
        bind(config)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2000 + b"\r\n", b"431"),
        (b"GET /" + b"x" * (2 << 20) + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", b"400"),
        (b"GET /?" + b"&".join(b"a%d=1" % i for i in range(9)) + b" HTTP/1.1\r\nConnection: close"
         b"\r\n\r\n", b"404"),
    ],
    ids=["nonsense", "headers", "url", "length", "framing", "settings"],
)  # fmt: skip
def test_rubbish_costs_one_connection(http: Asking, request_: bytes, status: bytes) -> None:
    answer = http.raw(request_)
    assert answer.startswith(b"HTTP/1.1 " + status), answer[:200]
    assert http.ok("SELECT 1") == "1\n"


def test_half_a_request_waits_for_nobody(http: Asking) -> None:
    with socket.create_connection(("127.0.0.1", http.port)) as connection:
        connection.sendall(b"GET /?query=SELECT+1 HTT")
        assert http.ok("SELECT 1") == "1\n"
        connection.shutdown(socket.SHUT_WR)
        assert received(connection) == b""
