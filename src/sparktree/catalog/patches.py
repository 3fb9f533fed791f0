"""Patch parts: which parts they concern, and what a commit must not do to them."""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sparktree.catalog.records import Part
from sparktree.errors import Code, Error
from sparktree.parts.name import PartInfo, parse, patched_partition


@lru_cache(maxsize=4096)
def _sources(meta: str) -> tuple[PartInfo, ...]:
    return tuple(parse(name) for name in json.loads(meta).get("sources", ()))


def concerns(patch: Part, part: Part) -> bool:
    """Whether the patch may have values for rows of the part that the part does not have."""
    return patch.mutation > part.data_version and touches(patch, part)


def touches(patch: Part, part: Part) -> bool:
    """Whether the part holds rows that the patch was made for, with its values or without."""
    return part.partition_id == patched_partition(patch.partition_id) and any(
        part.min_block <= source.min_block and source.max_block <= part.max_block
        for source in _sources(patch.meta)
    )


def concerning(part: Part, patches: Iterable[Part]) -> list[Part]:
    """The patches to apply to the part, oldest first."""
    found = [patch for patch in patches if concerns(patch, part)]
    return sorted(found, key=lambda patch: (patch.mutation, patch.min_block))


def unneeded(patches: Iterable[Part], parts: Sequence[Part]) -> list[Part]:
    """The patches whose values are in all parts by now, or whose rows are gone."""
    return [patch for patch in patches if not any(concerns(patch, part) for part in parts)]


def require_fresh(patch: Part, parts: Sequence[Part]) -> None:
    """ABORTED if rows of a new patch are gone, or went through a later mutation meanwhile."""
    for source in _sources(patch.meta):
        covering = (
            part
            for part in parts
            if part.partition_id == source.partition_id
            and part.min_block <= source.min_block
            and source.max_block <= part.max_block
        )
        if not any(part.data_version < patch.mutation for part in covering):
            raise Error(Code.ABORTED, f"Part {source} was replaced while it was updated.")


def require_seen(part: Part, patches: Iterable[Part], seen: Sequence[Part]) -> None:
    """ABORTED if a new part counts as having the values of a patch that its maker did not see."""
    for patch in patches:
        counted = patch.mutation <= part.data_version and touches(patch, part)
        if counted and not _was_seen(patch, seen):
            raise Error(Code.ABORTED, f"Part {part.name} was updated while it was written.")


def _was_seen(patch: Part, seen: Iterable[Part]) -> bool:
    """Whether the values of the patch were among those seen, perhaps in patches merged since.

    Updates become visible in the order of their blocks: who saw one saw all before it.
    """
    return any(
        known.partition_id == patch.partition_id and patch.max_block <= known.max_block
        for known in seen
    )


def require_none(parts: Iterable[Part], patches: Sequence[Part]) -> None:
    """ABORTED if a part that goes elsewhere was updated meanwhile."""
    for part in parts:
        if concerning(part, patches):
            raise Error(Code.ABORTED, f"Part {part.name} was updated meanwhile.")
