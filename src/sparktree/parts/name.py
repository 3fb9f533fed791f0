"""Part names: which blocks of a partition a part holds, and how often it was merged and mutated."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sparktree.errors import Code, Error

MAX_LEVEL = 999_999_999
_LEGACY_MAX_LEVEL = 2**32 - 1
PATCH = "patch-"  # how the partition ids of patch parts begin
_HASH_LENGTH = 32  # of the hash that follows, and a dash
_NAME = re.compile(r"([^_]+)_(-?\d+)_(-?\d+)_(\d+)(?:_(\d+))?")


@dataclass(frozen=True, slots=True, order=True)
class PartInfo:
    """What a part's name says; ordered by partition, then blocks, level and mutation."""

    partition_id: str
    min_block: int
    max_block: int
    level: int = 0
    mutation: int = 0

    def __str__(self) -> str:
        name = f"{self.partition_id}_{self.min_block}_{self.max_block}_{self.level}"
        return f"{name}_{self.mutation}" if self.mutation else name

    @property
    def data_version(self) -> int:
        """Mutations with a greater number have not been applied to the part."""
        return self.mutation or self.min_block

    @property
    def is_patch(self) -> bool:
        """Whether the part holds new values for rows of other parts."""
        return self.partition_id.startswith(PATCH)

    @property
    def blocks(self) -> int:
        """How many block numbers the part spans."""
        return self.max_block - self.min_block + 1

    def same_blocks(self, other: "PartInfo") -> bool:
        """Whether both span the same blocks of the same partition."""
        return (self.partition_id, self.min_block, self.max_block) == (
            other.partition_id,
            other.min_block,
            other.max_block,
        )

    def contains(self, other: "PartInfo") -> bool:
        """Whether this part was made of the other one, perhaps among more (or is the same)."""
        return (
            self.partition_id == other.partition_id
            and self.min_block <= other.min_block
            and self.max_block >= other.max_block
            and self.level >= other.level
            and self.mutation >= other.mutation
            # Of equal levels neither was merged from the other, unless one covers all.
            and (self.same_blocks(other) or self.level > other.level or self.level == MAX_LEVEL)
        )


def patch_partition(hash_: str, partition_id: str) -> str:
    """The partition of patches of some columns, which the hash stands for."""
    assert len(hash_) == _HASH_LENGTH
    return f"{PATCH}{hash_}-{partition_id}"


def patched_partition(partition_id: str) -> str:
    """The partition whose rows the patches of a partition change."""
    return partition_id[len(PATCH) + _HASH_LENGTH + 1 :]


def try_parse(name: str) -> PartInfo | None:
    """The meaning of a name, or None if it is not a part's name."""
    match = _NAME.fullmatch(name)
    if match is None or not name.isascii():
        return None
    partition_id, *numbers = match.groups(default="0")
    min_block, max_block, level, mutation = (int(number) for number in numbers)
    if min_block > max_block or level > _LEGACY_MAX_LEVEL:
        return None
    # Old servers used the greatest UInt32 as the level that covers all.
    return PartInfo(partition_id, min_block, max_block, min(level, MAX_LEVEL), mutation)


def parse(name: str) -> PartInfo:
    """The meaning of a part's name."""
    info = try_parse(name)
    if info is None:
        raise Error(Code.BAD_DATA_PART_NAME, f"Unexpected part name: {name}.")
    return info


def merged(parts: Iterable[PartInfo]) -> PartInfo:
    """The name of the part that a merge of these parts makes."""
    ordered = sorted(parts)
    if not ordered or ordered[0].partition_id != ordered[-1].partition_id:
        raise Error(Code.LOGICAL_ERROR, "Only parts of one partition can be merged.")
    return PartInfo(
        ordered[0].partition_id,
        ordered[0].min_block,
        max(part.max_block for part in ordered),
        max(part.level for part in ordered) + 1,
        max(part.mutation for part in ordered),
    )


def covering(parts: Iterable[PartInfo]) -> list[PartInfo]:
    """The parts that no other one contains, in order."""
    kept: list[PartInfo] = []
    # By decreasing end, a container comes before what it contains.
    for part in sorted(set(parts), key=_container_first):
        if not any(other.contains(part) for other in kept):
            kept.append(part)
    return sorted(kept)


def _container_first(part: PartInfo) -> tuple[str, int, int, int]:
    return part.partition_id, -part.blocks, -part.level, -part.mutation
