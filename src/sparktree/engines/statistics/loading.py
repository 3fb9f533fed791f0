"""Statistics files in memory: read, checked and kept for the next query."""

from __future__ import annotations

import logging
from functools import reduce
from operator import add

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.engines.cache import BoundedCache
from sparktree.errors import Error
from sparktree.parts.checksums import verified
from sparktree.parts.description import PartDescription
from sparktree.parts.statistics import ColumnStatistics, loaded_statistics

_LOG = logging.getLogger("sparktree.statistics")
_KNOWN: BoundedCache[ColumnStatistics] = BoundedCache(64 << 20)


def statistics_in(part: PartDescription, disk: Disk, column: str) -> ColumnStatistics | None:
    """The statistics of a column in a part; None if there are none, or damaged ones."""
    found = part.statistics.get(column)
    held = part.column(column)
    if found is None or held is None or not found.declaration.startswith(f"{held.type} STAT"):
        return None
    try:
        return reduce(add, (_loaded(part, disk, file) for file in found.files))
    except (Error, OSError, pa.ArrowException, KeyError, ValueError) as error:
        _LOG.warning(
            "Statistics of column %s of part %s are not used: a file is damaged: %s",
            column, part.name, error,
        )  # fmt: skip
        return None


def _loaded(part: PartDescription, disk: Disk, file: str) -> ColumnStatistics:
    def load() -> tuple[int, ColumnStatistics]:
        data = verified(disk.read(f"{part.folder}/{file}"), disk, part, file)
        return len(data), loaded_statistics(data)

    return _KNOWN.get(part.files[file].hash, load)
