"""What a store of files can do: list, read, and write in two steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol

import pyarrow as pa


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file, or (its key ends with `/`) a folder, as a listing shows it."""

    key: str
    size: int = 0
    modified: float = 0.0  # seconds since 1970
    etag: str = ""
    found_under: str = ""  # the key under which it was found, if its own stands for several

    @property
    def at(self) -> str:
        """The key under which it can be read."""
        return self.found_under or self.key

    @property
    def is_folder(self) -> bool:
        """Whether more keys begin with this one."""
        return self.key.endswith("/")

    @property
    def name(self) -> str:
        """What stands behind the last `/` before it."""
        return self.key.rstrip("/").rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Staged:
    """A file that is written and that nobody sees yet."""

    key: str
    token: str  # by which the store finds what was written
    parts: tuple[str, ...] = ()
    size: int = 0


class Writing(Protocol):
    """A file in the making."""

    def write(self, data: bytes | memoryview) -> int:
        """Add bytes, which must not change any more."""

    def finish(self) -> Staged:
        """All bytes are there; the file is still unseen."""

    def discard(self) -> None:
        """Forget the file; quiet if nothing was written."""


class Store(Protocol):
    """Files by key. Stores are values that travel to tasks; their secrets are in no message."""

    @property
    def endpoint(self) -> str:
        """The server as `scheme://host`, maybe with more; empty for files of this machine."""

    def list(self, prefix: str, *, deep: bool = False) -> Iterator[ListedFile]:
        """Files (and folders, unless `deep`) whose keys begin with the prefix, in order.

        Not `deep`, it goes no further than the next `/`.
        """

    def open(self, found: ListedFile) -> BinaryIO:
        """The file as a stream that can seek."""

    def arrow(self, found: ListedFile) -> pa.NativeFile:
        """The same for Arrow, which asks for exactly the ranges that it needs."""

    def display_path(self, key: str) -> str:
        """The key as `_path` shows it."""

    def begin(self, key: str) -> str:
        """What is begun before tasks write a file whose key does not tell the INSERT: who began it
        can withdraw it, whatever happens to them. Empty if `sweep` finds all that they leave."""

    def stage(self, key: str, insert: str, begun: str = "") -> Writing:
        """Begin a new file for an INSERT of that id; or go on with one that was `begun`."""

    def publish(self, staged: Staged, *, replaces: bool = False) -> None:
        """Make the file visible; unless it `replaces` another, there must be none of its name."""

    def withdraw(self, staged: Staged, *, shown: bool = True) -> None:
        """Remove the file, whether it was published or not; quiet if it is gone.

        Without a token only the published file is meant; not `shown`, only what is staged, as
        there may be somebody else's file of that name.
        """

    def sweep(self, prefix: str, insert: str) -> None:
        """Remove what an INSERT staged below the prefix and nobody published."""


class Blobs(Store, Protocol):
    """A store as disks use it: whole small objects, ranges, and many objects deleted at once."""

    def get(self, key: str, position: int = 0, count: int | None = None) -> bytes:
        """So many bytes from a position on, or all that follow; fewer only at the end.

        FILE_DOESNT_EXIST if there is no such object.
        """

    def head(self, key: str) -> ListedFile | None:
        """What a listing would show of the object; None if there is none."""

    def put(self, key: str, data: bytes, *, replaces: bool = False) -> None:
        """Write a small object; unless it `replaces` another, there must be none of its name."""

    def delete(self, keys: Sequence[str]) -> None:
        """Delete objects, many with one request; quiet about those that are gone."""

    def forget_uploads(self, prefix: str, is_dead: Callable[[str], bool]) -> None:
        """Give up what was begun below the prefix under such keys and never published."""
