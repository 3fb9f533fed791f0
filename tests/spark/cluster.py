"""A Spark standalone cluster on this machine: a master and workers as processes of their own."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sparktree.spark.java import find_java
from sparktree.spark.jvm import spark_home

_HOST = "127.0.0.1"
_SECONDS = 60


@contextmanager
def cluster(folder: Path, workers: int, hidden: Sequence[Path] = ()) -> Iterator[str]:
    """The address of a master with so many workers of one core; all end with the block.

    The workers see nothing in the `hidden` folders, as if they were on other machines.
    """
    port = _free_port()
    address = f"spark://{_HOST}:{port}"
    with ExitStack() as stack:
        log = folder / "master.log"
        stack.enter_context(_running(log, "master.Master", "--host", _HOST, "--port", str(port)))
        _wait_for(log, "New state: ALIVE")
        for number in range(workers):
            options = ["--host", _HOST, "--cores", "1", "--memory", "1g"]
            options += ["--work-dir", str(folder / f"work{number}"), address]
            log = folder / f"worker{number}.log"
            stack.enter_context(_running(log, "worker.Worker", *options, hidden=hidden))
        for number in range(workers):
            _wait_for(folder / f"worker{number}.log", "Successfully registered with master")
        yield address


@contextmanager
def _running(log: Path, name: str, *options: str, hidden: Sequence[Path] = ()) -> Iterator[None]:
    environment = {
        **os.environ,
        "JAVA_HOME": find_java(),
        "SPARK_HOME": str(spark_home()),
        "SPARK_LOCAL_IP": _HOST,
        "SPARK_DAEMON_MEMORY": "256m",
    }
    # The workers know nothing of this package: what tasks need must come from the driver.
    environment.pop("PYTHONPATH", None)
    command = [str(spark_home() / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}"]
    command += ["--webui-port", "0", *options]
    if hidden:
        mounts = "".join(f"mount -t tmpfs none '{one}' && " for one in hidden)
        command = ["unshare", "-m", "sh", "-c", f'{mounts}exec "$@"', "sh", *command]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=environment,
            stdout=output,
            stderr=output,
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(log: Path, line: str) -> None:
    end = time.monotonic() + _SECONDS
    while line not in log.read_text(errors="replace"):
        assert time.monotonic() < end, log.read_text(errors="replace")[-2000:]
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
        return port
