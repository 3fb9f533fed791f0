"""What stands behind TO and FROM: the place that it means, if the configuration allows it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sparktree.disks.local import LocalDisk
from sparktree.engines.backups.places import DiskPlace, Place, StorePlace
from sparktree.engines.objects.arguments import AZURE, S3, Evaluate, Form, given_arguments
from sparktree.engines.objects.source import opened_store
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.settings.config import leaf_text
from sparktree.sql import ast, format_query

_ARCHIVES = (".zip", ".zipx", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.lzma", ".tar.zst",
             ".tzst", ".tar.xz")  # fmt: skip
_OWN_FOLDER = "backups"  # below the data folder: where backups lie if nothing is configured


@dataclass(frozen=True, slots=True)
class Destination:
    """A place, and how it is called: without secrets, without anything to open it with."""

    place: Place
    name: str  # as system.backups shows it
    bare: str  # for a later backup that is based on it
    opens_alone: bool  # whether that is enough to open it


def destination_of(call: ast.Function, storage: DataFolder, evaluate: Evaluate) -> Destination:
    """The place that File, Disk, S3 or AzureBlobStorage mean."""
    opened = _ENGINES.get(call.name)
    if opened is None:
        if call.name in ("Memory", "Null"):
            raise not_implemented(f"The backup engine {call.name} is not built yet.")
        raise Error(Code.BACKUP_ENGINE_NOT_FOUND, f"Not found backup engine '{call.name}'.")
    place = opened(call.args, storage, evaluate)
    bare = format_query(_bare(call), one_line=True)
    return Destination(place, shown_name(call), bare, _opens_alone(call))


def shown_name(call: ast.Function) -> str:
    """The destination in SQL, without secrets."""
    hidden = without_secrets(call)
    args = f"({', '.join(format_query(a, one_line=True) for a in hidden.args)})"
    return f"{hidden.name}{args if hidden.args else ''}"


def _opens_alone(call: ast.Function) -> bool:
    return call.name in ("File", "Disk")


def _bare(call: ast.Function) -> ast.Function:
    """Where it is, without who may open it."""
    if _opens_alone(call):
        return call
    kept = 3 if call.name == "AzureBlobStorage" else 1
    return ast.Function(call.name, tuple(without_secrets(call).args[:kept]))


# --- File and Disk -------------------------------------------------------------------------


def _texts(
    engine: str, names: Sequence[str], args: Sequence[ast.Expression], evaluate: Evaluate
) -> list[str]:
    """The arguments, which must be so many texts."""
    if len(args) != len(names):
        many = "arguments" if len(names) > 1 else "argument"
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Backup engine '{engine}' requires {len(names)} {many} ({', '.join(names)}).",
        )
    values = [arg.parts[-1] if isinstance(arg, ast.Identifier) else evaluate(arg) for arg in args]
    for value in values:
        if not isinstance(value, str):
            kind = {bool: "Bool", int: "UInt64", float: "Float64"}.get(type(value), "Null")
            raise Error(Code.BAD_GET, f"Bad get: has {kind}, requested String.")
    return [str(value) for value in values]


def _file(args: Sequence[ast.Expression], storage: DataFolder, evaluate: Evaluate) -> Place:
    (path,) = _texts("File", ("path",), args, evaluate)
    _refuse_archive(path)
    allowed = _configured(storage, "allowed_path")
    anywhere = not allowed and _is_embedded(storage)
    if not allowed:
        allowed = [_OWN_FOLDER]
    folders = [os.path.join(storage.folder, one) for one in allowed]
    full = path if path.startswith("/") else os.path.join(folders[0], path)
    real = os.path.normpath(full)
    if not path or (not anywhere and not any(_is_inside(real, folder) for folder in folders)):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Path '{full}' is not allowed for backups, see the 'backups.allowed_path'"
            " configuration parameter.",
        )
    return DiskPlace(LocalDisk(Path("/")), real.lstrip("/"))


def _is_inside(path: str, folder: str) -> bool:
    """Whether the path is really below the folder, wherever links lead."""
    real, base = os.path.realpath(path), os.path.realpath(folder)
    return real.startswith(f"{base.rstrip('/')}/")


def _disk(args: Sequence[ast.Expression], storage: DataFolder, evaluate: Evaluate) -> Place:
    name, path = _texts("Disk", ("disk_name", "path"), args, evaluate)
    _refuse_archive(path)
    allowed = _configured(storage, "allowed_disk")
    if not allowed:
        raise Error(
            Code.INVALID_CONFIG_PARAMETER,
            "The 'backups.allowed_disk' configuration parameter is not set, cannot use 'Disk'"
            " backup engine.",
        )
    if name not in allowed:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Disk ''{name}'' is not allowed for backups, see the 'backups.allowed_disk'"
            " configuration parameter.",
        )
    disk = storage.disks[name]
    inside = os.path.normpath(path)
    if path.startswith("/") or inside == ".." or inside.startswith("../"):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Path ''{path}'' to backup must be inside the specified disk ''{name}''.",
        )
    return DiskPlace(disk, "" if inside == "." else inside)


def _configured(storage: DataFolder, name: str) -> list[str]:
    section: Mapping[str, Any] = storage.config.section("backups") or {}
    found = section.get(name, [])
    nodes = found if isinstance(found, list) else [found]
    return [text for node in nodes if (text := leaf_text(node))]


def _is_embedded(storage: DataFolder) -> bool:
    """Without a configuration an engine that is no server is a library: its user runs it."""
    configured = storage.config.file is not None or storage.config.section("backups") is not None
    return not configured and storage.user_files is None


def _refuse_archive(path: str) -> None:
    if path.lower().endswith(_ARCHIVES):
        raise not_implemented(f"Backups as archives, here {path}, are not built yet.")


# --- stores of objects ---------------------------------------------------------------------


def _store(form: Form) -> Callable[[Sequence[ast.Expression], DataFolder, Evaluate], Place]:
    def opened(args: Sequence[ast.Expression], storage: DataFolder, evaluate: Evaluate) -> Place:
        given = given_arguments(form, args, evaluate, storage, structured=False)
        store, key = opened_store(given)
        _refuse_archive(key)
        return StorePlace(store, f"{key.strip('/')}/" if key.strip("/") else "")

    return opened


_ENGINES: Mapping[str, Callable[[Sequence[ast.Expression], DataFolder, Evaluate], Place]] = {
    "File": _file,
    "Disk": _disk,
    "S3": _store(S3),
    "AzureBlobStorage": _store(AZURE),
}
