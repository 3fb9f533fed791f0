"""The files that statements of a server may reach."""

from pathlib import Path

import pytest

from sparktree.engines.objects.user_files import check_place, permitted
from sparktree.errors import Code, Error

_HERE = Path("/srv/data/user_files")


def test_an_embedded_engine_reads_what_its_process_may() -> None:
    assert permitted("/etc/hosts", None) == "/etc/hosts"
    check_place("file:///etc/hosts", None)


@pytest.mark.parametrize(
    ("path", "full"),
    [
        ("a.csv", f"{_HERE}/a.csv"),
        ("a/../b*.csv", f"{_HERE}/b*.csv"),
        ("folder/", f"{_HERE}/folder/"),
        (f"{_HERE}/a{{1,2}}.csv", f"{_HERE}/a{{1,2}}.csv"),
        ("../files/x/data.CSV", "/srv/data/files/x/data.CSV"),
    ],
)
def test_a_server_reaches_what_is_below_its_folders(path: str, full: str) -> None:
    assert permitted(path, _HERE, Path("/srv/data/files")) == full


@pytest.mark.parametrize(
    "path",
    ["/etc/hosts", "..", ".", "../x", "/srv/data/user_files2/x", f"{_HERE}/../x", "{a,..}/x",
     "../files/x"],
)  # fmt: skip
def test_a_server_reaches_nothing_else(path: str) -> None:
    with pytest.raises(Error) as failure:
        permitted(path, _HERE)
    assert failure.value.code == Code.DATABASE_ACCESS_DENIED


@pytest.mark.parametrize("address", ["file:/etc/hosts", "FILE:///etc/hosts", "file://srv/data/x"])
def test_addresses_of_local_files_are_held_to_it(address: str) -> None:
    with pytest.raises(Error, match="is not inside"):
        check_place(address, _HERE)
    check_place("hdfs://node:8020/etc/hosts", _HERE)
