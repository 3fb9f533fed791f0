"""Kernel SQL for a table's rows: stored columns, and those computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sparktree.engines.definition import Column, TableDefinition
from sparktree.engines.expressions import TableExpressions
from sparktree.functions.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.reader import PartScan, ReadColumn, scan_sql
from sparktree.planner.environment import Environment
from sparktree.planner.expr import columns_of
from sparktree.planner.nodes import ScanRequest
from sparktree.types import STRING, UINT64, UUID, LowCardinality, Type

VIRTUAL_COLUMNS: tuple[tuple[str, Type], ...] = (
    ("_part", LowCardinality(STRING)),
    ("_partition_id", LowCardinality(STRING)),
    ("_part_index", UINT64),
    ("_part_starting_offset", UINT64),
    ("_part_offset", UINT64),
    ("_part_uuid", UUID()),
    ("_part_data_version", UINT64),
)


class ScanReader:
    """Makes the SQL of one scan's shares."""

    def __init__(
        self, definition: TableDefinition, environment: Environment, request: ScanRequest
    ) -> None:
        self.definition = definition
        self.environment = environment
        self.request = request
        virtual = {name for name, _ in VIRTUAL_COLUMNS}
        self.hidden = {n: alias for n, alias in request.columns if n in virtual}
        self.wanted = [(n, alias) for n, alias in request.columns if n not in virtual]

    def sql(self, scans: Sequence[PartScan]) -> str:
        """What reads the share; parts that lack the same columns are read together."""
        groups = groupby(scans, self._lacking)
        texts = [self._group(list(group), lacking) for lacking, group in groups]
        return texts[0] if len(texts) == 1 else " UNION ALL ".join(f"({t})" for t in texts)

    def _lacking(self, scan: PartScan) -> frozenset[str]:
        """The columns with a default expression that came after the part was written."""
        held = {column.name for column in scan.part.columns}
        return frozenset(
            c.name
            for c in self.definition.columns
            if c.stored and c.default is not None and c.name not in held
        )

    def _group(self, scans: Sequence[PartScan], lacking: frozenset[str]) -> str:
        if any(self._is_computed(n, lacking) for n, _ in self.wanted):
            return self._with_computed(scans, lacking)
        return self._read(scans, self.wanted)

    def _is_computed(self, name: str, lacking: frozenset[str]) -> bool:
        return name in lacking or self.definition.by_name[name].kind == "ALIAS"

    def _read(self, scans: Sequence[PartScan], stored: Sequence[tuple[str, str]]) -> str:
        columns = [ReadColumn(n, a, self._missing(n)) for n, a in stored]
        return scan_sql(scans, columns, self.hidden)

    def _missing(self, name: str) -> str:
        """The value in parts from before the column was there."""
        return str(self.definition.by_name[name].type.default())

    def _with_computed(self, scans: Sequence[PartScan], lacking: frozenset[str]) -> str:
        base = [c for c in self.definition.columns if c.stored and c.name not in lacking]
        inner = self._read(scans, [(c.name, f"b_{i}") for i, c in enumerate(base)])
        names = {c.name: sql.name(f"b_{i}") for i, c in enumerate(base)}
        computed = Computed(self.definition, self.environment, names)
        items = [f"{computed.value(n)} AS {sql.quote_name(a)}" for n, a in self.wanted]
        items += [sql.quote_name(a) for a in self.hidden.values()]
        return f"SELECT {', '.join(items)} FROM ({inner})"

    def empty(self) -> str:
        """The columns without rows."""
        types = dict((*self.definition.readable(), *VIRTUAL_COLUMNS))
        items = [
            f"CAST(NULL AS {types[n].kernel}) AS {sql.quote_name(a)}"
            for n, a in self.request.columns
        ]
        return f"SELECT {', '.join(items) or '1 AS _none'} WHERE false"


class Computed:
    """Columns out of default expressions, over columns that are there."""

    def __init__(
        self, definition: TableDefinition, environment: Environment, names: dict[str, Sql]
    ) -> None:
        self.definition = definition
        self.environment = environment
        self.names = names
        self.expressions = TableExpressions.over(environment, definition.readable())

    def value(self, name: str) -> Sql:
        """Kernel SQL of the column."""
        if name not in self.names:
            self.names[name] = self._computed(self.definition.by_name[name])
        return self.names[name]

    def _computed(self, column: Column) -> Sql:
        if column.default is None:
            return column.type.default()
        typed = self.expressions.analyse(column.default)
        for read in columns_of(typed).values():
            self.value(read.name)
        context = self.environment.context
        value = self.expressions.lower(typed, self.names, context)
        return convert(value, typed.type, column.type, context.zone)
