"""Functions over the lists of all groups: some groups at once, and the answers of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sparktree.functions.core.list_rows import Counts, Floats, ListRows

Apply = Callable[[list[ListRows], list[str]], ListRows]

_PIECE = 1 << 20  # elements that are computed with at once, so that memory stays bounded


def in_pieces(apply: Apply) -> Apply:
    """A function over the lists of all groups that is given not too many of them at once."""

    def run(columns: list[ListRows], options: list[str]) -> ListRows:
        cuts = list(_cuts(columns[0].sizes))
        if len(cuts) == 1:
            return apply(columns, options)
        found = [apply([_slice(c, *cut) for c in columns], options) for cut in cuts]
        return ListRows(
            np.concatenate([f.values for f in found]), np.concatenate([f.sizes for f in found])
        )

    return run


def _cuts(sizes: Counts) -> Iterator[tuple[int, int]]:
    """From which list to which the pieces go."""
    ends = np.cumsum(sizes)
    start, before = 0, 0
    while start < len(sizes):
        end = max(start + 1, int(np.searchsorted(ends, before + _PIECE, side="right")))
        yield start, end
        start, before = end, int(ends[end - 1])


def _slice(lists: ListRows, start: int, end: int) -> ListRows:
    first, last = int(lists.sizes[:start].sum()), int(lists.sizes[:end].sum())
    return ListRows(lists.values[first:last], lists.sizes[start:end])


def answers(*columns: Floats) -> ListRows:
    """A list of so many numbers for each group."""
    values = np.stack(columns, axis=1, dtype=np.float64)
    return ListRows(values.ravel(), np.full(len(values), len(columns)))
