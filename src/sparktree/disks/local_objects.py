"""Disks of type `local_blob_storage`: objects as on S3, but they are files of this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import DISK_TYPES, Disk
from sparktree.disks.errors import naming
from sparktree.disks.local import LocalDisk
from sparktree.errors import Code, Error


@dataclass(frozen=True, slots=True)
class LocalObjectDisk(LocalDisk):
    """Files that are written once, in their final folders, and never renamed or linked."""

    @property
    def type(self) -> str:
        """ClickHouse's name of the disk's type."""
        return "ObjectStorage"

    @property
    def can_link(self) -> bool:
        """Objects have one name, for ever."""
        return False

    def make_folder(self, folder: str) -> None:
        """Folders are there as long as there are files in them."""

    def sync(self, path: str) -> None:
        """Make a file, or the names in a folder if there are any, survive a loss of power."""
        if self.exists(path):
            super(LocalObjectDisk, self).sync(path)

    def rename(self, source: str, target: str, *, durable: bool = True) -> None:
        """LOGICAL_ERROR: who asks for it has not looked at `can_link`."""
        raise immovable(self.url(source))

    def link(self, source: str, target: str) -> None:
        """LOGICAL_ERROR: who asks for it has not looked at `can_link`."""
        raise immovable(self.url(source))

    def remove_all(self, paths: Sequence[str]) -> None:
        """Remove files, and folders that have none left."""
        super(LocalObjectDisk, self).remove_all(paths)
        above = {parent for path in paths for parent in PurePosixPath(path).parents}
        for folder in sorted(above, key=lambda one: -len(one.parts)):
            if folder.parts:
                with suppress(OSError):  # something is left in it
                    Path(self.root, folder).rmdir()


def immovable(url: str) -> Error:
    """The error of who asks a disk of objects to rename or to link."""
    return Error(Code.LOGICAL_ERROR, f"Objects have one name: {url}.")


@DISK_TYPES.declare("local_blob_storage")
def open_local_objects(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> LocalObjectDisk:
    """The folder as a disk, made if it is not there."""
    root = Path(declared.path).resolve()
    with naming(str(root)):
        root.mkdir(parents=True, exist_ok=True)
    return LocalObjectDisk(root, shared=declared.shared)
