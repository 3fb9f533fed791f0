"""system.parts, parts_columns, detached_parts."""

from __future__ import annotations

import datetime
import decimal
import ipaddress
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import xxhash

from sparktree.catalog.records import NO_UUID, PartState
from sparktree.disks.disk import Disk
from sparktree.engines.definition.ttl_rules import NEVER, Kind, Rule, of_kind, rules_of
from sparktree.engines.partitions.detached import DetachedPart, detached_parts
from sparktree.engines.statistics.declaration import names_of
from sparktree.engines.statistics.loading import statistics_in
from sparktree.parts.description import Bounds, PartColumn, PartDescription
from sparktree.parts.sketches import cardinality
from sparktree.parts.statistics import ColumnStatistics
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.sql import format_query
from sparktree.system.stored import PartOfTable, all_parts, dropped_parts, stored_tables
from sparktree.system.table import Reading, SystemTable, system_table
from sparktree.types import (
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Integer,
    IPv4,
    Time64,
    Type,
    parse_type,
)

_EPOCH = datetime.date(1970, 1, 1)


def _dates(part: PartOfTable, which: str) -> int:
    """The least or greatest day of the partition key's only column of days; 0 without one."""
    columns = _columns_of_key(part, (Date,))
    return 0 if len(columns) != 1 else _number(getattr(columns[0][1], which))


