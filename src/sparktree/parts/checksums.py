"""Checksums of a part's files: made while writing, compared before anything relies on them."""

import threading
from contextlib import suppress
from dataclasses import replace
from typing import BinaryIO

import xxhash

from sparktree.disks.disk import Disk, FileIdentity
from sparktree.disks.streams import discard
from sparktree.errors import Code, Error
from sparktree.parts.description import PartDescription, PartFile
from sparktree.parts.filename import DESCRIPTION, part_folder, projection_folder

BLOCK = 1 << 20


class BlockHashes:
    """Hashes of a file's bytes as they come: one of all, and one of every block."""

    def __init__(self) -> None:
        self.size = 0
        self._whole = xxhash.xxh3_128()
        self._block = xxhash.xxh3_64()
        self._blocks: list[str] = []

    def update(self, data: memoryview) -> None:
        """The next bytes."""
        self._whole.update(data)
        start = 0
        while start < data.nbytes:
            piece = data[start : start + BLOCK - self.size % BLOCK]
            self._block.update(piece)
            start += piece.nbytes
            self.size += piece.nbytes
            if self.size % BLOCK == 0:
                self._end_block()

    def _end_block(self) -> None:
        self._blocks.append(block_digest(self._block))
        self._block.reset()

    def result(self) -> PartFile:
        """Size and checksums; a file of one block needs no others."""
        if self.size <= BLOCK:
            return PartFile(self.size, self._whole.hexdigest())
        if self.size % BLOCK:
            self._end_block()
        return PartFile(self.size, self._whole.hexdigest(), "".join(self._blocks))


def block_digest(found: "xxhash.xxh3_64") -> str:
    """Eight hexadecimal digits of a block's hash."""
    return f"{found.intdigest() & 0xFFFFFFFF:08x}"


class HashingStream:
    """A stream that hashes what is written through it; pyarrow writes files with it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._hashes = BlockHashes()
        self._discarding = False

    @property
    def closed(self) -> bool:
        """Whether the file is complete."""
        return self._stream.closed

    def write(self, data: bytes) -> int:
        """Add bytes at the end."""
        view = memoryview(data).cast("B")
        if self._discarding:
            return view.nbytes
        self._hashes.update(view)
        self._stream.write(view)
        return view.nbytes

    def tell(self) -> int:
        """How many bytes there are."""
        return self._hashes.size

    def flush(self) -> None:
        """Hand everything to the system."""
        if not self._discarding:
            self._stream.flush()

    def close(self) -> None:
        """Complete the file."""
        if not self._discarding:
            self._stream.close()
            return
        with suppress(OSError):
            discard(self._stream)

    def discard(self) -> None:
        """Take no more bytes: the file is to be removed."""
        self._discarding = True

    def result(self) -> PartFile:
        """Size and checksums of what was written."""
        return self._hashes.result()


def file_checksum(disk: Disk, path: str) -> PartFile:
    """Read a file and compute its size and checksums."""
    hashes = BlockHashes()
    with disk.open_read(path) as stream:
        while chunk := stream.read(BLOCK):
            hashes.update(memoryview(chunk))
    return hashes.result()


class Trust:
    """Remembers which files were found right, by their identity, so that they are read once."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], FileIdentity] = {}
        self._lock = threading.Lock()

    def holds(self, url: str, checksum: str, identity: FileIdentity) -> bool:
        """Whether this very file was verified before against this checksum."""
        with self._lock:
            return self._seen.get((url, checksum)) == identity

    def remember(self, url: str, checksum: str, identity: FileIdentity) -> None:
        """Note that the file was found right."""
        with self._lock:
            self._seen[url, checksum] = identity


def identified(disk: Disk, part: PartDescription) -> PartDescription:
    """The part, just written: its files are remembered by their identities.

    What is elsewhere cannot be told from what comes in its place but by reading it.
    """
    if disk.is_remote:
        return part
    files = {
        name: file if file.identity else replace(file, identity=_identity(disk, part, name))
        for name, file in part.files.items()
    }
    inner = {n: p.of(identified(disk, p.part)) for n, p in part.projections.items()}
    return replace(part, files=files, projections=inner)


