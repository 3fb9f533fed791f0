"""Whether the machines that run tasks read and write what the driver does, on every disk."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from sparktree.disks.disk import Disk
from sparktree.errors import Error
from sparktree.parts.writer import TEMPORARY
from sparktree.spark.session import SparkHandle

_DRIVERS = "driver"


@dataclass(frozen=True, slots=True)
class Tried:
    """What a machine could not do with a disk; nothing if it could do all."""

    disk: str
    host: str
    text: str = ""
    remedy: str = ""


def problems(spark: SparkHandle, disks: Mapping[str, Disk], key: str) -> list[Tried]:
    """What came of every disk on every machine, once each."""
    folder = f"{TEMPORARY}{key}"
    tried = {name: disk for name, disk in disks.items() if not disk.is_read_only}
    try:
        for disk in tried.values():
            disk.create(f"{folder}/{_DRIVERS}", key.encode())
        found = spark.on_all_machines(_task(tried, folder, key))
        told = [one for one in dict.fromkeys(found) if one.text]
        return told + list(_seen_here(tried, folder, key, dict.fromkeys(found)))
    finally:
        for disk in tried.values():
            with suppress(Error, OSError):
                disk.remove_all(list(disk.beginning(f"{folder}/")))
                disk.remove(folder)


def _task(
    disks: Mapping[str, Disk], folder: str, key: str
) -> Callable[[Iterable[int]], Iterator[Tried]]:
    def look(numbers: Iterable[int]) -> Iterator[Tried]:
        host = socket.gethostname()
        for number in numbers:
            for name, disk in disks.items():
                yield _tried(name, disk, f"{folder}/{_DRIVERS}", f"{folder}/{host}", key, number)

    return look


def _tried(name: str, disk: Disk, theirs: str, own: str, key: str, number: int) -> Tried:
    host = socket.gethostname()
    try:
        seen = disk.read(theirs)
    except (Error, OSError) as failure:
        return Tried(
            name,
            host,
            f"{host} does not see what the driver writes on disk {name}: {failure}",
            f"mount the folder of disk {name} at the same place on every machine, or use a disk of"
            " type s3 (docs/operations.md).",
        )
    try:
        disk.create(f"{own}.{number}", seen)
    except (Error, OSError) as failure:
        remedy = f"let the user who runs executors write on disk {name}."
        return Tried(name, host, f"{host} cannot write on disk {name}: {failure}", remedy)
    return Tried(name, host)


def _seen_here(
    disks: Mapping[str, Disk], folder: str, key: str, found: Iterable[Tried]
) -> Iterator[Tried]:
    """Whether the driver sees what the machines wrote."""
    for one in found:
        if one.text:
            continue
        paths = [p for p in disks[one.disk].beginning(f"{folder}/") if f"/{one.host}." in p]
        if paths and disks[one.disk].read(paths[0]) == key.encode():
            yield one
        else:
            yield Tried(
                one.disk,
                one.host,
                f"The driver does not see what {one.host} writes on disk {one.disk}.",
                f"mount the same folder for disk {one.disk} on every machine, or use an s3 disk.",
            )
