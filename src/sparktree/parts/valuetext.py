"""Single values as ClickHouse prints them: for partition texts, which are few."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.connection import connect
from sparktree.types.base import Type
from sparktree.types.to_text import Mode, to_text


def value_texts(
    values: Sequence[Any], types: Sequence[Type], mode: Mode, zone: str
) -> list[str | None]:
    """The texts of stored values, NULL as None; `zone` shows times whose type names none."""
    names = [f"v{number}" for number in range(len(types))]
    arrays = [pa.array([v], kind.storage) for v, kind in zip(values, types, strict=True)]
    texts = [
        to_text(kind, kind.from_storage(sql.name(name)), mode, zone=zone)
        for name, kind in zip(names, types, strict=True)
    ]
    cursor = connect()
    try:
        cursor.register("partition_values", pa.table(arrays, names=names))
        row = cursor.execute(f"SELECT {', '.join(texts)} FROM partition_values").fetchone()
    finally:
        cursor.close()
    return list(row or ())
