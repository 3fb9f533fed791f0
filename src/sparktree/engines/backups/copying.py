"""Files of parts into backups and out of them: copied as they are by Spark tasks, every byte
compared with its checksum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, TypeVar

import xxhash

from sparktree.disks.disk import Disk
from sparktree.engines.backups.places import Place, Sink
from sparktree.errors import Code, Error
from sparktree.parts.checksums import mismatch
from sparktree.parts.description import PartDescription, to_report
from sparktree.parts.filename import projection_folder
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import Relation, Stage, TaskInfo, WorkRelation

_PIECE = 4 << 20
_TASKS_PER_CORE = 4  # so that progress is seen, and no task is much longer than others
_SMALL = 16 << 20  # bytes that are not worth a task of their own
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FileToSave:
    """A file on its way into a backup: of a part, or given as it is."""

    disk: str
    path: str
    part: str
    name: str  # in the backup
    size: int
    hash: str
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """Where the bytes of a file are: in which of the places, under which name."""

    place: int
    name: str
    size: int
    hash: str


@dataclass(frozen=True, slots=True)
class PartToRestore:
    """A part on its way out of a backup, into a folder of a disk."""

    part: PartDescription  # as it is to be described there
    disk: str
    folder: str
    files: Mapping[str, StoredFile]  # by their paths in the folder

    @property
    def size(self) -> int:
        """Bytes to copy."""
        return sum(file.size for file in self.files.values())


@dataclass(frozen=True, slots=True)
class _Saving:
    shares: tuple[tuple[FileToSave, ...], ...]
    disks: Mapping[str, Disk]
    place: Place

    def __call__(self, info: TaskInfo) -> Iterator[bytes]:
        share = self.shares[info.task]
        for file in share:
            if file.data is not None:
                _write(file, self.place)
                continue
            disk = self.disks[file.disk]
            with disk.open_read(file.path) as data, self.place.writing(file.name) as out:
                if _copied(data, out) != file.hash:
                    raise mismatch(disk.url(file.path), file.part)
        self.place.settle([file.name for file in share])
        yield from ()


@dataclass(frozen=True, slots=True)
class _Restoring:
    shares: tuple[tuple[PartToRestore, ...], ...]
    disks: Mapping[str, Disk]
    places: tuple[Place, ...]

    def __call__(self, info: TaskInfo) -> Iterator[bytes]:
        for order in self.shares[info.task]:
            disk, folder = self.disks[order.disk], f"{order.folder}_{info.attempt}"
            try:
                self._copy(order, disk, folder)
            except BaseException:
                disk.remove(folder)
                raise
            yield to_report(order.part.moved(folder), order.disk)

    def _copy(self, order: PartToRestore, disk: Disk, folder: str) -> None:
        disk.make_folder(folder)
        for name in order.part.projections:
            disk.make_folder(f"{folder}/{projection_folder(name)}")
        for name, file in order.files.items():
            path = f"{folder}/{name}"
            place = self.places[file.place]
            with disk.open_write(path) as out, disk.naming(path):
                if not file.size:
                    continue
                with place.open(file.name, file.size) as data:
                    found = _copied(data, out)
            if found != file.hash:
                raise damaged(place, file.name)
        for name in order.files:
            disk.sync(f"{folder}/{name}")
        for name in order.part.projections:
            disk.sync(f"{folder}/{projection_folder(name)}")
        disk.sync(folder)


def _write(file: FileToSave, place: Place) -> None:
    assert file.data is not None
    with place.writing(file.name) as out:
        out.write(file.data)


def _copied(data: BinaryIO, out: Sink) -> str:
    """Copy all bytes; their checksum."""
    found = xxhash.xxh3_128()
    while piece := data.read(_PIECE):
        found.update(piece)
        out.write(piece)
    return found.hexdigest()


def damaged(place: Place, name: str) -> Error:
    """A file of a backup has not the bytes that it had."""
    return Error(
        Code.BACKUP_DAMAGED, f"Checksum mismatch for file {place.address(name)} of the backup."
    )


def save(
    spark: SparkHandle,
    files: Sequence[FileToSave],
    disks: Mapping[str, Disk],
    place: Place,
    options: RunOptions,
) -> None:
    """Copy the files into the backup."""
    if all(file.data is not None for file in files):  # definitions alone: no job is needed
        for file in files:
            _write(file, place)
        place.settle([file.name for file in files])
        return
    shares = _shared(files, lambda file: file.size, spark.expected_parallelism())
    used = {file.disk: disks[file.disk] for file in files if file.data is None}
    work = _Saving(shares, used, place)
    sizes = [sum(file.size for file in share) for share in shares]
    spark.run_sink([Stage(inputs=_inputs(sizes), work=work)], options)


def restore(
    spark: SparkHandle,
    parts: Sequence[PartToRestore],
    disks: Mapping[str, Disk],
    places: Sequence[Place],
    options: RunOptions,
) -> list[bytes]:
    """Copy the parts out of the backup: what tasks tell of the folders that they made."""
    if not parts:
        return []
    shares = _shared(parts, lambda part: part.size, spark.expected_parallelism())
    used = {part.disk: disks[part.disk] for part in parts}
    work = _Restoring(shares, used, tuple(places))
    sizes = [sum(part.size for part in share) for share in shares]
    return spark.run_sink([Stage(inputs=_inputs(sizes), work=work)], options)


def _inputs(sizes: Sequence[int]) -> tuple[Mapping[str, Relation], ...]:
    """What each task reads, for its progress."""
    return tuple({"files": WorkRelation(0, size)} for size in sizes)


def _shared(items: Sequence[T], size: Callable[[T], int], cores: int) -> tuple[tuple[T, ...], ...]:
    """The items dealt out, the largest first, each to the task that has least."""
    total = sum(map(size, items))
    count = min(len(items), cores * _TASKS_PER_CORE, total // _SMALL + 1)
    shares: list[list[T]] = [[] for _ in range(count)]
    sizes = [0] * count
    for item in sorted(items, key=size, reverse=True):
        least = sizes.index(min(sizes))
        shares[least].append(item)
        sizes[least] += size(item)
    return tuple(map(tuple, shares))
