"""Opening disks of objects as the configuration, or a query, declares them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from sparktree.disks.config_values import Element
from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import DISK_TYPES, Disk
from sparktree.errors import Code, Error
from sparktree.stores.addresses import s3_store
from sparktree.stores.endpoints import endpoint_of
from sparktree.stores.object_disk import ObjectDisk

_PROBE = b"test"


@DISK_TYPES.declare("s3", "gcs")
def open_s3(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> ObjectDisk:
    """A bucket, or what is below a prefix in one."""
    element = Element(declared.told, declared.name)
    store, key = s3_store(element.text("endpoint"), endpoint_of(declared.told), at_root=True)
    disk = ObjectDisk(store, _prefix(key))
    if not element.flag("skip_access_check"):
        check_access(disk)
    return disk


def check_access(disk: ObjectDisk) -> None:
    """Write, read and delete an object, or say what is wrong."""
    probe = f"clickhouse_access_check_{uuid.uuid4()}"
    disk.create(probe, _PROBE)
    try:
        if disk.read_range(probe, 1, 2) != _PROBE[1:3]:
            message = f"What was written to {disk.url(probe)} is not what is read from there."
            raise Error(Code.PATH_ACCESS_DENIED, message)
    finally:
        disk.remove_all([probe])


def _prefix(key: str) -> str:
    return f"{key.rstrip('/')}/" if key else ""
