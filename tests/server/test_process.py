"""`sparktree server` as a process: it starts, tells where it listens, and ends on a signal."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sparktree.cli.main import main
from tests.server.asking import Asking


@contextmanager
def process(*options: str) -> Iterator[tuple[subprocess.Popen[str], Asking]]:
    """A server on a free port, and how to ask it."""
    command = [sys.executable, "-m", "sparktree", "server", "--listen_host=127.0.0.1", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ) as running:
        assert running.stderr is not None
        port = 0
        try:
            for line in running.stderr:
                found = re.search(r"Listening for http on \[127.0.0.1\]:(\d+)", line)
                port = int(found[1]) if found else port
                if line.startswith("Ready for connections"):
                    break
            assert port
            yield running, Asking(port)
        finally:
            running.kill()


def test_it_starts_and_stops(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    options = (
        "--path",
        str(tmp_path / "data"),
        "--http_port=0",
        "--tcp_port=0",
        f"--pid-file={pid_file}",
    )
    with process(*options) as (running, http):
        assert http.ok("SELECT 1") == "1\n"
        assert pid_file.read_text() == f"{running.pid}\n"
        uuid = http.ok("SELECT serverUUID()")
        answers: list[str] = []
        query = "SELECT sleepEachRow(0.5) FROM numbers(3)"
        asking = threading.Thread(target=lambda: answers.append(http.get(query).text))
        asking.start()
        while http.ok("SELECT count() FROM system.processes") != "2\n":
            time.sleep(0.02)
        taken = subprocess.run(
            [sys.executable, "-m", "sparktree", "server", "--listen_host=127.0.0.1",
             f"--path={tmp_path / 'data'}", f"--http_port={http.port}", "--tcp_port=0"],
            stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        assert taken.returncode == 210
        assert f"Listen [127.0.0.1]:{http.port} failed: Address already in use" in taken.stderr
        running.send_signal(signal.SIGTERM)
        asking.join()
        assert answers == ["0\n0\n0\n"]
        assert running.wait(60) == 0
    assert not pid_file.exists()
    with process(*options) as (running, http):
        assert http.ok("SELECT serverUUID()") == uuid
        asking = threading.Thread(
            target=http.get, args=("SELECT sleepEachRow(1) FROM numbers(60)",)
        )
        asking.start()
        while http.ok("SELECT count() FROM system.processes") != "2\n":
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)  # the second one does not wait
        assert running.wait(60) == 0
        asking.join()


def test_wrong_options_end_the_process_with_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for options, told in (
        (["--nonsense"], "Unrecognized option '--nonsense'"),
        (["--http_port=x"], "http_port must be a port"),
        (["--mysql_port=9004"], "is not supported yet"),
        (["--config-file", str(tmp_path / "nothing.xml")], "Cannot read the configuration"),
    ):
        assert main(["server", *options]) != 0
        assert told in capsys.readouterr().err


def test_statements_keep_to_the_files_of_users(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret\n")
    data = tmp_path / "data"
    (data / "user_files").mkdir(parents=True)
    (data / "user_files" / "open.txt").write_text("open\n")
    secret = str(tmp_path / "secret.txt")
    with process("--path", str(data), "--http_port=0", "--tcp_port=0") as (_, http):
        assert http.ok("SELECT * FROM file('open.txt', LineAsString)") == "open\n"
        here = data / "user_files" / "o*.txt"
        assert http.ok(f"SELECT * FROM file('{here}', LineAsString)") == "open\n"
        for path in (secret, "../../secret.txt", "../uuid", f"{here}/../../uuid", "{..,x}/../uuid",
                     f"{data}/user_files/../catalog.db", f"{data}"):  # fmt: skip
            for statement in (
                f"SELECT * FROM file('{path}', LineAsString)",
                f"INSERT INTO FUNCTION file('{path}', LineAsString) SELECT 'x'",
                f"CREATE TABLE f (s String) ENGINE = File(LineAsString, '{path}')",
            ):
                answer = http.post(statement.encode()).text
                assert "(DATABASE_ACCESS_DENIED)" in answer, statement
        for path, value in (
            ("{_partition_id}.csv", "../../climbed"),
            (".{_partition_id}", "./climbed"),
        ):
            insert = f"INSERT INTO FUNCTION file('{path}', CSV, 'a String') PARTITION BY a"
            assert "Illegal folder '..'" in http.post(f"{insert} SELECT '{value}'".encode()).text
        assert not list(tmp_path.glob("**/climbed*"))
        backup = http.post(f"BACKUP DATABASE default TO File('{tmp_path / 'backup'}')".encode())
        assert "is not allowed for backups" in backup.text
        http.ok("CREATE TABLE own (s String) ENGINE = File(LineAsString)")
        http.ok("INSERT INTO own VALUES ('mine')")
        assert http.ok("SELECT * FROM own") == "mine\n"
    assert (tmp_path / "secret.txt").read_text() == "secret\n"
