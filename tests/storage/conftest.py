"""What tests of disks share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.storage.storages import tmpfs, unmount


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[[str, int], None]]:
    """Makes a folder of `tmp_path` a file system of so many MiB."""
    made: list[Path] = []

    def mount(name: str, size: int) -> None:
        made.append(tmp_path / name)
        tmpfs(made[-1], size)

    yield mount
    for folder in made:
        unmount(folder)
