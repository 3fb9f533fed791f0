"""A real HDFS of one name node and one data node, out of the jars that an old pyspark brings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hdfs_native
import pytest

from tests.stores.installing import installed, run
from tests.stores.servers import free_port, wait_for

JARS = "HADOOP_JARS"  # may name a folder that has the jars already
_PACKAGE = "pyspark==2.4.8"  # its source package has servers, later ones only clients
_HDFS = "org.apache.hadoop.hdfs.server"
OPENS = [
    part
    for package in ("lang", "util", "lang.reflect", "net")
    for part in ("--add-opens", f"java.base/java.{package}=ALL-UNNAMED")
]


def site(values: dict[str, str]) -> str:
    pairs = "".join(
        f"<property><name>{name}</name><value>{value}</value></property>"
        for name, value in values.items()
    )
    return f"<configuration>{pairs}</configuration>"


def _configured(folder: Path, name: int) -> Path:
    conf = folder / "conf"
    for role in ("hdfs", "datanode"):
        (conf / "webapps" / role / "WEB-INF").mkdir(parents=True)
    data = {
        f"dfs.datanode{kind}.address": f"127.0.0.1:{free_port()}" for kind in ("", ".http", ".ipc")
    }
    (conf / "core-site.xml").write_text(site({"fs.defaultFS": f"hdfs://127.0.0.1:{name}"}))
    (conf / "hdfs-site.xml").write_text(
        site(
            {
                "dfs.replication": "1",
                "dfs.permissions.enabled": "false",
                "dfs.webhdfs.enabled": "false",
                "dfs.namenode.http-address": f"127.0.0.1:{free_port()}",
                "dfs.namenode.name.dir": str(folder / "name"),
                "dfs.datanode.data.dir": str(folder / "data"),
                "dfs.namenode.datanode.registration.ip-hostname-check": "false",
                "dfs.namenode.safemode.extension": "0",
                **data,
            }
        )
    )
    return conf


def _install(folder: Path) -> None:
    """Only the jars of the source package, which is made for an older Python."""
    with tempfile.TemporaryDirectory() as work:
        run(sys.executable, "-m", "venv", f"{work}/venv")
        pip = (f"{work}/venv/bin/python", "-m", "pip")
        run(*pip, "install", "--quiet", "setuptools<80", "wheel")
        own = ("--no-deps", "--no-build-isolation", "--no-binary", "pyspark")
        run(*pip, "download", "--quiet", *own, _PACKAGE, "--dest", work)
        (archive,) = Path(work).glob("*.tar.gz")
        with tarfile.open(archive) as packed:
            for member in packed:
                if "/deps/jars/" in member.name and member.name.endswith(".jar"):
                    member.name = Path(member.name).name
                    packed.extract(member, folder, filter="data")


@contextmanager
def hdfs(folder: Path) -> Iterator[str]:
    """The address of a new HDFS."""
    if shutil.which("java") is None:
        pytest.fail("Tests of HDFS need java.")
    jars = os.environ.get(JARS) or installed("hadoop", _install)
    port = free_port()
    conf = _configured(folder, port)
    java = ["java", "-Xmx256m", *OPENS, "-cp", f"{conf}:{jars}/*"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    name_node = f"{_HDFS}.namenode.NameNode"
    subprocess.run([*java, name_node, "-format", "-force"], check=True, timeout=120, **quiet)  # type: ignore[call-overload]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        processes.append(subprocess.Popen([*java, name_node], **quiet))  # type: ignore[call-overload]
        wait_for(port, processes[0], 120)
        data_node = f"{_HDFS}.datanode.DataNode"
        processes.append(subprocess.Popen([*java, data_node], **quiet))  # type: ignore[call-overload]
        yield f"hdfs://127.0.0.1:{port}"
    finally:
        for process in processes:
            process.terminate()
            process.wait(20)


def wait_for_data(address: str) -> None:
    """Until the data node takes a block."""
    client = hdfs_native.Client(address)
    for _ in range(240):
        try:
            with client.create("/ready") as out:
                out.write(b"yes")
            return
        except Exception:  # noqa: BLE001  # any: the nodes are still coming up
            client.delete("/ready", False)
            time.sleep(0.5)
    raise RuntimeError("HDFS takes no data")
