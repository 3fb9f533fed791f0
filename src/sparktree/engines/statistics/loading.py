"""Statistics files in memory: read, checked and kept for the next query."""

from __future__ import annotations

from sparktree.disks.disk import Disk
from sparktree.engines.storage.cache import BoundedCache
from sparktree.parts.description import PartDescription
from sparktree.parts.packed import DAMAGE, file_statistics, of_column, warn_of_damage
from sparktree.parts.statistics import ColumnStatistics

_KNOWN: BoundedCache[dict[str, ColumnStatistics]] = BoundedCache(64 << 20)


def statistics_in(part: PartDescription, disk: Disk, column: str) -> ColumnStatistics | None:
    """The statistics of a column in a part; None if there are none, or damaged ones."""
    found = part.statistics.get(column)
    held = part.column(column)
    if found is None or held is None or not found.declaration.startswith(f"{held.type} STAT"):
        return None
    try:
        return of_column(part, column, {file: _loaded(part, disk, file) for file in found.files})
    except DAMAGE as error:
        warn_of_damage(part, error)
        return None


def _loaded(part: PartDescription, disk: Disk, file: str) -> dict[str, ColumnStatistics]:
    def load() -> tuple[int, dict[str, ColumnStatistics]]:
        found = file_statistics(disk, part, file)
        return sum(known.size for known in found.values()), found

    return _KNOWN.get((part.files[file].hash, file), load)
