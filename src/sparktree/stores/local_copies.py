"""Copies of the small files of parts on this machine (`metadata_path`): planning reads these.

They are never the truth: what is missing or damaged is fetched again, and a folder that cannot be
written is passed by. Rows are not among them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import xxhash

from sparktree.disks.errors import naming

_PARTS = "store/"  # where the parts of tables are; their files are never changed
_ROWS = ".parquet"
_LARGEST = 8 << 20  # bytes of a file
_DIGEST = 16  # bytes before each


@dataclass(frozen=True, slots=True)
class LocalCopies:
    """Files below a folder, each behind the hash of what it holds."""

    folder: str

    def prepare(self) -> None:
        """Make the folder, or say why it cannot be used."""
        with naming(self.folder):
            os.makedirs(self.folder, exist_ok=True)
            probe = Path(self.folder, f"access_check_{uuid4().hex}")
            probe.touch()
            probe.unlink()

    def find(self, path: str) -> bytes | None:
        """The whole file, if there is a copy of it."""
        if not _is_kept(path):
            return None
        try:
            held = Path(self.folder, path).read_bytes()
        except OSError:
            return None
        digest, data = held[:_DIGEST], held[_DIGEST:]
        return data if xxhash.xxh3_128_digest(data) == digest else None

    def keep(self, path: str, data: bytes) -> None:
        """Note what a file holds that was just written or read."""
        if not _is_kept(path) or len(data) > _LARGEST:
            return
        target = Path(self.folder, path)
        beside = target.with_name(f"{target.name}.{uuid4().hex}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(xxhash.xxh3_128_digest(data) + data)
            beside.replace(target)
        except OSError:
            with suppress(OSError):
                beside.unlink()

    def forget(self, paths: Iterable[str]) -> None:
        """The files are gone; folders without any go too."""
        root = Path(self.folder)
        folders = set()
        for path in filter(_is_kept, paths):
            with suppress(OSError):
                Path(root, path).unlink()
            folders |= {parent for parent in Path(path).parents if parent.parts}
        for folder in sorted(folders, key=lambda one: -len(one.parts)):
            with suppress(OSError):  # something is left in it
                Path(root, folder).rmdir()

    def forget_below(self, folder: str) -> None:
        """Nothing in the folder is needed any more."""
        shutil.rmtree(Path(self.folder, folder), ignore_errors=True)


def _is_kept(path: str) -> bool:
    return path.startswith(_PARTS) and not path.endswith(_ROWS)
