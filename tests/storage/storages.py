"""Engines whose configuration declares disks, as `config.xml` and `config.d` do."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

import sparktree

Disks = Mapping[str, str]


def section(disks: Disks, policies: str = "") -> str:
    """`<storage_configuration>`: disks with what is in their elements, and policies."""
    declared = "".join(f"<{name}>{inside}</{name}>" for name, inside in disks.items())
    return (
        f"<storage_configuration><disks>{declared}</disks><policies>{policies}</policies>"
        "</storage_configuration>"
    )


def local(folder: Path, *names: str, inside: str = "") -> dict[str, str]:
    """Local disks below a folder."""
    return {name: f"<path>{folder / name}/</path>{inside}" for name in names}


def policy(name: str, *volumes: str, more: str = "") -> str:
    """A policy of volumes, which `volume` makes."""
    return f"<{name}><volumes>{''.join(volumes)}</volumes>{more}</{name}>"


def volume(name: str, *disks: str, more: str = "") -> str:
    """A volume of disks."""
    inside = "".join(f"<disk>{disk}</disk>" for disk in disks)
    return f"<{name}>{inside}{more}</{name}>"


def connected(
    folder: Path, disks: Disks, policies: str = "", more: str = "", catalog: str | None = None
) -> sparktree.Engine:
    """An engine on `folder/data` whose config.d declares the disks."""
    pieces = folder / "config.d"
    pieces.mkdir(parents=True, exist_ok=True)
    (folder / "config.xml").write_text(f"<clickhouse><path>{folder / 'data'}/</path></clickhouse>")
    text = f"<clickhouse>{section(disks, policies)}{more}</clickhouse>"
    (pieces / "storage.xml").write_text(text)
    return sparktree.connect(config=str(folder / "config.xml"), catalog=catalog)


HOT_AND_COLD = policy("tiers", volume("hot", "d1"), volume("cold", "d2", "d3"))


def hot_and_cold(folder: Path, more: str = "") -> sparktree.Engine:
    """Policy `tiers`: `d1` is hot, `d2` and `d3` are cold; `jbod`: `d1` and `d2` in one volume."""
    jbod = policy("jbod", volume("both", "d1", "d2"))
    return connected(folder, local(folder, "d1", "d2", "d3"), HOT_AND_COLD + jbod, more)


def disks_of(engine: sparktree.Engine, table: str) -> list[tuple[str, str]]:
    """The active parts of a table and their disks."""
    rows = engine.query(
        f"SELECT name, disk_name FROM system.parts WHERE table = '{table}' AND active"
        " ORDER BY min_block_number, name"
    ).rows()
    return [(str(name), str(disk)) for name, disk in rows]


def tmpfs(folder: Path, size: int) -> None:
    """A file system of so many MiB in the folder; the test is skipped where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"no mount here: {error}")
    if done.returncode:
        pytest.skip(f"mounting a tmpfs is not allowed here: {done.stderr.strip()}")


def unmount(folder: Path) -> None:
    """The file system goes, whoever still looks at it."""
    subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)
