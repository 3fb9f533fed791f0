"""A folder of this machine, or of a file system that all machines mount."""

import errno
import os
import shutil
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import DISK_TYPES, Disk, FileIdentity
from sparktree.disks.elsewhere import require_shared
from sparktree.disks.errors import disk_error, naming
from sparktree.disks.policies import DEFAULT
from sparktree.disks.positional import LocalFile
from sparktree.errors import Code, Error

_PAUSES = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds; a task that was cancelled ends within that


@dataclass(frozen=True, slots=True)
class LocalDisk:
    """Files below a root folder; `keep_free` bytes of its file system are for others.

    A `shared` one is mounted at the same place by all machines that run tasks.
    """

    root: Path
    keep_free: int = 0
    is_read_only: bool = False
    shared: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        require_shared(f"{self.root}/", self.shared)
        return type(self), (self.root, self.keep_free, self.is_read_only, self.shared)

    @property
    def type(self) -> str:
        """ClickHouse's name of the disk's type."""
        return "Local"

    @property
    def mount(self) -> str:
        """None: the kernel opens files of this machine by itself."""
        return ""

    @property
    def can_link(self) -> bool:
        """Names of files cost nothing."""
        return True

    @property
    def is_remote(self) -> bool:
        """It is mounted here."""
        return False

    def _at(self, path: str) -> Path:
        return Path(self.root, path)

    def url(self, path: str) -> str:
        """The absolute path."""
        return os.path.join(self.root, path)

    def address(self, path: str, size: int) -> str:
        """The absolute path."""
        return f"{self.root}/{path}"

    def naming(self, path: str) -> AbstractContextManager[None]:
        """System errors of who writes under the url are Errors about it."""
        return naming(self.url(path))

    def names(self, folder: str) -> Iterator[str]:
        """The names in a folder, in order; none if there is no such folder."""
        try:
            found = sorted(os.listdir(self._at(folder)))
        except (FileNotFoundError, NotADirectoryError):
            return iter(())
        except OSError as error:
            raise disk_error(error, self.url(folder)) from error
        return iter(found)

    def beginning(self, prefix: str) -> Iterator[str]:
        """The paths of all files that begin so, in folders too."""
        folder, _, start = prefix.rpartition("/")
        for name in self.names(folder):
            path = f"{folder}/{name}" if folder else name
            if name.startswith(start) and self.is_folder(path):
                yield from self.beginning(f"{path}/")
            elif name.startswith(start):
                yield path

    def exists(self, path: str) -> bool:
        """Whether there is a file or folder."""
        return self._at(path).exists()

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder of that name."""
        return self._at(path).is_dir()

    def identity(self, path: str) -> FileIdentity:
        """Size, modification time and inode."""
        with naming(url := self.url(path)):
            status = os.stat(url)
        return FileIdentity(status.st_size, status.st_mtime_ns, status.st_ino)

    def create(self, path: str, data: bytes) -> None:
        """Write a file that must not exist: whole and durable, or not at all."""
        with self._beside(path, data) as (temporary, target):
            os.link(temporary, target)  # unlike a rename, refuses to replace

    def replace(self, path: str, data: bytes) -> None:
        """Write a small file, new or in the place of another: whole and durable, or not at all."""
        with self._beside(path, data) as (temporary, target):
            os.replace(temporary, target)

    @contextmanager
    def _beside(self, path: str, data: bytes) -> Iterator[tuple[Path, Path]]:
        """A durable file with the data, beside the one of the path, which takes its name in the
        block; the folder is synced behind it."""
        target = self._at(path)
        temporary = target.with_name(f"{target.name}.{os.getpid()}.{threading.get_ident()}.tmp")
        with naming(str(target)):
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                with open(temporary, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                yield temporary, target
            finally:
                with suppress(FileNotFoundError):
                    temporary.unlink()
        self.sync(str(Path(path).parent))

    def read(self, path: str) -> bytes:
        """The whole file."""
        with naming(self.url(path)):
            return self._at(path).read_bytes()

    def open_read(self, path: str) -> BinaryIO:
        """The file as a stream that can seek."""
        with naming(self.url(path)):
            return open(self._at(path), "rb")

    def open_at(self, path: str, size: int | None = None) -> LocalFile:
        """The file, to be read at any place, by several threads at once."""
        with naming(url := self.url(path)):
            return LocalFile(url)

    def open_write(self, path: str) -> BinaryIO:
        """A new file as a stream; folders above it are made."""
        target = self._at(path)
        with naming(str(target)):
            try:
                return open(target, "xb")
            except FileNotFoundError:  # mostly the folder is there: asking first costs more
                target.parent.mkdir(parents=True, exist_ok=True)
                return open(target, "xb")

    def make_folder(self, folder: str) -> None:
        """Make a folder and those above it; quiet if it is there."""
        with naming(self.url(folder)):
            self._at(folder).mkdir(parents=True, exist_ok=True)

    def sync(self, path: str) -> None:
        """Make a file, or the names in a folder, survive a loss of power."""
        with naming(self.url(path)):
            descriptor = os.open(self._at(path), os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def rename(self, source: str, target: str, *, durable: bool = True) -> None:
        """Move a file or folder to a name that must not exist, in one step."""
        destination = self._at(target)
        with naming(str(destination)):
            # A rename would replace a file or an empty folder without a word.
            if destination.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            destination.parent.mkdir(parents=True, exist_ok=True)
            os.rename(self._at(source), destination)
        if durable:
            self.sync(str(Path(target).parent))

    def link(self, source: str, target: str) -> None:
        """A hard link; folders above it are made."""
        with naming(url := self.url(target)):
            try:
                os.link(self.url(source), url)
            except FileNotFoundError:  # mostly the folder is there: asking first costs more
                self._at(target).parent.mkdir(parents=True, exist_ok=True)
                os.link(self.url(source), url)

    def remove(self, path: str) -> None:
        """Remove a file or a folder with all that is in it; quiet if already gone."""
        target = self._at(path)
        with naming(str(target)), suppress(FileNotFoundError):
            if target.is_dir() and not target.is_symlink():
                _remove_tree(target)
            else:
                target.unlink()

    def remove_all(self, paths: Sequence[str]) -> None:
        """Remove files; quiet about those that are gone."""
        for path in paths:
            self.remove(path)

    def forget_unfinished(self, is_dead: Callable[[str], bool]) -> None:
        """Nothing: what is begun here is seen."""

    def forget_copies(self, folder: str) -> None:
        """There are none."""

    def size(self, path: str) -> int:
        """Bytes of a file, or of all files in a folder."""
        target = self._at(path)
        with naming(str(target)):
            if not target.is_dir():
                return target.stat().st_size
            return sum(entry.stat().st_size for entry in target.rglob("*") if entry.is_file())

    def free_space(self) -> int:
        """Bytes that can still be written, without those that are kept free."""
        with naming(str(self.root)):
            return max(shutil.disk_usage(self.root).free - self.keep_free, 0)

    def total_space(self) -> int:
        """Bytes that the disk can hold, without those that are kept free."""
        with naming(str(self.root)):
            return max(shutil.disk_usage(self.root).total - self.keep_free, 0)


@DISK_TYPES.declare("local")
def open_local(declared: DeclaredDisk, _: Mapping[str, Disk]) -> LocalDisk:
    """The folder as a disk, made if it is not there; one that cannot be written is read-only."""
    root = Path(declared.path).resolve()
    if declared.name == DEFAULT and not declared.keep_free_ratio:
        # The catalog finds out what is wrong.
        return LocalDisk(root, declared.keep_free_bytes, shared=declared.shared)
    with naming(str(root)):
        root.mkdir(parents=True, exist_ok=True)
        total = shutil.disk_usage(root).total
    kept = declared.keep_free_bytes or int(total * declared.keep_free_ratio)
    disk = LocalDisk(root, kept, shared=declared.shared)
    return replace(disk, is_read_only=_is_read_only(disk))


def _is_read_only(disk: LocalDisk) -> bool:
    probe = f"clickhouse_access_check_{uuid.uuid4()}"
    try:
        disk.create(probe, b"test")
        disk.remove(probe)
    except Error as error:
        if error.code not in (Code.READONLY, Code.ACCESS_DENIED, Code.NOT_ENOUGH_SPACE):
            raise
        return error.code != Code.NOT_ENOUGH_SPACE
    return False


def _remove_tree(folder: Path) -> None:
    """Remove a folder into which a task that was told to end may still write, or that another
    process removes as well."""
    for pause in _PAUSES:
        try:
            shutil.rmtree(folder)
        except FileNotFoundError:
            if not folder.exists():
                raise
        except OSError as error:
            if error.errno != errno.ENOTEMPTY:
                raise
        else:
            return
        time.sleep(pause)
    shutil.rmtree(folder)
