"""The file with the statistics of a part; parts of earlier versions have one for each column."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.errors import Error
from sparktree.parts.checksums import verified
from sparktree.parts.description import (
    Bounds,
    PartDescription,
    PartIndex,
    bounds_list,
    bounds_of,
)
from sparktree.parts.filename import STATISTICS
from sparktree.parts.indexes.file import index_content, index_table
from sparktree.parts.parquet import write_whole
from sparktree.parts.sharing import fresh_key
from sparktree.parts.sketches import Digest
from sparktree.parts.statistics import UNKNOWN_HASH, ColumnStatistics

_LOG = logging.getLogger("sparktree.statistics")
# What reading statistics of damaged files may raise.
DAMAGE = (Error, OSError, pa.ArrowException, KeyError, ValueError, TypeError)
_VERSION = 1
_ARRAYS = {"means": "<f8", "weights": "<f8", "registers": "u1", "counts": "<i8"}


def with_statistics(
    disk: Disk, part: PartDescription, found: Mapping[str, ColumnStatistics]
) -> PartDescription:
    """A part that nobody sees yet, with these statistics of its columns and no others."""
    files = {name: file for name, file in part.files.items() if name != STATISTICS}
    key = fresh_key(disk, part, STATISTICS)
    path = key or f"{part.folder}/{STATISTICS}"
    if STATISTICS in part.files:
        disk.remove_all([part.at(STATISTICS)])
    if found:
        stored = {column.name: column.stored for column in part.columns}
        content = packed({stored[name]: known for name, known in found.items()})
        files[STATISTICS] = replace(write_whole(disk.open_write(path), content), key=key)
    described = {
        name: PartIndex(known.declaration, (STATISTICS,), known.size, known.bounds)
        for name, known in found.items()
    }
    return replace(part, files=files, statistics=described)


def read_statistics(
    disk: Disk, part: PartDescription, names: Iterable[str] | None = None
) -> dict[str, ColumnStatistics]:
    """The statistics of a part's columns, read at once; of all that have some unless named."""
    wanted = list(part.statistics if names is None else names)
    files = dict.fromkeys(file for name in wanted for file in part.statistics[name].files)
    contents = {file: file_statistics(disk, part, file) for file in files}
    return {name: of_column(part, name, contents) for name in wanted}


def intact_statistics(
    disk: Disk, part: PartDescription, names: Iterable[str]
) -> dict[str, ColumnStatistics]:
    """The statistics of a part's columns for a part that is made of it; none if any is damaged."""
    try:
        return read_statistics(disk, part, names)
    except DAMAGE as error:
        warn_of_damage(part, error)
        return {}


def warn_of_damage(part: PartDescription, error: Exception) -> None:
    """Tell the log; rows are right without statistics."""
    _LOG.warning("Statistics of part %s are not used: a file is damaged: %s", part.name, error)


def of_column(
    part: PartDescription, name: str, contents: Mapping[str, Mapping[str, ColumnStatistics]]
) -> ColumnStatistics:
    """The statistics of a column out of what its files hold."""
    column = part.column(name)
    assert column is not None
    return reduce(add, (contents[file][column.stored] for file in part.statistics[name].files))


def file_statistics(disk: Disk, part: PartDescription, file: str) -> dict[str, ColumnStatistics]:
    """What a file holds, by the names that columns have in files: renaming does not change them."""
    content = verified(disk.read(part.at(file)), disk, part, file)
    if file == STATISTICS:
        return unpacked(content)
    name = next(name for name, found in part.statistics.items() if file in found.files)
    column = part.column(name)
    assert column is not None
    return {column.stored: _of_one_column(content, part.statistics[name].declaration)}


def packed(found: Mapping[str, ColumnStatistics]) -> bytes:
    """The file: a row of arrays for each column; the rest is said about it."""
    known = list(found.values())
    arrays = [_arrays(one) for one in known]
    table = pa.table(
        {name: pa.array([_bytes(of[name], kind) for of in arrays], pa.binary())
         for name, kind in _ARRAYS.items()}
    )  # fmt: skip
    columns = [{"name": name, **_about(one)} for name, one in found.items()]
    return index_content(table, {"version": _VERSION, "columns": columns})


def unpacked(content: bytes) -> dict[str, ColumnStatistics]:
    """The statistics in the file, by column."""
    table, about = index_table(content)
    if about["version"] != _VERSION:
        raise ValueError(f"its version is {about['version']}, known is {_VERSION}")
    rows = table.to_pylist()
    return {
        one["name"]: _restored(one, row) for one, row in zip(about["columns"], rows, strict=True)
    }


def _arrays(known: ColumnStatistics) -> dict[str, Any]:
    digest = known.digest
    return {
        "means": None if digest is None else digest.means,
        "weights": None if digest is None else digest.weights,
        "registers": known.registers,
        "counts": known.counts,
    }


def _bytes(array: Any, kind: str) -> bytes | None:
    return None if array is None else array.astype(kind, copy=False).tobytes()


def _about(known: ColumnStatistics) -> dict[str, Any]:
    return {
        "type": known.type,
        "kinds": known.kinds,
        "rows": known.rows,
        "nulls": known.nulls,
        "defaults": known.defaults,
        "bounds": None if known.bounds is None else bounds_list(known.bounds),
        "hashed_by": known.hashed_by,
        "depth": 0 if known.counts is None else len(known.counts),
    }


def _restored(about: Mapping[str, Any], row: Mapping[str, bytes | None]) -> ColumnStatistics:
    def array(name: str) -> Any:
        data = row[name]
        return None if data is None else np.frombuffer(data, _ARRAYS[name])

    return ColumnStatistics(
        about["type"],
        tuple(about["kinds"]),
        about["rows"],
        about["nulls"],
        about["defaults"],
        None if about["bounds"] is None else bounds_of(about["bounds"]),
        None if row["means"] is None else Digest(array("means"), array("weights")),
        array("registers"),
        None if row["counts"] is None else array("counts").reshape(about["depth"], -1),
        about["hashed_by"],
    )


# --- files of single columns ------------------------------------------------------------------


def _of_one_column(content: bytes, declaration: str) -> ColumnStatistics:
    """The statistics in a file of one column, as earlier versions wrote it."""
    table, about = index_table(content)

    def array(name: str) -> Any:
        if name not in table.column_names:
            return None
        return table[name].combine_chunks().flatten().to_numpy(zero_copy_only=False)

    bounds, nulls = None, table["nulls"][0].as_py()
    if "least" in table.column_names:
        bounds = Bounds(table["least"][0].as_py(), table["greatest"][0].as_py(), nulls > 0)
    means, counts = array("means"), array("counts")
    return ColumnStatistics(
        declaration.rpartition(" STATISTICS(")[0],
        tuple(about["kinds"]) if "kinds" in about else _kinds_of(table.column_names),
        table["rows"][0].as_py(),
        nulls,
        table["defaults"][0].as_py() if "defaults" in table.column_names else None,
        bounds,
        None if means is None else Digest(means, array("weights")),
        array("registers"),
        None if counts is None else counts.reshape(about["depth"], -1),
        UNKNOWN_HASH,
    )


def _kinds_of(columns: Collection[str]) -> tuple[str, ...]:
    """The kinds in a file from when each kind had a column of its own."""
    columns_of = {"tdigest": "means", "uniq": "registers", "countmin": "counts", "minmax": "least"}
    return tuple(kind for kind, column in columns_of.items() if column in columns)
