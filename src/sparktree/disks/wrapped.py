"""What disks over another disk have in common."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import BinaryIO

from sparktree.disks.disk import Disk
from sparktree.disks.positional import stream
from sparktree.kernel import files
from sparktree.kernel.files import PositionalFile


@dataclass(frozen=True, slots=True)
class WrappedDisk:
    """Files of another disk, under the same names or, as `_at` says, under others."""

    inner: Disk
    mount: str = field(default_factory=lambda: uuid.uuid4().hex, kw_only=True)

    def _at(self, path: str) -> str:
        return path

    @property
    def type(self) -> str:
        """That of the disk below."""
        return self.inner.type

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written there."""
        return self.inner.is_read_only

    @property
    def keep_free(self) -> int:
        """Bytes that are never written to."""
        return self.inner.keep_free

    @property
    def can_link(self) -> bool:
        """Whether files and folders are renamed and hard-linked at no cost."""
        return self.inner.can_link

    @property
    def is_remote(self) -> bool:
        """Whether reading asks somebody else."""
        return self.inner.is_remote

    def url(self, path: str) -> str:
        """Where the file is on the disk below."""
        return self.inner.url(self._at(path))

    def address(self, path: str, size: int) -> str:
        """Where the kernel finds the file."""
        return files.address(self.mount, size, path)

    def naming(self, path: str) -> AbstractContextManager[None]:
        """Failures inside are Errors about the file below."""
        return self.inner.naming(self._at(path))

    def names(self, folder: str) -> Iterator[str]:
        """The names in a folder, in order; none if there is no such folder."""
        return self.inner.names(self._at(folder))

    def exists(self, path: str) -> bool:
        """Whether there is a file or folder."""
        return self.inner.exists(self._at(path))

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder of that name."""
        return self.inner.is_folder(self._at(path))

    def open_at(self, path: str, size: int | None = None) -> PositionalFile:
        """The file, to be read at any place, by several threads at once."""
        return self.inner.open_at(self._at(path), size)

    def open_read(self, path: str) -> BinaryIO:
        """The file as a stream that can seek."""
        return stream(self.open_at(path))

    def make_folder(self, folder: str) -> None:
        """Make a folder and those above it; quiet if it is there."""
        self.inner.make_folder(self._at(folder))

    def sync(self, path: str) -> None:
        """Make a file, or the names in a folder, survive a loss of power."""
        self.inner.sync(self._at(path))

    def rename(self, source: str, target: str, *, durable: bool = True) -> None:
        """Move a file or folder to a name that must not exist, in one step."""
        self.inner.rename(self._at(source), self._at(target), durable=durable)

    def link(self, source: str, target: str) -> None:
        """A second name for the same bytes."""
        self.inner.link(self._at(source), self._at(target))

    def remove(self, path: str) -> None:
        """Remove a file or a folder with all that is in it; quiet if already gone."""
        self.inner.remove(self._at(path))

    def remove_all(self, paths: Sequence[str]) -> None:
        """Remove files with as few requests as it takes; quiet about those that are gone."""
        self.inner.remove_all([self._at(path) for path in paths])

    def forget_copies(self, folder: str) -> None:
        """Those of the disk below."""
        self.inner.forget_copies(self._at(folder))

    def free_space(self) -> int:
        """Bytes that can still be written."""
        return self.inner.free_space()

    def total_space(self) -> int:
        """Bytes that the disk can hold."""
        return self.inner.total_space()
