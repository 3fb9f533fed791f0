"""Spark's settings for a session that we build, and what a task may use of a machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_MB = 1 << 20
# A task's share goes to the kernel but for what Arrow and Python hold beside it.
_KERNEL_SHARE = 0.7
_MACHINE_SHARE = 0.6
_CGROUP_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")

# Without the second compiler the start and tiny jobs are faster on few cores, and the JVM only
# moves blocks. Who runs much of Spark's own SQL in our session undoes it with
# spark.driver.extraJavaOptions = -XX:TieredStopAtLevel=4.
JVM_OPTIONS = (
    "-XX:+UseSerialGC",
    "-XX:PretenureSizeThreshold=1m",  # large blocks are not copied from one generation to the next
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-XX:-UsePerfData",
)

_EVERYWHERE: Mapping[str, str] = {
    "spark.master": "local[*,4]",
    "spark.app.name": "sparktree",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.scheduler.mode": "FAIR",
    "spark.locality.wait": "0",
    "spark.driver.maxResultSize": "0",
    "spark.python.worker.reuse": "true",
    "spark.python.daemon.module": "sparktree.spark.daemon",
    "spark.python.unix.domain.socket.enabled": "true",
    # Blocks are compressed already.
    "spark.shuffle.compress": "false",
    "spark.shuffle.spill.compress": "false",
    "spark.broadcast.compress": "false",
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.session.timeZone": "UTC",
}
_LOCAL = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
# The folder in which this package lies.
PACKAGES = str(Path(__file__).parents[2])
# Workers that share the driver's folders or image find the package there.
_CLUSTER = {"spark.executorEnv.PYTHONPATH": PACKAGES}
# Who says these brings an environment of his own: what lies where the driver has its package is
# then nothing to the workers.
PYTHON = "spark.pyspark.python"
_OWN_ENVIRONMENT = (PYTHON, "spark.archives")


def configured(conf: Mapping[str, str]) -> dict[str, str]:
    """All settings of a session that we build, given those that the user chose."""
    chosen = {**_EVERYWHERE, **conf}
    if is_local(chosen["spark.master"]):
        return {**_LOCAL, **chosen}
    if any(name in chosen for name in _OWN_ENVIRONMENT):
        return chosen
    return {**_CLUSTER, **chosen}


@dataclass(frozen=True, slots=True)
class DriverAddress:
    """Where tasks call the driver: at `host`; it listens at `bind`.

    A port that is taken gives way to the next one, so often; 0 is any that is free.
    """

    host: str = "127.0.0.1"
    bind: str = "127.0.0.1"
    port: int = 0
    retries: int = 0


def driver_address(conf: Mapping[str, str]) -> DriverAddress:
    """As Spark's settings have it, and `spark.sparktree.driver.port`."""
    host = conf.get("spark.driver.host", "127.0.0.1")
    return DriverAddress(
        host,
        conf.get("spark.driver.bindAddress", host),
        int(conf.get("spark.sparktree.driver.port", "0")),
        int(conf.get("spark.port.maxRetries", "16")),
    )


def is_local(master: str) -> bool:
    """Whether the tasks run on the driver's machine, inside its JVM."""
    return master == "local" or master.startswith("local[")


def local_cores(master: str) -> int:
    """The tasks that a local session runs at the same time."""
    count = master.removeprefix("local").strip("[]").split(",")[0]
    return int(count) if count.isdigit() else (os.cpu_count() or 1 if count else 1)


def machine_memory() -> int:
    """The bytes that this process may use: the machine's, or the container's when fewer."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for path in map(Path, _CGROUP_LIMITS):
        if path.is_file() and (limit := path.read_text().strip()).isdigit():
            total = min(total, int(limit))
    return total


def driver_heap() -> int:
    """Bytes for the JVM of a local session: a quarter of the machine, within reason."""
    return min(max(machine_memory() // 4, 512 * _MB), 8192 * _MB)


def task_memory(conf: Mapping[str, str], slots: int) -> int:
    """The bytes that the kernel of one task may use, by Spark's own figures.

    `spark.sparktree.task.memory` says it outright. Python's share of an executor is
    `spark.executor.pyspark.memory`, else the overhead that the cluster grants beside the heap.
    """
    if said := conf.get("spark.sparktree.task.memory"):
        return _size(said)
    if is_local(conf.get("spark.master", "")):
        return int(machine_memory() * _MACHINE_SHARE) // slots
    tasks = _tasks_of_executor(conf)
    if python := conf.get("spark.executor.pyspark.memory"):
        return int(_size(python) * _KERNEL_SHARE) // tasks
    heap = _size(conf.get("spark.executor.memory", "1g"))
    overhead = _size(conf.get("spark.executor.memoryOverhead", "0"))
    return int(max(overhead, heap // 10, 384 * _MB) * _KERNEL_SHARE) // tasks


def result_room(conf: Mapping[str, str]) -> int:
    """The bytes of a result that one task may hand to the driver; 0 means any number.

    In a local session they are files; an executor holds what its tasks hand on in its heap.
    """
    if is_local(conf.get("spark.master", "")):
        return 0
    return _size(conf.get("spark.executor.memory", "1g")) // (2 * _tasks_of_executor(conf))


def _tasks_of_executor(conf: Mapping[str, str]) -> int:
    cores = int(conf.get("spark.executor.cores", "1"))
    return max(cores // int(conf.get("spark.task.cpus", "1")), 1)


def _size(text: str) -> int:
    """Bytes in Spark's notation, where a bare number means mebibytes."""
    text = text.strip().lower().removesuffix("b")
    units = {"k": 1 << 10, "m": _MB, "g": 1 << 30, "t": 1 << 40}
    if text and text[-1] in units:
        return int(float(text[:-1]) * units[text[-1]])
    return int(text) * _MB
