"""The files of the machine that statements may read and write."""

from __future__ import annotations

import os
from pathlib import Path

from sparktree.errors import Code, Error

# The folder in the data folder for files of tables that name no path.
OWN_FILES = "files"


def permitted(path: str, folder: Path | None, own: Path | None = None) -> str:
    """The path, or DATABASE_ACCESS_DENIED: a server keeps to its folder for the files of users,
    where relative paths begin, or what it made itself in its `own`; an embedded engine, which has
    no such folder, reads what its process may."""
    if folder is None:
        return path
    full = os.path.normpath(os.path.join(folder, path))
    # What is in braces is taken apart later.
    climbs = "{" in path and ".." in path
    if climbs or not (_is_below(full, folder) or (own is not None and _is_below(full, own))):
        raise Error(
            Code.DATABASE_ACCESS_DENIED,
            f"File `{path}` is not inside `{folder}`, see user_files_path of the configuration",
        )
    return f"{full}/" if path.endswith("/") else full


def check_place(address: str, folder: Path | None) -> None:
    """The same of an address that may be one of a local file."""
    scheme, _, path = address.partition(":")
    if scheme.lower() == "file":
        permitted(f"/{path.lstrip('/')}", folder)


def _is_below(path: str, folder: Path) -> bool:
    """By its name, or by where links lead; those in the folder only the administrator makes."""
    return any(one.startswith(f"{folder}/") for one in (path, os.path.realpath(path)))
