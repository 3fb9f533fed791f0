"""A part that could not be read: which of its files is damaged or missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sparktree.catalog.snapshots import Snapshot
from sparktree.disks.disk import Disk
from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Code, Error
from sparktree.parts.checksums import verify

# What the kernel says of a file that it cannot make sense of has one of these codes.
_READING = frozenset(
    code.value
    for code in (
        Code.CANNOT_READ_ALL_DATA,
        Code.BAD_ARGUMENTS,
        Code.FILE_DOESNT_EXIST,
        Code.LOGICAL_ERROR,
    )
)


def damage(failure: Error, snapshots: Iterable[Snapshot], disks: Mapping[str, Disk]) -> Error:
    """The error of the part that is to blame for the failure; else the failure itself.

    All files of the parts that the query saw are compared with their checksums.
    """
    if failure.code not in _READING:
        return failure
    for part in [part for snapshot in snapshots for part in snapshot.parts]:
        try:
            verify(disks[part.disk], described(part))
        except Error as found:
            return found
    return failure
