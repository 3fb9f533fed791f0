"""`sparktree client`: the same shell and options as `sparktree local`, on a server."""

import io
import os
import sys
import time
from pathlib import Path

import pexpect
import pytest

from sparktree.cli.client import address_of, run
from sparktree.cli.options import ClientOptions, parse_client_options
from sparktree.cli.remote import RemoteSession
from sparktree.cli.streams import Streams
from sparktree.errors import Code, Error
from sparktree.server.server import Server
from tests.server.asking import Asking

ROOT = Path(__file__).parents[2]
PROMPT = r"sparktree :\)"


class Running:
    """Runs command lines of the client on the server of the tests."""

    def __init__(self, port: int) -> None:
        self.port = port

    def __call__(self, *arguments: str, data: bytes = b"") -> str:
        options = parse_client_options([f"--port={self.port}", "--host=127.0.0.1", *arguments])
        out = io.BytesIO()
        run(options, Streams(io.BytesIO(data), out, io.BytesIO()))
        return out.getvalue().decode()


@pytest.fixture
def client(server: Server) -> Running:
    return Running(server.port("tcp_port"))


FORMATS = ("TabSeparated", "JSON", "PrettyCompact", "TSVWithNamesAndTypes", "Vertical", "Values")


def test_queries_and_formats(client: Running, http: Asking) -> None:
    query = "SELECT number AS n, [toString(number)] AS a, NULL FROM numbers(3)"
    for name in FORMATS:
        text = f"{query} FORMAT {name} SETTINGS output_format_write_statistics = 0"
        assert client("-q", text) == http.ok(text)
    assert client("-q", "SELECT 1", "-q", "SELECT 2; SELECT 3\\G", "-f", "CSV") == (
        "1\n2\nRow 1:\n──────\n3: 3\n"
    )
    assert client("--multiquery", data=b"SELECT 1; SELECT 'x'") == "1\nx\n"


def test_settings_and_parameters(client: Running, server: Server) -> None:
    query = "SELECT getSetting('max_threads'), {x:UInt8}"
    assert client("-q", query, "--max_threads=3", "--param_x=5") == "3\t5\n"
    script = "SET session_timezone = 'Asia/Tokyo'; SET param_s = 'é'; USE system; "
    query = "SELECT toDateTime(0), {s:String}, currentDatabase()"
    assert client("-q", script + query) == "1970-01-01 09:00:00\té\tsystem\n"
    script = "SET output_format_tsv_crlf_end_of_line = 1; SELECT 1"
    assert client("-q", script) == "1\r\n"
    with pytest.raises(Error, match="Unrecognized option '--nonsense'"):
        client("-q", "SELECT 1", "--nonsense=1")


def test_rows_from_standard_input(
    client: Running, database: str, http: Asking, tmp_path: Path
) -> None:
    http.ok(
        f"CREATE TABLE {database}.t (a UInt32, b String DEFAULT concat('d', toString(a)),"
        " c Array(UInt8)) ENGINE = MergeTree ORDER BY a"
    )
    into = f"INSERT INTO {database}.t"
    lines = b'{"a": 1}\n{"a": 2, "b": "two"}\n{"a": 3, "c": [1]}\n'
    client("-q", f"{into} FORMAT JSONEachRow", data=lines)
    client("-q", f"{into} (a, b) FORMAT CSV", data=b"4,four\n")
    client("-q", f"{into} VALUES (5, 'five', []), (2 * 3, DEFAULT, [2])")
    client("-q", f"{into} VALUES", data=b"(7, 'seven', [])")
    file = tmp_path / "rows.tsv.gz"
    client("-q", f"SELECT 8, 'eight', [8] INTO OUTFILE '{file}'")
    client("-q", f"{into} FROM INFILE '{file}'")
    assert client("-q", f"SELECT * FROM {database}.t ORDER BY a") == (
        "1\td1\t[]\n2\ttwo\t[]\n3\td3\t[1]\n4\tfour\t[]\n5\tfive\t[]\n6\td6\t[2]\n7\tseven\t[]\n"
        "8\teight\t[8]\n"
    )
    with pytest.raises(Error) as caught:
        client("-q", f"{into} FORMAT CSV", data=b"nonsense\n")
    assert caught.value.code == Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED
    many = b"".join(b"%d\tx\t[]\n" % number for number in range(100, 50_100))
    client("-q", f"{into} FORMAT TSV", data=many)
    assert client("-q", f"SELECT count(), max(a) FROM {database}.t") == "50008\t50099\n"


def test_errors_of_the_server_are_shown_with_its_address(client: Running) -> None:
    with pytest.raises(Error, match=r"Received from 127\.0\.0\.1:") as caught:
        client("-q", "SELECT nope")
    assert caught.value.code == Code.UNKNOWN_IDENTIFIER
    assert client("-q", "SELECT nope; SELECT 1", "--ignore-error") == "1\n"
    with pytest.raises(Error) as caught:
        client("-q", "SELECT 1", "-u", "nobody")
    assert caught.value.code == Code.AUTHENTICATION_FAILED
    with pytest.raises(Error, match=r"Connection refused \(127.0.0.1:1\)"):
        Running(1)("-q", "SELECT 1")


def test_a_lost_connection_is_made_anew(server: Server) -> None:
    options = ClientOptions(host="127.0.0.1", port=server.port("tcp_port"))
    session = RemoteSession(address_of(options))
    session.query("SET max_threads = 3")
    session.query("USE system")
    session.connect()._socket.close()
    query = "SELECT currentDatabase(), getSetting('max_threads')"
    assert session.query(query).rows() == [("system", 3)]
    session.query("SELECT number FROM numbers(1000000)")  # its rows are not wanted
    assert session.query(query).rows() == [("system", 3)]
    session.close()


def test_the_shell_speaks_to_a_server(server: Server, http: Asking, tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "sparktree", "client", "--host=127.0.0.1", f"--port={server.port('tcp_port')}",
         f"--history-file={tmp_path / 'history'}"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm",
             "PROMPT_TOOLKIT_NO_CPR": "1"},
        timeout=90, dimensions=(40, 120),
    )  # fmt: skip
    try:
        child.expect("sparktree client version")
        child.expect(PROMPT)
        child.send("CREATE TEMPORARY TABLE kept (x UInt8)\r")
        child.expect("Ok\\.")
        child.expect(PROMPT)
        child.send("SELECT sleepEachRow(1) AS of_shell FROM numbers(100)\r")
        running = "SELECT count() FROM system.processes WHERE query LIKE '%of_shell FROM numbers%'"
        while http.ok(running.replace("of_shell", "of_sh_ll")) != "2\n":
            time.sleep(0.05)
        child.send("\x03")
        child.expect("Query was cancelled")
        child.expect(PROMPT)
        child.send("SELECT count() + 41 + 1 FROM kept\r")  # the session has its table still
        child.expect("42")
        child.expect(PROMPT)
        child.send("\x04")
        child.expect("Bye")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
