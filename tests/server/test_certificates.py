"""Users whom the certificate of their connection proves."""

import http.client
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import clickhouse_driver
import pytest

import sparktree
from sparktree.server.server import Server
from sparktree.settings.config import Config
from tests.server.asking import Answer
from tests.server.conftest import served


def _run(folder: Path, *command: str) -> None:
    subprocess.run(["openssl", *command], cwd=folder, check=True, capture_output=True)


def _signed(folder: Path, name: str, more: str, authority: str) -> None:
    """A key and a certificate of that name."""
    _run(folder, "req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-addext",
         f"subjectAltName={more}", "-keyout", f"{name}.key", "-out", f"{name}.csr")  # fmt: skip
    _run(folder, "x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey",
         f"{authority}.key", "-CAcreateserial", "-days", "2", "-copy_extensions", "copy", "-out",
         f"{name}.pem")  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    for authority in ("ours", "other"):
        _run(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
             f"/CN={authority}", "-keyout", f"{authority}.key", "-out",
             f"{authority}.pem")  # fmt: skip
    _signed(folder, "localhost", "IP:127.0.0.1", "ours")
    _signed(folder, "ada", "DNS:ada.example", "ours")
    _signed(folder, "service", "URI:spiffe://example/service", "ours")
    _signed(folder, "mallory", "DNS:ada", "other")
    return folder


@pytest.fixture(scope="module")
def secured(folder: Path) -> Iterator[Server]:
    config = Config(
        {
            "listen_host": "127.0.0.1", "http_port": "0", "tcp_port": "0", "https_port": "0",
            "tcp_port_secure": "0",
            "openSSL": {"server": {
                "certificateFile": f"{folder}/localhost.pem",
                "privateKeyFile": f"{folder}/localhost.key",
                "caConfig": f"{folder}/ours.pem", "verificationMode": "relaxed",
            }},
        }
    )  # fmt: skip
    with sparktree.connect(str(folder / "data"), config=config) as engine:
        engine.script(
            "CREATE USER ada IDENTIFIED WITH ssl_certificate CN 'ada';"
            "CREATE USER robot IDENTIFIED WITH ssl_certificate SAN 'URI:spiffe://example/service';"
            "CREATE USER old IDENTIFIED WITH ssl_certificate CN 'ada' VALID UNTIL '2020-01-01';"
            "CREATE USER both IDENTIFIED WITH sha256_password BY 'secret',"
            " ssl_certificate CN 'ada'"
        )
        yield from served(engine, config)


def _ask(server: Server, folder: Path, name: str | None, **headers: str) -> Answer:
    context = ssl.create_default_context(cafile=str(folder / "ours.pem"))
    if name is not None:
        context.load_cert_chain(folder / f"{name}.pem", folder / f"{name}.key")
    port = server.port("https_port")
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=context)
    try:
        told = {f"X-ClickHouse-{key.replace('_', '-')}": value for key, value in headers.items()}
        connection.request("POST", "/", b"SELECT currentUser()", told)
        response = connection.getresponse()
        found = {key.lower(): value for key, value in response.getheaders()}
        return Answer(response.status, found, response.read())
    finally:
        connection.close()


def test_certificates_prove_users_over_http(secured: Server, folder: Path) -> None:
    def ask(name: str | None, user: str) -> str:
        return _ask(secured, folder, name, User=user, SSL_Certificate_Auth="on").text

    assert ask("ada", "ada") == "ada\n"
    assert ask("service", "robot") == "robot\n"
    assert ask("ada", "both") == "both\n"
    for name, user in (("service", "ada"), ("ada", "robot"), ("ada", "old"), ("ada", "nobody")):
        assert ask(name, user).startswith(
            f"Code: 516. DB::Exception: {user}: Authentication failed"
        )
    assert "requires nonempty certificate's Common Name" in ask(None, "ada")
    with pytest.raises((ssl.SSLError, ConnectionError)):
        ask("mallory", "ada")
    # The certificate counts only where the client says so.
    assert "Code: 516." in _ask(secured, folder, "ada", User="ada").text
    assert _ask(secured, folder, "ada", User="both", Key="secret").text == "both\n"
    mixed = _ask(secured, folder, "ada", User="ada", Key="x", SSL_Certificate_Auth="on")
    assert (mixed.status, mixed.headers["x-clickhouse-exception-code"]) == (403, "516")


def test_the_native_protocol(secured: Server, folder: Path) -> None:
    def ask(name: str | None, user: str, password: str = "") -> object:
        own = {} if name is None else {"certfile": f"{folder}/{name}.pem",
                                       "keyfile": f"{folder}/{name}.key"}  # fmt: skip
        client = clickhouse_driver.Client(
            "127.0.0.1", secured.port("tcp_port_secure"), user=user, password=password, secure=True,
            ca_certs=f"{folder}/ours.pem", **own,
        )  # fmt: skip
        try:
            return client.execute("SELECT currentUser()")
        finally:
            client.disconnect()

    assert ask("ada", "ada") == [("ada",)]
    assert ask("ada", "both") == [("both",)]
    assert ask(None, "both", "secret") == [("both",)]
    for name, user, password in (
        (None, "ada", ""), ("service", "ada", ""), ("ada", "ada", "x"), ("ada", "old", ""),
    ):  # fmt: skip
        with pytest.raises(clickhouse_driver.errors.Error, match="Authentication failed"):
            ask(name, user, password)
