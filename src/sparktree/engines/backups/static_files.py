"""The parts of a table as files that a web server shows, for disks of type `web`."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sparktree.catalog.records import Table
from sparktree.disks.local import LocalDisk
from sparktree.engines.backups.contents import Contents
from sparktree.engines.backups.copying import FileToSave, save
from sparktree.engines.backups.names import TablePaths
from sparktree.engines.backups.places import DiskPlace
from sparktree.engines.backups.saving import Saving, TableToSave
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error
from sparktree.parts.store import STORE
from sparktree.spark.queries import RunOptions
from sparktree.stores.web import INDEX, index_text


def write_static_files(storage: DataFolder, jobs: Jobs, table: Table, output: Path) -> int:
    """Write what the table has now into the folder, or nothing of it; how many parts there are.

    The index of the table comes last: before it, web disks find no table there.
    """
    disk = LocalDisk(output)
    folder = f"{STORE}/{table.uuid}"
    if disk.exists(folder):
        raise Error(Code.FILE_ALREADY_EXISTS, f"There is a table in {disk.url(folder)} already.")
    contents = Contents(str(uuid.uuid4()), "")
    saving = Saving(storage, jobs, contents, lambda: None, deduplicates=False)
    paths = TablePaths(table.database, table.name)
    try:
        saving.add_tables([TableToSave(table, paths, table.create_query)], structure_only=False)
        sizes = {
            f"{folder}{name.removeprefix(paths.data)}": entry.size
            for name, entry in contents.entries.items()
            if name.startswith(f"{paths.data}/")
        }
        files = [
            replace(file, name=f"{folder}{file.name.removeprefix(paths.data)}")
            for file in saving.files
            if file.name.startswith(f"{paths.data}/")
        ]
        files += [FileToSave("", "", "", name, 0, "", b"") for name in sizes if not sizes[name]]
        disk.make_folder(folder)
        options = RunOptions(f"static-files-{contents.uuid}")
        save(storage.spark, files, storage.disks, DiskPlace(disk, ""), options)
        indexes = _indexes(folder, sizes)
        for path in sorted(indexes, key=lambda path: -path.count("/")):
            disk.create(f"{path}/{INDEX}", indexes[path].encode("utf-8", "surrogateescape"))
    except BaseException:
        disk.remove(folder)
        raise
    finally:
        saving.close()
    return indexes[folder].count("\n")


def _indexes(root: str, sizes: Mapping[str, int]) -> dict[str, str]:
    """The `.index` of each folder of these files."""
    files: dict[str, dict[str, int]] = defaultdict(dict)
    folders: dict[str, set[str]] = defaultdict(set)
    for path, size in sizes.items():
        folder, _, name = path.rpartition("/")
        files[folder][name] = size
        while folder != root:
            above, _, name = folder.rpartition("/")
            folders[above].add(name)
            folder = above
    found = {root, *files, *folders}
    return {one: index_text(sorted(folders[one]), files[one]) for one in found}
