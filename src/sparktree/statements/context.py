"""The surroundings of one statement: the session that runs it and the tables that it sees."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

import pyarrow as pa

from sparktree.access.access import Access, right
from sparktree.catalog.records import Part, Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.partitions.locks import Patience
from sparktree.engines.services import Services
from sparktree.engines.storage.client import LOCAL, Client
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_log import log_part_of_statement
from sparktree.engines.table_functions import all_functions as all_functions
from sparktree.engines.table_functions.data_functions import Header
from sparktree.engines.table_functions.declare import (
    TABLE_FUNCTIONS,
    open_table_function,
)
from sparktree.engines.table_functions.structures import structure
from sparktree.engines.tables.buffers import HELD
from sparktree.engines.tables.open import open_held, open_table, open_view_call, view_target
from sparktree.engines.tables.views import is_materialized
from sparktree.errors import Code, Error
from sparktree.formats.options import InputBlock
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.environment import Constants, View
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import Query
from sparktree.planner.physical import Plan, Planner
from sparktree.planner.sources import TableSource
from sparktree.registry import Registry
from sparktree.settings.constraints import UNCONSTRAINED, Constraints
from sparktree.settings.query import CUSTOM_PREFIX, QuerySettings
from sparktree.spark.progress import OnProgress, Progress
from sparktree.spark.queries import FEW_BYTES, RunOptions
from sparktree.sql import ast, parse_expression
from sparktree.statements.endless import with_ends
from sparktree.statements.limits import (
    check_planned,
    check_projections_used,
    check_read,
    largest_result,
    rows_to_read,
    selected,
    stop,
    time_limit,
    used_projections,
)
from sparktree.statements.query_facts import Read
from sparktree.statements.quotas import QuotaUse
from sparktree.statements.quotas import Session as QuotaSession
from sparktree.statements.run import OnTotals, run_in_driver, run_plan
from sparktree.statements.small_sides import with_small_sides
from sparktree.statements.sources import function_rights
from sparktree.statements.table_guard import TableGuard
from sparktree.system.open import is_system_database, open_system_table
from sparktree.system.table import Reading
from sparktree.types import Type
from sparktree.version import CLICKHOUSE_VERSION

# Rows of the columns that are asked for, in blocks.
GivenRows = Callable[[list[tuple[str, Type]]], Iterator[InputBlock]]
# Table functions whose rows are those of a statement.
StatementTable = Callable[[ast.Function, Constants, "Context"], TableSource]
STATEMENT_TABLES: Registry[str, StatementTable] = Registry()


@dataclass(slots=True)
class SessionState:
    """What statements change for those after them in the same session."""

    database: str = "default"
    user: str = "default"
    roles: tuple[str, ...] | None = None  # the ids of SET ROLE; None: the default roles
    settings: QuerySettings = field(default_factory=QuerySettings)
    constraints: Constraints = UNCONSTRAINED
    temporary: dict[str, Table] = field(default_factory=dict)
    parameters: dict[str, str] = field(default_factory=dict)  # of SET param_x
    client: Client = LOCAL
    auth_id: str = ""  # of its login, in system.session_log

    @property
    def as_quotas_see(self) -> QuotaSession:
        """Who runs statements, as quotas see it."""
        return QuotaSession(self.user, self.roles, self.client)

    def change(self, changes: Mapping[str, object]) -> None:
        """Other settings for the statements that follow, if the user may change them so."""
        self.settings = self.constraints.changed(self.settings, changes)


@dataclass(slots=True)
class Context:
    """One statement's view; also the planner's Environment."""

    services: Services
    session: SessionState
    settings: QuerySettings
    query_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    on_progress: OnProgress | None = None
    started: float = field(default_factory=time.time)
    holds: list[Snapshot] = field(default_factory=list)
    parameters: Mapping[str, str] = field(default_factory=dict)
    data: BinaryIO | None = None  # the rows of an INSERT that does not hold them itself
    given_rows: GivenRows | None = None  # them, from who wants to know the columns first
    input: Callable[[Header], TableSource] | None = None  # them as the table function input()
    sources: Mapping[tuple[str, str], TableSource] = field(default_factory=dict)
    profile: dict[str, int] = field(default_factory=dict)  # events of this statement
    projections: list[str] = field(default_factory=list)  # that its queries read
    read_rows: int = 0
    read_bytes: int = 0
    to_read: int = 0  # rows, as far as its plans tell
    peak_memory: int = 0  # of the kernel, in the task that needed most
    written_rows: int = 0
    written_bytes: int = 0
    result_rows: int = 0
    result_bytes: int = 0
    tells_rows: bool = False  # whether its format shows how many rows were before LIMIT
    rows_before_limit: int | None = None
    rows_before_aggregation: int | None = None
    began: bool = False  # whether it got as far as running
    used: set[tuple[str, str]] = field(default_factory=set)  # tables that it reads
    read: Read = field(default_factory=Read)  # of these
    quota: QuotaUse | None = None  # that it uses
    around: Context | None = None  # the statement, in the view of a subquery
    subqueries: list[tuple[Query, QuerySettings]] = field(default_factory=list)  # with own settings
    _context: QueryContext | None = None
    _guard: TableGuard | None = None  # of the whole statement

    @property
    def storage(self) -> DataFolder:
        """The catalog, the disks and Spark."""
        return self.services.storage

    @property
    def jobs(self) -> Jobs:
        """What runs in the background."""
        return self.services.jobs

    # --- the planner's Environment --------------------------------------------------------

    @property
    def context(self) -> QueryContext:
        """What functions may know of the query."""
        if self._context is None:
            self._context = QueryContext(
                zone=self.zone,
                server_zone=self.services.storage.zone,
                database=self.session.database,
                user=self.session.user,
                query_id=self.query_id,
                now=self.services.storage.clock.at(self.started),
                version=CLICKHOUSE_VERSION,
                settings=self.settings,
                host=self.services.journal.host,
                uptime=int(self.started - self.services.journal.started),
                server=self.services.storage.facts,
                headers=self.session.client.headers,
            )
        return self._context

    @property
    def access(self) -> Access | None:
        """What the user may do; None: everything."""
        return self.guard.access

    @property
    def guard(self) -> TableGuard:
        """What the user may read."""
        if self._guard is None:
            session = self.session
            access = self.services.access.access(session.user, session.roles)
            self._guard = TableGuard(
                access, self.services, session.database, self.temporary, self.sources
            )
        return self._guard

    @property
    def zone(self) -> str:
        """The time zone of the session."""
        return self.settings.session_timezone or self.services.storage.zone

    def change(self, settings: Mapping[str, object]) -> None:
        """Other settings for the rest of the statement."""
        self.settings = self.settings.changed(settings)
        self._context = None

    def with_settings(self, settings: Mapping[str, object]) -> Context:
        """The same statement under other settings."""
        return replace(self, settings=self.settings.changed(settings), _context=None)

    def table(self, name: ast.TableName) -> TableSource | View:
        """The table, or UNKNOWN_TABLE."""
        database = name.database or self.session.database
        self.used.add((database, name.name))
        if (database, name.name) in self.sources:
            return self.sources[database, name.name]
        if database == HELD:
            held = self.services.catalog.tables.find_uuid(name.name)
            if held is not None and engine_info(held.engine).family is Family.BUFFER:
                return open_held(held, self.services.storage, self, self.holds)
        temporary = self.temporary(name)
        if temporary is not None:
            return open_table(temporary, self.services.storage, self, self.holds)
        if is_system_database(database):
            return open_system_table(database, name.name, self.reading())
        record = self._stored(database, name.name)
        return open_table(record, self.services.storage, self, self.holds)

    def _stored(self, database: str, name: str) -> Table:
        """The catalog's row; what is not there is told without names that the user may not see."""
        tables = self.services.catalog.tables
        if self.access is not None and tables.find(database, name) is None:
            raise self.guard.unknown(database, name)
        return tables.get(database, name)

    def reading(self) -> Reading:
        """What system tables may look at."""
        known = (self.temporary(ast.TableName(name)) for name in self.session.temporary)
        temporary = tuple(table for table in known if table is not None)
        session = self.session
        return Reading(
            self.services,
            self,
            temporary,
            self.access,
            session.roles,
            session.constraints,
            session.as_quotas_see.usage(self.services.access),
        )

    def table_function(self, call: ast.Function, constants: Constants) -> TableSource | View:
        """The table that a table function gives."""
        if self.access is not None:
            self.access.check(*function_rights(call, self.storage))
        view = self._called_view(call.name)
        if view is not None:
            if self.access is not None:
                self.access.check(right("SELECT", view.database, view.name))
            return open_view_call(view, call, constants, self)
        if call.name == "input" and self.input is not None and len(call.args) == 1:
            return self.input(structure(str(constants.value(call.args[0]))))
        if call.name in STATEMENT_TABLES:
            return STATEMENT_TABLES[call.name](call, constants, self)
        return open_table_function(call, constants, self.services.storage, self)

    def _called_view(self, name: str) -> Table | None:
        """The view of that name, in the current database if it names none; None where a table
        function is called so."""
        if name in TABLE_FUNCTIONS:
            return None
        database, _, view = name.rpartition(".")
        found = self.services.catalog.tables.find(database or self.session.database, view)
        is_view = found is not None and engine_info(found.engine).family is Family.VIEW
        return found if is_view else None

    def user_function(self, name: str) -> ast.Lambda | None:
        """The body of a function made by CREATE FUNCTION."""
        found = self.services.catalog.objects.find("function", name)
        if found is None:
            return None
        body = parse_expression(found.payload)
        assert isinstance(body, ast.Lambda)
        return body

    def configuration(self, section: str) -> Mapping[str, Any] | None:
        """A section of the engine's configuration."""
        return self.services.storage.config.section(section)

    def parameter(self, name: str) -> str | None:
        """The text of a query parameter."""
        return self.parameters.get(name)

    def within(self, settings: Mapping[str, object]) -> Context:
        """The view of a subquery with settings of its own. As in ClickHouse the time zone stays
        the session's, and what is no setting, or no value of one, is passed over."""
        changed = self.settings
        for name, value in settings.items():
            if name != "session_timezone" and not name.startswith(CUSTOM_PREFIX):
                with suppress(Error):
                    changed = self.session.constraints.clamped(changed, name, value)
        if changed == self.settings:
            return self
        seen = self.context.of_subquery(changed)
        return replace(self, settings=changed, around=self.around or self, _context=seen)

    def read_within(self, query: Query) -> None:
        """A subquery with settings of its own was analysed."""
        if self.around is not None:
            self.subqueries.append((query, self.settings))

    def run(self, query: Query) -> pa.Table:
        """The rows of a query, whole."""
        return pa.concat_tables(list(self.rows(self.plan(replace(query, totals=None)))))

    # --- running --------------------------------------------------------------------------

    def planner(self) -> Planner:
        """A planner for one plan."""
        return Planner(
            self.context,
            self.parallelism(),
            broadcast_rows=self.settings.parallel_hash_join_threshold,
        )

    def parallelism(self) -> int:
        """Tasks of a stage."""
        if any(limit.breaks for limit in self.settings.read_limits()):
            return 1  # one task reads up to a limit
        if self.settings.max_threads:
            return self.settings.max_threads
        return self.services.spark.expected_parallelism()

    def plan(self, query: Query) -> Plan:
        """The stages of a query; one that would read too much, or what the user may not read, is
        refused."""
        self.guard.check(query)
        ended = with_ends(query, self.settings, self._beforehand)
        return self.checked(
            query, self.planner(), with_small_sides(ended, self.context, self._side)
        )

    def checked(self, query: Query, planner: Planner, made: Query | None = None) -> Plan:
        """The stages of a query, or of what was made of it, if its settings allow them."""
        plan = planner.query(query if made is None else made)
        check_planned(query, plan.scans, self.settings)
        for subquery, settings in self.subqueries:
            check_planned(subquery, plan.scans, settings)
        check_projections_used(query, plan.scans, self.settings)
        self._note(query, plan)
        return plan

    def _note(self, query: Query, plan: Plan) -> None:
        """What a plan reads, for the log."""
        self.projections += used_projections(query, plan.scans)
        self.to_read += rows_to_read(query, plan.scans)
        for event, amount in selected(query, plan.scans).items():
            self.count(event, amount)

    def count(self, event: str, amount: int) -> None:
        """Count what ProfileEvents of the statement and system.events show."""
        self.profile[event] = self.profile.get(event, 0) + amount

    def _side(self, query: Query) -> pa.Table:
        """The rows of a part of a query, which the rest of it is planned by."""
        plan = self.planner().query(query)
        self._note(query, plan)
        return pa.concat_tables(list(self.rows(plan)))

    def _beforehand(self, query: Query) -> Iterator[pa.Table]:
        """The rows of a query that tells what to read for another."""
        return self.rows(self.planner().query(query))

    def rows(self, plan: Plan) -> Iterator[pa.Table]:
        """The rows of a plan; at least one table, maybe an empty one."""
        (self.around or self).count_read(plan)
        options = (self.around or self).options()
        yield from run_plan(plan, self.services.spark, options)

    def result(self, plan: Plan, on_totals: OnTotals) -> Iterator[pa.Table]:
        """The rows of a plan that are the statement's result: tasks know how large it may be."""
        self.count_read(plan)
        options = replace(self.options(), most=largest_result(self.settings))
        yield from run_plan(plan, self.services.spark, options, on_totals)

    def count_read(self, plan: Plan) -> None:
        """What a plan that runs reads: of it, what no task tells."""
        self.read.add(plan, self.used)
        self.read_rows += plan.read.rows
        self.read_bytes += plan.read.bytes

    def check_output(self, query: Query, planner: Planner) -> None:
        """Refuse an INSERT's query that was planned and does not use projections as it must."""
        check_projections_used(query, planner.scans, self.settings)

    def in_driver(self, fragment: Fragment) -> Iterator[pa.Table]:
        """The rows of SQL over tables that the driver has."""
        return run_in_driver(fragment, {}, self.options())

    def seeing(self, sources: Mapping[tuple[str, str], TableSource]) -> Context:
        """The same where some tables have other rows."""
        return replace(self, sources=sources)

    def fed(self, view: Table) -> None:
        """An INSERT gave rows to a materialized view."""
        self.read.views.add(f"{view.database}.{view.name}")

    def log_parts(self, event: str, parts: Sequence[Part], tables: Sequence[Table]) -> None:
        """Rows of system.part_log: NewPart, RemovePart."""
        by_uuid = {table.uuid: table for table in tables}
        for part in parts:
            log_part_of_statement(
                self.storage,
                self.services.journal,
                event,
                by_uuid[part.table],
                part,
                query_id=self.query_id,
                began=self.started,
            )

    def made_parts(self, parts: Sequence[Part], tables: Sequence[Table]) -> None:
        """An INSERT made parts of the tables."""
        size = sum(part.data_uncompressed_bytes for part in parts)
        self.wrote(sum(part.rows for part in parts), size)
        self.log_parts("NewPart", parts, tables)

    def wrote(self, rows: int, size: int = 0) -> None:
        """What an INSERT wrote, as events of the statement, and so of the engine."""
        self.written_rows, self.written_bytes = rows, size
        self.profile["InsertedRows"] = self.written_rows
        self.profile["InsertedBytes"] = self.written_bytes

    def options(self) -> RunOptions:
        """How Spark runs this statement's stages."""
        self.check_not_killed()
        self.began = True
        patience = self.settings.low_priority_query_wait_time_ms / 1000
        self.services.journal.give_way(self.query_id, self.settings.priority, patience)
        return RunOptions(
            self.query_id,
            time_limit(self.settings),
            self.settings.max_memory_usage,
            self._meter(),
            min(self.settings.group_by_two_level_threshold_bytes or FEW_BYTES, FEW_BYTES),
            stop(self.settings, self.started),
            elapsed=max(0.0, time.time() - self.started),
            pool=self._pool(),
        )

    def _pool(self) -> str:
        """Those who share the machine fairly: the users, or the workloads that they name."""
        workload = self.settings.workload
        return f"user {self.session.user}" if workload == "default" else f"workload {workload}"

    def check_not_killed(self) -> None:
        """QUERY_WAS_CANCELLED if somebody killed the statement."""
        running = self.services.journal.running.get(self.query_id)
        if running is not None and running.cancelled:
            raise Error(Code.QUERY_WAS_CANCELLED, "Query was cancelled.")

    def check_waiting(self) -> None:
        """What ends a wait for others: the statement was killed, or its time is over."""
        self.check_not_killed()
        limit = time_limit(self.settings)
        elapsed = time.time() - self.started
        if limit and elapsed > limit:
            raise Error(
                Code.TIMEOUT_EXCEEDED,
                f"Timeout exceeded: elapsed {elapsed * 1000:.3f} ms, maximum:"
                f" {limit * 1000:.3f} ms.",
            )

    def patience(self) -> Patience:
        """How the statement waits for the partitions that others hold."""
        timeout = self.settings.lock_acquire_timeout
        return Patience(self.services.storage, timeout, self.check_waiting, self.count)

    def _meter(self) -> OnProgress:
        """Counts what one more run reads, and tells whoever watches."""
        rows, size = self.read_rows, self.read_bytes
        profile = dict(self.profile)

        def progressed(progress: Progress) -> None:
            for event, amount in progress.events.items():
                self.profile[event] = profile.get(event, 0) + amount
            self.read_rows, self.read_bytes = rows + progress.rows, size + progress.bytes
            self.peak_memory = max(self.peak_memory, progress.memory)
            running = self.services.journal.running.get(self.query_id)
            if running is not None:
                running.rows, running.bytes = self.read_rows, self.read_bytes
                running.peak_memory = self.peak_memory
            if self.on_progress is not None:
                self.on_progress(replace(progress, to_read=self.to_read))
            check_read(self.read_rows, self.read_bytes, self.settings)
            self.use_quota()

        return progressed

    def use_quota(self, *, check: bool = True) -> None:
        """What was read and given until now counts; QUOTA_EXCEEDED if it is too much."""
        if self.quota is not None:
            self.quota.advance(
                self.read_rows, self.read_bytes, self.result_rows, self.result_bytes, check=check
            )

    def check_written(self, size: int) -> None:
        """So many bytes are about to be written."""
        if self.quota is not None:
            self.quota.write(size)

    def release(self) -> None:
        """Let go of the parts that the statement read."""
        for hold in self.holds:
            hold.release()
        self.holds.clear()

    def temporary(self, name: ast.TableName) -> Table | None:
        """The catalog's row of the session's temporary table of that name, as ALTER left it."""
        known = self.session.temporary.get(name.name) if name.database is None else None
        return known and (self.services.catalog.tables.find_uuid(known.uuid) or known)

    def is_temporary(self, name: ast.TableName | None) -> bool:
        """Whether the name is that of a temporary table of the session."""
        return name is not None and name.database is None and name.name in self.session.temporary

    def filled(self, record: Table) -> Table:
        """The table itself; behind a materialized view the one that it fills."""
        return self.filled(self.record(view_target(record))) if is_materialized(record) else record

    def record(self, name: ast.TableName) -> Table:
        """The catalog's row of a stored table."""
        database = name.database or self.session.database
        temporary = self.temporary(name)
        if temporary is not None:
            return temporary
        if is_system_database(database):
            raise Error(
                Code.NOT_IMPLEMENTED, f"Tables of the database {database} cannot be changed."
            )
        return self._stored(database, name.name)
