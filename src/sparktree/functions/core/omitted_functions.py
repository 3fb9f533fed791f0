"""Functions of ClickHouse that are left out on purpose, by what they would need."""

from __future__ import annotations

from sparktree.errors import Code, Error, not_implemented

_NEEDS = {
    "blockNumber": "blocks of rows",
    "dumpColumnStructure": "columns as ClickHouse has them in memory",
    "dictGet": "dictionaries",
    "dictHas": "dictionaries",
    "dictIsIn": "dictionaries",
    "h3": "the cells of H3",
    "region": "the dictionaries of regions",
}


_BY_BLOCKS = (
    "runningDifference",
    "runningDifferenceStartingWithFirstValue",
    "runningAccumulate",
    "neighbor",
)


def left_out(name: str) -> Error | None:
    """NOT_IMPLEMENTED that names what is missing; None for any other name."""
    if name in _BY_BLOCKS:
        return Error(
            Code.DEPRECATED_FUNCTION,
            f"Function {name} is deprecated since its result depends on the blocks that rows come"
            " in, which tasks on a cluster do not share. Please use a window function.",
        )
    for start, what in _NEEDS.items():
        if name.startswith(start):
            return not_implemented(f"Function {name} needs {what}, which are not supported.")
    return None
