"""Parts that conditions over virtual columns leave: `_part = '...'`, `_partition_id IN (...)`."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.virtual_columns import OF_PARTS
from sparktree.engines.keys.implied_filters import implied, reads_only
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.parts.reader import PartScan
from sparktree.parts.virtuals import RowsPlace, value_of
from sparktree.planner.environment import Environment
from sparktree.planner.expr import InSet, columns_of, walk
from sparktree.planner.lower import Lowering
from sparktree.planner.sources import ScanRequest


def left_by_virtual_columns(
    parts: Sequence[PartScan],
    request: ScanRequest,
    definition: TableDefinition,
    environment: Environment,
) -> list[PartScan]:
    """The parts for which the conditions over them as a whole can hold."""
    own = definition.by_name.keys()
    numbers = {n: name for n, name in request.ids.items() if name in OF_PARTS and name not in own}

    used = {n for f in request.filters for n in columns_of(f) if n in numbers}
    if not used or not parts:
        return list(parts)
    lowering = Lowering(environment.context, {n: sql.name(f"c{n}") for n in used})
    conditions = implied(request.filters, reads_only(numbers), lowering)
    if not conditions:
        return list(parts)
    place = RowsPlace(parts, Sql("0"), Sql("part"))
    items = [f"{value_of(numbers[n])(place)} AS c{n}" for n in sorted(used)]
    return [parts[number] for number in _rows(items, sql.all_of(conditions), len(parts), request)]


def _rows(items: list[str], holds: str, count: int, request: ScanRequest) -> list[int]:
    """The numbers of the parts for which the condition holds."""
    sets = [
        (e.table.name, e.table.table)
        for f in request.filters
        for e in walk(f)
        if isinstance(e, InSet) and e.table is not None
    ]
    with kernel() as cursor:
        cursor.register("part_numbers", pa.table({"part": pa.array(range(count), pa.int64())}))
        for name, table in sets:
            cursor.register(name, table)
        found = cursor.execute(
            f"SELECT part FROM (SELECT part, {', '.join(items)} FROM part_numbers)"
            f" WHERE {holds} ORDER BY part"
        ).fetchall()
    return [row[0] for row in found]
