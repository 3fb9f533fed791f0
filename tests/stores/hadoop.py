"""A real HDFS of one name node and one data node, if Hadoop's jars are at hand."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.stores.servers import free_port, wait_for

JARS = "HADOOP_JARS"  # the folder deps/jars of the source package of pyspark 2.4.8
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


@contextmanager
def hdfs(folder: Path) -> Iterator[str]:
    """The address of a new HDFS, or a skip that says what is missing."""
    jars = os.environ.get(JARS)
    if not jars or shutil.which("java") is None:
        pytest.skip(
            f"HDFS needs java, and {JARS} naming deps/jars of pyspark 2.4.8's source package"
        )
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
