"""What an INSERT needs of the statement that runs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import pyarrow as pa

from sparktree.catalog.records import Part, Table
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.planner.environment import Environment
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import Query
from sparktree.planner.physical import Plan, Planner
from sparktree.planner.sources import TableSource
from sparktree.spark.queries import RunOptions
from sparktree.sql import ast


class InsertContext(Environment, Protocol):
    """The surroundings of an INSERT: those of its query, how it runs and what it reports."""

    query_id: str

    @property
    def zone(self) -> str:
        """The time zone of the session."""
        ...

    @property
    def storage(self) -> DataFolder:
        """Where parts go, and what runs the tasks."""
        ...

    @property
    def jobs(self) -> Jobs:
        """What merges new parts."""
        ...

    def check_written(self, size: int) -> None:
        """So many bytes are about to be written; an error if the user may not."""
        ...

    def record(self, name: ast.TableName) -> Table:
        """The catalog's row of a stored table."""
        ...

    def seeing(self, sources: Mapping[tuple[str, str], TableSource]) -> Environment:
        """The same where some tables have other rows."""
        ...

    def planner(self) -> Planner:
        """A planner for one plan."""
        ...

    def parallelism(self) -> int:
        """Tasks of a stage."""
        ...

    def options(self) -> RunOptions:
        """How Spark runs this statement's stages."""
        ...

    def in_driver(self, fragment: Fragment) -> Iterator[pa.Table]:
        """The rows of SQL over tables that the driver has."""
        ...

    def check_output(self, query: Query, planner: Planner) -> None:
        """Refuse a query that was planned and does not read as its settings want it to."""
        ...

    def count_read(self, plan: Plan) -> None:
        """A plan runs: what it reads, as far as no task tells."""
        ...

    def fed(self, view: Table) -> None:
        """A materialized view got rows."""
        ...

    def wrote(self, rows: int, size: int = 0) -> None:
        """What was written is to be seen now."""
        ...

    def made_parts(self, parts: Sequence[Part], tables: Sequence[Table]) -> None:
        """New parts of the tables are to be seen now."""
        ...
