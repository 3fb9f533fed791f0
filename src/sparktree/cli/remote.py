"""A session on a server, over the native protocol: what `sparktree client` asks."""

from __future__ import annotations

import io
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.compute as pc

from sparktree import formats
from sparktree.cli.api import Cost, Progress, Tee
from sparktree.disks.compression import decompressed, method_of
from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.format import of_path
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import Ending, FormatOptions, Header, InputBlock, Statistics
from sparktree.formats.outfile import check_outfile, opened_outfile, outfile_format
from sparktree.protocol.blocks import FAST, PLAIN
from sparktree.protocol.client import Address, Connection, Packet
from sparktree.protocol.packets import Tell
from sparktree.settings.query import QuerySettings
from sparktree.sql import Parsed, format_query, parse
from sparktree.sql.statements.base import Outfile
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.other import Set, Use
from sparktree.types.to_python import to_python

_NAME = "sparktree client"
_PARAMETER = "param_"


@dataclass(frozen=True, slots=True)
class RemoteProgress:
    """How far a query is, as a server tells it; of its tasks it tells nothing."""

    rows: int
    bytes: int
    tasks_done: int = 0
    tasks_total: int = 0


class RemoteSession:
    """Statements on one server; the connection is made anew when it was lost."""

    def __init__(
        self, address: Address, *, compress: bool = True, query_id: str = "", name: str = _NAME
    ) -> None:
        self._address, self._name = address, name
        self._packing = FAST if compress else PLAIN
        self._query_id = query_id
        self._settings = QuerySettings()
        self._changes: dict[str, str] = {}
        self._parameters: dict[str, str] = {}
        self._connection: Connection | None = None

    def connect(self) -> Connection:
        """The connection, which answers."""
        known = self._connection
        if known is None or known.running or not known.is_alive():
            self.close()  # what it was doing is of no interest any more
            known = self._connection = Connection(self._address, self._name)
        return known

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def query(
        self,
        sql: str,
        *,
        params: Mapping[str, object] | None = None,
        format: str | None = None,
        data: BinaryIO | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> RemoteAnswer:
        """Run the statement up to its first rows."""
        values = {**self._parameters, **{n: str(v) for n, v in (params or {}).items()}}
        parsed = _parsed(sql, values)
        statement = None if parsed is None else parsed.statement
        outfile = None if parsed is None else parsed.outfile
        if outfile is not None:
            check_outfile(outfile)
            format = outfile_format(outfile) or "TabSeparated"
        chosen = (parsed.format if parsed is not None else None) or format or "TabSeparated"
        settings = self._settings if parsed is None else self._settings_of(parsed)
        text = sql
        if isinstance(statement, Insert) and statement.infile is not None:
            data, statement = _file_of(statement)
            text = format_query(statement, one_line=True)
        connection = self.connect()
        answer = RemoteAnswer(connection, chosen, settings, on_progress, outfile)
        with cancelling(connection):
            connection.query(
                text,
                query_id=self._query_id,
                settings=self._changes,
                parameters=values,
                packing=self._packing,
            )
            if isinstance(statement, Insert) and _takes_rows(statement):
                answer.insert(statement.format or "Values", data or io.BytesIO())
            answer.start()
        self._remember(statement)
        return answer

    def _settings_of(self, parsed: Parsed) -> QuerySettings:
        """How the rows of a statement are written and read: its own settings count too."""
        given = {s.name: s.value for s in parsed.settings if not s.name.startswith(_PARAMETER)}
        return self._settings.changed(given)

    def _remember(self, statement: object) -> None:
        """What a statement changed for those after it, also on another connection."""
        if isinstance(statement, Use):
            self._address = replace(self._address, database=statement.database)
        if not isinstance(statement, Set):
            return
        for setting in statement.settings:
            if setting.name.startswith(_PARAMETER):
                self._parameters[setting.name.removeprefix(_PARAMETER)] = str(setting.value)
            else:
                self._settings = self._settings.changed({setting.name: setting.value})
        self._changes = dict(self._settings.changes())


def _parsed(sql: str, parameters: Mapping[str, str]) -> Parsed | None:
    """The statement, if it is one that we can read; another server may know more."""
    try:
        return parse(sql, parameters)
    except Error:
        return None


def _takes_rows(statement: Insert) -> bool:
    """Whether the server waits for rows: the statement holds none."""
    inline = (statement.data or "").strip()
    return not inline and (statement.query is None or statement.format is not None)


def _file_of(statement: Insert) -> tuple[BinaryIO, Insert]:
    """The file of FROM INFILE, and the statement without it: the file is the client's."""
    assert statement.infile is not None
    path, compression = statement.infile.path, statement.infile.compression
    if not Path(path).is_file():
        raise Error(Code.FILE_DOESNT_EXIST, f"File {path} does not exist")
    guessed = of_path(path)
    name = statement.format or (guessed.name if guessed is not None else "Values")
    method = method_of(path, compression)
    file = decompressed(Path(path).open("rb"), method)  # noqa: SIM115  # read to its end
    return file, replace(statement, infile=None, format=name, data="")


@contextmanager
def cancelling(connection: Connection) -> Iterator[None]:
    """Ctrl-C cancels the query that runs and keeps the connection; a second one gives it up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed += 1
        if pressed > 1 or not connection.running:
            raise KeyboardInterrupt
        connection.cancel()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except Error as error:
        if pressed and error.code == Code.QUERY_WAS_CANCELLED:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed and not connection.running:
        raise KeyboardInterrupt


@dataclass(slots=True)
class RemoteAnswer:
    """A running statement; its rows are written while they come, those for a file into it."""

    connection: Connection
    format: str
    settings: QuerySettings
    on_progress: Callable[[Progress], None] | None
    outfile: Outfile | None = None
    header: Header = field(default_factory=list)
    row_count: int = 0
    _zone: str = ""
    _first: pa.Table | None = None
    _read: RemoteProgress = field(default_factory=lambda: RemoteProgress(0, 0))
    _elapsed_ns: int = 0
    _totals: pa.Table | None = None
    _extremes: pa.Table | None = None
    _rows_before: int | None = None

    @property
    def has_columns(self) -> bool:
        return bool(self.header)

    @property
    def cost(self) -> Cost:
        return Cost(self._read.rows, self._read.bytes)

    @property
    def zone(self) -> str:
        """The time zone in which moments are shown."""
        return self._zone or self.settings.session_timezone or self.connection.server["timezone"]

    # --- sending --------------------------------------------------------------------------

    def insert(self, format_: str, data: BinaryIO) -> None:
        """Send the rows of the data, once the server has told which columns they are to have."""
        while True:
            packet = self._next()
            if packet.kind is Tell.END_OF_STREAM:
                return  # it takes no rows
            if packet.kind is Tell.DATA and packet.block is not None:
                break
        columns = packet.block.header
        options = FormatOptions(format_settings(self.settings, self.zone))
        try:
            for block in formats.read(format_, data, columns, options):
                for table, header in _by_given_columns(block, columns):
                    self.connection.send_block(table, header)
        except BaseException:
            if self.connection.running:
                self.connection.close()  # the server drops what it has got
            raise
        self.connection.send_block(None, [])

    # --- hearing --------------------------------------------------------------------------

    def start(self) -> None:
        """Wait for the first rows, or the end."""
        self._first = next(self._blocks(), None)

    def _blocks(self) -> Iterator[pa.Table]:
        """The rows that come, until all is told."""
        while self.connection.running:
            packet = self._next()
            block = packet.block
            if packet.kind is Tell.DATA and block is not None:
                self.header = block.header or self.header
                if block.rows:
                    yield block.table
            elif packet.kind is Tell.TOTALS and block is not None:
                self._totals = block.table
            elif packet.kind is Tell.EXTREMES and block is not None:
                self._extremes = block.table

    def _next(self) -> Packet:
        """The next packet; figures are kept, an error is raised."""
        packet = self.connection.receive()
        values = packet.values or {}
        if packet.error is not None:
            raise packet.error
        if packet.kind is Tell.PROGRESS:
            self._elapsed_ns += values.get("elapsed_ns", 0)
            read = self._read
            self._read = RemoteProgress(read.rows + values["rows"], read.bytes + values["bytes"])
            if self.on_progress is not None:
                self.on_progress(self._read)
        elif packet.kind is Tell.PROFILE_INFO and values["applied_limit"]:
            self._rows_before = values["rows_before_limit"]
        elif packet.kind is Tell.TIMEZONE_UPDATE:
            self._zone = values["timezone"]
        return packet

    def blocks(self) -> Iterator[pa.Table]:
        """All rows, once."""
        first, self._first = self._first, None
        if first is not None:
            self.row_count += first.num_rows
            yield first
        for block in self._blocks():
            self.row_count += block.num_rows
            yield block

    def _ending(self) -> Ending:
        figures = Statistics(self._elapsed_ns / 1e9, self._read.rows, self._read.bytes)
        return Ending(self._totals, self._extremes, figures, self._rows_before)

    # --- showing --------------------------------------------------------------------------

    def write(self, out: BinaryIO) -> None:
        with cancelling(self.connection):
            if self.outfile is None:
                self._write(out)
                return
            with opened_outfile(self.outfile) as file:
                both = self.outfile.and_stdout
                self._write(cast(BinaryIO, Tee(file, out)) if both else file)

    def _write(self, out: BinaryIO) -> None:
        if not self.header:
            for _ in self.blocks():
                pass
            return
        options = FormatOptions(format_settings(self.settings, self.zone), self._ending)
        formats.write(self.format, self.blocks(), self.header, out, options)

    def rows(self) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        for block in self.blocks():
            pairs = zip(block.columns, self.header, strict=True)
            columns = [to_python(values, type_, self.zone) for values, (_, type_) in pairs]
            found += zip(*columns, strict=True)
        return found


def _by_given_columns(block: InputBlock, columns: Header) -> Iterator[tuple[pa.Table, Header]]:
    """The rows of a block; a column that has no value in some of them is not sent with these, so
    that the server computes its default."""
    masks = [mask for mask in block.missing if mask is not None]
    rows = block.table.num_rows
    if not masks:
        if rows:
            yield block.table, columns
        return
    bits = [
        pa.array([False] * rows, pa.bool_()) if mask is None else mask for mask in block.missing
    ]
    names = [f"m{i}" for i in range(len(bits))]
    lacks = pa.table(bits, names=names)
    for pattern in lacks.group_by(names).aggregate([]).to_pylist():
        chosen = _like(lacks, pattern)
        kept = [i for i, name in enumerate(names) if not pattern[name]]
        if not kept:
            raise not_implemented("Rows without any value cannot be sent to a server.")
        table = block.table.filter(chosen).select(kept)
        yield table, [columns[i] for i in kept]


def _like(lacks: pa.Table, pattern: Mapping[str, bool]) -> pa.Array:
    """Which rows lack the same values."""
    chosen = pa.repeat(pa.scalar(True), lacks.num_rows)
    for name, lacking in pattern.items():
        flags = lacks.column(name).combine_chunks()
        chosen = pc.and_(chosen, flags if lacking else pc.invert(flags))
    return chosen
