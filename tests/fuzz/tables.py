"""Random small tables: keys, partitions and parts as they come."""

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

# (name, type, values): few different values, so that groups and joins find partners.
COLUMNS: list[tuple[str, str, list[str]]] = [
    ("k", "Int32", ["-1", "0", "1", "2", "3"]),
    ("s", "String", ["''", "'a'", "'b'", "'ab'"]),
    ("v", "Int64", ["-5", "0", "1", "7", "7", "100"]),
    ("f", "Float64", ["0.5", "-1.25", "2", "1e3"]),
    ("d", "Date", ["'2024-01-31'", "'2024-02-29'", "'2024-02-01'"]),
    ("nk", "Nullable(Int32)", ["NULL", "0", "1", "2"]),
    ("ns", "Nullable(String)", ["NULL", "''", "'a'", "'z'"]),
    ("ls", "LowCardinality(String)", ["'x'", "'y'", "''"]),
    ("a", "Array(Int32)", ["[]", "[1]", "[2, 1]"]),
]
_SORTING_KEYS = ["id", "k", "(s, k)", "(d, id)", "tuple()", "(k % 2, v)", "(ls, -k)"]
_PARTITION_KEYS = ["tuple()", "k", "toYYYYMM(d)", "(ls, k % 2)"]


@dataclass(frozen=True)
class Table:
    """A table with its rows, part by part."""

    name: str
    sorting_key: str
    partition_key: str
    parts: tuple[tuple[str, ...], ...]

    def statements(self, added: Sequence[str] = ()) -> list[str]:
        """What makes the table, with what is `added` to it before there are rows; granules of two
        rows can go to different tasks."""
        declared = ", ".join(f"{name} {type_}" for name, type_, _ in COLUMNS)
        create = (
            f"CREATE OR REPLACE TABLE {self.name} (id UInt32, {declared}) ENGINE = MergeTree"
            f" PARTITION BY {self.partition_key} ORDER BY {self.sorting_key}"
            " SETTINGS index_granularity = 2"
        )
        inserts = [f"INSERT INTO {self.name} VALUES {', '.join(rows)}" for rows in self.parts]
        return [create, *(one.format(self.name) for one in added), *inserts]


@st.composite
def tables(draw: st.DrawFn, name: str, most_rows: int = 7) -> Table:
    """A table of up to three parts; `id` tells its rows apart."""
    parts = []
    number = 0
    for _ in range(draw(st.integers(0, 3))):
        rows = []
        for _ in range(draw(st.integers(1, most_rows))):
            values = [draw(st.sampled_from(values)) for *_, values in COLUMNS]
            rows.append(f"({number}, {', '.join(values)})")
            number += 1
        parts.append(tuple(rows))
    sorting = draw(st.sampled_from(_SORTING_KEYS))
    return Table(name, sorting, draw(st.sampled_from(_PARTITION_KEYS)), tuple(parts))


NAMES = ("t0", "t1", "t2")


@st.composite
def databases(draw: st.DrawFn) -> tuple[Table, ...]:
    """The three tables that queries read."""
    return tuple(draw(tables(name)) for name in NAMES)
