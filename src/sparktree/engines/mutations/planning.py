"""What a mutation means for one part: only a new name, some columns, or all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sparktree.engines.definition.column_settings import layout_of
from sparktree.engines.definition.read_columns import read_columns
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.ttl_rules import read_nodes
from sparktree.engines.mutations.preparing import Prepared, TypedStep, key_columns
from sparktree.engines.mutations.steps import (
    ClearIndexStep,
    ClearProjectionStep,
    ClearStatisticsStep,
    ClearStep,
    ConvertStep,
    DeleteStep,
    MaterializeProjectionStep,
    MaterializeTtlStep,
    RewriteStep,
)
from sparktree.engines.projections.keeping import Change
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.parts.description import PartColumn, PartDescription
from sparktree.parts.layout import ColumnLayout
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.sql.statements.create import ColumnDeclaration
from sparktree.sql.type_ast import TypeName
from sparktree.types import UINT8


@dataclass(frozen=True, slots=True)
class PartWork:
    """A part and what is to be done to it.

    Without `whole`, columns that are neither `written` nor `kept` leave the part.
    """

    part: PartOnDisk
    steps: tuple[TypedStep, ...]
    kept_columns: tuple[PartColumn, ...]
    written: tuple[str, ...] = ()
    whole: bool = False
    masks: bool = False  # rows that are deleted by mask go
    moments: bool = False  # whether rows get new moments at which they expire
    lacking: tuple[str, ...] = ()  # columns that the part goes on without
    change: Change = field(default_factory=Change)

    @property
    def dropped_files(self) -> frozenset[str]:
        """The files of indexes that go."""
        part, steps = self.part.description, [s.step for s in self.steps]
        gone = [part.indexes[s.index] for s in steps if isinstance(s, ClearIndexStep)]
        return frozenset(file for found in gone for file in found.files)

    @property
    def source(self) -> PartDescription:
        """The part without the statistics that go."""
        cleared = {s.step.column for s in self.steps if isinstance(s.step, ClearStatisticsStep)}
        part = self.part.description
        left = {n: found for n, found in part.statistics.items() if n not in cleared}
        return replace(part, statistics=left)

    @property
    def expires(self) -> bool:
        """Whether the table's TTL is applied; nothing else is done by the same mutation."""
        return any(
            isinstance(s.step, MaterializeTtlStep) and not s.step.only_counts for s in self.steps
        )

    @property
    def needs_rows(self) -> bool:
        """Whether rows must be read; otherwise links to files are enough."""
        return self.whole or bool(self.written)


def conditional(steps: tuple[TypedStep, ...]) -> bool:
    """Whether nothing is to be done where no row meets a condition."""
    return bool(steps) and all(step.condition is not None for step in steps)


def concerning(prepared: Prepared, part: PartOnDisk) -> tuple[TypedStep, ...]:
    """The steps that may change the part, or what patches add to it."""
    known = {c.name: c for one in part.patches for c in one.part.columns}
    known |= {c.name: c for c in part.description.columns}
    seen = replace(part.description, columns=tuple(known.values()))
    return tuple(s for s in prepared.steps if s.step.concerns(seen))


def plan(prepared: Prepared, part: PartOnDisk, steps: tuple[TypedStep, ...]) -> PartWork:
    """What the steps mean for the part, and what earlier ALTERs of columns do."""
    description, definition = part.description, prepared.definition
    ttl = [s.step for s in steps if isinstance(s.step, MaterializeTtlStep)]
    if ttl:
        return PartWork(part, steps, (), whole=True, change=Change(rows=not ttl[0].only_counts))
    cleared = {s.step.column for s in steps if isinstance(s.step, ClearStep)}
    types = {c.name: str(c.type) for c in definition.columns if c.stored}
    # Only MODIFY COLUMN itself converts: values that cannot be must not stop other mutations.
    converted = {s.step.column for s in steps if isinstance(s.step, ConvertStep)}
    retyped = {
        c.name for c in description.columns if types.get(c.name, c.type) != c.type
    } & converted
    patched = part.patched & {*types, ROW_EXISTS}  # the new part has these values itself
    written = ({name for s in steps for name in s.changed} | retyped | patched) - cleared
    kept = [c for c in description.columns if c.name not in written | cleared]
    moments = bool(written & read_columns(definition, read_nodes(definition)))
    change = _change(part, steps, written | cleared, moments=moments)
    if not description.rows:
        return PartWork(part, steps, tuple(kept))
    fewer_rows = any(isinstance(s.step, DeleteStep | RewriteStep) for s in steps)
    lost = len(described(part.record).columns) > len(description.columns) or bool(cleared)
    compact = description.part_type == "Compact" and (bool(written) or lost)
    derived = bool(written & derived_from(definition))
    if fewer_rows or compact or derived:
        return PartWork(
            part, steps, (), (), whole=True, masks=fewer_rows, moments=moments, change=change,
            lacking=() if _deletes(steps) else _lacking(definition, description, written),
        )  # fmt: skip
    return PartWork(part, steps, tuple(kept), tuple(sorted(written)), change=change)


def _deletes(steps: tuple[TypedStep, ...]) -> bool:
    return any(isinstance(s.step, DeleteStep) for s in steps)


def _lacking(
    definition: TableDefinition, part: PartDescription, written: set[str]
) -> tuple[str, ...]:
    """DEFAULT columns that the part has not got and that are computed from others: as long as
    nobody writes them they follow what these are."""
    fixed = {c.name for c in part.columns} | written | key_columns(definition)
    fixed |= derived_from(definition)
    return tuple(
        c.name
        for c in definition.columns
        if c.kind == "DEFAULT" and c.default is not None and c.name not in fixed
        if read_columns(definition, [c.default])
    )


def _change(
    part: PartOnDisk, steps: tuple[TypedStep, ...], columns: set[str], *, moments: bool
) -> Change:
    """What the steps mean for the part's projections."""
    found = [s.step for s in steps]
    masked = part.scan.hides_rows
    return Change(
        columns,
        moments
        or any(isinstance(s, DeleteStep) or (isinstance(s, RewriteStep) and masked) for s in found),
        ROW_EXISTS in columns,
        {s.projection for s in found if isinstance(s, ClearProjectionStep)},
        {s.projection for s in found if isinstance(s, MaterializeProjectionStep)},
    )


def derived_from(definition: TableDefinition) -> set[str]:
    """The columns from which parts keep something else: indexes and TTL bounds."""
    return read_columns(definition, [*definition.indexes, *read_nodes(definition)])


def whole_definition(work: PartWork, definition: TableDefinition) -> TableDefinition:
    """The table's columns, and the mask of deleted rows where the new part keeps one."""
    changed = any(ROW_EXISTS in s.changed for s in work.steps)
    has = work.part.scan.hides_rows
    if work.masks or not (changed or has) or ROW_EXISTS in definition.by_name:
        return definition
    mask = ColumnDeclaration(ROW_EXISTS, TypeName("UInt8"))
    columns = (*definition.create.columns, mask)
    return TableDefinition(replace(definition.create, columns=columns))


def without_columns(definition: TableDefinition, names: Sequence[str]) -> TableDefinition:
    """The table without some of its columns."""
    if not names:
        return definition
    columns = tuple(c for c in definition.create.columns if c.name not in names)
    return TableDefinition(replace(definition.create, columns=columns))


def column_layout(definition: TableDefinition, name: str) -> ColumnLayout:
    """How a column is written."""
    if name == ROW_EXISTS and name not in definition.by_name:
        return ColumnLayout(ROW_EXISTS, str(UINT8), UINT8.storage)
    return layout_of(definition.by_name[name], definition)
