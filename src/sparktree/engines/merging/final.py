"""SELECT ... FINAL: rows as a merge would leave them, without merging first.

Parts whose keys overlap are cut into key ranges, which tasks merge as they read; a merged part that
overlaps no other is read plainly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import pyarrow as pa

from sparktree.engines.definition.computed import Computed
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.merging.graphite import Graphite
from sparktree.engines.merging.job import range_goal, share
from sparktree.engines.merging.ranges import KeyRange, clusters, key_ranges, shortened
from sparktree.engines.merging.rules import merging_rule
from sparktree.engines.merging.source import StoredRows
from sparktree.engines.merging.stream import MergedStream
from sparktree.engines.merging.summing import required_columns
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.writing.sorted_block import Merging
from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.parts.index import read_index
from sparktree.parts.name import parse
from sparktree.parts.reader import PartScan
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr, columns_of
from sparktree.planner.sources import ScanRequest, ScanTask
from sparktree.sql import ast

_MERGED = "merged"
_BATCH = 131_072
_TASK_MEMORY = 1 << 30


@dataclass(frozen=True, slots=True)
class FinalReader:
    """Opens the merged rows of some key ranges, in the kernel form that the query asked for."""

    stream: MergedStream
    sql: str  # over `merged`

    def __call__(self) -> pa.RecordBatchReader:
        tables = self._tables()
        first = next(tables)
        return pa.RecordBatchReader.from_batches(first.schema, _batches(first, tables))

    def _tables(self) -> Iterator[pa.Table]:
        with kernel() as cursor:
            for table in self.stream.tables():
                cursor.register(_MERGED, table)
                yield cursor.sql(self.sql).to_arrow_table()
                cursor.unregister(_MERGED)


def _batches(first: pa.Table, tables: Iterator[pa.Table]) -> Iterator[pa.RecordBatch]:
    yield from first.to_batches(_BATCH)
    for table in tables:
        yield from table.to_batches(_BATCH)


def key_filters(
    request: ScanRequest, definition: TableDefinition, environment: Environment
) -> tuple[Expr, ...]:
    """The conditions that rows of one key all meet or all miss: only these may leave rows out."""
    nodes = [item.expression for item in definition.sorting_key]
    allowed = {node.parts[-1] for node in nodes if isinstance(node, ast.Identifier)}
    if _apart(environment):
        allowed |= required_columns(definition, environment, sorting=False)

    def of_key(condition: Expr) -> bool:
        return all(request.ids.get(c.id) in allowed for c in columns_of(condition).values())

    return tuple(condition for condition in request.filters if of_key(condition))


def _apart(environment: Environment) -> bool:
    """Whether rows of different partitions are never one row."""
    return environment.settings.do_not_merge_across_partitions_select_final


@dataclass(slots=True)
class FinalScan:
    """One FINAL scan of a table."""

    definition: TableDefinition
    environment: Environment
    request: ScanRequest
    parts: Sequence[PartOnDisk]
    rule: Merging = field(init=False)
    source: StoredRows = field(init=False)

    def __post_init__(self) -> None:
        stored, virtual = self._columns_to_read()
        rule = merging_rule(self.definition, self.environment, stored)
        if rule is None:
            name = self.definition.engine.name
            raise Error(Code.ILLEGAL_FINAL, f"Storage {name} doesn't support FINAL")
        self.rule = rule
        keys = required_columns(self.definition, self.environment, partition=False)
        names = {*stored, *rule.needs, *keys}
        ordered = [c.name for c in self.definition.columns if c.name in names]
        checked = self.environment.settings.checksum_on_read
        self.source = StoredRows(
            self.definition, self.environment, ordered, virtual, checked=checked
        )

    def tasks(
        self,
        scans: Sequence[PartScan],
        plain: Callable[[Sequence[PartScan], int], Sequence[ScanTask]],
        count: int,
    ) -> list[ScanTask]:
        """The shares of all tasks; `plain` makes those of parts that need no merging."""
        alone: list[PartScan] = []
        ranges: list[KeyRange] = []
        for cluster in self._clusters(scans):
            if len(cluster) == 1 and parse(cluster[0].part.name).level > 0:
                alone += cluster
            else:
                ranges += self._ranges(cluster, count)
        rows = max(sum(scan.rows for scan in scans), 1)
        few = max(round(count * sum(scan.rows for scan in alone) / rows), 1)
        found = list(plain(alone, few)) if alone else []
        if ranges:
            found += [self._merged(one) for one in share(ranges, max(count - few * bool(alone), 1))]
        return found

    # --- what is read ---------------------------------------------------------------------

    def _columns_to_read(self) -> tuple[list[str], list[str]]:
        """The stored columns behind the wanted ones, and the virtual ones."""
        stored: dict[str, None] = {}
        virtual: list[str] = []
        for name, _ in self.request.columns:
            column = self.definition.by_name.get(name)
            if column is None:
                virtual.append(name)
            else:
                stored.update(dict.fromkeys(self._behind(name)))
        return list(stored), virtual

    def _behind(self, name: str) -> list[str]:
        column = self.definition.by_name[name]
        if column.stored:
            return [name]
        assert column.default is not None
        computed = Computed(self.definition, self.environment, {})
        read = columns_of(computed.expressions.analyse(column.default)).values()
        return [one for c in read for one in self._behind(c.name)]

    def _clusters(self, scans: Sequence[PartScan]) -> Iterator[list[PartScan]]:
        """Parts whose keys overlap."""
        for group in self._groups(scans):
            yield from clusters(group, self._indexes(group), self._descending)

    def _groups(self, scans: Sequence[PartScan]) -> Iterator[list[PartScan]]:
        if not _apart(self.environment):
            yield list(scans)
            return
        for _, group in groupby(scans, lambda scan: scan.part.partition_id):
            yield list(group)

    def _indexes(self, scans: Sequence[PartScan]) -> list[pa.Table]:
        meets = [self.rule.meets] if isinstance(self.rule, Graphite) else []
        indexes = [read_index(scan.disk, scan.part) for scan in scans]
        return [shortened(index, meets) for index in indexes]

    @property
    def _descending(self) -> list[bool]:
        return [key.descending for key in self.source.keys]

    def _ranges(self, scans: Sequence[PartScan], count: int) -> list[KeyRange]:
        rows = sum(scan.rows for scan in scans)
        size = sum(scan.part.uncompressed_bytes for scan in scans)
        goal = min(range_goal(rows, size, _TASK_MEMORY), max(rows // count, 1))
        return key_ranges(scans, self._indexes(scans), self._descending, goal)

    # --- tasks ----------------------------------------------------------------------------

    def _merged(self, ranges: Sequence[KeyRange]) -> ScanTask:
        pieces = tuple(map(self.source.piece, ranges))
        stream = MergedStream(pieces, self.source.keys, self.rule, _TASK_MEMORY, final=True)
        empty = ScanReader(self.definition, self.environment, self.request).empty()
        reader = FinalReader(stream, self._kernel_form())
        return ScanTask(empty, sum(one.rows for one in ranges), open=reader)

    def _kernel_form(self) -> str:
        names = {
            name: self.definition.by_name[name].type.from_storage(sql.name(name))
            for name in self.source.names
        }
        computed = Computed(self.definition, self.environment, dict(names))
        items = [
            f"{self._value_of(n, computed)} AS {sql.quote_name(a)}" for n, a in self.request.columns
        ]
        return f"SELECT {', '.join(items) or '0 AS _none'} FROM {_MERGED}"

    def _value_of(self, name: str, computed: Computed) -> str:
        return sql.name(name) if name not in self.definition.by_name else computed.value(name)


def with_condition(
    request: ScanRequest, condition: tuple[str, int] | None
) -> tuple[ScanRequest, Callable[[str], str]]:
    """The request with the column that a plain reader needs, and the SELECT without hidden rows."""
    if condition is None:
        return request, lambda text: text
    name, value = condition
    asked = dict(request.columns)
    alias = asked.get(name, "_shown")
    columns = request.columns if name in asked else (*request.columns, (name, alias))
    items = ", ".join(sql.quote_name(a) for _, a in request.columns) or "0 AS _none"
    where = f"{sql.quote_name(alias)} = {value}"
    return replace(request, columns=columns), lambda t: f"SELECT {items} FROM ({t}) WHERE {where}"
