"""Kernel SQL for a table's rows: stored columns, and those computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from sparktree.engines.definition import Column, TableDefinition
from sparktree.engines.expressions import TableExpressions
from sparktree.engines.virtual_columns import PERSISTENT, virtual_columns
from sparktree.engines.virtual_columns import ROW_EXISTS as ROW_EXISTS
from sparktree.engines.virtual_columns import VIRTUAL_COLUMNS as VIRTUAL_COLUMNS
from sparktree.functions.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.reader import PartScan, ReadColumn, scan_sql
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr, columns_of
from sparktree.planner.nodes import ScanRequest
from sparktree.types import UINT8, make_nullable, parse_type

# The mask of lightweight deletes: a column of the parts that have one, 0 where a row is deleted.
_MASK = "__exists"


@dataclass(frozen=True, slots=True)
class _Shape:
    """What parts must have in common to be read by one SELECT."""

    lacking: frozenset[str]  # columns with a default expression that came later
    converted: tuple[tuple[str, str], ...]  # columns of another type, and that type
    refilled: frozenset[str]  # those among them whose NULLs become the default
    masked: bool
    persistent: frozenset[str] = frozenset()  # virtual columns that the parts hold

    @property
    def computed(self) -> frozenset[str]:
        """The columns that need their default expression."""
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
    return " UNION ALL ".join(f"({text.sql})" for text in texts)


class Selectivity(Protocol):
    """What is known of the conditions of a scan."""

    def share(self, expr: Expr) -> float:
        """The part of the rows that a condition leaves."""
        ...

    def share_of_all(self, filters: Iterable[Expr]) -> float:
        """The part of the rows that all conditions together leave."""
        ...


class ScanReader:
    """Makes the SQL of one scan's shares; `masks` overrides the setting apply_deleted_mask."""

    def __init__(
        self,
        definition: TableDefinition,
        environment: Environment,
        request: ScanRequest,
        masks: bool | None = None,
    ) -> None:
        self.definition = definition
        self.environment = environment
        self.request = request
        self.estimates: Selectivity | None = None  # of conditions, by statistics
        own = definition.by_name.keys()
        virtual = {n for n, _ in virtual_columns(definition, environment)} - {ROW_EXISTS} - own
        self.hidden = {n: alias for n, alias in request.columns if n in virtual}
        self.wanted = [(n, alias) for n, alias in request.columns if n not in virtual]
        chosen = bool(environment.setting("apply_deleted_mask"))
        self.masks = chosen if masks is None else masks
        self.types = {c.name: str(c.type) for c in definition.columns if c.stored}
        self.defaults = {c.name for c in definition.columns if c.stored and c.default is not None}

    def sql(self, scans: Sequence[PartScan]) -> str:
        """What reads the share."""
        return joined(self.texts(scans))

    def texts(self, scans: Sequence[PartScan]) -> list[ScanText]:
        """What reads the share; parts of the same shape are read together."""
        groups = groupby([scan for scan in scans if scan.rows], self._shape)
        return [self._group(list(group), shape) for shape, group in groups]

    def stored_names(self, scans: Sequence[PartScan]) -> list[str]:
        """The stored columns that the SQL of the share reads."""
        wanted = [name for name, _ in self.wanted]
        computed = frozenset(n for scan in scans for n in self._shape(scan).computed)
        if any(self._is_computed(name, computed) for name in wanted):
            wanted = list(self.types)
        wanted += [name for name in self.hidden if name in PERSISTENT]
        return [*wanted, ROW_EXISTS] if self.masks else wanted

    def _shape(self, scan: PartScan) -> _Shape:
        held = {column.name: column.type for column in scan.part.columns}
        converted = [(n, type_) for n, type_ in held.items() if self.types.get(n, type_) != type_]
        refilled = frozenset(n for n, type_ in converted if self._loses_nulls(n, type_))
        masked = self.masks and ROW_EXISTS in held
        persistent = frozenset(n for n in self.hidden if n in PERSISTENT and n in held)
        lacking = frozenset(self.defaults - held.keys())
        return _Shape(lacking, tuple(converted), refilled, masked, persistent)

    def _loses_nulls(self, name: str, stored: str) -> bool:
        return parse_type(stored).nullable and not self.definition.by_name[name].type.nullable

    def _group(self, scans: Sequence[PartScan], shape: _Shape) -> ScanText:
        if any(self._is_computed(n, shape.computed) for n, _ in self.wanted):
            return self._with_computed(scans, shape)
        return self._read(scans, self.wanted, shape)

    def _is_computed(self, name: str, computed: frozenset[str]) -> bool:
        if name == ROW_EXISTS:
            return False
        return name in computed or self.definition.by_name[name].kind == "ALIAS"

    def _read(
        self, scans: Sequence[PartScan], stored: Sequence[tuple[str, str]], shape: _Shape
    ) -> ScanText:
        """The stored columns in the table's types, without the rows that a mask hides."""
        columns = [ReadColumn(n, a, self._missing(n)) for n, a in stored]
        converted = dict(shape.converted)
        mask = [ReadColumn(ROW_EXISTS, _MASK)] if shape.masked else []
        mask += [ReadColumn(n, self.hidden[n]) for n in sorted(shape.persistent)]
        hidden = {n: a for n, a in self.hidden.items() if n not in shape.persistent}
        scan = ScanText(tuple(scans), (*columns, *mask), hidden)
        if not shape.masked and not any(n in converted for n, _ in stored):
            return scan
        items = [self._converted(n, a, converted.get(n)) for n, a in stored]
        items += [sql.quote_name(a) for a in self.hidden.values()]
        where = f" WHERE {_MASK} <> 0" if shape.masked else ""
        return scan.inside(f"SELECT {', '.join(items) or '0 AS _none'} FROM (", f"){where}")

    def _converted(self, name: str, alias: str, stored: str | None) -> str:
        value = sql.name(alias)
        if stored is None:
            return sql.quote_name(alias)
        zone = self.environment.context.zone
        source, target = parse_type(stored), self.definition.by_name[name].type
        if self._loses_nulls(name, stored):
            target = make_nullable(target)
        return f"{convert(value, source, target, zone)} AS {sql.quote_name(alias)}"

    def _missing(self, name: str) -> str:
        """The value in parts from before the column was there."""
        if name == ROW_EXISTS:
            return sql.cast("1", UINT8.kernel)
        return str(self.definition.by_name[name].type.default())

    def _with_computed(self, scans: Sequence[PartScan], shape: _Shape) -> ScanText:
        base = [c for c in self.definition.columns if c.stored and c.name not in shape.lacking]
        stored = [(c.name, f"b_{i}") for i, c in enumerate(base)]
        stored += [(n, "b_exists") for n, _ in self.wanted if n == ROW_EXISTS]
        inner = self._read(scans, stored, shape)
        names = {n: sql.name(alias) for n, alias in stored}
        known = {n: name for n, name in names.items() if n not in shape.refilled}
        computed = Computed(self.definition, self.environment, known)
        for n in shape.refilled:
            known[n] = sql.coalesce(names[n], computed.value(n))
        items = [f"{computed.value(n)} AS {sql.quote_name(a)}" for n, a in self.wanted]
        items += [sql.quote_name(a) for a in self.hidden.values()]
        return inner.inside(f"SELECT {', '.join(items)} FROM (", ")")

    def empty(self) -> str:
        """The columns without rows."""
        virtual = virtual_columns(self.definition, self.environment)
        types = {**dict(virtual), **dict(self.definition.readable())}
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
