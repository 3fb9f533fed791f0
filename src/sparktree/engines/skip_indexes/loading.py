"""Index files in memory: read, checked and kept for the next query."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.engines.keys.condition import Box, Condition
from sparktree.engines.keys.domain import Mask
from sparktree.engines.skip_indexes.definition import SkipIndex
from sparktree.engines.skip_indexes.kind import Content
from sparktree.engines.skip_indexes.vector import VECTOR_SIMILARITY
from sparktree.engines.storage.cache import BoundedCache
from sparktree.errors import Error
from sparktree.parts.checksums import verified
from sparktree.parts.description import PartDescription
from sparktree.parts.indexes.file import index_table
from sparktree.types import Type

_LOG = logging.getLogger("sparktree.indexes")


@dataclass(frozen=True, slots=True)
class Loaded:
    """The index of one segment: its content and the granules of each block."""

    content: Content
    granules: Sequence[int]


CONTENTS: BoundedCache[Loaded] = BoundedCache(256 << 20)
GRAPHS: BoundedCache[Loaded] = BoundedCache(2 << 30)  # each is about as large as its vectors


def kept_granules(
    index: SkipIndex, condition: Condition, part: PartDescription, disk: Disk, types: Sequence[Type]
) -> Mask | None:
    """The granules that the index leaves; None if the part has no such index."""
    loaded = loaded_index(index, part, disk, types)
    if loaded is None:
        return None
    return np.concatenate([np.repeat(_blocks(condition, one), one.granules) for one in loaded])


def loaded_index(
    index: SkipIndex, part: PartDescription, disk: Disk, types: Sequence[Type]
) -> list[Loaded] | None:
    """The index of every segment; None if the part has no such index, or a damaged one."""
    found = part.indexes.get(index.name)
    if found is None or found.declaration != index.signature(types):
        return None
    loaded = []
    for file in found.files:
        try:
            loaded.append(_loaded(index, file, part, disk, types))
        except (Error, OSError, pa.ArrowException, KeyError, ValueError) as error:
            _LOG.warning(
                "Index %s of part %s is not used: its file %s is damaged: %s",
                index.name, part.name, file, error,
            )  # fmt: skip
            return None
    described = sum(sum(one.granules) for one in loaded)
    return loaded if described == len(part.granules.rows) else None


def _blocks(condition: Condition, loaded: Loaded) -> Mask:
    content = loaded.content
    keys = content.data if isinstance(content.data, dict) else {}
    return condition.evaluate(Box(content.blocks, keys, content.data))[0]


def _loaded(
    index: SkipIndex, file: str, part: PartDescription, disk: Disk, types: Sequence[Type]
) -> Loaded:
    checksum = part.files[file]

    def load() -> tuple[int, Loaded]:
        data = verified(disk.read(part.at(file)), disk, part, file)
        table, about = index_table(data)
        content = index.kind.content(table, about, index.arguments, types)
        granules = [size for size, count in about["blocks"] for _ in range(count)]
        return int(table.nbytes), Loaded(content, granules)

    contents = GRAPHS if index.type == VECTOR_SIMILARITY else CONTENTS
    return contents.get((checksum.hash, index.signature(types)), load)
