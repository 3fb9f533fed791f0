"""Where the users of a configuration are: its file, looked at again while the engine runs."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from sparktree.access.entities import Entity
from sparktree.access.users_config import entities, has_users
from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.config import Config, config_files, load_config

_LOOK = 1.0  # seconds between two looks at the files
_BUILT = ("users_xml", "local_directory", "memory")

# What tells a file from itself at another time.
Signature = tuple[tuple[str, int, int], ...]


class UsersSource:
    """The users of a configuration file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._seen = self._signature()
        self._looked = time.monotonic()

    def load(self) -> list[Entity]:
        """All users and what else the file has, or what is wrong with it."""
        with self._lock:
            self._seen = self._signature()
        return entities(load_config(self.file).tree)

    def changed(self) -> bool:
        """Whether the files are others than when they were read; looked at once a second."""
        with self._lock:
            now = time.monotonic()
            if now - self._looked < _LOOK:
                return False
            self._looked = now
            return self._seen != self._signature()

    def _signature(self) -> Signature:
        found = []
        for file in config_files(self.file):
            try:
                stat = file.stat()
            except OSError:
                continue
            found.append((str(file), stat.st_mtime_ns, stat.st_size))
        return tuple(found)


def users_source(config: Config) -> UsersSource | None:
    """The source of a configuration's users, None if it has none."""
    named = config.text("users_config") or config.text("user_directories.users_xml.path")
    if named is not None:
        above = config.file.parent if config.file is not None else Path()
        file = above / named
        if not file.exists():
            raise Error(Code.CANNOT_LOAD_CONFIG, f"There is no users configuration {file}")
        return UsersSource(file)
    if config.file is not None and has_users(config.tree):
        return UsersSource(config.file)
    return None


def takes_users(config: Config) -> bool:
    """Whether users may be made by statements: not if the configuration lists only storages that
    cannot be written."""
    directories = config.section("user_directories")
    for name in directories or ():
        if name not in _BUILT:
            raise not_implemented(f"Users of the directory {name} are not supported.")
    return directories is None or any(name != "users_xml" for name in directories)
