"""What a statement uses, as system.query_log tells it: functions, formats, engines, columns."""

from __future__ import annotations

from dataclasses import dataclass, field

from sparktree.engines.table_functions.declare import TABLE_FUNCTIONS
from sparktree.functions.aggregates.combinators import resolution
from sparktree.functions.aggregates.declare import Aggregate
from sparktree.functions.core import declare
from sparktree.planner.physical import Plan
from sparktree.sql import ast
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.type_ast import TypeName
from sparktree.sql.walk import walk

Names = dict[str, set[str]]


@dataclass(slots=True)
class Read:
    """What the queries of a statement read of tables, and the views that its rows came to."""

    columns: set[str] = field(default_factory=set)
    partitions: set[str] = field(default_factory=set)
    views: set[str] = field(default_factory=set)

    def add(self, plan: Plan, tables: set[tuple[str, str]]) -> None:
        """What a plan reads; only what is in tables of a database has a name."""
        names = {f"{database}.{name}" for database, name in tables}
        for one in plan.scans:
            name = one.source.name
            if name in names:
                self.columns |= {f"{name}.{column}" for column in one.columns}
            found = {partition for read in one.report.reads for partition in read.partitions}
            self.partitions |= {f"{name}.{partition}" for partition in found}


def used(statement: ast.Node | None) -> Names:
    """The names in a statement, by the columns of system.query_log, in ClickHouse's spelling."""
    found: Names = {}
    tables: set[int] = set()
    for node in walk(statement) if statement is not None else ():
        if isinstance(node, ast.TableExpression) and isinstance(node.source, ast.Function):
            tables.add(id(node.source))
            _file(found, "used_table_functions", _table_function(node.source.name))
        elif isinstance(node, ast.Function) and id(node) not in tables:
            _function(found, node)
        elif isinstance(node, TypeName):
            _file(found, "used_data_type_families", node.name)
        elif isinstance(node, CreateTable) and node.storage and node.storage.engine:
            tables.add(id(node.storage.engine))
            _file(found, "used_storages", node.storage.engine.name)
    return found


def _table_function(name: str) -> str:
    spelled = TABLE_FUNCTIONS.spelled(name)
    return spelled if spelled in TABLE_FUNCTIONS else ""


def _function(found: Names, call: ast.Function) -> None:
    aggregate: tuple[Aggregate, tuple[str, ...]] | None = resolution.split(call.name)
    if aggregate is not None:
        _file(found, "used_aggregate_functions", aggregate[0].name)
        for suffix in aggregate[1]:
            _file(found, "used_aggregate_function_combinators", suffix)
        return
    function = declare.find(call.name)
    if function is not None:
        _file(found, "used_functions", function.name)


def _file(found: Names, column: str, name: str) -> None:
    if name:
        found.setdefault(column, set()).add(name)
