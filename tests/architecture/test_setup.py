"""The set-up files agree with each other."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

# `make demo` and `make test` have what the server needs.
RUNTIME = PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["server"]


def names(lines: list[str]) -> set[str]:
    found = (re.match(r"[A-Za-z0-9_.-]+", line) for line in lines)
    return {match.group().lower().replace("_", "-") for match in found if match}


def locked(name: str) -> list[str]:
    return (ROOT / "requirements" / f"{name}.txt").read_text().splitlines()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("runtime", RUNTIME),
        ("test", RUNTIME + PROJECT["dependency-groups"]["test"]),
    ],
)
def test_every_dependency_is_locked_to_one_version(name: str, wanted: list[str]) -> None:
    assert names(wanted) <= names(locked(name))
    assert all(re.fullmatch(r"[a-z0-9.-]+==[^ ;]+", line) for line in locked(name))


def test_the_locks_agree() -> None:
    assert set(locked("runtime")) <= set(locked("test"))


def test_java_is_found_from_java_home_alone(tmp_path: Path) -> None:
    home = tmp_path / "jdk"
    (home / "bin").mkdir(parents=True)
    java = home / "bin" / "java"
    java.write_text("#!/bin/sh\necho 'openjdk version \"21.0.1\" 2023-10-17' >&2\n")
    java.chmod(0o755)
    found = subprocess.run(
        [ROOT / "scripts" / "java-home"],
        env={"JAVA_HOME": str(home), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == str(home)
