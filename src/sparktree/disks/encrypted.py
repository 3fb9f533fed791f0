"""A disk that keeps its files encrypted on another one. Names stay as they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, cast

from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import DISK_TYPES, Disk, FileIdentity
from sparktree.disks.encryption import HEADER_BYTES, Cipher, Encryption
from sparktree.disks.streams import discard
from sparktree.disks.wrapped import WrappedDisk
from sparktree.errors import Code, Error
from sparktree.kernel.files import PositionalFile

_MOST_HEADERS = 10_000


class _Headers:
    """The headers of files that are never changed, so that they are not asked for again."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def of(self, file: PositionalFile, disk: str, path: str) -> bytes:
        """What the file begins with."""
        if not disk:
            return file.read_at(0, HEADER_BYTES)
        found = self._known.get((disk, path))
        if found is None:
            found = self._known[disk, path] = file.read_at(0, HEADER_BYTES)
            while len(self._known) > _MOST_HEADERS:
                self._known.popitem(last=False)
        return found


_HEADERS = _Headers()


class _Decrypted:
    """An encrypted file as what it holds."""

    def __init__(self, file: PositionalFile, cipher: Cipher | None) -> None:
        self._file, self._cipher = file, cipher
        self.size = max(file.size - HEADER_BYTES, 0)

    def read_at(self, position: int, count: int) -> bytes:
        """So many plain bytes from a position on."""
        if self._cipher is None or count <= 0:
            return b""
        data = self._file.read_at(position + HEADER_BYTES, count)
        return cast(bytes, self._cipher.at(position).update(data))

    def close(self) -> None:
        """Read no more."""
        self._file.close()


class _Encrypting:
    """Writes a file encrypted; one of no bytes has no header either."""

    def __init__(self, out: BinaryIO, cipher: Cipher) -> None:
        self._out, self._cipher = out, cipher
        self._working: Any = None

    @property
    def closed(self) -> bool:
        return self._out.closed

    def write(self, data: Any) -> int:
        size = memoryview(data).nbytes
        if not size:
            return 0
        if self._working is None:
            self._out.write(self._cipher.header())
            self._working = self._cipher.at(0)
        self._out.write(self._working.update(data))
        return size

    def flush(self) -> None:
        self._out.flush()

    def close(self) -> None:
        self._out.close()

    def discard(self) -> None:
        discard(self._out)

    def __enter__(self) -> _Encrypting:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class EncryptedDisk(WrappedDisk):
    """Files below a folder of another disk, each encrypted by itself."""

    folder: str  # on the other disk, with a slash at its end
    encryption: Encryption

    def _at(self, path: str) -> str:
        return f"{self.folder}{path}"

    def beginning(self, prefix: str) -> Iterator[str]:
        """The paths of all files that begin so, in folders too."""
        return (path.removeprefix(self.folder) for path in self.inner.beginning(self._at(prefix)))

    def identity(self, path: str) -> FileIdentity:
        """The plain size, and what changes with the encrypted file."""
        found = self.inner.identity(self._at(path))
        return replace(found, size=max(found.size - HEADER_BYTES, 0))

    def create(self, path: str, data: bytes) -> None:
        """Write a file that must not exist: whole and durable, or not at all."""
        self.inner.create(self._at(path), self._encrypted(data))

    def replace(self, path: str, data: bytes) -> None:
        """Write a small file, new or in the place of another: whole and durable, or not at all."""
        self.inner.replace(self._at(path), self._encrypted(data))

    def _encrypted(self, data: bytes) -> bytes:
        cipher = self.encryption.cipher()
        return cipher.header() + cipher.at(0).update(data) if data else b""

    def read(self, path: str) -> bytes:
        """The whole file, decrypted."""
        data = self.inner.read(self._at(path))
        if not data:
            return b""
        cipher = self.encryption.cipher_of(data[:HEADER_BYTES], self.url(path))
        return cast(bytes, cipher.at(0).update(memoryview(data)[HEADER_BYTES:]))

    def open_at(self, path: str, size: int | None = None) -> PositionalFile:
        """The plain bytes, to be read at any place, by several threads at once."""
        stored = None if size is None else size + HEADER_BYTES * bool(size)
        file = self.inner.open_at(self._at(path), stored)
        if not file.size:
            return _Decrypted(file, None)
        try:
            # Names of files of this machine are used again: their headers are not kept.
            kept = "" if self.inner.can_link else self.mount
            header = _HEADERS.of(file, kept, self._at(path))
            return _Decrypted(file, self.encryption.cipher_of(header, self.url(path)))
        except BaseException:
            file.close()
            raise

    def open_write(self, path: str) -> BinaryIO:
        """A new file as a stream; folders above it are made."""
        out = self.inner.open_write(self._at(path))
        return cast(BinaryIO, _Encrypting(out, self.encryption.cipher()))

    def forget_unfinished(self, is_dead: Callable[[str], bool]) -> None:
        """Give up files that were begun and that nobody saw, if their paths are of the dead."""
        self.inner.forget_unfinished(lambda path: is_dead(path.removeprefix(self.folder)))

    def size(self, path: str) -> int:
        """Plain bytes of a file, or of all files in a folder."""
        if not self.is_folder(path):
            return max(self.inner.size(self._at(path)) - HEADER_BYTES, 0)
        return sum(self.size(f"{path}/{name}") for name in self.names(path))


@DISK_TYPES.declare("encrypted")
def open_encrypted(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> EncryptedDisk:
    """The disk over the one that it names."""
    if declared.encryption is None:
        raise Error(Code.LOGICAL_ERROR, f"Disk {declared.name} has no keys.")
    declared.encryption.cipher().at(0)  # or what computes it is missing
    inner = disks[declared.wrapped]
    return EncryptedDisk(inner, declared.path, declared.encryption)
