"""The settings of BACKUP and RESTORE, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.declare import as_text, by_name, parse, setting
from sparktree.settings.inert_settings import unknown_setting

# What a setting may be besides a yes or no.
IF_NOT_EXISTS, CREATE, REPLACE = "if-not-exists", "create", "replace"


@dataclass(frozen=True)
class CommonSettings:
    """What BACKUP and RESTORE have in common, besides base_backup, id and password."""

    setting_async: bool = setting(
        False, "Whether the statement returns before the work is done."
    )  # `async` is no name in Python
    structure_only: bool = setting(False, "Only definitions, no rows.")
    use_same_s3_credentials_for_base_backup: bool = setting(
        False, "Whether the base backup is read with the keys of the backup itself."
    )
    use_same_password_for_base_backup: bool = setting(False, "Of archives, which are not built.")
    shard_num: int = setting(0, "Of clusters, which are not built.")
    replica_num: int = setting(0, "Of clusters, which are not built.")
    allow_s3_native_copy: bool = setting(True, "Accepted: bytes pass through tasks anyway.")
    allow_azure_native_copy: bool = setting(True, "Accepted: bytes pass through tasks anyway.")


@dataclass(frozen=True)
class BackupSettings(CommonSettings):
    """The settings of BACKUP."""

    compression_method: str = setting("", "Of archives, which are not built.")
    compression_level: int = setting(-1, "Of archives, which are not built.", type_="Int64")
    deduplicate_files: bool = setting(
        True, "Whether equal files are stored once, and not again if the base backup has them."
    )
    check_parts: bool = setting(True, "Accepted: every file is compared with its checksum anyway.")
    check_projection_parts: bool = setting(True, "Accepted: see check_parts.")
    allow_backup_broken_projections: bool = setting(False, "Accepted: broken parts are refused.")
    allow_checksums_from_remote_paths: bool = setting(
        True, "Accepted: checksums are known before a backup begins."
    )
    read_from_filesystem_cache: bool = setting(True, "Accepted.")
    decrypt_files_from_encrypted_disks: bool = setting(
        False, "Accepted: files in a backup are those that disks give, decrypted."
    )
    write_access_entities_dependents: bool = setting(True, "Accepted: names are kept, no ids.")
    s3_storage_class: str = setting("", "The storage class of new objects.")
    data_file_name_generator: str = setting("", "How files in a backup are named.")
    data_file_name_prefix_length: int = setting(3, "Of names that are checksums.")
    backup_data_from_refreshable_materialized_view_targets: bool = setting(False, "Accepted.")
    azure_attempt_to_create_container: bool = setting(True, "Accepted: containers must exist.")
    experimental_lightweight_snapshot: bool = setting(False, "Of ClickHouse Cloud.")


@dataclass(frozen=True)
class RestoreSettings(CommonSettings):
    """The settings of RESTORE."""

    create_database: str = setting(IF_NOT_EXISTS, "Whether databases are created.")
    create_table: str = setting(IF_NOT_EXISTS, "Whether tables are created.")
    create_access: str = setting(IF_NOT_EXISTS, "Whether users, roles and the like are created.")
    create_function: str = setting(IF_NOT_EXISTS, "Whether functions are created.")
    create_workloads_and_resources: str = setting(IF_NOT_EXISTS, "Accepted: there are none.")
    restore_table_data: bool = setting(True, "Whether rows are restored.")
    restore_access_entities: bool = setting(True, "Whether users, roles and the like are restored.")
    restore_access_entities_with_current_grants: bool = setting(
        False, "Whether users and roles get no more rights than their restorer may grant."
    )
    restore_functions: bool = setting(True, "Whether functions are restored.")
    allow_different_table_def: bool = setting(
        False, "Whether a table may be there with another definition."
    )
    allow_different_database_def: bool = setting(
        False, "Whether a database may be there with another definition."
    )
    allow_non_empty_tables: bool = setting(
        False, "Whether rows are added to tables that have some already."
    )
    restore_broken_parts_as_detached: bool = setting(
        False, "Whether damaged parts go to `detached` instead of failing the statement."
    )
    skip_unresolved_access_dependencies: bool = setting(False, "Accepted: names are kept, no ids.")
    update_access_entities_dependents: bool = setting(True, "Accepted: names are kept, no ids.")
    storage_policy: str = setting("", "The storage policy of the tables that are created.")
    shard_num_in_backup: int = setting(0, "Of clusters, which are not built.")
    replica_num_in_backup: int = setting(0, "Of clusters, which are not built.")


_S = TypeVar("_S", BackupSettings, RestoreSettings)
_ASYNC = "setting_async"
_NO_WORK = {
    "shard_num": "Clusters", "replica_num": "Clusters",
    "shard_num_in_backup": "Clusters", "replica_num_in_backup": "Clusters",
    "s3_storage_class": "Storage classes of backups",
    "data_file_name_generator": "Other names of files in backups",
    "experimental_lightweight_snapshot": "Lightweight snapshots",
    "restore_broken_parts_as_detached": "Restoring damaged parts",
    "restore_access_entities_with_current_grants": "Restoring users with fewer grants",
}  # fmt: skip
_WAYS: Mapping[str, str] = {
    "": "0", "0": "0", "false": "0", "no": "0",
    "1": CREATE, "true": CREATE, "yes": CREATE, "create": CREATE,
    IF_NOT_EXISTS: IF_NOT_EXISTS, "if not exists": IF_NOT_EXISTS, REPLACE: REPLACE,
}  # fmt: skip
_ONLY_STRUCTURE = ("restore_table_data", "restore_access_entities", "restore_functions")


def settings_of(kind: type[_S], given: Mapping[str, object]) -> _S:
    """The settings, or what is wrong with one of them."""
    known = by_name(kind)
    values: dict[str, Any] = {}
    for name, value in given.items():
        key = _ASYNC if name == "async" else name
        if key not in known or name == _ASYNC:
            raise unknown_setting(name)
        values[key] = _way(name, value) if name.startswith("create_") else parse(known[key], value)
    if kind is RestoreSettings and values.get("structure_only"):
        values |= dict.fromkeys(_ONLY_STRUCTURE, False)
    made = kind(**values)
    for name, what in _NO_WORK.items():
        if getattr(made, name, None):
            raise not_implemented(f"{what} (the setting {name}) are not built yet.")
    return made


def _way(name: str, value: object) -> str:
    """Whether and how something is created."""
    text = as_text(value).lower()
    if text not in _WAYS or (text == REPLACE and name in ("create_database", "create_table")):
        raise Error(Code.CANNOT_PARSE_BACKUP_SETTINGS, f"Cannot parse creation mode from {value}")
    return _WAYS[text]


def settings_texts(settings: CommonSettings) -> dict[str, str]:
    """The settings as system.backups shows them."""
    found = {
        "async" if one.name == _ASYNC else one.name: as_text(getattr(settings, one.name))
        for one in fields(settings)
    }
    return dict(sorted(found.items()))
