"""The disks of a data folder."""

from __future__ import annotations

from pathlib import Path

from sparktree.disks.disk import Disk, open_disk
from sparktree.disks.policies import DEFAULT


def open_disks(folder: Path) -> dict[str, Disk]:
    """The disks by name: the folder itself is the default one."""
    return {DEFAULT: open_disk("local", root=folder)}
