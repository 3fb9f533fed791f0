"""The public engine and its sessions: opens a folder, runs SQL, gives results."""

from __future__ import annotations

import atexit
import os
import tempfile
import threading
import weakref
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from sparktree.access.control import DEFAULT_USER, NOBODY_ASKED
from sparktree.background.cleanup import drop_delay
from sparktree.background.pools import pool_sizes
from sparktree.background.sources import start_background
from sparktree.catalog.catalog import Catalog
from sparktree.catalog.mirror import DiskMirror
from sparktree.catalog.records import Table
from sparktree.disks.configuration import storage_configuration
from sparktree.disks.opened import Disks, open_disks, open_policies
from sparktree.disks.policies import DEFAULT
from sparktree.engines.backups.leftovers import sweep_backups
from sparktree.engines.export.waiting import wait_for_exports
from sparktree.engines.inserting.buffers import flush_if_due
from sparktree.engines.recovery.crash_recovery import recover, sweep_own
from sparktree.engines.recovery.damage import damage
from sparktree.engines.services import Services
from sparktree.engines.storage.client import LOCAL, Client
from sparktree.engines.storage.clock import Clock
from sparktree.engines.storage.clusters import check_clusters
from sparktree.engines.storage.custom_disks import open_custom_disks
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error
from sparktree.formats import tells_rows, writer_of
from sparktree.formats.outfile import check_outfile, outfile_format
from sparktree.result import Result, Stream, chosen_format
from sparktree.settings.config import Config, load_config
from sparktree.settings.query import QuerySettings, check_bare
from sparktree.settings.server import server_settings
from sparktree.spark.progress import OnProgress
from sparktree.spark.session import SparkHandle
from sparktree.sql import Parsed, ast, parse, parse_expression, split
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.views import CreateView
from sparktree.statements import all_handlers
from sparktree.statements.access.beginning import begin_session
from sparktree.statements.access.logins import log_in, log_out, log_success
from sparktree.statements.async_inserts import write_batch
from sparktree.statements.context import Context, GivenRows, SessionState
from sparktree.statements.external_tables import ExternalTable, external_sources
from sparktree.statements.handlers import execute
from sparktree.statements.insert_frames import insert_data
from sparktree.statements.journal import recorded
from sparktree.statements.sizes import check_sizes
from sparktree.statements.sources import engine_sources
from sparktree.statements.temporary import drop_orphans, drop_own, end_session
from sparktree.types.parse import known_zone

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["Engine", "Session", "all_handlers", "connect"]


