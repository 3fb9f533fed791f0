"""Where an export goes: the folder of the part's partition, and the names of its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import xxhash

from sparktree.engines.objects.source import Source
from sparktree.engines.objects.writing import checked_key, folder_text
from sparktree.parts.description import PartDescription
from sparktree.parts.valuetext import value_texts
from sparktree.stores.store import ListedFile
from sparktree.types import FixedString, Type
from sparktree.types.to_text import Mode


@dataclass(frozen=True)
class Target:
    """The files of one exported part: `{part_name}_{checksum}`, numbered if there are several."""

    source: Source
    header: tuple[tuple[str, Type], ...]  # the columns of the files
    folder: str  # with the folders of the partition; ends with `/` unless it is the root
    stem: str
    files: int = 1

    def key(self, number: int) -> str:
        """The key of a file."""
        numbered = f".{number + 1}" if self.files > 1 else ""
        return checked_key(f"{self.folder}{self.stem}{numbered}.{self.source.extension}")

    def file_keys(self) -> list[str]:
        """The keys of all files."""
        return [self.key(number) for number in range(self.files)]

    @property
    def path(self) -> str:
        """The files as users are shown them."""
        return ", ".join(self.source.store.display_path(key) for key in self.file_keys())

    def existing(self) -> Iterator[ListedFile]:
        """Files of the same part that are there already."""
        begin = f"{self.folder}{self.stem}."
        return (found for found in self.source.store.list(begin) if not found.is_folder)

    def split(self, files: int) -> Target:
        """The same in so many files."""
        return replace(self, files=max(files, 1))


def partition_folder(
    source: Source, part: PartDescription, types: Sequence[Type], zone: str
) -> str:
    """The folder of the part's partition, named by the values of its key."""
    if not types:
        return source.folder
    texts = value_texts(part.partition_values, types, Mode.PLAIN, zone)
    folders = []
    for level, type_, text in zip(source.levels, types, texts, strict=True):
        value = text or ""
        if isinstance(type_, FixedString):
            value = value.rstrip("\0")
        folders.append(f"{level}={folder_text(value)}/")
    return source.folder + "".join(folders)


def part_checksum(part: PartDescription, changes: Sequence[str] = ()) -> str:
    """32 hexadecimal digits that tell the part's data from any other.

    `changes` are what happens to its rows on their way out: with others it is other data.
    """
    hashed = xxhash.xxh3_128()
    for name, file in sorted(part.files.items()):
        hashed.update(f"{name}\0{file.size}\0{file.hash}\0".encode())
    for change in changes:
        hashed.update(change.encode("utf-8", "surrogateescape"))
    return hashed.hexdigest()