def _identity(disk: Disk, part: PartDescription, name: str) -> str:
    return str(disk.identity(part.at(name)))


def verify_description(disk: Disk, part: PartDescription, text: str) -> None:
    """Compare part.json with the text that the catalog has of it."""
    path = f"{part.folder}/{DESCRIPTION}"
    if not disk.exists(path):
        message = f"File {disk.url(path)} of part {part.name} doesn't exist."
        raise Error(Code.NO_FILE_IN_DATA_PART, message)
    if disk.read(path) != text.encode("utf-8"):
        message = f"File {disk.url(path)} is not the description of part {part.name}."
        raise Error(Code.CORRUPTED_DATA, message)


def verify(disk: Disk, part: PartDescription, trust: Trust | None = None) -> None:
    """Compare every file with its checksum; the Error names the damaged one.

    With `trust`, a file that has not been touched since it was written or verified is not read.
    """
    places = {part.at(name) for name in part.files}
    folders = {part.folder} if disk.can_link else {path.rpartition("/")[0] for path in places}
    found = {f"{folder}/{name}" for folder in folders for name in disk.names(folder)}
    for path in sorted(places - found):
        message = f"File {disk.url(path)} of part {part.name} doesn't exist."
        raise Error(Code.NO_FILE_IN_DATA_PART, message)
    if disk.can_link:  # elsewhere there may be files that other parts name
        _refuse_unexpected(part, found - places)
    for name, file in part.files.items():
        _verify_file(disk, part.at(name), part.name, file, trust)
    for projection in part.projections.values():
        verify(disk, projection.part, trust)


def verify_presence(disk: Disk, part: PartDescription) -> None:
    """The Error of a file that is missing, by a listing of each folder: what a store of objects
    holds is what it was given, so that nothing of a part, however large, is read."""
    places = {f"{part.folder}/{DESCRIPTION}", *(place for _, place in part.all_places())}
    found = {path for one in set(map(part_folder, places)) for path in disk.beginning(f"{one}/")}
    for path in sorted(places - found):
        message = f"File {disk.url(path)} of part {part.name} doesn't exist."
        raise Error(Code.NO_FILE_IN_DATA_PART, message)


def _refuse_unexpected(part: PartDescription, others: set[str]) -> None:
    known = {DESCRIPTION, *map(projection_folder, part.projections)}
    for name in sorted({path.rpartition("/")[2] for path in others} - known):
        raise Error(Code.UNEXPECTED_FILE_IN_DATA_PART, f"Unexpected file {name} in data part.")


def mismatch(url: str, part: str) -> Error:
    """The error of a file whose bytes are not those that were written."""
    message = f"Checksum mismatch for file {url} in data part {part}."
    return Error(Code.CHECKSUM_DOESNT_MATCH, message)


def check_size(url: str, part: str, identity: FileIdentity, file: PartFile) -> None:
    """Fail if the file is longer or shorter than it was."""
    if identity.size != file.size:
        message = (
            f"Unexpected size of file {url} in part {part}: {identity.size} instead of {file.size}."
        )
        raise Error(Code.BAD_SIZE_OF_FILE_IN_DATA_PART, message)


def verified(data: bytes, disk: Disk, part: PartDescription, name: str) -> bytes:
    """The content of a part's file, once it was compared with its checksum."""
    if xxhash.xxh3_128_hexdigest(data) != part.files[name].hash:
        raise mismatch(disk.url(part.at(name)), part.name)
    return data


def _verify_file(disk: Disk, path: str, part: str, file: PartFile, trust: Trust | None) -> None:
    identity, url = disk.identity(path), disk.url(path)
    check_size(url, part, identity, file)
    if trust is not None and (
        file.identity == str(identity) or trust.holds(url, file.hash, identity)
    ):
        return
    if file_checksum(disk, path).hash != file.hash:
        raise mismatch(url, part)
    if trust is not None:
        trust.remember(url, file.hash, identity)
