"""`sparktree doctor`: what is missing where, in plain words."""

import socket
import time
from pathlib import Path
from typing import Any

import pytest

from sparktree.cli import doctor, doctor_disks
from sparktree.cli.main import main
from sparktree.disks.local import LocalDisk
from sparktree.errors import Code, Error
from sparktree.spark import looking
from sparktree.version import VERSION

HERE = {"python": "3.11.7", "packages": dict.fromkeys(("pyspark", "duckdb", "pyarrow"), "2.0")}
PACKAGES = ("duckdb", "numpy", "pyarrow", "xxhash", "SQLAlchemy")


def machine(**other: Any) -> dict[str, Any]:
    """What a good machine tells, but for some things."""
    packages = {"sparktree": VERSION, **dict.fromkeys(PACKAGES, "2.0")} | other.pop("packages", {})
    found = {"python": "3.11.2", "executable": "/usr/bin/python3", "java": 17, "packages": packages}
    return found | other


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({}, []),
        ({"python": "3.9.1"}, ["Python 3.9.1", "PYSPARK_PYTHON"]),
        ({"java": 11}, ["Java 11", "JAVA_HOME"]),
        ({"packages": {"sparktree": ""}}, ["has no sparktree", "install the same versions"]),
        ({"packages": {"sparktree": "0.0.1"}}, ["has sparktree 0.0.1"]),
        ({"packages": {"xxhash": ""}}, ["has no xxhash"]),
        ({"packages": {"duckdb": "1.4.0"}}, ["duckdb 1.4.0, the driver has 2.0"]),
    ],
)
def test_a_machine(
    told: dict[str, Any], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    findings = doctor.Findings()
    here = {"python": "3.11.7", "packages": dict.fromkeys(PACKAGES, "2.0")}
    doctor._machine("node7", machine(**told), here, False, findings)
    said = capsys.readouterr().out
    assert findings.problems == bool(words)
    assert "node7" in said and all(word in said for word in words), said
    assert ("To do: " in said) == bool(words)


def test_clocks_and_ports(capsys: pytest.CaptureFixture[str]) -> None:
    findings = doctor.Findings()
    now = time.time()
    doctor._clock("good", now, now - 1, now + 1, findings)
    assert findings.problems == 0
    doctor._clock("late", now - 3600, now - 1, now, findings)
    addresses = {"driver": ("10.0.0.1", 7077), "catalog": ("db", 5432)}
    reached = {"driver": "timed out", "catalog": "refused"}
    doctor._ports("node7", reached, addresses, findings)
    said = capsys.readouterr().out
    assert findings.problems == 2
    assert "The clock of late differs from the driver's by -3599 s" in said
    assert "cannot call the driver at 10.0.0.1:7077: timed out" in said
    assert "note     node7 does not reach the catalog at db:5432" in said


def test_what_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        assert looking.reached(address) == ""
    assert "refused" in looking.reached(address)
    assert looking.package_version("no-such-package") == ""
    assert looking.java_version() in (0, *range(8, 40))


class Elsewhere:
    """Machines whose disk of that name is another folder."""

    def __init__(self, disk: LocalDisk) -> None:
        self.disk = disk

    def on_all_machines(self, task: Any) -> list[Any]:
        key = "d/tmp_probe"
        found = doctor_disks._tried("d", self.disk, f"{key}/driver", f"{key}/host", "x", 0)
        return [found]


def test_a_disk_that_machines_do_not_share(tmp_path: Path) -> None:
    here, there = LocalDisk(tmp_path / "here"), LocalDisk(tmp_path / "there")
    spark: Any = Elsewhere(there)
    (found,) = doctor_disks.problems(spark, {"d": here}, "probe")
    assert "does not see what the driver writes on disk d" in found.text
    assert "s3" in found.remedy
    assert not list((tmp_path / "here").rglob("*probe*"))


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("[PYTHON_VERSION_MISMATCH] Python in worker has different version", "another Python"),
        ("Spark could not start its Python workers", "find no Python"),
        ("All masters are unresponsive", "Spark runs no tasks"),
    ],
)
def test_no_task_runs(message: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    findings = doctor.Findings()
    doctor._no_spark(Error(Code.ABORTED, message), HERE, findings)
    assert findings.problems == 1 and words in capsys.readouterr().out


def test_a_local_session_is_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--path", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Nothing is missing." in said
    assert "disk default: read and written from" in said
    assert not list(tmp_path.rglob("*doctor*"))


def test_a_configuration_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--config", str(tmp_path / "none.xml")]) == 1
    assert "PROBLEM  The configuration cannot be read" in capsys.readouterr().out
    (tmp_path / "data").write_text("")
    assert main(["doctor", "--path", str(tmp_path / "data")]) == 1
    assert "cannot be opened from here" in capsys.readouterr().out
