"""Where backups lie: folders of disks, and keys below an address of an object store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from sparktree.disks.disk import Disk
from sparktree.disks.streams import discard
from sparktree.errors import Error
from sparktree.stores.store import ListedFile, Staged, Store

BACKUP = ".backup"  # tells what is in a backup; without it there is none
LOCK = ".lock"  # tells who writes one
FOLDERS = ("data", "metadata", "temporary_tables")  # all else that a backup may hold


class Sink(Protocol):
    """A file in the making."""

    def write(self, data: bytes, /) -> int:
        """Add bytes."""
        ...


class Place(Protocol):
    """The files of a backup by their names in it. Places are values that travel to tasks."""

    def address(self, name: str) -> str:
        """The file as messages name it."""
        ...

    def size(self, name: str) -> int | None:
        """The bytes of a file; None if there is none of that name."""
        ...

    def create(self, name: str, data: bytes) -> None:
        """Write a small file that must not exist: whole and durable, or not at all."""
        ...

    def open(self, name: str, size: int) -> BinaryIO:
        """A file of known size as a stream."""
        ...

    def writing(self, name: str) -> AbstractContextManager[Sink]:
        """A file that is complete behind the block, in place of what another attempt left."""
        ...

    def settle(self, names: list[str]) -> None:
        """Make files that were written survive a loss of power."""
        ...

    def has_files(self) -> bool:
        """Whether there is anything that `clear` would remove."""
        ...

    def remove(self, name: str) -> None:
        """Remove a file; quiet if it is gone."""
        ...

    def clear(self) -> None:
        """Remove what was written of a backup that is not to be."""
        ...


@dataclass(frozen=True, slots=True)
class DiskPlace:
    """A folder of a disk; empty is the whole disk."""

    disk: Disk
    folder: str

    def _at(self, name: str) -> str:
        return f"{self.folder}/{name}" if self.folder else name

    def address(self, name: str) -> str:
        """The path."""
        return self.disk.url(self._at(name))

    def size(self, name: str) -> int | None:
        """The bytes of a file; None if there is none of that name."""
        path = self._at(name)
        return self.disk.size(path) if self.disk.exists(path) else None

    def create(self, name: str, data: bytes) -> None:
        """Write a small file that must not exist."""
        self.disk.create(self._at(name), data)

    def open(self, name: str, size: int) -> BinaryIO:
        """The file."""
        return self.disk.open_read(self._at(name))

    @contextmanager
    def writing(self, name: str) -> Iterator[Sink]:
        """A new file; one that another attempt at the task left goes first."""
        path = self._at(name)
        self.disk.remove(path)
        stream = self.disk.open_write(path)
        try:
            with self.disk.naming(path):
                yield stream
        except BaseException:
            discard(stream)
            self.disk.remove(path)
            raise
        stream.close()

    def settle(self, names: list[str]) -> None:
        """Sync the files, then the folders with their names."""
        paths = [self._at(name) for name in names]
        for path in paths:
            self.disk.sync(path)
        for folder in sorted({path.rpartition("/")[0] for path in paths}):
            self.disk.sync(folder)

    def has_files(self) -> bool:
        """Whether one of a backup's folders is there."""
        return any(self.disk.exists(self._at(name)) for name in FOLDERS)

    def remove(self, name: str) -> None:
        """Remove the file."""
        self.disk.remove(self._at(name))

    def clear(self) -> None:
        """Only what backups write goes: the folder may have held something else before."""
        for name in (BACKUP, *FOLDERS, LOCK):
            self.disk.remove(self._at(name))
        if self.folder and not list(self.disk.names(self.folder)):
            self.disk.remove(self.folder)


@dataclass(frozen=True, slots=True)
class StorePlace:
    """Keys that begin alike; the prefix is empty or ends with `/`."""

    store: Store
    prefix: str

    def _at(self, name: str) -> str:
        return f"{self.prefix}{name}"

    def address(self, name: str) -> str:
        """The key as `_path` shows it."""
        return self.store.display_path(self._at(name))

    def size(self, name: str) -> int | None:
        """The bytes of an object; None if there is none of that key."""
        key = self._at(name)
        return next((one.size for one in self.store.list(key) if one.key == key), None)

    def create(self, name: str, data: bytes) -> None:
        """Write an object that must not exist."""
        self._write(name, data, replaces=False)

    def _write(self, name: str, data: bytes, *, replaces: bool) -> None:
        writing = self.store.stage(self._at(name), "")
        writing.write(data)
        staged = writing.finish()
        try:
            self.store.publish(staged, replaces=replaces)
        except BaseException:
            with suppress(Error):
                self.store.withdraw(staged, shown=False)
            raise

    def open(self, name: str, size: int) -> BinaryIO:
        """The object."""
        return self.store.open(ListedFile(self._at(name), size))

    @contextmanager
    def writing(self, name: str) -> Iterator[Sink]:
        """An object that appears when it is complete."""
        writing = self.store.stage(self._at(name), "")
        try:
            yield writing
            staged = writing.finish()
        except BaseException:
            writing.discard()
            raise
        self.store.publish(staged, replaces=True)

    def settle(self, names: list[str]) -> None:
        """Objects that appeared are safe."""

    def has_files(self) -> bool:
        """Whether there is an object below one of a backup's folders."""
        return any(next(self.store.list(self._at(f"{n}/")), None) is not None for n in FOLDERS)

    def remove(self, name: str) -> None:
        """Delete the object."""
        self.store.withdraw(Staged(self._at(name), ""))

    def clear(self) -> None:
        """Delete the objects, and uploads that nobody will complete."""
        self.store.withdraw(Staged(self._at(BACKUP), ""))
        for folder in FOLDERS:
            prefix = self._at(f"{folder}/")
            self.store.sweep(prefix, "")
            for one in list(self.store.list(prefix, deep=True)):
                self.store.withdraw(Staged(one.at, ""))
        self.store.withdraw(Staged(self._at(LOCK), ""))


def read_file(place: Place, name: str, size: int) -> bytes:
    """A small file, whole."""
    with place.open(name, size) as stream:
        return stream.read()
