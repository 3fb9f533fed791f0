"""Reading files inside a task: wanted columns of wanted files, as one stream."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import groupby

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree import formats
from sparktree.disks.compression import decompressed
from sparktree.engines.objects.parquet import Skipping, blocks
from sparktree.engines.objects.parquet_kernel import kernel_items, may_be_read, read_parquet
from sparktree.engines.objects.path_pruning import text
from sparktree.engines.objects.source import PARQUET, Source
from sparktree.errors import Error
from sparktree.formats.format import Subset
from sparktree.formats.options import FormatOptions, FormatSettings, InputBlock
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.spark.stages import Count, Look
from sparktree.stores.globs import hive_values
from sparktree.stores.store import ListedFile, Store
from sparktree.types import STRING, UINT64, DateTime, LowCardinality, Type, make_nullable
from sparktree.types.literal import literal

VIRTUAL: tuple[tuple[str, Type], ...] = (
    ("_path", LowCardinality(STRING)),
    ("_file", LowCardinality(STRING)),
    ("_size", make_nullable(UINT64)),
    ("_time", make_nullable(DateTime())),
    ("_etag", LowCardinality(STRING)),
)

_CONSTANTS_AT_ONCE = 256  # files whose places are evaluated together
_MOST_GROUPS = 64  # of files that are told different things


@dataclass(frozen=True, slots=True)
class Share:
    """A file, or the row groups of it that begin in a span of bytes."""

    store: Store
    file: ListedFile
    span: tuple[int, int] | None = None
    # What is told of its rows, if not by its path; None is a NULL.
    values: Mapping[str, str | None] | None = None

    def path_values(self) -> Mapping[str, str | None]:
        """The values of keys, by their names."""
        return hive_values(self.file.key) if self.values is None else self.values


@dataclass(frozen=True, slots=True)
class OpenGroups:
    """Shows files to the kernel in groups that are told the same, with that as constants.

    Of a constant the kernel computes once what it would compute for every row; picklable.
    """

    objects: OpenObjects

    def __call__(self, kernel: duckdb.DuckDBPyConnection) -> Look:
        """The SELECT of all rows."""
        groups = self.objects.groups()
        if len(groups) > _MOST_GROUPS:
            groups = [({}, self.objects)]
        selects, unchecked, count = [], [], Count()
        for constants, objects in groups:
            for read, shares in groupby(objects.shares, partial(objects.kernel_items, count)):
                some = replace(objects, shares=tuple(shares))
                selects.append(self._select(kernel, some, constants, read, count))
                if read is not None:
                    unchecked.append(some)
        if not selects:  # no files, but columns
            selects.append(self._select(kernel, self.objects, {}, None, count))

        def blame() -> None:
            for some in unchecked:
                for _ in some():
                    continue

        return Look(" UNION ALL ".join(selects), 0, 0, blame, count=count)

    def _select(
        self,
        kernel: duckdb.DuckDBPyConnection,
        objects: OpenObjects,
        constants: Mapping[str, Sql],
        read: Mapping[str, Sql] | None,
        count: Count,
    ) -> str:
        """Files that are told the same: the kernel can read them, or is shown what Arrow reads."""
        aliases = [sql.quote_name(alias) for _, alias in self.objects.columns]
        if read is not None:
            known = {**constants, **read}
            items = [f"{known[alias]} AS {alias}" for alias in aliases]
            paths = [share.file.key for share in objects.shares]
            return f"SELECT {', '.join(items)} FROM {read_parquet(paths)}"
        name = f"objects_{uuid.uuid4().hex}"
        kernel.register(name, objects(count))
        items = [f"{constants[a]} AS {a}" if a in constants else a for a in aliases]
        return f"SELECT {', '.join(items) or '*'} FROM {name}"


@dataclass(frozen=True, slots=True)
class OpenObjects:
    """Opens a stream of the wanted columns over some files, one after the other; picklable."""

    source: Source
    shares: tuple[Share, ...]
    header: tuple[tuple[str, Type], ...]  # columns that files hold
    path_columns: Mapping[str, Type]  # whose values the path tells
    columns: tuple[tuple[str, str], ...]
    settings: FormatSettings
    skipping: Skipping | None
    absent: Mapping[str, Type] = field(default_factory=dict)  # the path tells them if no file does

    def __call__(self, count: Count | None = None) -> pa.RecordBatchReader:
        """The rows, counted while they are read, and the bytes that they are in the files."""
        stream = self._tables(count or Count())
        first = next(stream)
        return pa.RecordBatchReader.from_batches(first.schema, self._batches(first, stream))

    def groups(self) -> list[tuple[dict[str, Sql], OpenObjects]]:
        """The files by what their places tell: constants by alias, and what reads the rest."""
        read = {name for name, _ in self._read()} - self.path_columns.keys()
        types = {**dict(VIRTUAL), **dict(self.header), **self.path_columns}
        outside = [(n, alias) for n, alias in self.columns if n not in read]
        inside = tuple((n, alias) for n, alias in self.columns if n in read)
        found: dict[tuple[Sql, ...], list[Share]] = {}
        for share in self.shares:
            known = self._constants(share)
            values = (_in_type(known.get(name), types[name]) for name, _ in outside)
            found.setdefault(tuple(values), []).append(share)
        aliases = [sql.quote_name(alias) for _, alias in outside]
        return [
            (
                dict(zip(aliases, values, strict=True)),
                replace(self, shares=tuple(shares), columns=inside),
            )
            for values, shares in found.items()
        ]

    def kernel_items(self, count: Count, share: Share) -> dict[str, Sql] | None:
        """The columns by alias, if it is the kernel itself that should read the file, whose rows
        then count."""
        source, header = self.source, self._read()
        if not source.is_parquet(share.file.key):
            return None
        if {name for name, _ in header} != {name for name, _ in self.columns}:
            return None  # the places of some files tell the rest
        if share.span is not None or not may_be_read(share.store, share.file, header):
            return None
        options = FormatOptions(settings=self.settings)
        with self._naming(share):
            file = share.store.arrow(share.file)
            items = kernel_items(file, header, self.skipping, options, count)
        if items is None:
            return None
        known = {name: item for (name, _), item in zip(header, items, strict=True)}
        return {sql.quote_name(alias): known[name] for name, alias in self.columns}

    def _batches(self, first: pa.Table, rest: Iterator[pa.Table]) -> Iterator[pa.RecordBatch]:
        yield from first.to_batches()
        for table in rest:
            yield from table.cast(first.schema).to_batches()

    def _tables(self, count: Count) -> Iterator[pa.Table]:
        yield self._rows([{}]).slice(0, 0)
        for begin in range(0, len(self.shares), _CONSTANTS_AT_ONCE):
            some = self.shares[begin : begin + _CONSTANTS_AT_ONCE]
            constants = self._rows([self._constants(share) for share in some])
            for place, share in enumerate(some):
                for block in self._blocks(share, count):
                    count.rows += block.table.num_rows
                    yield self._chosen(block, constants.slice(place, 1))

    def _read(self) -> list[tuple[str, Type]]:
        """The columns that are read out of files; lines of text have to be read whole."""
        names = {name for name, _ in self.columns}
        chosen = [(n, t) for n, t in self.header if n in names and n not in self.path_columns]
        if self.source.format == PARQUET or (chosen and self._can_leave_out()):
            return chosen
        return [
            (n, t)
            for n, t in self.header
            if self.source.keys_in_files or n not in self.path_columns
        ]

    def _can_leave_out(self) -> bool:
        """Whether some columns can be read without the others; if keys in any case can mean them,
        only where the case tells no two of them apart."""
        subset = formats.find(self.source.format).subset
        if subset is Subset.BY_KEY:
            return len({name.lower() for name, _ in self.header}) == len(self.header)
        return subset is Subset.BY_NAME

    def _blocks(self, share: Share, count: Count) -> Iterator[InputBlock]:
        source, found = self.source, share.file
        options = FormatOptions(settings=self.settings)
        with self._naming(share):
            if source.is_parquet(found.key):
                file = share.store.arrow(found)
                yield from blocks(file, self._read(), share.span, self.skipping, options, count)
                return
            with share.store.open(found) as raw:
                stream = decompressed(raw, source.method(found.key))
                if source.format == PARQUET:
                    file = pa.BufferReader(stream.read())
                    yield from blocks(file, self._read(), share.span, self.skipping, options, count)
                else:
                    count.bytes += found.size
                    yield from formats.read(source.format, stream, self._read(), options)

    @contextmanager
    def _naming(self, share: Share) -> Iterator[None]:
        """Errors name the file."""
        try:
            yield
        except Error as error:
            shown = share.store.display_path(share.file.at)
            message = f"{error.message.rstrip()}: (in file/uri {shown})"
            raise Error(error.code, message) from error

    def _constants(self, share: Share) -> dict[str, Sql]:
        """What the file's place tells, by the names of columns."""
        found, values = share.file, share.path_values()
        shown = text(share.store.display_path(found.at))
        moment = literal(DateTime(), int(found.modified)) if found.modified else sql.NULL
        known: dict[str, Sql] = {
            "_path": sql.string(shown),
            "_file": sql.string(shown.rpartition("/")[2]),
            "_size": Sql(str(found.size)),
            "_time": moment,
            "_etag": sql.string(found.etag),
        }
        zone = self.settings.zone
        for name, type_ in {**self.path_columns, **self.absent}.items():
            value = values.get(name, "")
            if value is not None:
                known[name] = convert(sql.string(text(value)), STRING, type_, zone)
        return known

    def _rows(self, known: Sequence[Mapping[str, Sql]]) -> pa.Table:
        """Rows of the wanted columns, in their kernel types; what is not known has its default."""
        types = {**dict(VIRTUAL), **dict(self.header), **self.path_columns}
        items = []
        for name, alias in self.columns:
            listed = ", ".join(_in_type(row.get(name), types[name]) for row in known)
            items.append(f"unnest([{listed}]) AS {sql.quote_name(alias)}")
        text = ", ".join(items) or f"unnest(range({len(known)})) AS _none"
        return _evaluated(f"SELECT {text}")

    def _chosen(self, block: InputBlock, constants: pa.Table) -> pa.Table:
        """The wanted columns of a block; where a value is missing, the type's default."""
        rows = block.table.num_rows
        if not self.columns:
            return pa.table({"_none": pa.repeat(constants.column(0)[0], rows)})
        names = {n: i for i, (n, _) in enumerate(self._read()) if n not in self.path_columns}
        arrays = []
        for place, (name, _) in enumerate(self.columns):
            constant = constants.column(place)[0]
            if name not in names:
                arrays.append(_repeated(constants.column(place), rows))
                continue
            array, mask = block.table.column(names[name]), block.missing[names[name]]
            if mask is not None and mask.true_count == rows:
                arrays.append(_repeated(constants.column(place), rows))
            elif mask is not None and mask.true_count:
                arrays.append(pc.if_else(mask, constant, array.cast(constant.type)))
            else:
                arrays.append(array)
        return pa.table(arrays, names=[alias for _, alias in self.columns])


@lru_cache(16)  # groups of files are told different things, but their columns are alike
def _evaluated(text: str) -> pa.Table:
    with kernel() as cursor:
        return cursor.sql(text).to_arrow_table()


def _in_type(value: Sql | None, type_: Type) -> Sql:
    """A value in the kernel's type, or the type's default."""
    known = value if value is not None and value != sql.NULL else type_.default()
    return sql.cast(known, type_.kernel)


def _repeated(column: pa.ChunkedArray, rows: int) -> pa.Array:
    """The only value of a column, so many times."""
    return column.combine_chunks().take(pa.array(np.zeros(rows, np.int64)))
