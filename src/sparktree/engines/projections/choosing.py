"""Which projection a query reads: one that gives the same answer, with the fewest granules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.projections.candidates import (
    Candidate,
    candidate,
    counted,
    normal_request,
)
from sparktree.engines.projections.definition import Projection, projections
from sparktree.engines.projections.exact_count import ExactCount, exact_count
from sparktree.engines.projections.minmax_count import NAME as MINMAX_COUNT
from sparktree.engines.projections.minmax_count import MinMaxCount, minmax_count, statistics_min_max
from sparktree.engines.projections.projected_table import MakeTasks, ProjectedTable
from sparktree.engines.projections.row_index import Indexed, indexed
from sparktree.engines.reading.in_order import first_granules, ordered_reading
from sparktree.engines.reading.pruning import Pruned
from sparktree.engines.reading.table_keys import Keys
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Column, Expr, transform
from sparktree.planner.scan_reports import Considered, PartsRead
from sparktree.planner.sources import Match, NewColumn, Offer, ScanRequest, TableSource

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
class Normal:
    """The normal projection that is read, if one is, and those that were considered."""

    considered: tuple[Considered, ...] = ()
    best: tuple[Candidate, ScanRequest] | None = None


@dataclass(frozen=True, slots=True)
class Aggregated:
    """The match that is read, if one is: what of its projection, and what rows of the table."""

    considered: tuple[Considered, ...]
    match: Match | None = None
    projection: Pruned | None = None
    rest: Pruned | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """The projections of one table for one query."""

    projections: Sequence[Projection]
    definition: TableDefinition
    environment: Environment

    @property
    def is_on(self) -> bool:
        """Whether the settings allow projections."""
        settings = self.environment.settings
        return settings.optimize_use_projections and settings.query_plan_optimize_projection

    def _allowed(self) -> list[Projection]:
        """Those that may be chosen: with force_optimize_projection_name only that one."""
        forced = self.environment.settings.force_optimize_projection_name
        return [one for one in self.projections if not forced or one.name == forced]

    def _chosen(
        self, found: Sequence[Candidate], plain: Pruned, most: int
    ) -> tuple[Candidate | None, tuple[Considered, ...]]:
        """The one with the fewest granules, if they are at most so many; or the preferred one."""
        wished = self.environment.settings.preferred_optimize_projection_name
        good = [one for one in found if one.marks <= most]
        preferred = [one for one in good if one.projection.name == wished]
        best = min(preferred or good, key=lambda one: one.marks, default=None)
        return best, tuple(Considered(_read(one), _reason(one, best, plain)) for one in found)

    # --- normal ---------------------------------------------------------------------------

    def indexed(self, request: ScanRequest, parts: Sequence[PartOnDisk], plain: Pruned) -> Indexed:
        """What projections tell of the parts and rows, if the rows of the table are read."""
        if not self.environment.settings.optimize_use_projection_filtering:
            return Indexed(plain, [])
        return indexed(self._allowed(), request, parts, plain, self.environment)

    def normal(self, request: ScanRequest, parts: Sequence[PartOnDisk], plain: Pruned) -> Normal:
        """The best normal projection that reads fewer granules than plain reading.

        One that is forced may read as many.
        """
        forced = self.environment.settings.force_optimize_projection
        plain = counted(plain)
        found: dict[str, tuple[Candidate, ScanRequest]] = {}
        for one in self._allowed():
            own = normal_request(one, request, forced)
            made = candidate(one, parts, plain, own, self.environment) if own else None
            if own is not None and made is not None:
                found[one.name] = (self._first_granules(made, own), own)
        candidates = [made for made, _ in found.values()]
        best, considered = self._chosen(candidates, plain, plain.granules_left - (not forced))
        return Normal(considered, None if best is None else found[best.projection.name])

    def _first_granules(self, made: Candidate, request: ScanRequest) -> Candidate:
        """Of an ordering by the projection's key only the granules that may hold the first rows."""
        definition = made.projection.definition
        order = ordered_reading(definition, request, self.environment)
        if order is None or not made.pruned.scans:
            return made
        keys = Keys.of(definition, request, self.environment)
        parts = {part.description.name: part for part in made.parts}
        first = first_granules(order, made.pruned, parts, keys, request)
        return replace(made, pruned=counted(first))

    # --- aggregate ------------------------------------------------------------------------

    def offers(
        self,
        columns: Sequence[Column],
        uses: Sequence[AggregateUse],
        filters: Sequence[Expr],
        new: NewColumn,
        make: MakeTasks,
    ) -> list[Offer]:
        """The aggregate projections, and what descriptions and indexes of parts tell."""
        found = [self._offer(one, columns, new, make) for one in self._allowed() if one.aggregates]
        forced = self.environment.settings.force_optimize_projection_name
        if self.environment.settings.optimize_use_implicit_projections and not forced:
            table, environment = self.definition, self.environment
            found.append(minmax_count(table, environment, make, columns, new))
            exact = exact_count(table, environment, make, columns, filters, new)
            found += [exact] if exact is not None else []
            allowed = environment.settings.use_statistics_for_min_max_aggregation
            if allowed and not filters and {use.name for use in uses} <= {"min", "max", "count"}:
                asked = {arg for use in uses for arg in use.args}
                found.append(statistics_min_max(table, environment, make, columns, asked, new))
        return found

    def _offer(
        self, one: Projection, read: Sequence[Column], new: NewColumn, make: MakeTasks
    ) -> Offer:
        by_name = {column.name: column for column in read}

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
    ) -> Aggregated:
        """The match with the fewest granules, if they are no more than without it."""
        computed: list[tuple[Pruned, Match]] = []
        found: dict[str, tuple[Candidate, Match]] = {}
        for match in matches:
            source = match.offer.source
            if isinstance(source, MinMaxCount | ExactCount):
                decided = source.decided(parts, plain)
                assert decided.rest is not None
                computed.append((decided.rest, _over(match, decided)))
            elif isinstance(source, ProjectedTable):
                made = self._candidate(match, source.projection, parts, plain)
                if made is not None:
                    found[match.offer.name] = (made, _over(match, replace(source, candidate=made)))
        best, considered = self._chosen(
            [made for made, _ in found.values()], plain, plain.granules_left
        )
        if computed:
            rest, implicit = min(computed, key=lambda pair: pair[0].granules_left)
            marks = rest.granules_left
            # What only some parts tell pays only where some granules need no reading.
            helps = marks < plain.granules_left or implicit.offer.name == MINMAX_COUNT
            if (best is None or marks <= best.marks) and (helps or not plain.granules_left):
                nothing = replace(rest, scans=(), granules_left=0)
                return Aggregated(considered, implicit, nothing, rest)
        if best is None:
            return Aggregated(considered)
        made, match = found[best.projection.name]
        return Aggregated(considered, match, made.pruned, made.rest)

    def _candidate(
        self, match: Match, one: Projection, parts: Sequence[PartOnDisk], plain: Pruned
    ) -> Candidate | None:
        ids = {column.id: column.name for column, _ in (*match.offer.columns, *match.offer.states)}
        request = ScanRequest((), match.filters, ids, 1)
        return candidate(one, parts, plain, request, self.environment)


def considered_by_index(used: Indexed) -> tuple[Considered, ...]:
    """The projections that tell which rows to read."""
    return tuple(Considered(_read(one.candidate), one.text, one.parts_ruled_out) for one in used.by)


def _read(one: Candidate) -> PartsRead:
    return one.pruned.read(one.projection.name)


def _over(match: Match, source: TableSource) -> Match:
    """The match over a source that can be scanned."""
    return replace(match, offer=replace(match.offer, source=source))


def _reason(one: Candidate, best: Candidate | None, plain: Pruned) -> str:
    name, marks = one.projection.name, one.marks
    if one is best:
        return (
            f"Projection {name} is selected as the best with {marks} marks to read, while the"
            f" original table requires scanning {plain.granules_left} marks"
        )
    usable = f"Projection {name} is usable but requires reading {marks} marks"
    if best is not None:
        other = f"projection {best.projection.name} with {best.marks} marks"
        return f"{usable}, which is less efficient than {other}"
    if marks == plain.granules_left:
        end = "and does not help with sorting, which is not better than the original table"
        return f"{usable} {end}"
    return f"{usable}, which is not better than the original table with {plain.granules_left} marks"
