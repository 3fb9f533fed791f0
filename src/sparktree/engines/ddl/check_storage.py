"""What CREATE and ALTER refuse of the disks that a table wants."""

from __future__ import annotations

from pathlib import Path

from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.policies import StoragePolicy
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.recovery.disk_markers import claim_disk
from sparktree.engines.storage.custom_disks import KIND, declared_by
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.sql import ast, format_query


def checked_policy(definition: TableDefinition, storage: DataFolder) -> StoragePolicy:
    """The policy of a new table, some disk of which must be usable."""
    create = definition.create.storage
    given = {s.name: s.value for s in create.settings} if create is not None else {}
    if given.keys() >= {"disk", "storage_policy"}:
        raise Error(
            Code.BAD_ARGUMENTS,
            "MergeTree settings `storage_policy` and `disk` cannot be specified at the same time",
        )
    disk = given.get("disk")
    if isinstance(disk, ast.Function):
        _declare(disk, storage)
    elif disk and storage.catalog.objects.find(KIND, str(disk)) is not None:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Disk name `{disk}` is a custom disk that is used in other table. That disk could not"
            " be used by a reference by other tables. The custom disk should be fully specified"
            " with a disk function",
        )
    policy = storage.policy(definition.settings)
    if all(one not in storage.disks for one in policy.disks):
        raise storage.disks.failures[policy.disks[0]]
    return policy


def changed_policy(
    before: TableDefinition, after: TableDefinition, storage: DataFolder
) -> StoragePolicy:
    """The policy of an altered table, which must have all disks and volumes of the old one."""
    if before.create.storage == after.create.storage:
        return storage.policy(after.settings)
    old, new = storage.policy(before.settings), checked_policy(after, storage)
    if new != old:
        new.require_contains(old)
    return new


def _declare(call: ast.Function, storage: DataFolder) -> None:
    """Open the disk that a table declares, unless that was done before."""
    try:
        _open(call, storage)
    except Error as error:
        shown = format_query(without_secrets(call), one_line=True)
        raise Error(error.code, f"{error.message}: While processing {shown}") from error


def _open(call: ast.Function, storage: DataFolder) -> None:
    """Open the disk of a call, and before it what it wraps; or none of them."""
    made: list[str] = []
    try:
        for declared, payload in declared_by(call, storage.disks.declared, str(storage.folder)):
            if _open_one(declared, payload, storage):
                made.append(declared.name)
    except Error:
        for name in made:
            storage.disks.forget(name)
            storage.catalog.objects.drop(KIND, name)
        raise


def _open_one(declared: DeclaredDisk, payload: str, storage: DataFolder) -> bool:
    """Open a disk and let the catalog keep it, unless that was done before."""
    disks, catalog = storage.disks, storage.catalog
    name, kept = declared.name, catalog.objects.find(KIND, declared.name)
    if kept is not None:
        if kept.payload != payload:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The disk `{name}` is already configured as a custom disk in another table. It"
                " can't be redefined with different settings",
            )
        disks[name]  # another process may have declared it
        return False
    if name in disks.declared:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Disk `{name}` already exists and is described by the config. It is impossible to"
            " redefine it",
        )
    if declared.type in ("local", "local_blob_storage"):
        _require_inside(declared.path, storage.custom_local_disks)
    disks.open(declared)
    try:
        if declared.wrapped and not disks[name].is_remote:
            _require_inside(disks[name].url(""), storage.custom_local_disks)
        claim_disk(catalog, disks, name)
    except Error:
        disks.forget(name)
        raise
    catalog.objects.create(KIND, name, payload)
    return True


def _require_inside(path: str, base: str) -> None:
    setting = "custom_local_disks_base_directory"
    if not base:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Base path for custom local disks must be defined in config file by `{setting}`",
        )
    if not Path(path).resolve().is_relative_to(Path(base).resolve()):
        message = f"Path of the custom local disk must be inside `{base}` directory"
        raise Error(Code.BAD_ARGUMENTS, message)
