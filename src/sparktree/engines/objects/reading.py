"""Reading files inside a task: wanted columns of wanted files, as one stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree import formats
from sparktree.disks.compression import decompressed
from sparktree.engines.objects.judging import text
from sparktree.engines.objects.parquet import Skipping, blocks
from sparktree.engines.objects.source import Source
from sparktree.errors import Code, Error
from sparktree.formats.options import FormatOptions, FormatSettings, InputBlock
from sparktree.functions.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.stores.globs import hive_values
from sparktree.stores.store import Found, Store
from sparktree.types import STRING, UINT64, DateTime, LowCardinality, Type, make_nullable
from sparktree.types.literal import literal

VIRTUAL: tuple[tuple[str, Type], ...] = (
    ("_path", LowCardinality(STRING)),
    ("_file", LowCardinality(STRING)),
    ("_size", make_nullable(UINT64)),
    ("_time", make_nullable(DateTime())),
    ("_etag", LowCardinality(STRING)),
)

_TOLD = 256  # files whose places are evaluated together
_BY_NAME = frozenset({"Arrow", "ArrowStream", "ORC", "Avro", "Native"})
_BY_KEY = frozenset({"JSON", "JSONEachRow", "JSONColumns"})


@dataclass(frozen=True, slots=True)
class Share:
    """A file, or the row groups of it that begin in a span of bytes."""

    store: Store
    file: Found
    span: tuple[int, int] | None = None
    # What is told of its rows, if not by its path; None is a NULL.
    values: Mapping[str, str | None] | None = None

    def told(self) -> Mapping[str, str | None]:
        """The values of keys, by their names."""
        return hive_values(self.file.key) if self.values is None else self.values


@dataclass(frozen=True, slots=True)
class OpenObjects:
    """Opens a stream of the wanted columns over some files, one after the other; picklable."""

    source: Source
    shares: tuple[Share, ...]
    header: tuple[tuple[str, Type], ...]  # columns that files hold
    told: Mapping[str, Type]  # columns that the path tells
    columns: tuple[tuple[str, str], ...]
    settings: FormatSettings
    skipping: Skipping | None

    def __call__(self) -> pa.RecordBatchReader:
        stream = self._tables()
        first = next(stream)
        return pa.RecordBatchReader.from_batches(first.schema, self._batches(first, stream))

    def _batches(self, first: pa.Table, rest: Iterator[pa.Table]) -> Iterator[pa.RecordBatch]:
        yield from first.to_batches()
        for table in rest:
            yield from table.cast(first.schema).to_batches()

    def _tables(self) -> Iterator[pa.Table]:
        yield self._rows([{}]).slice(0, 0)
        for begin in range(0, len(self.shares), _TOLD):
            some = self.shares[begin : begin + _TOLD]
            told = self._rows([self._told(share) for share in some])
            for place, share in enumerate(some):
                for block in self._blocks(share):
                    yield self._chosen(block, told.slice(place, 1))

    def _read(self) -> list[tuple[str, Type]]:
        """The columns that are read out of files; lines of text have to be read whole."""
        names = {name for name, _ in self.columns}
        chosen = [(n, t) for n, t in self.header if n in names and n not in self.told]
        if self.source.format == "Parquet" or (chosen and self._is_by_name()):
            return chosen
        return [(n, t) for n, t in self.header if self.source.keys_in_files or n not in self.told]

    def _is_by_name(self) -> bool:
        """Whether some columns can be read without the others; if keys in any case can mean them,
        only where the case tells no two of them apart."""
        if self.source.format in _BY_KEY:
            return len({name.lower() for name, _ in self.header}) == len(self.header)
        return self.source.format in _BY_NAME

    def _blocks(self, share: Share) -> Iterator[InputBlock]:
        source, found = self.source, share.file
        shown = share.store.shown(found.at)
        options = FormatOptions(settings=self.settings)
        method = source.method(found.key)
        try:
            if source.format == "Parquet" and method == "none":
                file = share.store.arrow(found)
                yield from blocks(file, self._read(), share.span, self.skipping, options)
                return
            with share.store.open(found) as raw:
                stream = decompressed(raw, method)
                if source.format == "Parquet":
                    file = pa.BufferReader(stream.read())
                    yield from blocks(file, self._read(), share.span, self.skipping, options)
                else:
                    yield from formats.read(source.format, stream, self._read(), options)
        except Error as error:
            message = f"{error.message.rstrip()}: (in file/uri {shown})"
            raise Error(Code(error.code), message) from error

    def _told(self, share: Share) -> dict[str, Sql]:
        """What the file's place tells, by the names of columns."""
        found, values = share.file, share.told()
        shown = text(share.store.shown(found.at))
        moment = literal(DateTime(), int(found.modified)) if found.modified else sql.NULL
        known: dict[str, Sql] = {
            "_path": sql.string(shown),
            "_file": sql.string(shown.rpartition("/")[2]),
            "_size": Sql(str(found.size)),
            "_time": moment,
            "_etag": sql.string(found.etag),
        }
        zone = self.settings.zone
        for name, type_ in self.told.items():
            value = values.get(name, "")
            if value is not None:
                known[name] = convert(sql.string(text(value)), STRING, type_, zone)
        return known

    def _rows(self, told: Sequence[Mapping[str, Sql]]) -> pa.Table:
        """Rows of the wanted columns, in their kernel types; what is not told has its default."""
        types = {**dict(VIRTUAL), **dict(self.header), **self.told}
        items = []
        for name, alias in self.columns:
            type_ = types[name]
            known = (row.get(name, sql.NULL) for row in told)
            values = (one if one != sql.NULL else type_.default() for one in known)
            listed = ", ".join(sql.cast(one, type_.kernel) for one in values)
            items.append(f"unnest([{listed}]) AS {sql.quote_name(alias)}")
        text = ", ".join(items) or f"unnest(range({len(told)})) AS _none"
        with kernel() as cursor:
            return cursor.sql(f"SELECT {text}").to_arrow_table()

    def _chosen(self, block: InputBlock, told: pa.Table) -> pa.Table:
        """The wanted columns of a block; where a value is missing, the type's default."""
        rows = block.table.num_rows
        if not self.columns:
            return pa.table({"_none": pa.repeat(told.column(0)[0], rows)})
        names = {n: i for i, (n, _) in enumerate(self._read()) if n not in self.told}
        arrays = []
        for place, (name, _) in enumerate(self.columns):
            constant = told.column(place)[0]
            if name not in names:
                arrays.append(_repeated(told.column(place), rows))
                continue
            array, mask = block.table.column(names[name]), block.missing[names[name]]
            if mask is not None and mask.true_count == rows:
                arrays.append(_repeated(told.column(place), rows))
            elif mask is not None and mask.true_count:
                arrays.append(pc.if_else(mask, constant, array.cast(constant.type)))
            else:
                arrays.append(array)
        return pa.table(arrays, names=[alias for _, alias in self.columns])


def _repeated(column: pa.ChunkedArray, rows: int) -> pa.Array:
    """The only value of a column, so many times."""
    return column.combine_chunks().take(pa.array(np.zeros(rows, np.int64)))
