"""Which Enums are values of other Enums."""

from sparktree.errors import Code, Error
from sparktree.types import Enum


def keeps_numbers(source: Enum, target: Enum) -> bool:
    """Whether every number of the source has a name; CANNOT_CONVERT_TYPE for a name with another.

    As ClickHouse does, the names are looked for in the order of their numbers, one list after the
    other: a name that comes later in the target than a greater one is not found.
    """
    i = j = 0
    while i < len(source.values) and j < len(target.values):
        (name, old), (other, new) = source.values[i], target.values[j]
        if name == other and old != new:
            raise Error(
                Code.CANNOT_CONVERT_TYPE,
                f"Enum conversion changes value for element '{name}' from {old} to {new}",
            )
        i += name <= other
        j += other <= name
    return {number for _, number in source.values} <= {number for _, number in target.values}
