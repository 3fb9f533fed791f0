"""Disks whose files are objects: written once, at their final places, never renamed or linked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import sparktree
from tests.storage.storages import connected, local, policy, volume
from tests.stores.servers import KEY, SECRET, Bucket

MARKER = "sparktree-disk.json"


@dataclass
class Objects:
    """A data folder with a disk `obj`; policy `tiers` has it behind the local disk `d1`, `back`
    before it."""

    folder: Path
    inside: str  # of the disk's element
    root: Path  # where its objects are, as files

    def open(self, more: str = "") -> sparktree.Engine:
        """An engine on it."""
        tiers = policy("tiers", volume("hot", "d1"), volume("cold", "obj"))
        disks = local(self.folder, "d1") | {"obj": self.inside}
        back = policy("back", volume("first", "obj"), volume("second", "d1"))
        return connected(self.folder, disks, tiers + back, more)

    def rest(self) -> list[str]:
        """The objects on the disk, but for what says whose it is."""
        return [key for key in files_below(self.root) if key.rpartition("/")[2] != MARKER]

    def lose(self, key: str) -> None:
        """An object is gone."""
        (self.root / key).unlink()

    def data(self) -> set[str]:
        """The objects that hold rows."""
        return {key for key in self.rest() if key.endswith(".parquet")}


def s3(bucket: Bucket, more: str = "") -> str:
    """The element of a disk below a prefix of the bucket."""
    return (
        f"<type>s3</type><endpoint>{bucket.url}/root/</endpoint>"
        f"<access_key_id>{KEY}</access_key_id><secret_access_key>{SECRET}</secret_access_key>{more}"
    )


def files_below(folder: Path) -> list[str]:
    """The paths of all files, those too that the S3 server keeps for unfinished uploads."""
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
