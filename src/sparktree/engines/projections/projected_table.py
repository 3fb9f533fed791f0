"""An aggregate projection as a table: states that parts keep, made on the fly of other parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.engines.projections.candidates import Candidate
from sparktree.engines.projections.definition import Projection
from sparktree.engines.projections.rows import ProjectedSql
from sparktree.engines.reading.pruning import Pruned
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.kernel import sql
from sparktree.parts.reader import PartScan
from sparktree.planner.environment import Environment
from sparktree.planner.sources import PlainSource, ScanRequest, ScanResult, ScanTask
from sparktree.types import Type

# Makes the tasks that read some granules by a reader, about as many as the number says.
MakeTasks = Callable[[ScanReader, Pruned, int], list[ScanTask]]


@dataclass(frozen=True, slots=True)
class ProjectedTable(PlainSource):
    """The columns of a projection over all parts of its table."""

    projection: Projection
    environment: Environment
    make: MakeTasks
    candidate: Candidate | None = None  # what is read, once that is decided

    @property
    def name(self) -> str:
        """How messages call it."""
        return self.projection.name

    def columns(self) -> list[tuple[str, Type]]:
        """Keys and states."""
        return [(name, column.type) for name, column in self.projection.columns]

    def scan(self, request: ScanRequest) -> ScanResult:
        """The projection's own parts, and the rows of other parts projected in the same tasks."""
        assert self.candidate is not None
        chosen = self.candidate
        reader = ScanReader(self.projection.definition, self.environment, request)
        rows = chosen.rows
        details = (f"Projection {self.name}: {chosen.pruned.summary(self.name)}",)
        if not rows:
            return ScanResult(local=reader.empty(), rows=0, details=details)
        tasks = self.make(reader, chosen.pruned, request.tasks) if chosen.pruned.rows else []
        if chosen.rest.rows:
            tasks += self.make(self._on_the_fly(request), chosen.rest, request.tasks)
        return ScanResult(tuple(tasks), rows=rows, details=details)

    def _on_the_fly(self, request: ScanRequest) -> ScanReader:
        return _OnTheFly(self.projection, self.environment, request)


class _OnTheFly(ScanReader):
    """Reads rows of the table and makes the projection's columns of them."""

    def __init__(
        self, projection: Projection, environment: Environment, request: ScanRequest
    ) -> None:
        self.aliases = {name: f"o{i}" for i, name in enumerate(projection.reads)}
        rows = ScanRequest(tuple(self.aliases.items()), (), {}, 1)
        super().__init__(projection.parent, environment, rows)
        self.projection = projection
        self.wished = request.columns

    def sql(self, scans: Sequence[PartScan]) -> str:
        """The projection of the rows that the scans read."""
        names = {name: sql.name(alias) for name, alias in self.aliases.items()}
        made = ProjectedSql(self.projection, self.environment)
        text = made.kernel(ScanReader.sql(self, scans), names)
        held = {name: column.kernel_name for name, column in self.projection.columns}
        items = [f"{held[name]} AS {sql.quote_name(alias)}" for name, alias in self.wished]
        return f"SELECT {', '.join(items) or '0 AS _none'} FROM ({text})"
