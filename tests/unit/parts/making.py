"""Short ways to write a table as parts and to read it back through the kernel."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.kernel.connection import connect
from sparktree.parts.description import PartDescription
from sparktree.parts.layout import ColumnLayout, KeyLayout, PartLayout, ValueLayout
from sparktree.parts.reader import PartScan, ReadColumn, scan_sql
from sparktree.parts.store import finish
from sparktree.parts.writer import write_parts
from sparktree.types.parse import parse_type

FOLDER = "store/table"


def layout(
    types: dict[str, str],
    key: Sequence[str] = (),
    partition: dict[str, str] | None = None,
    **limits: Any,
) -> PartLayout:
    """A layout of columns `name: type`; a key `-name` is descending."""
    columns = tuple(ColumnLayout(n, t, parse_type(t).storage) for n, t in types.items())
    keys = tuple(KeyLayout(k.lstrip("-"), k.lstrip("-"), k.startswith("-")) for k in key)
    values = tuple(ValueLayout(n, n, t) for n, t in (partition or {}).items())
    limits.setdefault("primary_key_length", len(keys))
    return PartLayout(columns, keys, partition_key=values, **limits)


def stored(types: dict[str, str], values: dict[str, list[Any]]) -> pa.Table:
    """Columns of Python values in the stored forms of their types."""
    arrays = [pa.array(values[name], parse_type(text).storage) for name, text in types.items()]
    return pa.table(arrays, names=list(types))


def write(disk: Disk, rows: pa.Table, orders: PartLayout) -> list[PartDescription]:
    """The parts under final names with block numbers 1, 2, ..."""
    written = list(write_parts(rows.to_batches(), orders, disk, FOLDER, "t"))
    return [
        finish(disk, part, f"{part.partition_id}_{n}_{n}_0", 1.5)
        for n, part in enumerate(written, 1)
    ]


def scan(
    disk: Disk,
    parts: Sequence[PartDescription],
    names: Sequence[str],
    ranges: tuple[tuple[int, int], ...] | None = None,
    hidden: Sequence[str] = (),
) -> list[tuple[Any, ...]]:
    """Rows as the kernel reads them."""
    offsets = [sum(p.rows for p in parts[:n]) for n in range(len(parts))]
    scans = [
        PartScan(part, disk, ranges, n, offset)
        for n, (part, offset) in enumerate(zip(parts, offsets, strict=True))
    ]
    query = scan_sql(
        scans, [ReadColumn(n, f"c{i}") for i, n in enumerate(names)], {h: h for h in hidden}
    )
    cursor = connect()
    try:
        rows: list[tuple[Any, ...]] = cursor.execute(query).fetchall()
        return rows
    finally:
        cursor.close()
