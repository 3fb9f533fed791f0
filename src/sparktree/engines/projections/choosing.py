"""Which projection a query reads: one that gives the same answer, with the fewest granules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sparktree.engines.definition import TableDefinition
from sparktree.engines.projections.candidates import Candidate, candidate, normal_request
from sparktree.engines.projections.declared import Projection, projections
from sparktree.engines.projections.minmax_count import NAME, MinMaxCount, minmax_count
from sparktree.engines.projections.projected_table import MakeTasks, ProjectedTable
from sparktree.engines.pruning import PartOnDisk, Pruned
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Column, Expr, transform
from sparktree.planner.nodes import Scan, ScanRequest
from sparktree.planner.projections import Match, NewColumn, Offer

_DECLARED: dict[tuple[str, str], list[Projection]] = {}
_MOST_DECLARED = 1000


def declared_projections(
    create_query: str, definition: TableDefinition, environment: Environment
) -> list[Projection]:
    """The projections of a table, analysed once."""
    key = (create_query, environment.context.zone)
    if key not in _DECLARED:
        if len(_DECLARED) >= _MOST_DECLARED:
            _DECLARED.clear()
        _DECLARED[key] = projections(definition, environment)
    return _DECLARED[key]


@dataclass(frozen=True, slots=True)
class Choosing:
    """The projections of one table for one query."""

    projections: Sequence[Projection]
    definition: TableDefinition
    environment: Environment

    @property
    def is_on(self) -> bool:
        """Whether the settings allow projections."""
        names = ("optimize_use_projections", "query_plan_optimize_projection")
        return all(bool(self.environment.setting(name)) for name in names)

    def _allowed(self) -> list[Projection]:
        """Those that may be chosen: with force_optimize_projection_name only that one."""
        forced = str(self.environment.setting("force_optimize_projection_name"))
        return [one for one in self.projections if not forced or one.name == forced]

    def _preferred(self, names: Sequence[str]) -> int | None:
        wished = str(self.environment.setting("preferred_optimize_projection_name"))
        return names.index(wished) if wished in names else None

    # --- normal ---------------------------------------------------------------------------

    def normal(
        self, request: ScanRequest, parts: Sequence[PartOnDisk], plain: Pruned
    ) -> tuple[Candidate, ScanRequest] | None:
        """The best normal projection that reads fewer granules than plain reading."""
        found = []
        for one in self._allowed():
            own = normal_request(one, request)
            made = candidate(one, parts, plain, own, self.environment) if own else None
            if own is not None and made is not None and made.marks < plain.granules_left:
                found.append((made, own))
        if not found:
            return None
        wished = self._preferred([made.projection.name for made, _ in found])
        if wished is not None:
            return found[wished]
        return min(found, key=lambda pair: pair[0].marks)

    # --- aggregate ------------------------------------------------------------------------

    def offers(self, scan: Scan, new: NewColumn, make: MakeTasks) -> list[Offer]:
        """The aggregate projections, and what descriptions of parts tell."""
        found = [self._offer(one, scan, new, make) for one in self._allowed() if one.aggregates]
        if self.environment.setting("optimize_use_implicit_projections"):
            found.append(minmax_count(self.definition, self.environment, make, scan, new))
        return found

    def _offer(self, one: Projection, scan: Scan, new: NewColumn, make: MakeTasks) -> Offer:
        by_name = {column.name: column for column in scan.columns}

        def change(expr: Expr) -> Expr | None:
            return by_name.get(expr.name) if isinstance(expr, Column) else None

        columns = [new(name, column.type) for name, column in one.columns]
        keys = [transform(expr, change) for _, expr in one.query.keys]
        calls = [transform(use, change) for use in one.query.values]
        states = [
            (column, use)
            for column, use in zip(columns[len(keys) :], calls, strict=True)
            if isinstance(use, AggregateUse)
        ]
        return Offer(
            one.name,
            ProjectedTable(one, self.environment, make),
            tuple(zip(columns, keys, strict=False)),
            tuple(states),
            tuple(transform(condition, change) for condition in one.query.filters),
        )

    def best(
        self, matches: Sequence[Match], parts: Sequence[PartOnDisk], plain: Pruned
    ) -> Match | None:
        """The match with the fewest granules, if they are no more than without it."""
        found = [
            (marks, match)
            for match in matches
            if (marks := self._marks(match, parts, plain)) is not None
            and marks <= plain.granules_left
        ]
        if not found:
            return None
        wished = self._preferred([match.offer.name for _, match in found])
        return found[wished][1] if wished is not None else min(found, key=lambda p: p[0])[1]

    def _marks(self, match: Match, parts: Sequence[PartOnDisk], plain: Pruned) -> int | None:
        """The granules to read with the match, which is ready to be read then."""
        source = match.offer.source
        if isinstance(source, MinMaxCount):
            source.plain = plain
            return source.rest.granules_left
        assert isinstance(source, ProjectedTable)
        ids = {column.id: column.name for column, _ in (*match.offer.columns, *match.offer.states)}
        request = ScanRequest((), match.filters, ids, 1)
        source.candidate = candidate(source.projection, parts, plain, request, self.environment)
        return None if source.candidate is None else source.candidate.marks


@dataclass(frozen=True, slots=True)
class ProjectionRead:
    """What a query reads of a projection, beside what it reads of the table's rows."""

    name: str
    pruned: Pruned


def reads_of(match: Match) -> tuple[ProjectionRead, Pruned]:
    """What the match reads, and what rows of the table beside it."""
    source = match.offer.source
    if isinstance(source, MinMaxCount):
        assert source.plain is not None
        nothing = replace(source.plain, scans=(), granules_left=0)
        return ProjectionRead(NAME, nothing), source.rest
    assert isinstance(source, ProjectedTable) and source.candidate is not None
    chosen = source.candidate
    return ProjectionRead(match.offer.name, chosen.pruned), chosen.rest
