"""What holds a path of the driver's machine is not sent to tasks on others."""

import pickle
from pathlib import Path

import pytest

from sparktree.disks.elsewhere import TASKS
from sparktree.disks.local import LocalDisk
from sparktree.disks.opened import Disks
from sparktree.disks.placement import only_on
from sparktree.errors import Code, Error
from sparktree.stores.local import LocalStore


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TASKS, "are_elsewhere", True)


@pytest.mark.usefixtures("elsewhere")
def test_a_folder_must_be_declared_shared(tmp_path: Path) -> None:
    with pytest.raises(Error, match="<shared>true</shared>") as refused:
        pickle.dumps(only_on(LocalDisk(tmp_path)))
    assert refused.value.code == Code.INVALID_CONFIG_PARAMETER
    assert str(tmp_path) in refused.value.message
    shared = LocalDisk(tmp_path, 5, shared=True)
    assert pickle.loads(pickle.dumps(shared)) == shared
    with pytest.raises(Error, match="executors run on others"):
        pickle.dumps(LocalStore())


@pytest.mark.usefixtures("elsewhere")
def test_disks_go_without_those_that_tasks_cannot_use(tmp_path: Path) -> None:
    disks = Disks({"here": LocalDisk(tmp_path), "all": LocalDisk(tmp_path, shared=True)})
    sent: Disks = pickle.loads(pickle.dumps(disks))
    assert list(sent) == ["all"]
    with pytest.raises(Error, match="<shared>true</shared>"):
        sent["here"]


def test_tasks_of_this_machine_get_every_disk(tmp_path: Path) -> None:
    disk = LocalDisk(tmp_path, 7)
    assert pickle.loads(pickle.dumps(disk)) == disk
    assert pickle.loads(pickle.dumps(LocalStore())) == LocalStore()
