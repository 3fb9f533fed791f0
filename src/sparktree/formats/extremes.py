"""The smallest and the greatest value of every column, which `extremes = 1` prints."""

from __future__ import annotations

import pyarrow as pa

from sparktree.formats.options import Header
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.types import Float, Tuple, Type


def extremes(table: pa.Table, header: Header, before: pa.Table | None = None) -> pa.Table | None:
    """Two rows, columns c0, c1, ...; None if there are no rows. `before` are those of rows
    that were seen already."""
    known = table if before is None else pa.concat_tables([before, table])
    if not known.num_rows:
        return None
    rows = [
        ", ".join(
            f"{_extreme(sql.name(f'c{i}'), type_, word)} AS c{i}"
            for i, (_, type_) in enumerate(header)
        )
        for word in ("min", "max")
    ]
    text = " UNION ALL ".join(f"(SELECT {row} FROM known_rows)" for row in rows)
    with kernel() as cursor:
        cursor.register("known_rows", known)
        try:
            found = cursor.sql(text).to_arrow_table()
        finally:
            cursor.unregister("known_rows")
    return found


def _extreme(value: Sql, type_: Type, word: str) -> Sql:
    """The least or greatest value; of a tuple each of its parts, of floats none that is NaN."""
    solid = type_.inner
    if isinstance(solid, Tuple) and not type_.nullable:
        parts = (sql.field(value, i) for i in range(1, len(solid.of) + 1))
        return sql.struct(
            *(_extreme(part, of, word) for part, of in zip(parts, solid.of, strict=True))
        )
    if not type_.comparable:
        return Sql(f"first({value})")
    key = type_.order_key(value)
    chosen = f"arg_{word}({value}, {key})"
    if isinstance(solid, Float):
        return sql.coalesce(
            Sql(f"{chosen} FILTER (WHERE NOT isnan({value}))"), Sql(f"first({value})")
        )
    return Sql(chosen)
