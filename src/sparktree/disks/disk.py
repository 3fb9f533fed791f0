"""What a disk can do, and opening one by its type."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from sparktree.disks.declared import DeclaredDisk
from sparktree.errors import not_implemented
from sparktree.kernel.files import PositionalFile
from sparktree.registry import Registry


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """What tells whether a file is still the one that was seen before."""

    size: int
    modified: int  # nanoseconds
    inode: int

    def __str__(self) -> str:
        return f"{self.size}-{self.modified}-{self.inode}"


class Disk(Protocol):
    """Bytes by path. Paths are relative, with `/`; a file is never overwritten."""

    @property
    def type(self) -> str:
        """ClickHouse's name of the disk's type."""

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written there."""

    @property
    def keep_free(self) -> int:
        """Bytes that are never written to."""

    @property
    def mount(self) -> str:
        """The name under which this process opens files for kernels; empty if these do it."""

    @property
    def can_link(self) -> bool:
        """Whether files and folders are renamed and hard-linked at no cost.

        Elsewhere a folder is written at its final place, and what parts share they name by key.
        """

    @property
    def is_remote(self) -> bool:
        """Whether every look at a file is a request to somebody else."""

    def url(self, path: str) -> str:
        """Where the file is, for people."""

    def address(self, path: str, size: int) -> str:
        """Where the kernel reads a file of that size."""

    def naming(self, path: str) -> AbstractContextManager[None]:
        """Failures inside, of who writes under the url, are Errors about the file."""

    def names(self, folder: str) -> Iterator[str]:
        """The names in a folder, in order; none if there is no such folder."""

    def beginning(self, prefix: str) -> Iterator[str]:
        """The paths of all files that begin so, in folders too."""

    def exists(self, path: str) -> bool:
        """Whether there is a file or folder."""

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder of that name."""

    def identity(self, path: str) -> FileIdentity:
        """The file's size and what changes when it does."""

    def create(self, path: str, data: bytes) -> None:
        """Write a file that must not exist: whole and durable, or not at all."""

    def replace(self, path: str, data: bytes) -> None:
        """Write a small file, new or in the place of another: whole and durable, or not at all."""

    def read(self, path: str) -> bytes:
        """The whole file."""

    def open_read(self, path: str) -> BinaryIO:
        """The file as a stream that can seek."""

    def open_at(self, path: str, size: int | None = None) -> PositionalFile:
        """The file, to be read at any place, by several threads at once.

        Who knows its size spares the disk the question.
        """

    def open_write(self, path: str) -> BinaryIO:
        """A new file as a stream; folders above it are made.

        What has to undo something when the file is given up has a `discard` (`streams.discard`).
        """

    def make_folder(self, folder: str) -> None:
        """Make a folder and those above it; quiet if it is there."""

    def sync(self, path: str) -> None:
        """Make a file, or the names in a folder, survive a loss of power."""

    def rename(self, source: str, target: str, *, durable: bool = True) -> None:
        """Move a file or folder to a name that must not exist, in one step.

        Unless it is to be durable at once, the folder above it must be synced afterwards.
        """

    def link(self, source: str, target: str) -> None:
        """A second name for the same bytes."""

    def remove(self, path: str) -> None:
        """Remove a file or a folder with all that is in it; quiet if already gone."""

    def remove_all(self, paths: Sequence[str]) -> None:
        """Remove files with as few requests as it takes; quiet about those that are gone."""

    def forget_unfinished(self, is_dead: Callable[[str], bool]) -> None:
        """Give up files that were begun and that nobody saw, if their paths are of the dead."""

    def forget_copies(self, folder: str) -> None:
        """Copies that this machine has of small files in a folder are not needed any more."""

    def size(self, path: str) -> int:
        """Bytes of a file, or of all files in a folder."""

    def free_space(self) -> int:
        """Bytes that can still be written."""

    def total_space(self) -> int:
        """Bytes that the disk can hold."""


# What opens a disk of a type that the configuration names.
DISK_TYPES: Registry[str, Callable[[DeclaredDisk, Mapping[str, Disk]], Disk]] = Registry()


def open_disk(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> Disk:
    """The disk as it is declared; NOT_IMPLEMENTED for what is only checked so far.

    `disks` has those that it may wrap.
    """
    opener = DISK_TYPES.get(declared.type)
    if opener is None:
        raise not_implemented(f"Disks of type '{declared.type}' are not built yet.")
    if declared.metadata == "Keeper":
        raise not_implemented("Disks whose metadata are in Keeper are not built yet.")
    return opener(declared, disks)
