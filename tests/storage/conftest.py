"""What tests of disks share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.storage.object_storages import Objects, s3
from tests.storage.storages import tmpfs, unmount
from tests.stores.servers import Bucket


@pytest.fixture(params=["local_blob_storage", "s3"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> Objects:
    """A disk of objects: files of this machine, or a bucket."""
    if request.param == "s3":
        bucket: Bucket = request.getfixturevalue("bucket")
        return Objects(tmp_path, s3(bucket), bucket.folder / "root")
    folder = tmp_path / "obj"
    inside = f"<type>local_blob_storage</type><path>{folder}/</path>"
    return Objects(tmp_path, inside, folder)


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
