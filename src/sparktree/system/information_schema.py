"""information_schema: the standard's views of databases, tables, columns and views."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.engines.definition.engines import ENGINES, Family, engine_info
from sparktree.settings.query import QuerySettings
from sparktree.system.columns import INFORMATION_SCHEMA
from sparktree.system.databases import ShownDatabase, shown_databases
from sparktree.system.table import Reading, SystemTable, system_table
from sparktree.system.table_columns import ShownColumn, shown_columns
from sparktree.system.tables import ShownSystemTable, ShownTable, TableRow, shown_tables

_COLLATION = "utf8mb4_0900_ai_ci"
_GENERATED = {
    "DEFAULT": "DEFAULT_GENERATED",
    "MATERIALIZED": "STORED GENERATED",
    "ALIAS": "VIRTUAL GENERATED",
}

system_table(
    SystemTable[ShownDatabase](
        "schemata",
        "The databases.",
        shown_databases,
        {
            "catalog_name": "record.name",
            "schema_name": "record.name",
            "schema_owner": lambda _: "default",
            "default_collation_name": lambda _: _COLLATION,
            "default_encryption": lambda _: "NO",
        },
        INFORMATION_SCHEMA,
        "View",
    )
)


def _table_type(row: TableRow) -> str:
    if isinstance(row, ShownSystemTable):
        return "VIEW" if engine_info(row.engine).family is Family.VIEW else "SYSTEM VIEW"
    if row.is_temporary:
        return "LOCAL TEMPORARY"
    return "VIEW" if row.stored.view is not None else "BASE TABLE"


def _engine(row: TableRow) -> str | None:
    if isinstance(row, ShownSystemTable) or row.stored.view is not None:
        return None
    return row.stored.record.engine


def _index_length(row: TableRow) -> int:
    if isinstance(row, ShownSystemTable):
        return 0
    return sum(part.description.primary_key_size for part in row.stored.parts())


system_table(
    SystemTable[TableRow](
        "tables",
        "The tables and views.",
        shown_tables,
        {
            "table_catalog": "database",
            "table_schema": "database",
            "table_name": "name",
            "table_type": _table_type,
            "table_rows": "total_rows",
            "data_length": "total_bytes",
            "index_length": _index_length,
            "table_collation": lambda _: _COLLATION,
            "table_comment": "comment",
            "engine": _engine,
        },
        INFORMATION_SCHEMA,
        "View",
    )
)

system_table(
    SystemTable[ShownColumn](
        "columns",
        "The columns of tables and views.",
        shown_columns,
        {
            "table_catalog": "database",
            "table_schema": "database",
            "table_name": "table",
            "column_name": "name",
            "ordinal_position": "position",
            "column_default": "expression",
            "is_nullable": lambda c: "1" if str(c.type).startswith("Nullable(") else "0",
            "data_type": lambda c: str(c.type),
            "character_maximum_length": "octets",
            "character_octet_length": "octets",
            "numeric_precision": lambda c: c.precision[0],
            "numeric_precision_radix": lambda c: c.precision[1],
            "numeric_scale": lambda c: c.precision[2],
            "datetime_precision": "datetime_precision",
            "extra": lambda c: _GENERATED.get(c.kind, ""),
            "column_comment": "comment",
            "column_type": lambda c: str(c.type),
            "column_key": lambda c: "PRI" if c.in_key("primary") else "",
            "generation_expression": lambda c: (
                c.expression if c.kind in ("MATERIALIZED", "ALIAS") else ""
            ),
        },
        INFORMATION_SCHEMA,
        "View",
    )
)


def _views(reading: Reading) -> Iterator[ShownTable]:
    for row in shown_tables(reading):
        if isinstance(row, ShownTable) and row.stored.view is not None:
            yield row


system_table(
    SystemTable[ShownTable](
        "views",
        "The views.",
        _views,
        {
            "table_catalog": "database",
            "table_schema": "database",
            "table_name": "name",
            "view_definition": "as_select",
            "check_option": lambda _: "NONE",
            "is_insertable_into": lambda t: "YES" if t.target else "NO",
        },
        INFORMATION_SCHEMA,
        "View",
    )
)


def _engines(_: Reading) -> Iterator[str]:
    yield from ENGINES


system_table(
    SystemTable[str](
        "engines",
        "The table engines.",
        _engines,
        {
            "engine": lambda name: name,
            "support": lambda name: (
                "DEFAULT" if name == QuerySettings().default_table_engine else "YES"
            ),
        },
        INFORMATION_SCHEMA,
        "View",
    )
)

for _name, _doc in {
    "character_sets": "Character sets.",
    "collations": "Collations.",
    "key_column_usage": "Columns of keys.",
    "referential_constraints": "Foreign keys.",
    "statistics": "Indexes.",
}.items():
    system_table(SystemTable(_name, _doc, database=INFORMATION_SCHEMA, engine="View"))
