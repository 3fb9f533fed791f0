"""Writing files: each task writes its rows unseen, the driver shows all of them or none."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, BinaryIO, cast
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.compute as pc

from sparktree import formats
from sparktree.disks.compression import compressed
from sparktree.engines.objects.source import HIVE, PARTITION_ID, Source
from sparktree.engines.objects.uploads import Beginner
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.errors import Code, Error
from sparktree.formats.options import FormatOptions, FormatSettings, Header
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape
from sparktree.spark.stages import TaskInfo
from sparktree.sql import ast
from sparktree.stores.local import LocalStore
from sparktree.stores.store import Staged, Store, Writing
from sparktree.types import STRING, FixedString, Type

_MOST_CHARACTERS = 1023  # of a value, and of a whole key in bytes
_FORBIDDEN = frozenset("{}\\/\"'*?")
_REQUESTS = 16  # files that are shown at the same time


@dataclass(slots=True)
class RowsForFiles(RowsForTable):
    """Turns source rows into the columns of files, the texts of their partitions beside them."""

    partition_by: tuple[ast.Expression, ...] = ()
    texts: tuple[str, ...] = ()  # what to call the texts of the partition key

    def _stored(self, text: str, names: dict[str, str]) -> str:
        stored = [c for c in self.definition.columns if c.stored]
        items = [f"{sql.name(names[c.name])} AS c{i}" for i, c in enumerate(stored)]
        expressions = self._expressions()
        for node, name in zip(self.partition_by, self.texts, strict=True):
            typed = expressions.analyse(node)
            value = self._lower(expressions, typed, names)
            items.append(f"{self._text(value, typed.type)} AS {name}")
        return f"SELECT {', '.join(items)} FROM ({text})"

    def _text(self, value: Sql, type_: Type) -> Sql:
        shown = convert(value, type_, STRING, self.environment.context.zone)
        if isinstance(type_, FixedString):
            return sql.call("rtrim", shown, Sql("chr(0)"))
        return shown


@dataclass(frozen=True, slots=True)
class ObjectSink:
    """Writes the rows of a task, a file for each run of equal partition texts; picklable.

    The columns of the rows are those of the table, c0, c1, ..., and behind them the texts.
    """

    source: Source
    header: tuple[tuple[str, Type], ...]
    keys: tuple[str, ...]  # names of the partition columns, by the strategy `hive`
    texts: int  # how many columns of partition texts there are
    insert: str
    settings: FormatSettings
    wave: int = 0  # which of the INSERT's jobs this is
    beginner: Beginner | None = None  # begins files whose keys do not tell the INSERT
    begun: str = ""  # what the store has begun for the only file

    def __call__(self, rows: Iterable[pa.RecordBatch], info: TaskInfo) -> Iterator[bytes]:
        begun: list[Writing] = []
        reports = []
        try:
            numbers = itertools.count()
            runs = itertools.groupby(self._runs(rows), key=lambda run: run[0])
            for values, group in runs:
                place = (self.wave, info.stage, info.task, info.attempt, next(numbers))
                key = self.key_of(values, "_".join(map(str, (self.insert, *place))))
                reports.append(self._written(key, (table for _, table in group), begun))
            if not reports and self._is_always_there:
                reports.append(self._written(self.source.key, (), begun))
        except BaseException:
            for writing in begun:
                with suppress(Error):
                    writing.discard()
            raise
        yield from reports

    @property
    def _is_always_there(self) -> bool:
        """A file that is named is written without rows, too."""
        return not self.texts and self.source.strategy != HIVE

    def _runs(self, rows: Iterable[pa.RecordBatch]) -> Iterator[tuple[tuple[str, ...], pa.Table]]:
        for batch in rows:
            for values, run in runs_of(batch, self.texts):
                yield values, pa.Table.from_batches([run]).select(range(len(self.header)))

    def key_of(self, values: Sequence[str], name: str) -> str:
        """Where the rows of a partition go."""
        source = self.source
        if source.strategy == HIVE:
            pairs = zip(self.keys, values, strict=True)
            folders = "".join(f"{key}={folder_text(value)}/" for key, value in pairs)
            key = f"{source.folder}{folders}{name}.{source.extension}"
        elif self.texts:
            key = _below(source.key.replace(PARTITION_ID, raw_text(values[0])))
        else:
            key = source.key
        return checked_key(key)

    def _written(self, key: str, tables: Iterable[pa.Table], begun: list[Writing]) -> bytes:
        kept = [i for i, (name, _) in enumerate(self.header) if self._is_kept(name)]
        header = [self.header[i] for i in kept]
        names = [f"c{i}" for i in range(len(kept))]
        count = 0

        def blocks() -> Iterator[pa.Table]:
            nonlocal count
            for table in tables:
                count += table.num_rows
                yield table.select(kept).rename_columns(names)

        upload = self.beginner.begin(key) if self.beginner is not None else self.begun
        writing = self.source.store.stage(key, self.insert, upload)
        begun.append(writing)
        options = FormatOptions(settings=self.settings)
        write_blocks(self.source, key, writing, header, blocks(), options)
        return Written(writing.finish(), count).report()

    def _is_kept(self, name: str) -> bool:
        return self.source.keys_in_files or name not in self.keys


def write_blocks(
    source: Source,
    key: str,
    writing: Writing,
    header: Header,
    blocks: Iterable[pa.Table],
    options: FormatOptions,
) -> None:
    """Fill a file in the making: blocks in the format and the compression of the source."""
    file = cast(BinaryIO, WritingStream(writing))
    out = compressed(file, source.method(key))
    formats.write(source.format, blocks, header, out, options)
    if out is not file:
        out.close()


class WritingStream(io.RawIOBase):
    """A file in the making, as a stream."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._position = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def write(self, data: Any) -> int:
        view = bytes(data)
        self._writing.write(view)
        self._position += len(view)
        return len(view)


