"""Files that the kernel reads through this process, at addresses `st://<mount>/<size>/<path>`.

The size is in the address, so that opening a file asks nobody for it. Who mounts says how a file is
opened; the files are never changed, so they look equally old for ever.
"""

from __future__ import annotations

import datetime
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from sparktree.errors import Code, Error

SCHEME = "st"
_NEVER = datetime.datetime.fromtimestamp(0, datetime.UTC)
_PARTS = 3  # of an address behind its scheme


class PositionalFile(Protocol):
    """A file that several threads read at once: it has no position of its own."""

    @property
    def size(self) -> int:
        """How many bytes it has."""

    def read_at(self, position: int, count: int) -> bytes:
        """So many bytes from a position on; fewer only where the file ends."""

    def close(self) -> None:
        """Read no more."""


Opener = Callable[[str, int], PositionalFile]  # a path and the file's size
_MOUNTED: dict[str, Opener] = {}


def mount(name: str, opener: Opener) -> None:
    """From now on files at addresses of that mount are opened by the opener, in this process."""
    file_system()  # or what registers it is missing
    _MOUNTED[name] = opener


def unmount(name: str) -> None:
    """The files are not read any more."""
    _MOUNTED.pop(name, None)


def is_mounted(name: str) -> bool:
    """Whether this process knows how to open the files of a mount."""
    return name in _MOUNTED


def anything_mounted() -> bool:
    """Whether kernels need the file system at all."""
    return bool(_MOUNTED)


def address(name: str, size: int, path: str) -> str:
    """Where the kernel finds a file."""
    return f"{SCHEME}://{name}/{size}/{path}"


def _taken_apart(text: str) -> tuple[str, int, str]:
    name, size, path = text.removeprefix(f"{SCHEME}://").split("/", _PARTS - 1)
    return name, int(size), path


class _Handle:
    """A file as the kernel reads it. It does so by several threads, each of which goes to a place
    and reads there: a place is one thread's."""

    def __init__(self, file: PositionalFile) -> None:
        self._file = file
        self._places = threading.local()
        self.closed = False

    def seek(self, position: int, whence: int = 0) -> int:
        self._places.position = position
        return position

    def tell(self) -> int:
        return int(getattr(self._places, "position", 0))

    def read(self, count: int = -1) -> bytes:
        position = self.tell()
        wanted = self._file.size - position if count < 0 else count
        data = self._file.read_at(position, wanted)
        self._places.position = position + len(data)
        return data

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._file.close()


@cache
def file_system() -> Any:
    """The file system to be registered in a kernel."""
    try:
        from fsspec import AbstractFileSystem  # noqa: PLC0415  # takes its time, few need it
    except ImportError:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Disks that are not local need the package fsspec: pip install 'sparktree[disks]'.",
        ) from None

    class Mounted(AbstractFileSystem):  # type: ignore[misc]
        """The mounted files, as far as the kernel asks for them."""

        protocol = SCHEME
        cachable = False

        @classmethod
        def _strip_protocol(cls, path: Any) -> Any:
            return path

        def open(self, path: str, mode: str = "rb", **_: Any) -> _Handle:
            name, size, inner = _taken_apart(path)
            return _Handle(_MOUNTED[name](inner, size))

        def glob(self, path: str, **_: Any) -> list[str]:
            return [path]

        def exists(self, path: str, **_: Any) -> bool:
            return True

        def isfile(self, path: str) -> bool:
            return True

        def size(self, path: str) -> int:
            return _taken_apart(path)[1]

        def modified(self, path: str) -> datetime.datetime:
            return _NEVER

    return Mounted()
