"""Opening disks of objects as the configuration, or a query, declares them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from sparktree.disks.config_values import Element
from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import DISK_TYPES, Disk
from sparktree.errors import Code, Error
from sparktree.stores.addresses import s3_store
from sparktree.stores.azure import account_of, azure_store
from sparktree.stores.azure_signing import Account
from sparktree.stores.endpoints import endpoint_of
from sparktree.stores.hdfs import hdfs_store
from sparktree.stores.local_copies import LocalCopies
from sparktree.stores.object_disk import ObjectDisk
from sparktree.stores.web import web_store

_PROBE = b"test"


@DISK_TYPES.declare("s3", "gcs", "s3_plain", "s3_plain_rewritable")
def open_s3(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> ObjectDisk:
    """A bucket, or what is below a prefix in one."""
    element = Element(declared.told, declared.name)
    store, key = s3_store(element.text("endpoint"), endpoint_of(declared.told), at_root=True)
    # Google's interface in the way of S3 does not know the request that deletes many objects.
    deletes_many = element.flag("support_batch_delete", default=declared.type != "gcs")
    store = replace(store, deletes_many=deletes_many)
    seek = element.unsigned("min_bytes_for_seek")
    disk = ObjectDisk(store, _prefix(key), copies=_copies(declared), seek=seek)
    if not element.flag("skip_access_check"):
        check_access(disk)
    return disk


@DISK_TYPES.declare("azure_blob_storage", "blob_storage_disk", "azure")
def open_azure(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> ObjectDisk:
    """A container, or what is below a prefix in one."""
    element = Element(declared.told, declared.name)
    address, container, prefix = _container(element)
    key = element.text("account_key")
    account = Account(element.text("account_name") or account_of(address), key) if key else None
    limits = endpoint_of(declared.told).limits
    store = azure_store(address, container, account, limits=limits)
    disk = ObjectDisk(store, _prefix(prefix), copies=_copies(declared))
    if not element.flag("skip_access_check"):
        check_access(disk)
    return disk


@DISK_TYPES.declare("hdfs")
def open_hdfs(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> ObjectDisk:
    """A folder of a name node."""
    element = Element(declared.told, declared.name)
    store, path = hdfs_store(element.text("endpoint"))
    disk = ObjectDisk(store, _prefix(path), copies=_copies(declared))
    if not element.flag("skip_access_check"):
        check_access(disk)
    return disk


@DISK_TYPES.declare("web")
def open_web(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> ObjectDisk:
    """A folder of a web server. Nobody is asked before something is read."""
    known = endpoint_of(declared.told)
    store = web_store(
        Element(declared.told, declared.name).text("endpoint"), known.headers, known.limits
    )
    return ObjectDisk(store, is_read_only=True, copies=_copies(declared))


def _container(element: Element) -> tuple[str, str, str]:
    """The account's address, or a connection string; the container and the prefix in it."""
    if "endpoint" in element:
        address = element.text("endpoint")
        if "container_name" in element:
            return address, element.text("container_name"), element.text("blob_path")
        parts = urlsplit(address)
        below = parts.path.strip("/").split("/")
        # An emulator has the account in its path, a real one in its host.
        count = 0 if ".blob." in parts.netloc else 1
        account = "/".join([f"{parts.scheme}://{parts.netloc}", *below[:count]])
        return account, "".join(below[count : count + 1]), "/".join(below[count + 1 :])
    address = element.text("connection_string") or element.text("storage_account_url")
    if not address:
        raise Error(
            Code.NO_ELEMENTS_IN_CONFIG,
            "Expected either `storage_account_url` or `connection_string` or `endpoint` in config",
        )
    return address, element.text("container_name", "default-container"), element.text("blob_path")


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


def _copies(declared: DeclaredDisk) -> LocalCopies | None:
    """Where copies of small files are to be; PATH_ACCESS_DENIED and the like if they cannot."""
    if not declared.path:
        return None
    copies = LocalCopies(declared.path)
    copies.prepare()
    return copies


def _prefix(key: str) -> str:
    return f"{key.rstrip('/')}/" if key else ""
