"""Kernel SQL that puts the values of patches over rows: a join by the block that a row came with.

A row keeps its block number and its offset there for ever: parts that were merged store both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartColumn
from sparktree.parts.reader import PartScan, Patch, ReadColumn, scan_sql
from sparktree.types import Type, make_nullable, parse_type

NUMBER, OFFSET = "_block_number", "_block_offset"
VERSION = "_data_version"  # of each row, in patches that were merged out of several
_NUMBER, _OFFSET, _VERSION = "__patch_number", "__patch_offset", "__patch_version"


@dataclass(frozen=True, slots=True)
class Overlay:
    """The patches of some parts, as far as they have values for the columns that are read."""

    patches: tuple[Patch, ...]
    types: Mapping[str, Type]  # of the columns that are read
    blocks: tuple[int, int]  # the first and the last of the parts
    zone: str
    data_version: int = 0  # of the parts: older rows of merged patches are in them

    @property
    def names(self) -> list[str]:
        """The columns with new values."""
        held = {column.name for patch in self.patches for column in patch.part.columns}
        return [name for name in self.types if name in held]

    def raw(self, name: str) -> Sql:
        """The new value of a column, wrapped; NULL where the row has none."""
        return sql.name(f"__patched_{self.names.index(name)}")

    def value(self, name: str, old: Sql) -> Sql:
        """The value of a column."""
        return patched(self.raw(name), old) if name in self.names else old

    def join(self, number: str, offset: str) -> str:
        """What follows rows in FROM; the arguments are their block number and offset."""
        return (
            f" LEFT JOIN ({self._latest()}) ON {sql.quote_name(number)} = {_NUMBER}"
            f" AND {sql.quote_name(offset)} = {_OFFSET}"
        )

    def _latest(self) -> str:
        """For each row that has new values the last of each column."""
        union = " UNION ALL ".join(self._rows(patch) for patch in self.patches)
        versions = {patch.version for patch in self.patches}
        if len(versions) == 1 and not is_merged(self.patches):  # patches of one UPDATE share no row
            return union
        items = [f"arg_max({self.raw(n)}, {_VERSION}) AS {self.raw(n)}" for n in self.names]
        return f"SELECT {_NUMBER}, {_OFFSET}, {', '.join(items)} FROM ({union}) GROUP BY ALL"

    def _rows(self, patch: Patch) -> str:
        held = [(name, found) for name in self.names if (found := patch.part.column(name))]
        columns = [ReadColumn(NUMBER, _NUMBER), ReadColumn(OFFSET, _OFFSET)]
        columns += [ReadColumn(name, f"__new_{i}") for i, (name, _) in enumerate(held)]
        values = {
            name: sql.struct(self._fitted(sql.name(f"__new_{i}"), name, found))
            for i, (name, found) in enumerate(held)
        }
        items = [f"{values.get(name, 'NULL')} AS {self.raw(name)}" for name in self.names]
        source = patch_rows(patch, columns)
        first, last = self.blocks
        return (
            f"SELECT {_NUMBER}, {_OFFSET}, {_VERSION}, {', '.join(items)} FROM ({source})"
            f" WHERE {_NUMBER} BETWEEN {first} AND {last} AND {_VERSION} > {self.data_version}"
        )

    def _fitted(self, value: Sql, name: str, found: PartColumn) -> Sql:
        """The value in the type that the column has now."""
        target = self.types[name]
        if found.type == str(target):
            return value
        source = parse_type(found.type)
        if source.nullable and not target.nullable:
            solid = convert(value, source, make_nullable(target), self.zone)
            return sql.coalesce(solid, target.default())
        return convert(value, source, target, self.zone)


def patch_rows(patch: Patch, columns: Sequence[ReadColumn], version: str = _VERSION) -> str:
    """Columns of a patch, and of each row the number of the UPDATE that it is of."""
    number = ReadColumn(VERSION, version, sql.cast(patch.version, "UBIGINT"))
    return scan_sql([PartScan(patch.part, patch.disk)], [*columns, number])


def is_merged(patches: Sequence[Patch]) -> bool:
    """Whether a patch has rows of several updates."""
    return any(patch.part.column(VERSION) is not None for patch in patches)


def patched(raw: Sql, old: Sql) -> Sql:
    """The wrapped new value, or the old one where there is none."""
    return sql.case((Sql(f"{raw} IS NOT NULL"), sql.field(raw, 1)), otherwise=old)


def blocks_of(scans: Sequence[PartScan]) -> tuple[int, int]:
    """The first and the last block of the parts."""
    infos = [scan.part.info for scan in scans]
    return min(info.min_block for info in infos), max(info.max_block for info in infos)
