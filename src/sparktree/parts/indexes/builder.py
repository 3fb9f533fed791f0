"""Building skip indexes while a part is written: rows in, one entry per block of granules out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Protocol

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.connection import kernel, whole
from sparktree.parts.indexes.file import index_content
from sparktree.parts.layout import IndexLayout
from sparktree.registry import Registry


class EntryBuilder(Protocol):
    """Collects the rows of one block of granules after the other."""

    def add(self, columns: Sequence[pa.Array]) -> None:
        """More rows of the current block."""
        ...

    def end_block(self) -> None:
        """The block is complete."""
        ...

    def table(self) -> tuple[pa.Table, dict[str, Any]]:
        """What all blocks came to, and what readers must know besides."""
        ...


BUILDERS: Registry[str, Callable[[IndexLayout], EntryBuilder]] = Registry()


@dataclass(slots=True)
class IndexBuilder:
    """One index of a part in the making."""

    layout: IndexLayout
    entries: EntryBuilder = field(init=False)
    _granules: int = 0  # of the current block
    _blocks: list[int] = field(default_factory=list)  # granules of each

    def __post_init__(self) -> None:
        self.entries = BUILDERS[self.layout.kind](self.layout)

    def add(self, block: pa.Table, granules: Sequence[int]) -> None:
        """Rows of stored columns, and how many of them each of the next granules has."""
        columns = _values(block, self.layout)
        start = 0
        position = 0
        while position < len(granules):
            taken = granules[position : position + self.layout.block_granules - self._granules]
            rows = sum(taken)
            self.entries.add([column.slice(start, rows) for column in columns])
            start += rows
            position += len(taken)
            self._granules += len(taken)
            if self._granules == self.layout.block_granules:
                self._end_block()

    def _end_block(self) -> None:
        self.entries.end_block()
        self._blocks.append(self._granules)
        self._granules = 0

    def content(self) -> tuple[bytes, int]:
        """The index file, and how large it is in memory."""
        if self._granules:
            self._end_block()
        table, about = self.entries.table()
        runs = [[size, len(list(same))] for size, same in groupby(self._blocks)]
        return index_content(table, {**about, "blocks": runs}), int(table.nbytes)


def _values(block: pa.Table, layout: IndexLayout) -> list[pa.Array]:
    """The values of the index's expressions, row by row of the block."""
    plain = {name: sql.quote_name(name) for name in layout.reads}
    if all(value in plain.values() for value in layout.values):
        names = {text: name for name, text in plain.items()}
        return [whole(block[names[value]]) for value in layout.values]
    items = ", ".join(f"{value} AS v{i}" for i, value in enumerate(layout.values))
    with kernel() as cursor:
        cursor.register("rows_of_part", block.select(list(layout.reads)))
        found = cursor.sql(f"SELECT {items} FROM rows_of_part").to_arrow_table()
    return [whole(found[f"v{i}"]) for i in range(len(layout.values))]
