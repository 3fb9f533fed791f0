from pathlib import Path

import pytest

from sparktree.disks.local import LocalDisk


@pytest.fixture
def disk(tmp_path: Path) -> LocalDisk:
    return LocalDisk(tmp_path)
