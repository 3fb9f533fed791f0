"""Files of this machine, or of a file system that all machines mount; a key is a path."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, ClassVar
from uuid import uuid4

import pyarrow as pa

from sparktree.disks.elsewhere import require_here
from sparktree.disks.errors import naming
from sparktree.stores.store import ListedFile, Staged, Writing
from sparktree.stores.walking import HIDDEN


@dataclass(frozen=True)
class LocalStore:
    """All files that this machine sees."""

    endpoint: ClassVar[str] = ""

    def __reduce__(self) -> tuple[type[LocalStore], tuple[()]]:
        require_here("A local file")
        return type(self), ()

    def list(self, prefix: str, *, deep: bool = False) -> Iterator[ListedFile]:
        """Names in the folder of the prefix; none if there is no such folder."""
        folder, _, begin = prefix.rpartition("/")
        yield from self._listed(folder or "/", begin, deep)

    def _listed(self, folder: str, begin: str, deep: bool) -> Iterator[ListedFile]:
        with naming(folder):
            try:
                with os.scandir(folder) as entries:
                    known = sorted((e for e in entries if e.name.startswith(begin)), key=_order)
            except (FileNotFoundError, NotADirectoryError):
                return
        for entry in known:
            path = f"{folder.rstrip('/')}/{entry.name}"
            if entry.is_dir():
                if deep:
                    yield from self._listed(path, "", True)
                else:
                    yield ListedFile(f"{path}/")
            elif entry.is_file():
                status = entry.stat()
                yield ListedFile(path, status.st_size, status.st_mtime, _etag(status))

    def open(self, found: ListedFile) -> BinaryIO:
        """The file."""
        with naming(found.key):
            return open(found.key, "rb")

    def arrow(self, found: ListedFile) -> pa.NativeFile:
        """The file without a detour through Python."""
        with naming(found.key):
            return pa.OSFile(found.key)

    def display_path(self, key: str) -> str:
        """The path."""
        return key

    def begin(self, key: str) -> str:
        """Nothing: see `sweep`."""
        return ""

    def stage(self, key: str, insert: str, begun: str = "") -> Writing:
        """A file in a hidden folder beside the new one's."""
        return _LocalFile(key, insert)

    def publish(self, staged: Staged, *, replaces: bool = False) -> None:
        """Give the file its name."""
        target = Path(staged.key)
        with naming(staged.key):
            target.parent.mkdir(parents=True, exist_ok=True)
            if replaces:
                os.replace(staged.token, target)
            else:
                os.link(staged.token, target)  # unlike a rename, refuses to replace
                os.unlink(staged.token)

    def append(self, staged: Staged) -> None:
        """Put the bytes behind those of the file of its name; a reader sees all of them or none.

        Whoever appends holds the file; if another took its place meanwhile, that one counts.
        """
        with naming(staged.key):
            while True:
                with open(staged.key, "rb") as before:
                    fcntl.flock(before, fcntl.LOCK_EX)
                    if os.fstat(before.fileno()).st_ino != os.stat(staged.key).st_ino:
                        continue
                    whole = Path(f"{staged.token}.whole")
                    with open(whole, "xb") as out, open(staged.token, "rb") as added:
                        shutil.copyfileobj(before, out)
                        shutil.copyfileobj(added, out)
                        out.flush()
                        os.fsync(out.fileno())
                    os.replace(whole, staged.key)
                    return

    def withdraw(self, staged: Staged, *, shown: bool = True) -> None:
        """Remove both names, and folders that are empty without the file."""
        for path in filter(None, (staged.token, staged.key if shown else "")):
            with naming(path):
                Path(path).unlink(missing_ok=True)
        for folder in list(Path(staged.key).parents):
            if "=" not in folder.name:
                break
            try:
                folder.rmdir()
            except OSError:  # something else is in it, or it is gone
                break

    def sweep(self, prefix: str, insert: str) -> None:
        """Remove the hidden folder."""
        shutil.rmtree(_staging(prefix, insert), ignore_errors=True)


class _LocalFile:
    def __init__(self, key: str, insert: str) -> None:
        self._key = key
        # A name of its own: another attempt at the task may have left one.
        self._path = _staging(key, insert) / uuid4().hex
        self._size = 0
        with naming(str(self._path)):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self._path, "xb")  # noqa: SIM115  # closed when finished

    def write(self, data: bytes | memoryview) -> int:
        with naming(str(self._path)):
            count = self._file.write(data)
        self._size += count
        return count

    def finish(self) -> Staged:
        with naming(str(self._path)):
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
        return Staged(self._key, str(self._path), (), self._size)

    def discard(self) -> None:
        self._file.close()
        self._path.unlink(missing_ok=True)


def _staging(key: str, insert: str) -> Path:
    """The hidden folder of an INSERT: in the first folder above that is no `key=value`."""
    folders = [Path(key.rpartition("/")[0] or "/")]
    folders += folders[0].parents
    return next(f for f in folders if "=" not in f.name) / f"{HIDDEN}{insert}"


def _order(entry: os.DirEntry[str]) -> str:
    return f"{entry.name}/" if entry.is_dir() else entry.name


def _etag(status: os.stat_result) -> str:
    return f"{status.st_mtime_ns}-{status.st_size}"
