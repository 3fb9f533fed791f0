"""Disks that a table declares itself: `SETTINGS disk = disk(type = ..., ...)`."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.records import StoredObject
from sparktree.disks.config_values import Element
from sparktree.disks.declared import DeclaredDisk, declared_disk
from sparktree.disks.opened import Disks, in_order
from sparktree.errors import Code, Error
from sparktree.sql import ast, format_query
from sparktree.stores import object_disks as object_disks  # files its types

KIND = "disk"  # of the catalog's objects
_TEMPORARY = "__tmp_internal_"


def disk_name(value: object) -> object:
    """The name of the disk that a setting `disk` means: that of a call by what it says."""
    if not isinstance(value, ast.Function):
        return value
    given = _options(value).get("name")
    if isinstance(given, str):
        return given
    text = format_query(value, one_line=True).encode()
    return f"{_TEMPORARY}{int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), 'big')}"


def declared_by(
    call: ast.Function, disks: Collection[str], folder: str
) -> list[tuple[DeclaredDisk, str]]:
    """The disk of a call, checked as one of the configuration is, and how the catalog keeps it.

    What it wraps may be a call, too, whose disk comes before it. `disks` are those that there are.
    """
    options = _options(call)
    name = str(disk_name(call))
    below: list[tuple[DeclaredDisk, str]] = []
    for key, value in options.items():
        if isinstance(value, ast.Function) and key == "disk":
            below = declared_by(value, disks, folder)
            options[key] = below[-1][0].name
        elif isinstance(value, ast.Function):
            raise Error(Code.BAD_ARGUMENTS, f"The argument `{key}` of disk takes no function")
    known = {*disks, *(one.name for one, _ in below)}
    declared = declared_disk(name, Element(options, f"disk.{name}"), known, folder)
    return [*below, (declared, json.dumps(options))]


def _options(call: ast.Function) -> dict[str, Any]:
    """The arguments of disk(...) by name."""
    if call.name != "disk":
        raise Error(Code.BAD_ARGUMENTS, f"Disk function name must be 'disk', got '{call.name}'")
    return dict(map(_option, call.args))


def _option(argument: ast.Expression) -> tuple[str, Any]:
    if isinstance(argument, ast.Function) and argument.name == "equals":
        key, value = argument.args
        if isinstance(key, ast.Identifier):
            return ".".join(key.parts), _value(value)
    raise Error(
        Code.BAD_ARGUMENTS, "Expected list of arguments of the form key = value in disk function"
    )


def _value(value: ast.Expression) -> Any:
    if isinstance(value, ast.Literal):
        return str(int(value.value) if isinstance(value.value, bool) else value.value)
    if isinstance(value, ast.Identifier):
        return ".".join(value.parts)
    if isinstance(value, ast.Function) and value.name == "from_env" and len(value.args) == 1:
        name = _value(value.args[0])
        if name not in os.environ:
            raise Error(Code.CANNOT_LOAD_CONFIG, f"The environment has no variable {name}")
        return os.environ[name]
    return value


def open_kept_disks(kept: Sequence[StoredObject], disks: Disks, folder: str) -> None:
    """Open the disks that tables declared, as the catalog keeps them."""
    names = {*disks.declared, *(one.name for one in kept)}
    for declared in in_order({one.name: _kept_disk(one, names, folder) for one in kept}):
        disks.open(declared)


def _kept_disk(kept: StoredObject, names: Collection[str], folder: str) -> DeclaredDisk:
    options: Mapping[str, Any] = json.loads(kept.payload)
    return declared_disk(kept.name, Element(options, f"disk.{kept.name}"), names, folder)


def open_custom_disks(catalog: Catalog, disks: Disks, folder: str) -> None:
    """Open the disks that tables declared; those of other processes when they are asked for."""
    open_kept_disks(catalog.objects.all(KIND), disks, folder)
    disks.more = _finder(catalog, disks, folder)


def _finder(catalog: Catalog, disks: Disks, folder: str) -> Callable[[str], DeclaredDisk | None]:
    def find(name: str) -> DeclaredDisk | None:
        kept = catalog.objects.find(KIND, name)
        if kept is None:
            return None
        names = {*disks.declared, *(one.name for one in catalog.objects.all(KIND))}
        return _kept_disk(kept, names, folder)

    return find