def _times(part: PartOfTable, which: str) -> int:
    """The same in seconds of its only column of moments, if it has none of days."""
    columns = _columns_of_key(part, (DateTime, DateTime64))
    if len(columns) != 1 or _columns_of_key(part, (Date,)):
        return 0
    type_, bounds = columns[0]
    second: int = 10**type_.precision if isinstance(type_, DateTime64) else 1
    ticks = _number(getattr(bounds, which))
    # As ClickHouse, moments before 1970 lose their fraction towards it and wrap round.
    return (ticks // second if ticks >= 0 else -(-ticks // second)) % (1 << 32)


def _columns_of_key(part: PartOfTable, kinds: tuple[type[Type], ...]) -> list[tuple[Type, Bounds]]:
    """The columns of some kinds that the partition key reads, and what the part knows of them."""
    columns = part.table.definition.by_name
    pairs = ((columns[n].type, b) for n, b in part.description.minmax.items() if n in columns)
    wanted = [(t, b) for t, b in pairs if isinstance(t, kinds) and not isinstance(t, Date32)]
    return [(type_, bounds) for type_, bounds in wanted if bounds.least is not None]


def _number(value: object) -> int:
    """Days or seconds since the epoch."""
    if isinstance(value, datetime.date):
        return (value - _EPOCH).days
    return int(str(value))


def _ttl_seconds(value: object) -> int:
    """A moment that a TTL waits for, in the 32 bits that ClickHouse shows; 0 if there is none."""
    return int(str(value)) & 0xFFFF_FFFF if value is not None and value != NEVER else 0


def _ttl_rules(part: PartOfTable, kind: Kind) -> list[Rule]:
    """The rules of that kind that the part knows of."""
    rules = of_kind(rules_of(part.table.definition), kind)
    return [rule for rule in rules if rule.bounds(part.description) is not None]


def _delete_ttl(which: str) -> Callable[[PartOfTable], int]:
    def value(part: PartOfTable) -> int:
        rules = _ttl_rules(part, Kind.DELETE)
        return _ttl_seconds(getattr(rules[0].bounds(part.description), which)) if rules else 0

    return value


def _ttl_columns(prefix: str, kind: Kind) -> Values:
    def bound(which: str) -> Callable[[PartOfTable], list[int]]:
        return lambda part: [
            _ttl_seconds(getattr(rule.bounds(part.description), which))
            for rule in _ttl_rules(part, kind)
        ]

    return {
        f"{prefix}.expression": lambda part: [rule.text for rule in _ttl_rules(part, kind)],
        f"{prefix}.min": bound("least"),
        f"{prefix}.max": bound("greatest"),
    }


def _path(part: PartOfTable) -> str:
    return _disk(part).url(part.record.path).rstrip("/") + "/"


def _disk(part: PartOfTable) -> Disk:
    return part.table.reading.services.disks[part.record.disk]


def files_hash(part: PartDescription) -> str:
    """One hash for all files of a part, those of its projections included."""
    files = sorted(part.all_files())
    text = "".join(f"{name}:{file.size}:{file.hash};" for name, file in files)
    return xxhash.xxh3_128_hexdigest(text.encode("utf-8"))


def _active(part: PartOfTable) -> bool:
    return part.record.state == PartState.ACTIVE


def _uuid(part: PartOfTable) -> str:
    """As the virtual column `_part_uuid` shows it."""
    return part.record.uuid if part.table.definition.settings.assign_part_uuids else NO_UUID


Values = Mapping[str, str | Callable[[PartOfTable], Any]]

# What system.parts and system.parts_columns both show.
COMMON: Values = {
    "partition": "partition",
    "name": "record.name",
    "uuid": _uuid,
    "part_type": "record.part_type",
    "active": _active,
    "marks": "record.marks",
    "rows": "record.rows",
    "bytes_on_disk": "record.bytes_on_disk",
    "data_compressed_bytes": "description.compressed_bytes",
    "data_uncompressed_bytes": "record.data_uncompressed_bytes",
    "modification_time": lambda p: int(p.description.modified or p.record.created),
    "remove_time": lambda p: int(p.record.removed or 0),
    "refcount": lambda _: 1,
    "min_date": lambda p: _dates(p, "least"),
    "max_date": lambda p: _dates(p, "greatest"),
    "min_time": lambda p: _times(p, "least"),
    "max_time": lambda p: _times(p, "greatest"),
    "partition_id": "record.partition_id",
    "min_block_number": "record.min_block",
    "max_block_number": "record.max_block",
    "level": "record.level",
    "data_version": lambda p: p.record.mutation or p.record.min_block,
    "primary_key_bytes_in_memory": "description.primary_key_size",
    "primary_key_bytes_in_memory_allocated": "description.primary_key_size",
    "database": "table.record.database",
    "table": "table.record.name",
    "engine": "table.record.engine",
    "disk_name": "record.disk",
    "path": _path,
}

_PARTS: Values = {
    **COMMON,
    "part_storage_type": lambda _: "Full",
    "files": lambda p: len(list(p.description.all_files())),
    "primary_key_size": "description.primary_key_size",
    "secondary_indices_compressed_bytes": lambda p: sum(
        index.stored(p.description) for index in p.description.indexes.values()
    ),
    "secondary_indices_uncompressed_bytes": lambda p: sum(
        index.uncompressed for index in p.description.indexes.values()
    ),
    "hash_of_all_files": lambda p: files_hash(p.description),
    "delete_ttl_info_min": _delete_ttl("least"),
    "delete_ttl_info_max": _delete_ttl("greatest"),
    "default_compression_codec": "description.default_codec",
    "visible": _active,
    "is_frozen": lambda p: (p.record.disk, p.record.name) in p.table.frozen,
    "projections": lambda p: sorted(p.description.projections),
    "has_lightweight_delete": lambda p: p.description.column(ROW_EXISTS) is not None,
    **_ttl_columns("move_ttl_info", Kind.MOVE),
    **_ttl_columns("recompression_ttl_info", Kind.RECOMPRESS),
    **_ttl_columns("group_by_ttl_info", Kind.GROUP_BY),
    **_ttl_columns("rows_where_ttl_info", Kind.WHERE),
}

system_table(
    SystemTable[PartOfTable]("parts", "The data parts of MergeTree tables.", all_parts, _PARTS)
)
system_table(
    SystemTable[PartOfTable](
        "dropped_tables_parts",
        "The data parts of tables that were dropped and whose data is not removed yet.",
        dropped_parts,
        _PARTS,
    )
)


@dataclass(frozen=True, slots=True)
class ColumnOfPart:
    """A column in a part."""

    part: PartOfTable
    column: PartColumn
    position: int

    @property
    def default(self) -> tuple[str, str]:
        """Kind and expression of the default that the table declares now."""
        found = self.part.table.definition.by_name.get(self.column.name)
        if found is None or found.default is None:
            return "", ""
        return found.kind, format_query(found.default, one_line=True)

    @property
    def ttl(self) -> Bounds | None:
        """Bounds of the column's TTL."""
        rules = _ttl_rules(self.part, Kind.COLUMN)
        own = [rule for rule in rules if rule.column == self.column.name]
        return own[0].bounds(self.part.description) if own else None

    @property
    def statistics(self) -> ColumnStatistics | None:
        """The column's statistics."""
        part = self.part.description
        if self.column.name not in part.statistics:
            return None
        return statistics_in(part, _disk(self.part), self.column.name)

    @property
    def null_count(self) -> int | None:
        """NULLs by basic statistics, where the type has them."""
        known = self.statistics
        if known is None or "basic" not in known.kinds:
            return None
        return known.nulls if parse_type(self.column.type).nullable else None

    def bound(self, which: str) -> str | None:
        """The least or greatest value by minmax statistics, as ClickHouse shows it."""
        known = self.statistics
        value = getattr(known.bounds, which) if known and known.bounds else None
        return None if value is None else _bound_text(value, parse_type(self.column.type).inner)


def _bound_text(value: Any, type_: Type) -> str:
    """A bound as ClickHouse shows it: in quotes where it has no number of its own for the type."""
    if isinstance(value, float):
        return f"{int(value)}." if value.is_integer() else repr(value)
    if isinstance(value, bytes):
        signed = not isinstance(type_, Integer) or type_.signed
        value = int.from_bytes(value, "big") - (signed << 8 * len(value) - 1)
        if isinstance(type_, Decimal):
            value = decimal.Decimal(value).scaleb(-type_.scale)
    elif isinstance(type_, DateTime64 | Time64):
        value = decimal.Decimal(value).scaleb(-type_.precision)
    elif isinstance(type_, IPv4):
        return f"'{ipaddress.IPv4Address(value)}'"
    elif not isinstance(value, decimal.Decimal):
        return str(_number(int(value) if isinstance(value, bool) else value))
    return f"'{value.normalize() + 0:f}'" if isinstance(value, decimal.Decimal) else f"'{value}'"


def _columns_of_parts(reading: Reading) -> Iterator[ColumnOfPart]:
    for part in all_parts(reading):
        for position, column in enumerate(part.description.columns, 1):
            yield ColumnOfPart(part, column, position)


def _of_part(value: str | Callable[[PartOfTable], Any]) -> str | Callable[[ColumnOfPart], Any]:
    return f"part.{value}" if isinstance(value, str) else lambda row: value(row.part)


# What a column of a part tells, of a table or of a projection.
OF_COLUMN: dict[str, str | Callable[[Any], Any]] = {
    "column": "column.name",
    "type": lambda c: str(parse_type(c.column.type)),
    "column_position": "position",
    "default_kind": lambda c: c.default[0],
    "default_expression": lambda c: c.default[1],
    "column_bytes_on_disk": "column.compressed",
    "column_data_compressed_bytes": "column.compressed",
    "column_data_uncompressed_bytes": "column.uncompressed",
}

system_table(
    SystemTable[ColumnOfPart](
        "parts_columns",
        "The columns of data parts.",
        _columns_of_parts,
        {
            **{name: _of_part(value) for name, value in COMMON.items()},
            **OF_COLUMN,
            "column_modification_time": lambda c: int(c.part.description.modified),
            "column_ttl_min": lambda c: _ttl_seconds(c.ttl.least) if c.ttl else None,
            "column_ttl_max": lambda c: _ttl_seconds(c.ttl.greatest) if c.ttl else None,
            "statistics": lambda c: names_of(c.statistics.kinds) if c.statistics else [],
            "estimates.min": lambda c: c.bound("least"),
            "estimates.max": lambda c: c.bound("greatest"),
            "estimates.cardinality": lambda c: (
                cardinality(c.statistics.registers)
                if c.statistics and c.statistics.registers is not None
                else None
            ),
            "estimates.null_count": lambda c: c.null_count,
            "estimates.default_count": lambda c: c.statistics.defaults if c.statistics else None,
            "serialization_kind": lambda _: "Default",
            "substreams": lambda c: [c.column.name],
            "filenames": lambda c: [c.part.description.file_of(c.column)],
        },
    )
)


def _detached_parts(reading: Reading) -> Iterator[DetachedPart]:
    for table in stored_tables(reading):
        if table.has_data:
            yield from detached_parts(reading.services.storage, table.record)


system_table(
    SystemTable[DetachedPart](
        "detached_parts",
        "Parts that were detached from MergeTree tables.",
        _detached_parts,
        {
            "database": "table.database",
            "table": "table.name",
            "partition_id": lambda p: p.info.partition_id if p.info else None,
            "name": "name",
            "bytes_on_disk": lambda p: p.disk.size(p.folder),
            "modification_time": lambda p: p.disk.identity(p.folder).modified // 1_000_000_000,
            "reason": "reason",
            "disk": "disk_name",
            "path": lambda p: p.disk.url(p.folder),
            "min_block_number": lambda p: p.info.min_block if p.info else None,
            "max_block_number": lambda p: p.info.max_block if p.info else None,
            "level": lambda p: p.info.level if p.info else None,
        },
    )
)
