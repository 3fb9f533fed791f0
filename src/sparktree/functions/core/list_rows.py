"""Lists of numbers of a whole column, for functions that compute with all of them at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.connection import whole

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ListRows:
    """The elements of all lists, one behind the other, with the row that each is of."""

    values: Floats
    sizes: Counts

    @classmethod
    def of(cls, column: pa.ChunkedArray) -> ListRows:
        """The lists of a column of DOUBLE[]; NULL counts as an empty one."""
        array = whole(column)
        sizes = np.asarray(array.value_lengths().fill_null(0), np.int64)
        return cls(np.asarray(array.flatten(), np.float64), sizes)

    def array(self) -> pa.Array:
        """The lists as a column of DOUBLE[]."""
        offsets = np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(offsets), pa.array(self.values))

    @property
    def rows(self) -> Counts:
        """The row of every element."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @property
    def starts(self) -> Counts:
        """Where the elements of every row begin."""
        return np.cumsum(self.sizes) - self.sizes

    def total(self, weights: Floats) -> Floats:
        """The sums of a number per element over the elements of each row, in their order."""
        sums = np.bincount(self.rows, weights, minlength=len(self.sizes))
        return np.asarray(sums, np.float64)

    def table(self, rows: npt.NDArray[np.bool_], size: int) -> Floats:
        """The lists of some rows, which all have one size, as a table."""
        places = self.starts[rows][:, None] + np.arange(size)
        return np.asarray(self.values[places], np.float64)
