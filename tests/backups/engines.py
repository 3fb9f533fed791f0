"""Engines that may write backups into a folder and onto a disk."""

from pathlib import Path

import sparktree
from tests.storage.storages import connected, local


def allowed(folder: Path) -> str:
    """What the configuration says of backups."""
    return (
        f"<backups><allowed_path>{folder / 'saved'}/</allowed_path>"
        "<allowed_disk>backups</allowed_disk></backups>"
    )


def opened(folder: Path) -> sparktree.Engine:
    """An engine on `folder/data`; its backups go to `folder/saved` and the disk `backups`."""
    return connected(folder, local(folder, "backups", "other"), more=allowed(folder))


def oracle_config(folder: Path) -> Path:
    """The same for ClickHouse."""
    file = folder / "oracle.xml"
    disks = f"<backups><type>local</type><path>{folder / 'disk'}/</path></backups>"
    storage = f"<storage_configuration><disks>{disks}</disks></storage_configuration>"
    file.write_text(f"<clickhouse>{storage}{allowed(folder)}</clickhouse>")
    return file


def files_below(folder: Path) -> list[str]:
    """Every file and folder there, by its path."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