def runs_of(batch: pa.RecordBatch, texts: int) -> Iterator[tuple[tuple[str, ...], pa.RecordBatch]]:
    """Neighbouring rows of one partition, by the texts in the last columns, and those texts."""
    last = [batch.column(batch.num_columns - texts + i) for i in range(texts)]
    for begin, end in _borders(last, batch.num_rows):
        yield tuple(text[begin].as_py() for text in last), batch.slice(begin, end - begin)


def _borders(texts: Sequence[pa.Array], rows: int) -> Iterator[tuple[int, int]]:
    """Where the texts change."""
    if not rows:
        return
    changes = [0, rows]
    if texts and rows > 1:
        differ = [pc.not_equal(text[1:], text[:-1]) for text in texts]
        any_ = differ[0]
        for one in differ[1:]:
            any_ = pc.or_(any_, one)
        found = pc.indices_nonzero(any_).to_pylist()
        changes = [0, *(place + 1 for place in found), rows]
    yield from itertools.pairwise(changes)


def checked_key(key: str) -> str:
    """The key, if a store can have one of its length."""
    length = len(key.encode("utf-8", "surrogateescape"))
    if length > _MOST_CHARACTERS:
        raise _too_long(length)
    return key


def raw_text(value: str) -> str:
    """The kernel's text as text of a key."""
    return unescape(value).decode("utf-8", "surrogateescape")


def _below(key: str) -> str:
    """A key with the id of a partition in it: its slashes make folders, it leads out of none."""
    if ".." in key.split("/"):
        raise Error(
            Code.CANNOT_PARSE_TEXT, f"Illegal folder '..' by the value of a partition column: {key}"
        )
    return key


def folder_text(value: str) -> str:
    """A value as the name of its folder has it, or an error if it cannot have it.

    Percent signs that a reader would decode, and control characters, are encoded.
    """
    text = raw_text(value)
    if len(text) > _MOST_CHARACTERS:
        raise _too_long(len(text))
    bad = next((c for c in text if c in _FORBIDDEN), None)
    if bad is not None:
        raise Error(
            Code.CANNOT_PARSE_TEXT,
            f"Illegal character '{bad}' in the value '{text}' of a partition column: the name of a"
            " folder cannot have it.",
        )
    if unquote(text, errors="surrogateescape") != text:
        text = text.replace("%", "%25")
    return "".join(f"%{ord(c):02X}" if ord(c) < 32 else c for c in text)


def _too_long(length: int) -> Error:
    return Error(
        Code.BAD_ARGUMENTS,
        f"Incorrect key length (not empty, max {_MOST_CHARACTERS} characters), got: {length}",
    )


@dataclass(frozen=True, slots=True)
class Written:
    """A file that a task wrote."""

    staged: Staged
    rows: int

    def report(self) -> bytes:
        """What the task tells."""
        return json.dumps({**asdict(self.staged), "rows": self.rows}).encode()

    @classmethod
    def of(cls, report: bytes) -> Written:
        """Out of what the task told."""
        found = json.loads(report)
        rows = found.pop("rows")
        return cls(Staged(**{**found, "parts": tuple(found["parts"])}), rows)


def _left_behind(error: Error, keys: Sequence[str]) -> Error:
    more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
    return Error(
        error.code,
        f"{error.message.rstrip('.')}. Neither could what was shown already be removed again:"
        f" {keys[0]}{more}",
    )


@dataclass(slots=True)
class Publication:
    """All files of an INSERT: shown together, or taken back together."""

    store: Store
    prefix: str
    insert: str
    replaces: bool = False  # whether a file of the same name may be there
    owns: bool = False  # whether nobody else can have files of these names
    appends: bool = False  # whether the rows of a file go behind those of one of its name
    begun: list[Staged] = field(default_factory=list)  # files that the driver began itself
    files: list[Written] = field(default_factory=list)

    def show(self) -> None:
        """Make every file visible; if one cannot be, none is."""
        with ThreadPoolExecutor(_REQUESTS) as pool:
            shown = [pool.submit(self._publish, one) for one in self.files]
            try:
                for one in shown:
                    one.result()
            except BaseException as error:
                for one in shown:
                    one.cancel()
                wait(shown)  # what is on its way must arrive before it can be taken back
                left = [key for key in pool.map(self._withdrawn, self.files, shown) if key]
                if left and isinstance(error, Error):
                    raise _left_behind(error, left) from error
                raise

    def _publish(self, one: Written) -> None:
        if self.appends:
            assert isinstance(self.store, LocalStore)
            self.store.append(one.staged)
        else:
            self.store.publish(one.staged, replaces=self.replaces)

    def _withdrawn(self, one: Written, shown: Future[None]) -> str:
        """Take a file back; its key if that cannot be done. One that could not be shown may have
        been, if its answer was lost; but a name that others use may now mean another's file."""
        is_shown = self.owns or (not shown.cancelled() and shown.exception() is None)
        try:
            self.store.withdraw(one.staged, shown=is_shown)
        except Error:
            return one.staged.key if is_shown and not shown.cancelled() else ""
        return ""

    def sweep(self) -> None:
        """Remove what tasks wrote and could not tell of."""
        known_tokens = {one.staged.token for one in self.files}
        left = {one.key.rpartition("/")[0]: one for one in self.begun if not one.token}
        with suppress(Error):
            for one in self.begun:
                if one.token and one.token not in known_tokens:
                    self.store.withdraw(one, shown=False)
            for one in left.values():
                self.store.sweep(one.key, self.insert)
            if not self.begun:
                self.store.sweep(self.prefix, self.insert)
