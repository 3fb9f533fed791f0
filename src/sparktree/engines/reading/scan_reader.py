"""Kernel SQL for a table's rows: stored columns, and those computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from sparktree.engines.definition import nested
from sparktree.engines.definition.computed import Computed
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.virtual_columns import ALWAYS_VIRTUAL, PERSISTENT, virtual_columns
from sparktree.engines.reading.overlay import (
    NUMBER,
    OFFSET,
    Overlay,
    blocks_of,
    is_merged,
    patched,
)
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.reader import PartScan, Patch, ReadColumn, scan_sql
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr
from sparktree.planner.sources import ScanRequest
from sparktree.types import UINT8, make_nullable, parse_type

_MASK = "__exists"
# What tells a row from all others, and its place among the rows that are read.
_PLACE = {
    NUMBER: "__number",
    OFFSET: "__offset",
    "_part_index": "__part",
    "_part_offset": "__row",
}


@dataclass(frozen=True, slots=True)
class _Shape:
    """What parts must have in common to be read by one SELECT."""

    lacking: frozenset[str]  # columns that came later, with more to them than a constant
    converted: tuple[tuple[str, str], ...]  # columns of another type, and that type
    refilled: frozenset[str]  # those among them whose NULLs become the default
    masked: bool
    persistent: frozenset[str] = frozenset()  # virtual columns that the parts hold
    patches: tuple[Patch, ...] = ()  # with values for columns that are read
    data_version: int = 0  # if only some rows of the patches count

    @property
    def computed(self) -> frozenset[str]:
        """The columns that are computed of others."""
        return self.lacking | self.refilled


@dataclass(frozen=True, slots=True)
class ScanText:
    """Kernel SQL around the scan of some parts of one shape."""

    scans: tuple[PartScan, ...]
    columns: tuple[ReadColumn, ...]
    hidden: Mapping[str, str]
    before: str = ""
    after: str = ""

    def inside(self, before: str, after: str) -> ScanText:
        """The text with more around it."""
        return replace(self, before=before + self.before, after=self.after + after)

    def of(self, scans: Sequence[PartScan]) -> ScanText:
        """The same SQL over other rows of the parts."""
        return replace(self, scans=tuple(scans))

    @property
    def sql(self) -> str:
        """The whole SELECT."""
        return f"{self.before}{scan_sql(self.scans, self.columns, self.hidden)}{self.after}"


def joined(texts: Sequence[ScanText]) -> str:
    """The rows of all texts, in their order."""
    if len(texts) == 1:
        return texts[0].sql
    # Parts that hold virtual columns give their columns in another order.
    return " UNION ALL BY NAME ".join(f"({text.sql})" for text in texts)


class Selectivity(Protocol):
    """What is known of the conditions of a scan."""

    def share(self, expr: Expr) -> float:
        """The part of the rows that a condition leaves."""
        ...

    def share_of_all(self, filters: Iterable[Expr]) -> float:
        """The part of the rows that all conditions together leave."""
        ...


class ScanReader:
    """Makes the SQL of one scan's shares; `masks` overrides the setting apply_deleted_mask.

    With `in_order` rows come in the order of the parts, also where patches are put over them.
    """

    def __init__(
        self,
        definition: TableDefinition,
        environment: Environment,
        request: ScanRequest,
        masks: bool | None = None,
        *,
        in_order: bool = True,
    ) -> None:
        self.definition = definition
        self.environment = environment
        self.request = request
        self.estimates: Selectivity | None = None  # of conditions, by statistics
        own = definition.by_name.keys()
        virtual = {n for n, _ in virtual_columns(definition, environment)} - {ROW_EXISTS} - own
        virtual |= {name for name, _ in ALWAYS_VIRTUAL}
        self.hidden = {n: alias for n, alias in request.columns if n in virtual}
        self.wanted = [(n, alias) for n, alias in request.columns if n not in virtual]
        chosen = environment.settings.apply_deleted_mask
        self.keyless = definition.engine_info.keyless  # whose parts have no masks
        self.masks = (chosen if masks is None else masks) and not self.keyless
        self.in_order = in_order
        self.types = {c.name: str(c.type) for c in definition.columns if c.stored}
        self.defaults = {c.name for c in definition.columns if c.stored and c.default is not None}
        arrays = [c for of in nested.structures(definition.columns) if len(of) > 1 for c in of]
        self._shapes: dict[tuple[tuple[str, str], ...], _Shape] = {}
        self.nested = [c for c in arrays if c.default is None]

    def sql(self, scans: Sequence[PartScan]) -> str:
        """What reads the share."""
        return joined(self.texts(scans))

    def texts(self, scans: Sequence[PartScan]) -> list[ScanText]:
        """What reads the share; parts of the same shape are read together."""
        groups = groupby([scan for scan in scans if scan.rows], self._shape)
        return [self._group(list(group), shape) for shape, group in groups]

    def stored_names(self, scans: Sequence[PartScan]) -> list[str]:
        """The stored columns that the SQL of the share reads."""
        shapes = [self._shape(scan) for scan in scans]
        wanted = self._read_names(frozenset(n for shape in shapes for n in shape.computed))
        asked = any(shape.patches for shape in shapes)
        return wanted + [name for name in sorted(PERSISTENT) if asked or name in self.hidden]

    def _read_names(self, computed: frozenset[str]) -> list[str]:
        """The columns of the table that are read, and the mask."""
        wanted = [name for name, _ in self.wanted]
        if any(self._is_computed(name, computed) for name in wanted):
            wanted = list(self.types)
        return [*wanted, ROW_EXISTS] if self.masks else wanted

    def _shape(self, scan: PartScan) -> _Shape:
        """The shape of a part; parts of the same columns have the same, if no patches are over
        them."""
        if scan.patches:
            return self._looked_at(scan)
        key = tuple((column.name, column.type) for column in scan.part.columns)
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = self._looked_at(scan)
        return found

    def _looked_at(self, scan: PartScan) -> _Shape:
        held = {column.name: column.type for column in scan.part.columns}
        converted = [(n, type_) for n, type_ in held.items() if self.types.get(n, type_) != type_]
        refilled = frozenset(n for n, type_ in converted if self._loses_nulls(n, type_))
        masked = self.masks and scan.hides_rows
        lacking = frozenset(self.defaults - held.keys()) | self._lacking_arrays(held)
        patches = self._patches(scan, lacking | refilled)
        named = PERSISTENT if patches else self.hidden
        persistent = frozenset(n for n in named if n in PERSISTENT and n in held)
        version = scan.part.info.data_version if is_merged(patches) else 0
        return _Shape(lacking, tuple(converted), refilled, masked, persistent, patches, version)

    def _lacking_arrays(self, held: Mapping[str, str]) -> frozenset[str]:
        """Arrays of Nested structures of which the part has others."""
        absent = (c for c in self.nested if c.name not in held)
        columns = self.definition.columns
        return frozenset(c.name for c in absent if nested.sibling(c, columns, held) is not None)

    def _patches(self, scan: PartScan, computed: frozenset[str]) -> tuple[Patch, ...]:
        """Those of the scan's patches that matter."""
        if not scan.patches:
            return ()
        names = self._read_names(computed)
        return tuple(p for p in scan.patches if any(p.part.column(n) for n in names))

    def _loses_nulls(self, name: str, stored: str) -> bool:
        return parse_type(stored).nullable and not self.definition.by_name[name].type.nullable

    def _group(self, scans: Sequence[PartScan], shape: _Shape) -> ScanText:
        if any(self._is_computed(n, shape.computed) for n, _ in self.wanted):
            return self._with_computed(scans, shape)
        return self._read(scans, self.wanted, shape)

    def _is_computed(self, name: str, computed: frozenset[str]) -> bool:
        if name not in self.definition.by_name:
            return False
        return name in computed or self.definition.by_name[name].kind == "ALIAS"

    def _read(
        self,
        scans: Sequence[PartScan],
        stored: Sequence[tuple[str, str]],
        shape: _Shape,
        raw: frozenset[str] = frozenset(),
    ) -> ScanText:
        """The stored columns in the table's types, without the rows that a mask hides.

        Of `raw` columns, which the parts do not have, only what patches say.
        """
        virtual = {**_PLACE, **self.hidden} if shape.patches else self.hidden
        columns = [ReadColumn(n, a, self._missing(n)) for n, a in stored if n not in raw]
        columns += [ReadColumn(ROW_EXISTS, _MASK, self._missing(ROW_EXISTS))] * shape.masked
        columns += [ReadColumn(n, virtual[n]) for n in sorted(shape.persistent)]
        hidden = {n: a for n, a in virtual.items() if n not in shape.persistent}
        scan = ScanText(tuple(scans), tuple(columns), hidden)
        converted = dict(shape.converted)
        if not (shape.masked or shape.patches or any(n in converted for n, _ in stored)):
            return scan
        names = [*(n for n, _ in stored), *[ROW_EXISTS] * shape.masked]
        over = self._overlay(scans, names, shape.patches)
        items = []
        for name, alias in stored:
            held = self._converted(name, sql.name(alias), converted.get(name))
            value = over.raw(name) if name in raw else over.value(name, held)
            items.append(f"{value} AS {sql.quote_name(alias)}")
        items += [sql.quote_name(a) for a in self.hidden.values()]
        after = over.join(virtual[NUMBER], virtual[OFFSET]) if shape.patches else ""
        after += f" WHERE {over.value(ROW_EXISTS, sql.name(_MASK))} <> 0" if shape.masked else ""
        if shape.patches and self.in_order:
            after += f" ORDER BY {virtual['_part_index']}, {virtual['_part_offset']}"
        return scan.inside(f"SELECT {', '.join(items) or '0 AS _none'} FROM (", f"){after}")

    def _overlay(
        self, scans: Sequence[PartScan], names: Sequence[str], patches: tuple[Patch, ...]
    ) -> Overlay:
        types = {name: self.definition.type_of(name) for name in names}
        zone = self.environment.context.zone
        if not patches:
            return Overlay((), types, (0, 0), zone)
        # Parts are read together only where they are equal in this, if it matters.
        version = scans[0].part.info.data_version if is_merged(patches) else 0
        return Overlay(patches, types, blocks_of(scans), zone, version)

    def _converted(self, name: str, value: Sql, stored: str | None) -> Sql:
        if stored is None:
            return value
        zone = self.environment.context.zone
        source, target = parse_type(stored), self.definition.by_name[name].type
        if self._loses_nulls(name, stored):
            target = make_nullable(target)
        return convert(value, source, target, zone)

    def _missing(self, name: str) -> str:
        """The value in parts from before the column was there."""
        column = self.definition.by_name.get(name)
        if column is None or (name == ROW_EXISTS and not self.keyless):
            return sql.cast(1, UINT8.kernel)
        return str(column.type.default())

    def _with_computed(self, scans: Sequence[PartScan], shape: _Shape) -> ScanText:
        held = {column.name for patch in shape.patches for column in patch.part.columns}
        raw = shape.lacking & held
        base = [
            c for c in self.definition.columns if c.stored and c.name not in shape.lacking - raw
        ]
        stored = [(c.name, f"b_{i}") for i, c in enumerate(base)]
        mask = [n for n, _ in self.wanted if n not in self.definition.by_name]
        stored += [(n, "b_exists") for n in mask]
        inner = self._read(scans, stored, shape, raw)
        names = {n: sql.name(alias) for n, alias in stored}
        known = {n: name for n, name in names.items() if n not in shape.refilled | raw}
        computed = Computed(self.definition, self.environment, known)
        for n in shape.refilled:
            known[n] = sql.coalesce(names[n], computed.value(n))
        for n in raw:
            known[n] = patched(names[n], computed.value(n))
        items = [f"{computed.value(n)} AS {sql.quote_name(a)}" for n, a in self.wanted]
        items += [sql.quote_name(a) for a in self.hidden.values()]
        return inner.inside(f"SELECT {', '.join(items)} FROM (", ")")

    def empty(self) -> str:
        """The columns without rows."""
        virtual = virtual_columns(self.definition, self.environment)
        types = {**dict(virtual), **dict(ALWAYS_VIRTUAL), **dict(self.definition.readable())}
        items = [
            f"CAST(NULL AS {types[n].kernel}) AS {sql.quote_name(a)}"
            for n, a in self.request.columns
        ]
        return f"SELECT {', '.join(items) or '1 AS _none'} WHERE false"
