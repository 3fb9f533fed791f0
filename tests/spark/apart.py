"""A cluster whose workers see nothing of the driver's machine, and a driver to talk to.

Workers run in a mount namespace of their own with empty folders in the place of the data folder and
of the sources; the package comes to them in an archive, as users send an environment. Parts are
objects of an S3 server, the catalog is in PostgreSQL, tasks run speculatively.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import threading
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.spark.cluster import cluster
from tests.stores.servers import KEY, SECRET, Asked, Bucket

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("apart_session.py")
SECONDS = 120


def environment(folder: Path) -> Path:
    """An archive of a virtual environment with the package; all else it finds where it is here."""
    made = folder / "environment"
    venv.create(made, symlinks=True)
    site = next((made / "lib").glob("python*")) / "site-packages"
    shutil.copytree(ROOT / "src" / "sparktree", site / "sparktree")
    (site / "others.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    archive = folder / "environment.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as packed:
        for name in sorted(os.listdir(made)):
            packed.add(made / name, name)
    shutil.rmtree(made)
    return archive


class Driver:
    """A process with an engine; statements are asked one after the other."""

    def __init__(self, folder: Path, config: Path) -> None:
        self._errors = folder.with_suffix(".stderr").open("w+b")
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(folder), str(config)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )

    def ask(self, sql: str, settings: dict[str, Any] | None = None) -> str:
        """The rows of the answer, or the error's text."""
        self.begin(sql, settings)
        return self.answer()

    def begin(self, sql: str, settings: dict[str, Any] | None = None) -> None:
        """Ask, and do not wait."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([sql, settings or {}]) + "\n")
        self._process.stdin.flush()

    def answer(self) -> str:
        """The answer to what was asked."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            if line.startswith("{"):
                found: dict[str, str] = json.loads(line)
                return found["answer"]
        self._errors.seek(0)
        raise RuntimeError(self._errors.read().decode(errors="replace")[-3000:])

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(SECONDS)
        self._errors.close()


def configuration(folder: Path, master: str, catalog: str, bucket: Bucket, port: int) -> Path:
    """The driver's configuration: tables are on the S3 disk, but where a policy says `local`."""
    spark = {
        "spark.master": master,
        "spark.executor.memory": "512m",
        "spark.cores.max": "2",
        "spark.archives": f"{environment(folder)}#environment",
        "spark.pyspark.python": "./environment/bin/python",
        "spark.speculation": "true",
        "spark.sparktree.driver.port": str(port),
    }
    disk = (
        f"<type>s3</type><endpoint>{bucket.url}/root/</endpoint>"
        f"<access_key_id>{KEY}</access_key_id><secret_access_key>{SECRET}</secret_access_key>"
    )
    policies = "".join(
        f"<{name}><volumes><main><disk>{on}</disk></main></volumes></{name}>"
        for name, on in (("default", "objects"), ("local", "default"))
    )
    config = folder / "config.xml"
    config.write_text(
        f"<clickhouse><catalog>{catalog.replace('&', '&amp;')}</catalog>"
        f"<spark>{''.join(f'<{k}>{v}</{k}>' for k, v in spark.items())}</spark>"
        f"<storage_configuration><disks><objects>{disk}</objects></disks>"
        f"<policies>{policies}</policies></storage_configuration></clickhouse>"
    )
    return config


@contextmanager
def apart(folder: Path, catalog: str, bucket: Bucket, port: int) -> Iterator[Driver]:
    """A driver whose two workers see neither its data folder nor the sources."""
    data = folder / "data"
    data.mkdir()
    hidden = [data, ROOT / "src", ROOT / "tests"]
    with cluster(folder, workers=2, hidden=hidden) as master:
        driver = Driver(data, configuration(folder, master, catalog, bucket, port))
        try:
            yield driver
        finally:
            driver.close()


class Held:
    """The first request of a kind is held back, until it may go on; who made it is known."""

    def __init__(self, bucket: Bucket, which: Callable[[Asked], bool]) -> None:
        self._bucket = bucket
        self._which = which
        self._began, self._goes_on = threading.Event(), threading.Event()
        self.client = 0
        self.path = ""

    def __enter__(self) -> "Held":
        self._bucket.refuse = self._refuse
        return self

    def __exit__(self, *_: object) -> None:
        self._bucket.refuse = None
        self.go_on()

    def _refuse(self, asked: Asked) -> None:
        if self._which(asked) and not self._began.is_set():
            self.client, self.path = asked.client, asked.path
            self._began.set()
            self._goes_on.wait(SECONDS)

    def executor(self) -> int:
        """The process of the executor whose task waits."""
        assert self._began.wait(SECONDS), "nothing was asked for"
        return executor_of(_owner(self.client))

    def go_on(self) -> None:
        self._goes_on.set()


def executors() -> list[int]:
    """The processes of the executors of our workers."""
    here = [int(one.name) for one in Path("/proc").glob("[0-9]*")]
    return [one for one in here if _is_executor(one) and os.getpid() in _ancestors(one)]


def kill(process: int) -> None:
    """As when a machine is lost."""
    os.kill(process, signal.SIGKILL)
    end = time.monotonic() + SECONDS
    while Path(f"/proc/{process}").exists() and time.monotonic() < end:
        time.sleep(0.05)


def executor_of(process: int) -> int:
    """The executor that a Python worker belongs to."""
    return next(one for one in (process, *_ancestors(process)) if _is_executor(one))


def _is_executor(process: int) -> bool:
    try:
        command = Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return False
    return "CoarseGrainedExecutorBackend" in command and "java" in command.split("\0")[0]


def _ancestors(process: int) -> list[int]:
    found = []
    while process > 1:
        try:
            stat = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            break
        process = int(stat.rpartition(")")[2].split()[1])
        found.append(process)
    return found


def _owner(port: int) -> int:
    """The process that connects from a port of this machine."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[1].rpartition(":")[2], 16) == port:
            wanted = f"socket:[{fields[9]}]"
            for link in Path("/proc").glob("[0-9]*/fd/*"):
                try:
                    if os.readlink(link) == wanted:
                        return int(link.parts[2])
                except OSError:
                    continue
    raise RuntimeError(f"nobody connects from port {port}")
