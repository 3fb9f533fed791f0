"""Disks whose files the kernel cannot open by itself are mounted in the process that reads them."""

from __future__ import annotations

from collections.abc import Iterable

from sparktree.disks.disk import Disk
from sparktree.kernel import files


def mount(disks: Iterable[Disk]) -> None:
    """Kernels of this process find the files of the disks."""
    for disk in disks:
        if disk.mount and not files.is_mounted(disk.mount):
            files.mount(disk.mount, disk.open_at)


def unmount(disks: Iterable[Disk]) -> None:
    """The disks are not read in this process any more."""
    for disk in disks:
        if disk.mount:
            files.unmount(disk.mount)


def to_be_mounted(disks: Iterable[Disk]) -> tuple[Disk, ...]:
    """Those that tasks have to mount: there are none as long as all disks are local."""
    return tuple(disk for disk in disks if disk.mount)
