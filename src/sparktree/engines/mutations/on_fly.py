"""Reading with apply_mutations_on_fly: rows as pending mutations will leave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from sparktree.catalog.records import Mutation, Table
from sparktree.engines.definition.computed import Computed
from sparktree.engines.mutations.commands import from_text
from sparktree.engines.mutations.preparing import Prepared, TypedStep, prepare
from sparktree.engines.mutations.rewriting_sql import RewritingSql
from sparktree.engines.reading.overlay import NUMBER, OFFSET
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.errors import Code, Error, not_implemented
from sparktree.kernel import sql
from sparktree.parts.description import PartDescription
from sparktree.parts.reader import PartScan, Patch
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.planner.expr import Call, SetTable, walk


class OnFlyReader(ScanReader):
    """Applies, to each part, the mutations that have not reached it.

    Those with subqueries are refused unless whoever asks gives their rows (`sets`) to the tasks.
    """

    def __init__(
        self,
        reader: ScanReader,
        record: Table,
        mutations: Sequence[Mutation],
        *,
        subqueries: bool = False,
    ) -> None:
        super().__init__(reader.definition, reader.environment, reader.request, reader.masks)
        self.record = record
        self.mutations = mutations
        self.subqueries = subqueries
        self._prepared: dict[int, Prepared] = {}

    def sql(self, scans: Sequence[PartScan]) -> str:
        """What reads the share; parts with the same steps before them are read together."""
        texts = []
        for (steps, later), group in groupby(scans, self._changes):
            some = list(group)
            plain = ScanReader.sql(self, some)
            texts.append(self._mutated(some, steps, later) if steps else plain)
        return texts[0] if len(texts) == 1 else " UNION ALL BY NAME ".join(f"({t})" for t in texts)

    def sets(self) -> tuple[SetTable, ...]:
        """The rows of subqueries that the SQL reads."""
        return tuple(one for prepared in self._prepared.values() for one in prepared.sets())

    def _changes(self, scan: PartScan) -> tuple[tuple[TypedStep, ...], tuple[Patch, ...]]:
        """What is done to the part: by mutations, and by updates that came after them."""
        pending = self.mutations[self._first(scan.part) :]
        later = tuple(p for p in scan.patches if pending and p.version > pending[0].number)
        if any(patch.version < pending[-1].number for patch in later):
            raise not_implemented(
                "Pending mutations cannot be applied on the fly where an UPDATE came between them:"
                " wait for them, or set apply_mutations_on_fly = 0."
            )
        return self._steps(scan.part), later

    def _first(self, part: PartDescription) -> int:
        """The position of the first mutation that the part has not gone through."""
        version = part.info.data_version
        return sum(mutation.number <= version for mutation in self.mutations)

    def _of(self, first: int) -> Prepared:
        if first not in self._prepared:
            pending = self.mutations[first:]
            commands = [c for mutation in pending for c in from_text(mutation.command)]
            made = prepare(self.record, commands, self.environment)
            if not self.subqueries:
                _require_no_subqueries(made)
            _require_repeatable(made)
            self._prepared[first] = made
        return self._prepared[first]

    def _steps(self, part: PartDescription) -> tuple[TypedStep, ...]:
        first = self._first(part)
        if first == len(self.mutations):
            return ()
        return tuple(s for s in self._of(first).steps if s.step.concerns(part))

    def _mutated(
        self, scans: Sequence[PartScan], steps: tuple[TypedStep, ...], later: tuple[Patch, ...]
    ) -> str:
        prepared = self._of(self._first(scans[0].part))
        by_patch = {column.name for patch in later for column in patch.part.columns}
        masked = self.masks and any(ROW_EXISTS in {*step.changed, *by_patch} for step in steps)
        columns = prepared.expressions.columns
        names = [n for n, _ in self.request.columns]
        outputs = prepared.reads([columns[n] for n in names if n in columns])
        outputs |= {n for n in names if n not in columns} | ({ROW_EXISTS} if masked else set())
        outputs |= {NUMBER, OFFSET} if later else set()
        reading = RewritingSql(prepared, self.definition, steps, tuple(sorted(outputs)), self.masks)
        over = self._overlay(scans, [n for n in sorted(outputs) if self._is_stored(n)], later)
        aliases = reading.aliases
        known = {name: over.value(name, sql.name(alias)) for name, alias in aliases.items()}
        computed = Computed(self.definition, self.environment, dict(known))
        items = [f"{computed.value(n)} AS {sql.quote_name(a)}" for n, a in self.request.columns]
        before = [_without(scan, later) for scan in scans]
        text = f"({reading.rows(f'({reading.source(before)})')})"
        text += over.join(aliases[NUMBER], aliases[OFFSET]) if later else ""
        text = f"SELECT {', '.join(items) or '0 AS _none'} FROM {text}"
        return f"{text} WHERE {known[ROW_EXISTS]} <> 0" if masked else text

    def _is_stored(self, name: str) -> bool:
        return name in self.types or name == ROW_EXISTS


def _require_no_subqueries(prepared: Prepared) -> None:
    """BAD_ARGUMENTS if the rows of a subquery may be others when the mutation is done."""
    if prepared.sets():
        raise Error(
            Code.BAD_ARGUMENTS,
            "ALTER UPDATE/ALTER DELETE statement with subquery may be nondeterministic and cannot"
            " be applied on fly",
        )


def _require_repeatable(prepared: Prepared) -> None:
    """BAD_ARGUMENTS if the mutation may do otherwise when it is done than when it is shown."""
    calls = (e for s in prepared.steps for expr in s.exprs for e in walk(expr))
    for call in calls:
        if isinstance(call, Call) and not call.function.deterministic:
            raise Error(
                Code.BAD_ARGUMENTS,
                "ALTER UPDATE/ALTER DELETE statements with nondeterministic deterministic functions"
                f" cannot be applied on fly. Function '{call.function.name}' is non-deterministic",
            )


def _without(scan: PartScan, patches: Sequence[Patch]) -> PartScan:
    return replace(scan, patches=tuple(p for p in scan.patches if p not in patches))
