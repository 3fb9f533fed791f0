"""What the configuration says of one disk, checked for its type."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sparktree.disks.cache_folder import CachePolicy
from sparktree.disks.config_values import Element
from sparktree.disks.encryption import Encryption
from sparktree.disks.encryption_keys import declared_encryption
from sparktree.disks.policies import DEFAULT
from sparktree.errors import Code, Error


@dataclass(frozen=True, slots=True)
class DeclaredDisk:
    """A disk: `type` is ClickHouse's name of its type, `shown` how system.disks calls it.

    Of a type that is not built nothing but this is known. A wrapper's path is one on the disk that
    it wraps.
    """

    name: str
    type: str
    path: str = ""
    keep_free_bytes: int = 0
    keep_free_ratio: float = 0.0
    shared: bool = False  # a folder that all machines which run tasks mount at the same place
    shown: str = "Local"
    object_storage: str = "None"
    metadata: str = "None"
    wrapped: str = ""  # the disk below this one
    encryption: Encryption | None = None
    cache: CachePolicy | None = None
    # What is below the element of a disk of objects: where they are, and who asks for them.
    told: Mapping[str, Any] = field(default_factory=dict, repr=False, hash=False)

    @property
    def is_static(self) -> bool:
        """Whether its files come there in other ways than by tables, which only read them."""
        return self.metadata in ("Plain", "StaticWeb")


@dataclass(frozen=True, slots=True)
class _Declaring:
    """A disk that is being read; `others` are the names of all that there are."""

    name: str
    type: str
    element: Element
    others: Collection[str]
    folder: str  # of the default disk


def declared_disk(
    name: str, element: Element, others: Collection[str], folder: str
) -> DeclaredDisk:
    """The disk as its element declares it, or what is wrong with it."""
    type_ = element.text("type", "local")
    check = _TYPES.get(type_)
    if check is None:
        raise Error(
            Code.UNKNOWN_ELEMENT_IN_CONFIG,
            f"DiskFactory: the disk '{name}' has unknown disk type: {type_}",
        )
    return check(_Declaring(name, type_, element, others, folder))


def _local(one: _Declaring) -> DeclaredDisk:
    element, name = one.element, one.name
    path = element.text("path")
    if name == DEFAULT:
        if path:
            raise _unknown(
                f'"default" disk path should be provided in <path> not it <storage_configuration>:'
                f" Disk {name}"
            )
    elif not path:
        raise _unknown(f"Disk path can not be empty. Disk {name}")
    elif not path.endswith("/"):
        raise _unknown(f"Disk path must end with /. Disk {name}")
    elif path.rstrip("/") == one.folder.rstrip("/"):
        raise _unknown(
            f"Disk path ('{path}') cannot be equal to <path>. Use <default> disk instead."
        )
    if "keep_free_space_bytes" in element and "keep_free_space_ratio" in element:
        raise Error(
            Code.EXCESSIVE_ELEMENT_IN_CONFIG,
            "Only one of 'keep_free_space_bytes' and 'keep_free_space_ratio' can be specified",
        )
    ratio = element.real("keep_free_space_ratio")
    if not 0 <= ratio <= 1:
        raise Error(
            Code.EXCESSIVE_ELEMENT_IN_CONFIG, "'keep_free_space_ratio' have to be between 0 and 1"
        )
    kept = element.unsigned("keep_free_space_bytes")
    shared = element.flag("shared")
    return DeclaredDisk(name, one.type, path or one.folder, kept, ratio, shared)


def _unknown(message: str) -> Error:
    return Error(Code.UNKNOWN_ELEMENT_IN_CONFIG, message)


# --- types that are not built ---------------------------------------------------------------

_OBJECT_STORAGES = {
    "s3": "S3",
    "s3_plain": "S3",
    "s3_plain_rewritable": "S3",
    "gcs": "S3",
    "azure_blob_storage": "Azure",
    "blob_storage_disk": "Azure",
    "azure": "Azure",
    "hdfs": "HDFS",
    "web": "Web",
    "local_blob_storage": "Local",
    "local": "Local",
}
_LOCAL = ("local_blob_storage", "local")
_METADATA = {
    "local": "Local",
    "keeper": "Keeper",
    "plain": "Plain",
    "plain_rewritable": "PlainRewritable",
    "web": "StaticWeb",
}
_OF_TYPE = {"s3_plain": "plain", "s3_plain_rewritable": "plain_rewritable", "web": "web"}


def _object(one: _Declaring) -> DeclaredDisk:
    element = one.element
    storage = one.type
    if one.type == "object_storage":
        if "object_storage_type" not in element:
            message = "Expected `object_storage_type` in config"
            raise Error(Code.NO_ELEMENTS_IN_CONFIG, message)
        storage = element.text("object_storage_type")
    if storage not in _OBJECT_STORAGES:
        raise _unknown(f"ObjectStorageFactory: unknown object storage type: {storage}")
    metadata = element.text("metadata_type", _OF_TYPE.get(storage, "local"))
    if metadata not in _METADATA:
        raise _unknown(f"MetadataStorageFactory: unknown metadata storage type: {metadata}")
    if _OBJECT_STORAGES[storage] in ("S3", "HDFS", "Web"):
        address = element.required("endpoint")
        if _OBJECT_STORAGES[storage] == "Web" and not address.endswith("/"):
            message = f"URI must end with '/', but '{address}' doesn't."
            raise Error(Code.BAD_ARGUMENTS, message)
    kind = storage if one.type == "object_storage" else one.type
    path = element.text("metadata_path")
    if not path and metadata in ("local", "web") and kind not in _LOCAL:
        path = f"{one.folder.rstrip('/')}/disks/{one.name}/"
    if kind in _LOCAL:
        path = element.text("path")
        if not path:
            raise _unknown(f"Disk path can not be empty. Disk {one.name}")
    return DeclaredDisk(
        one.name,
        "local_blob_storage" if kind in _LOCAL else kind,
        path,
        shown="ObjectStorage",
        object_storage=_OBJECT_STORAGES[storage],
        metadata=_METADATA[metadata],
        shared=kind in _LOCAL and element.flag("shared"),
        told=element.node,
    )


def _cache(one: _Declaring) -> DeclaredDisk:
    element, name = one.element, one.name
    wrapped = element.text("disk")
    if not wrapped:
        raise _bad("Disk Cache requires `disk` field in config")
    if wrapped not in one.others or wrapped == name:
        raise _bad(
            f"Cannot wrap disk `{wrapped}` with cache layer `{name}`: there is no such disk (it"
            " should be initialized before cache disk)"
        )
    if not element.text("path"):
        raise _bad("Disk Cache requires non-empty `path` field (cache base path) in config")
    if "max_size" not in element:
        raise _bad("Expected cache size (`max_size`) in configuration")
    if not element.size("max_size"):
        raise _bad("Expected non-zero size for cache configuration")
    folder = os.path.join(one.folder, "cache", element.text("path"))
    on_write = element.flag("cache_on_write_operations")
    policy = CachePolicy(f"{folder.rstrip('/')}/", element.size("max_size"), on_write=on_write)
    for tag in ("boundary_alignment", "max_file_segment_size"):
        if tag in element and element.size(tag):
            policy = replace(policy, alignment=min(policy.alignment, element.size(tag)))
    return DeclaredDisk(name, one.type, shown="ObjectStorage", wrapped=wrapped, cache=policy)


def _encrypted(one: _Declaring) -> DeclaredDisk:
    element, name = one.element, one.name

    def bad(message: str) -> Error:
        return _bad(f"{message}: Disk {name}")

    wrapped = element.text("disk")
    if not wrapped:
        raise bad("Name of the wrapped disk must not be empty. An encrypted disk is a wrapper")
    if wrapped not in one.others or wrapped == name:
        raise bad(f"The wrapped disk must have been announced earlier. No disk with name {wrapped}")
    path = element.text("path")
    if path and not path.endswith("/"):
        raise bad(f"Disk path must ends with '/', but '{path}' doesn't.")
    encryption = declared_encryption(element, bad)
    # Two disks in one folder would take each other's files for litter.
    folder = path.lstrip("/") or f"encrypted_{name}/"
    return DeclaredDisk(
        name, one.type, folder, shown="Encrypted", wrapped=wrapped, encryption=encryption
    )


def _bad(message: str) -> Error:
    return Error(Code.BAD_ARGUMENTS, message)


_TYPES: dict[str, Callable[[_Declaring], DeclaredDisk]] = {
    "local": _local,
    "cache": _cache,
    "encrypted": _encrypted,
    "object_storage": _object,
    **dict.fromkeys(
        ("s3", "gcs", "s3_plain", "s3_plain_rewritable", "azure_blob_storage",
         "blob_storage_disk", "hdfs", "web", "local_blob_storage"),
        _object,
    ),
}  # fmt: skip
