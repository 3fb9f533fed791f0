"""Kernel SQL of a mutation: the rows of a part with every step applied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sparktree.engines.definition.computed import Computed
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.mutations.preparing import Prepared, TypedStep
from sparktree.engines.mutations.steps import ClearStep, DeleteStep
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.reader import PartScan
from sparktree.parts.scan_check import scan_check
from sparktree.parts.virtuals import ROW_EXISTS, always
from sparktree.planner.expr import Expr
from sparktree.planner.lower import Lowering
from sparktree.planner.sources import ScanRequest, ScanTask

SOURCE = "part"  # what the tasks call the rows of their part
_ROW = always("_part_offset")


@dataclass(frozen=True)
class RewritingSql:
    """The columns that some steps need of a part, and what they make of them."""

    prepared: Prepared
    definition: TableDefinition  # the table's, or with columns that only parts have
    steps: tuple[TypedStep, ...]
    outputs: tuple[str, ...]
    masks: bool  # whether rows that are deleted by mask go

    @cached_property
    def aliases(self) -> dict[str, str]:
        """The kernel names of the columns to read."""
        names = {name for step in self.steps for name in self.prepared.reads(step.exprs)}
        names |= {name for step in self.steps for name in step.changed}
        names |= self._recomputed_reads()
        names |= {*self.outputs, _ROW}
        return {name: f"m{i}" for i, name in enumerate(sorted(names))}

    def _recomputed_reads(self) -> set[str]:
        names = [n for step in self.steps for n in step.recomputed]
        names += [s.step.column for s in self.steps if isinstance(s.step, ClearStep)]
        columns = [self.definition.by_name[n] for n in names]
        typed = [self.prepared.expressions.analyse(c.default) for c in columns if c.default]
        return self.prepared.reads(typed)

    @cached_property
    def _reader(self) -> ScanReader:
        request = ScanRequest(tuple(self.aliases.items()), (), {}, 1)
        return ScanReader(self.definition, self.prepared.environment, request, self.masks)

    def source(self, scans: Sequence[PartScan]) -> str:
        """What reads the columns."""
        return self._reader.sql(scans)

    def task(self, scans: Sequence[PartScan]) -> ScanTask:
        """What a task reads, after a look at the checksums: damage must not get new ones."""
        check = scan_check(scans, self._reader.stored_names(scans))
        return ScanTask(self.source(scans), sum(scan.rows for scan in scans), check=check)

    def rows(self, source: str = SOURCE) -> str:
        """The rows after all steps, under their kernel names, in the order of the part."""
        text = f"SELECT * FROM {source}"
        for number, step in enumerate(self.steps):
            text = self._applied(text, step, f"w{number}")
        if self.masks and any(ROW_EXISTS in step.changed for step in self.steps):
            text = f"SELECT * FROM ({text}) WHERE {self.aliases[ROW_EXISTS]} <> 0"
        # A join with the rows of a subquery need not keep the order.
        return f"{text} ORDER BY {self.aliases[_ROW]}" if self.prepared.sets() else text

    def changed_rows(self) -> str:
        """Only the rows that a step changes, which must be the only one, with their new values."""
        (step,) = self.steps
        met = f"(SELECT * FROM {SOURCE} WHERE {self.touched()})"
        text = f"SELECT * FROM {met if step.condition is not None else SOURCE}"
        return self._applied(text, replace(step, condition=None), "")

    def touched(self) -> Sql:
        """Whether a row meets the condition of any step."""
        conditions = [s.condition for s in self.steps if s.condition is not None]
        return sql.any_of(self._condition(c) for c in conditions)

    def _applied(self, text: str, step: TypedStep, flag: str) -> str:
        if step.condition is not None:
            text = f"SELECT *, {self._condition(step.condition)} AS {flag} FROM ({text})"
        if isinstance(step.step, DeleteStep):
            return f"SELECT * FROM ({text}) WHERE NOT {flag}"
        items = [self._assigned(name, value, step, flag) for name, value in step.values]
        if isinstance(step.step, ClearStep) and step.step.column in self.aliases:
            items = [self._recomputed(step.step.column)]
        if items:
            text = f"SELECT * REPLACE ({', '.join(items)}) FROM ({text})"
        for name in step.recomputed:
            text = f"SELECT * REPLACE ({self._recomputed(name)}) FROM ({text})"
        return text

    def _condition(self, expr: Expr) -> Sql:
        return sql.coalesce(self._lowering().condition(expr), sql.FALSE)

    def _assigned(self, name: str, value: Expr, step: TypedStep, flag: str) -> str:
        alias = self.aliases[name]
        new = self._lowering().value(value)
        if step.condition is not None:
            new = sql.case((Sql(flag), new), otherwise=Sql(alias))
        return f"{new} AS {alias}"

    def _recomputed(self, name: str) -> str:
        others = {n: a for n, a in self.aliases.items() if n != name}
        computed = Computed(self.definition, self.prepared.environment, _names(others))
        return f"{computed.value(name)} AS {self.aliases[name]}"

    def _lowering(self) -> Lowering:
        """Columns by their kernel names; ALIAS columns by what they stand for."""
        prepared = self.prepared
        names = _names(self.aliases)
        computed = Computed(self.definition, prepared.environment, dict(names))
        for column in self.definition.columns:
            if column.kind == "ALIAS" and self._is_read(column.name):
                names[column.name] = computed.value(column.name)
        known = prepared.expressions.columns
        by_id: dict[object, Sql] = {known[n].id: text for n, text in names.items() if n in known}
        return Lowering(prepared.environment.context, by_id)

    def _is_read(self, alias: str) -> bool:
        column = self.prepared.expressions.columns[alias]
        reads = self.prepared.reads([column])
        return reads <= self.aliases.keys()


def _names(aliases: dict[str, str]) -> dict[str, Sql]:
    return {name: sql.name(alias) for name, alias in aliases.items()}
