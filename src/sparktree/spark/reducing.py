"""Whether a task groups its own rows before they meet those of other tasks.

That pays if groups have several rows. Where almost every row is a group of its own, it would cost
as much as the grouping after the exchange and spare nothing, so the rows go as they are. Each task
decides for itself, by some of its rows.
"""

import math
from collections.abc import Mapping

import duckdb

from sparktree.kernel.sql import quote_name
from sparktree.spark.stages import SAMPLE, Relation, SqlRelation, Unreduced

_MOST_GROUPS = 0.7  # for each row; with more of them the rows go as they are
_ENDLESS = 1e15


def chosen(
    connection: duckdb.DuckDBPyConnection,
    sql: str,
    unreduced: Unreduced,
    inputs: Mapping[str, Relation],
) -> str:
    """The SELECT of groups, or that of rows, with the same columns."""
    large = [(name, one) for name, one in inputs.items() if _rows(one) >= unreduced.least]
    if len(large) != 1:
        return sql
    ((name, scanned),) = large
    read = min(SAMPLE, _rows(scanned))
    found, groups = _sampled(connection, name, scanned, unreduced)
    rows = _rows(scanned) * found / read
    likely = likely_groups(found, groups, rows)
    if likely < unreduced.least or likely < _MOST_GROUPS * rows:
        return sql
    return _alike(connection, unreduced.sql, sql)


def _rows(relation: Relation) -> int:
    return relation.rows if isinstance(relation, SqlRelation) else 0


def _sampled(
    connection: duckdb.DuckDBPyConnection, name: str, scanned: Relation, unreduced: Unreduced
) -> tuple[int, int]:
    """How many rows and groups the stage makes out of some of the rows that it reads."""
    assert isinstance(scanned, SqlRelation)
    view = f"CREATE OR REPLACE TEMP VIEW {quote_name(name)} AS"
    keys = ", ".join(map(quote_name, unreduced.columns))
    grouped = f"SELECT count(*) AS rows FROM ({unreduced.sql}) GROUP BY {keys}"
    sample = scanned.sample or f"SELECT * FROM ({scanned.sql}) LIMIT {SAMPLE}"
    connection.execute(f"{view} {sample}")
    try:
        counted = f"SELECT coalesce(sum(rows), 0)::BIGINT, count(*) FROM ({grouped})"
        ((rows, groups),) = connection.execute(counted).fetchall()
    finally:
        connection.execute(f"{view} {scanned.sql}")
    return int(rows), int(groups)


def likely_groups(sample: int, groups: int, rows: float) -> float:
    """How many groups so many rows have, if a sample has so many and all are equally frequent.

    Of D values, n rows show D * (1 - exp(-n / D)).
    """
    low, high = max(groups, 1.0), _ENDLESS
    if groups >= sample:
        return rows
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        if _expected_different(middle, sample) < groups:
            low = middle
        else:
            high = middle
    return _expected_different(low, rows)


def _expected_different(values: float, rows: float) -> float:
    return -values * math.expm1(-rows / values)


def _alike(connection: duckdb.DuckDBPyConnection, sql: str, model: str) -> str:
    """The SELECT with the types of another: a sum is wider than what it adds."""
    shape = connection.sql(model)
    items = ", ".join(
        f"CAST({quote_name(name)} AS {kind}) AS {quote_name(name)}"
        for name, kind in zip(shape.columns, shape.types, strict=True)
    )
    return f"SELECT {items} FROM ({sql})"