class Session:
    """A sequence of statements with settings and a current database of their own."""

    def __init__(self, engine: Engine, state: SessionState | None = None) -> None:
        self.engine = engine
        self.state = state or SessionState()

    def query(
        self,
        sql: str,
        settings: Mapping[str, object] | None = None,
        params: Mapping[str, object] | None = None,
        *,
        format: str | None = None,
        data: BinaryIO | None = None,
        query_id: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Result:
        """Run one statement and give its result; `data` has the rows of INSERT ... FORMAT.

        >>> import sparktree
        >>> with sparktree.connect() as db:
        ...     print(db.query("SELECT 1 + 1").text(), end="")
        2
        """
        parsed = parse(sql, self._parameters(params))
        return self.execute(
            parsed,
            settings,
            params=params,
            format=format,
            data=data,
            query_id=query_id,
            on_progress=on_progress,
        )

    def execute(
        self,
        parsed: Parsed,
        settings: Mapping[str, object] | None = None,
        *,
        params: Mapping[str, object] | None = None,
        format: str | None = None,
        data: BinaryIO | None = None,
        query_id: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Result:
        """Run a statement that was parsed already."""
        context = self._context(self.settings_for(parsed, settings), query_id, on_progress)
        context.parameters = self._parameters(params)
        context.data = data
        with self._running(parsed.text, parsed.statement, context):
            check_sizes(parsed, context.settings)
            outfile = parsed.outfile
            if outfile is not None:
                check_outfile(outfile)
                format = outfile_format(outfile)
            context.tells_rows = _tells_rows(parsed, format)
            result = Result.of(execute(parsed.statement, context), context, parsed, format)
            return result if outfile is None else result.into(outfile)

    def stream(
        self,
        sql: str | Parsed,
        settings: Mapping[str, object] | None = None,
        params: Mapping[str, object] | None = None,
        *,
        format: str | None = None,
        data: BinaryIO | None = None,
        query_id: str | None = None,
        on_progress: OnProgress | None = None,
        external: Sequence[ExternalTable] = (),
        given: GivenRows | None = None,
    ) -> Stream:
        """Run one statement whose rows are read block by block while it runs.

        `data` has the rows of an INSERT that does not hold them itself; or `given` makes them, once
        it is known which columns they are to have.
        """
        parsed = parse(sql, self._parameters(params)) if isinstance(sql, str) else sql
        context = self._context(self.settings_for(parsed, settings), query_id, on_progress)
        context.parameters = self._parameters(params)
        context.data, context.given_rows = data, given
        running = ExitStack()
        with running:
            running.enter_context(self._running(parsed.text, parsed.statement, context))
            check_sizes(parsed, context.settings)
            context.tells_rows = _tells_rows(parsed, format)
            context.sources = external_sources(external, context)
            outcome = execute(parsed.statement, context)
            held = running.pop_all()

        def guard(blocks: Iterator[Any]) -> Iterator[Any]:
            with held:
                yield from blocks

        return Stream(outcome, context, chosen_format(outcome, parsed, format), guard)

    def insert(
        self,
        table: str,
        data: Any,
        settings: Mapping[str, object] | None = None,
        *,
        query_id: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """Insert a Spark or pandas DataFrame, an Arrow table, batch or stream, in one commit.

        Columns go by their names; those that are left out get their defaults.
        """
        chosen = self.state.constraints.changed(self.state.settings, dict(settings or {}))
        context = self._context(chosen, query_id, on_progress)
        name = parse_table_name(table)
        with self._running(f"INSERT INTO {table}", None, context):
            insert_data(name, data, context)

    def _context(
        self, settings: QuerySettings, query_id: str | None, on_progress: OnProgress | None
    ) -> Context:
        self.engine.check_open()
        context = Context(self.engine.services, self.state, settings, on_progress=on_progress)
        if query_id:
            context.query_id = query_id
        return context

    def _parameters(self, given: Mapping[str, object] | None) -> Mapping[str, str]:
        """The values of `{x:Type}`: those of the call, then those of SET param_x."""
        texts = {name: str(value) for name, value in (given or {}).items()}
        return ChainMap(texts, self.state.parameters)

    def settings_for(self, parsed: Parsed, extra: Mapping[str, object] | None) -> QuerySettings:
        """The session's settings, those of the call, then those of the statement."""
        chosen = self.state.constraints.changed(self.state.settings, dict(extra or {}))
        # Values of parameters are no settings; the query was read before they could matter.
        written = (*parsed.settings, *_written(parsed.statement))
        given = [s for s in written if not s.name.startswith("param_")]
        check_bare(s.name for s in given if not s.written)
        return self.state.constraints.changed(chosen, {s.name: s.value for s in given})

    @contextmanager
    def _running(self, text: str, statement: ast.Node | None, context: Context) -> Iterator[None]:
        """The statement is recorded; a failure that damage explains says so."""
        try:
            with recorded(text, statement, context):
                try:
                    yield
                except Error as failure:
                    error = damage(failure, context.holds, self.engine.services.disks)
                    if error is failure:
                        raise
                    raise error from failure
                finally:
                    context.release()
        except RecursionError:
            most = context.settings.max_ast_depth
            raise Error(Code.TOO_DEEP_AST, f"AST is too deep. Maximum: {most}") from None

    def close(self) -> None:
        """End the session: its temporary tables go."""
        if not self.engine.closed:
            end_session(self.state, self.engine.services)
            log_out(self.state, self.engine.services)

    def script(self, text: str, params: Mapping[str, object] | None = None) -> list[Result]:
        """Run many statements; their results in order."""
        return [
            self.execute(parsed, params=params) for parsed in split(text, self._parameters(params))
        ]


def _tells_rows(parsed: Parsed, format_: str | None) -> bool:
    """Whether the rows before LIMIT are told; a query for a format that cannot be written fails
    before it runs."""
    name = parsed.format or format_
    if name is not None and isinstance(parsed.statement, ast.Query):
        writer_of(name)
    return tells_rows(name or "")


def parse_table_name(text: str) -> ast.TableName:
    """`table` or `database.table`, quoted where ClickHouse would want it."""
    found = parse_expression(text)
    if not isinstance(found, ast.Identifier) or len(found.parts) > 2:
        raise Error(Code.SYNTAX_ERROR, f"Not the name of a table: {text}")
    return ast.TableName(found.parts[-1], found.parts[0] if len(found.parts) == 2 else None)


def _surroundings(
    services: Services, database: str, settings: Mapping[str, object] | None = None
) -> Context:
    """What background work of tables in a database sees."""
    changed = QuerySettings().changed(settings or {})
    return Context(services, SessionState(database=database, user=NOBODY_ASKED), changed)


def _flush_buffer(services: Services, record: Table, new: Collection[str] = ()) -> None:
    """Hand on the rows of a buffer, if they are due."""
    flush_if_due(record, _surroundings(services, record.database), new)


def _opened(url: str | None, folder: Path, disks: Disks) -> Catalog:
    """The catalog of a folder, once what a crash left there is removed."""
    catalog = Catalog.open(url, folder, mirror=DiskMirror(disks[DEFAULT]))
    catalog.references.names = disks.sharing
    try:
        open_custom_disks(catalog, disks, str(folder))
        recover(catalog, disks)
    except BaseException:
        catalog.close()
        raise
    return catalog


def _written(statement: ast.Node | None) -> tuple[ast.Setting, ...]:
    """The settings of a statement: its own, and those of the query in it."""
    if isinstance(statement, Insert):
        return (*ast.settings_of(statement.query), *statement.settings)
    if isinstance(statement, CreateView):
        return ast.settings_of(statement.query)
    if isinstance(statement, CreateTable):
        return ast.settings_of(statement.as_query)
    return ast.settings_of(statement)


# Engines by the process that opened them; a fork has nothing to close.
_left_open: weakref.WeakKeyDictionary[Engine, int] = weakref.WeakKeyDictionary()


@atexit.register
def _close_all() -> None:
    """Engines that nobody closed: their threads would hold the kernel beyond its end."""
    for engine, process in list(_left_open.items()):
        if process == os.getpid():
            engine.close()


# How long a closing engine waits for tasks of jobs that were cancelled.
_FAREWELL_SECONDS = 10.0


class Engine:
    """An opened data folder; safe to use from several threads.

    Statements run through the engine itself share one session; `session()` makes others.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        config: str | Config | None = None,
        user: str | None = None,
        password: str | None = None,
        catalog: str | None = None,
        spark: SparkSession | None = None,
    ) -> None:
        loaded = (
            config if isinstance(config, Config) else load_config(config) if config else Config()
        )
        loaded.check_built()
        path = path if path is not None else loaded.text("path")
        self._temporary = tempfile.TemporaryDirectory(prefix="sparktree-") if path is None else None
        folder = Path(self._temporary.name if self._temporary else path or ".").resolve()
        zone = known_zone(loaded.text("timezone") or "UTC")
        sizes = pool_sizes(loaded.text)
        configured = storage_configuration(loaded.tree, str(folder))
        disks = open_disks(folder, configured)
        opened = _opened(catalog or loaded.text("catalog"), folder, disks)
        handle = SparkHandle(spark, loaded.pairs("spark"), disks)
        server = server_settings(loaded.text)
        delay = drop_delay(loaded.text)
        storage = DataFolder(
            folder,
            opened,
            disks,
            handle,
            zone,
            loaded,
            server=server,
            clock=Clock(opened.clock),
            drop_delay=delay,
            policies=open_policies(configured, disks),
            custom_local_disks=configured.custom_local_disks,
        )
        opened.replicas.announce(storage.macros)
        check_clusters(storage)
        self.services = Services.over(storage)
        self.services.jobs.environment = partial(_surroundings, self.services)
        self.services.jobs.flush_buffer = partial(_flush_buffer, self.services)
        self.services.async_inserts.write = partial(write_batch, self.services)
        background = start_background(self.services, sizes)
        # Its thread must not keep on working for an engine that nobody has any more.
        weakref.finalize(self, background.end).atexit = False
        self._closed = False
        self._lock = threading.Lock()
        drop_orphans(self.services)
        sweep_backups(storage, self.services.journal)
        self.services.access.engines = engine_sources()
        self.services.access.quotas.zone = zone
        self._configure_access(loaded)
        self._default = self._logged_in(user or DEFAULT_USER, password or "")
        _left_open[self] = os.getpid()

    def _configure_access(self, config: Config) -> None:
        """Users as the configuration has them; nothing is left open if it is wrong."""
        try:
            self.services.access.configure(config)
        except Error:
            self.close()
            raise

    def _logged_in(self, user: str, password: str) -> Session:
        """The engine's own session; nothing is left open if it is refused."""
        try:
            return self.login(user, password)
        except Error:
            self.close()
            raise

    @property
    def closed(self) -> bool:
        """Whether the engine was closed."""
        return self._closed

    def check_open(self) -> None:
        """Fail if the engine was closed."""
        if self._closed:
            raise Error(Code.ABORTED, "The engine is closed.")

    def session(self) -> Session:
        """A session of the same user with settings and a current database of its own."""
        self.check_open()
        return Session(self, begin_session(self._default.state.user, self.services))

    def login(
        self,
        user: str,
        password: str = "",
        address: str | None = None,
        certificate: frozenset[str] = frozenset(),
        client: Client = LOCAL,
    ) -> Session:
        """A session of a user, or AUTHENTICATION_FAILED.

        `address` is the client's (None: this process), `certificate` holds `CN:...` and `SAN:...`
        of the one that TLS has checked; `client` says more of who asks.
        """
        self.check_open()
        found = log_in(user, password, address, certificate, client, self.services)
        state = begin_session(user, self.services, client)
        log_success(state, found, self.services)
        return Session(self, state)

    def query(
        self,
        sql: str,
        settings: Mapping[str, object] | None = None,
        params: Mapping[str, object] | None = None,
        **options: Any,
    ) -> Result:
        """Run one statement in the engine's own session; see `Session.query`."""
        return self._default.query(sql, settings, params, **options)

    def script(self, text: str, params: Mapping[str, object] | None = None) -> list[Result]:
        """Run many statements in the engine's own session."""
        return self._default.script(text, params)

    def stream(
        self,
        sql: str,
        settings: Mapping[str, object] | None = None,
        params: Mapping[str, object] | None = None,
        **options: Any,
    ) -> Stream:
        """Run one statement whose rows are read block by block; see `Session.stream`."""
        return self._default.stream(sql, settings, params, **options)

    def insert(
        self, table: str, data: Any, settings: Mapping[str, object] | None = None, **options: Any
    ) -> None:
        """Insert a program's rows through the engine's own session; see `Session.insert`."""
        self._default.insert(table, data, settings, **options)

    def wait_for_exports(self) -> list[str]:
        """Wait until EXPORT PART and PARTITION have nothing left to do; `close` would stop them.

        What some of them failed with, since the engine was opened.
        """
        self.check_open()
        return wait_for_exports(self.services.exports)

    def close(self) -> None:
        """Let go of the folder; the process's SparkSession stays for other engines."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self.services.backups.close()
        self.services.async_inserts.close()
        self.services.background.stop()
        self.services.exports.meters.close()
        self.services.jobs.on_partitions.end()
        self._clear_up()
        drop_own(self.services)
        self.services.journal.logs.flush_if_room()
        self.services.spark.close()
        self.services.disks.close()
        self.services.catalog.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _clear_up(self) -> None:
        """Remove what tasks of cancelled jobs wrote after their statements had cleared up."""
        services = self.services
        if services.spark.has_cancelled():
            settled = services.spark.settle(_FAREWELL_SECONDS)
            sweep_own(services.catalog, services.disks)
            if not settled:
                services.catalog.owners.outlive()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def connect(
    path: str | Path | None = None,
    config: str | Config | None = None,
    user: str | None = None,
    password: str | None = None,
    spark: SparkSession | None = None,
    *,
    catalog: str | None = None,
) -> Engine:
    """Open a data folder (None: a temporary one that goes with the engine)."""
    return Engine(path, config=config, user=user, password=password, catalog=catalog, spark=spark)
