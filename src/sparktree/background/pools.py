"""The pools of background threads, each as large as its server setting says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from sparktree.errors import Code, Error


class Pool(StrEnum):
    """What kind of work a thread does."""

    MERGES_MUTATIONS = "merges_mutations"
    MOVES = "moves"
    FETCHES = "fetches"
    EXPORTS = "exports"
    COMMON = "common"


# The server setting that sizes each pool, and its default.
SIZES: Mapping[Pool, tuple[str, int]] = {
    Pool.MERGES_MUTATIONS: ("background_pool_size", 16),
    Pool.MOVES: ("background_move_pool_size", 8),
    Pool.FETCHES: ("background_fetches_pool_size", 16),
    Pool.EXPORTS: ("background_exports_pool_size", 8),
    Pool.COMMON: ("background_common_pool_size", 8),
}
_RATIO = ("background_merges_mutations_concurrency_ratio", 2)


def pool_sizes(text: Callable[[str], str | None]) -> dict[Pool, int]:
    """How many tasks each pool runs at a time, by the texts of the configuration."""
    sizes = {pool: _number(text, *declared) for pool, declared in SIZES.items()}
    sizes[Pool.MERGES_MUTATIONS] *= _number(text, *_RATIO)
    return sizes


def _number(text: Callable[[str], str | None], name: str, default: int) -> int:
    given = text(name)
    if given is None:
        return default
    if not given.isdecimal() or int(given) == 0:
        raise Error(Code.INVALID_CONFIG_PARAMETER, f"{name} must be a positive number, not {given}")
    return int(given)
