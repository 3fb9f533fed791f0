"""Numbers of many groups at once: all values in one array, and their order in each group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.list_rows import ListRows
from sparktree.functions.core.list_tables import sums_from_start
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_EXACT = float(1 << 53)  # up to here sums of whole numbers lose nothing


@dataclass(frozen=True, slots=True)
class Groups:
    """Values with their weights, and which of so many groups each belongs to, in rising order."""

    values: Floats
    weights: Floats
    rows: Places
    count: int

    @property
    def sizes(self) -> Places:
        """How many values each group has."""
        return np.bincount(self.rows, minlength=self.count)

    @property
    def starts(self) -> Places:
        """Where each group begins."""
        return np.cumsum(self.sizes) - self.sizes

    def where(self, kept: Flags) -> Groups:
        """The values that are kept."""
        return Groups(self.values[kept], self.weights[kept], self.rows[kept], self.count)

    def ordered(self) -> Groups:
        """The values of each group in order; equal ones as they came."""
        order = np.lexsort((self.values, self.rows))
        return Groups(self.values[order], self.weights[order], self.rows, self.count)

    def sums(self) -> Floats:
        """The sum of the weights of a group up to each of its values."""
        sums = np.cumsum(self.weights)
        if len(sums) == 0 or sums[-1] < _EXACT:
            sizes, starts = self.sizes, self.starts
            before = np.concatenate([[0.0], sums])[starts]
            return np.asarray(sums - np.repeat(before, sizes), np.float64)
        return sums_from_start(ListRows(self.weights, self.sizes))

    def totals(self) -> Floats:
        """The weight of each group."""
        sums, ends = self.sums(), self.starts + self.sizes
        some = self.sizes > 0
        found = np.zeros(self.count)
        found[some] = sums[ends[some] - 1]
        return found

    def counted(self, flags: Flags) -> Places:
        """How many flags each group has."""
        return np.bincount(self.rows[flags], minlength=self.count)

    def at(self, places: Places, values: Floats | None = None) -> Floats:
        """The value at a place of each group, at its last if there is none; NaN of empty groups."""
        sizes = self.sizes
        found = np.full(self.count, np.nan)
        some = sizes > 0
        inside = np.clip(places[some], 0, sizes[some] - 1)
        found[some] = (self.values if values is None else values)[self.starts[some] + inside]
        return found


Apply = Callable[[Groups, list[str]], list[Floats]]


def register_groups(name: str, weighted: bool, apply: Apply) -> ArrowFunction:
    """A kernel function over the lists of groups, their weights and the parameters as one text: a
    list of answers for each group."""

    def answers(values: pa.ListArray, weights: pa.ListArray | None, options: pa.Array) -> pa.Array:
        count = len(values)
        if count == 0:
            return pa.array([], pa.list_(pa.float64()))
        sizes = np.asarray(values.value_lengths().fill_null(0), np.int64)
        numbers = _numbers(values)
        heavy = np.ones(len(numbers)) if weights is None else _numbers(weights)
        groups = Groups(numbers, heavy, np.repeat(np.arange(count), sizes), count)
        with np.errstate(all="ignore"):
            found = np.stack(apply(groups, options[0].as_py().split("\0")), axis=1)
        offsets = np.arange(count + 1, dtype=np.int32) * found.shape[1]
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.array(found.ravel()))

    # The kernel reads the number of arguments off the function itself.
    def one(x: pa.ChunkedArray, options: pa.ChunkedArray) -> pa.Array:
        return answers(whole(x), None, whole(options))

    def two(x: pa.ChunkedArray, y: pa.ChunkedArray, options: pa.ChunkedArray) -> pa.Array:
        return answers(whole(x), whole(y), whole(options))

    parameters = ("DOUBLE[]",) * (2 if weighted else 1) + ("VARCHAR",)
    declare = arrow_function(f"st_group_{name}", parameters, "DOUBLE[]")
    return declare(two if weighted else one)


def _numbers(lists: pa.ListArray) -> Floats:
    return np.asarray(lists.flatten().to_numpy(zero_copy_only=False), np.float64)
