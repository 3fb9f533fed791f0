"""What a part must look like: the orders that a writing task gets."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from sparktree.parts.codecs import DEFAULT_CODEC
from sparktree.parts.granules import ROW_GROUP_ROWS


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """A column of the table; `input` is the name of the input column that holds its stored form."""

    name: str
    type: str
    arrow: pa.DataType
    codec: str = ""
    input: str = ""
    least_page_bytes: int = 0  # before compression; 0: a page for each granule
    most_page_bytes: int = 0  # 0: whatever a granule takes

    @property
    def source(self) -> str:
        """The input column."""
        return self.input or self.name


@dataclass(frozen=True, slots=True)
class KeyLayout:
    """An expression of the sorting key and the input column with its values."""

    expression: str
    input: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class ValueLayout:
    """An expression of the partition key or a TTL, its ClickHouse type and its input column."""

    expression: str
    input: str
    type: str


@dataclass(frozen=True, slots=True)
class IndexLayout:
    """A skip index: its kind with parameters, and its expressions over the stored columns.

    `declaration` is how the table declares it; a part's index answers for that declaration only.
    `values` are kernel SQL over the stored form of the columns that it `reads`.
    """

    name: str
    declaration: str
    kind: str
    arguments: tuple[str | int | float | bool, ...]
    granularity: int
    values: tuple[str, ...]
    reads: tuple[str, ...]

    @property
    def block_granules(self) -> int:
        """How many granules an entry describes; a text index tells every granule apart."""
        return 1 if self.kind == "text" else self.granularity


@dataclass(frozen=True, slots=True)
class StatisticsLayout:
    """The statistics of a column: its type and the kinds; together they are a declaration."""

    column: str
    type: str
    kinds: tuple[str, ...]

    @property
    def declaration(self) -> str:
        """What parts remember: statistics of another type or other kinds are others."""
        return declared_statistics(self.type, self.kinds)


def declared_statistics(type_: str, kinds: Sequence[str]) -> str:
    """The statistics of a column of that type, as a declaration."""
    return f"{type_} STATISTICS({', '.join(kinds)})"


@dataclass(frozen=True, slots=True)
class ProjectionLayout:
    """A projection: kernel SQL over the stored columns that it `reads`, and the part it becomes.

    The SQL gives its columns in stored form and what its sorting key needs beside them;
    `declaration` is how the table declares it, as for an index.
    """

    name: str
    declaration: str
    sql: str
    reads: tuple[str, ...]
    layout: "PartLayout"


@dataclass(frozen=True, slots=True)
class PartLayout:
    """All that a task must know to write parts; the limits are ClickHouse's settings."""

    columns: tuple[ColumnLayout, ...]
    sorting_key: tuple[KeyLayout, ...] = ()
    primary_key_length: int = 0
    partition_key: tuple[ValueLayout, ...] = ()
    minmax_columns: tuple[str, ...] = ()  # the columns that the partition key reads
    ttl: tuple[ValueLayout, ...] = ()
    time_zone: str = "UTC"
    index_granularity: int = 8192
    index_granularity_bytes: int = 10_485_760
    min_bytes_for_wide_part: int = 0
    min_rows_for_wide_part: int = 0
    max_insert_block_size: int = 1_048_449
    min_insert_block_size_rows: int = 1_048_449
    min_insert_block_size_bytes: int = 268_402_944
    max_partitions_per_insert_block: int = 100
    throw_on_max_partitions_per_insert_block: bool = True
    default_codec: str = DEFAULT_CODEC
    row_group_rows: int = ROW_GROUP_ROWS
    max_file_name_length: int = 127
    fsync_after_insert: bool = False
    indexes: tuple[IndexLayout, ...] = ()
    metadata_version: int = 0
    projections: tuple[ProjectionLayout, ...] = ()
    statistics: tuple[StatisticsLayout, ...] = ()

    def part_type(self, rows: int, uncompressed_bytes: int) -> str:
        """Compact for small parts, Wide for the others and for granules of fixed size."""
        if self.index_granularity_bytes == 0:
            return "Wide"
        small = uncompressed_bytes < self.min_bytes_for_wide_part
        return "Compact" if small or rows < self.min_rows_for_wide_part else "Wide"
