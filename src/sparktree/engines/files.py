"""Files as tables: the table function file(), read and written in tasks."""

from __future__ import annotations

import glob
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pyarrow as pa

from sparktree import formats
from sparktree.engines.table_functions import TableCall, structure, table_function
from sparktree.errors import Code, Error
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import FormatOptions, FormatSettings
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.planner.nodes import ScanRequest, ScanResult, ScanTask, TableSource
from sparktree.settings.query import QuerySettings
from sparktree.spark.stages import TaskInfo
from sparktree.sql import ast
from sparktree.types import STRING, UINT64, LowCardinality, Type

_VIRTUAL: tuple[tuple[str, Type], ...] = (
    ("_path", LowCardinality(STRING)),
    ("_file", LowCardinality(STRING)),
    ("_size", UINT64),
)
_EXTENSIONS = {
    "csv": "CSV", "tsv": "TabSeparated", "txt": "TabSeparated", "json": "JSONEachRow",
    "jsonl": "JSONEachRow", "ndjson": "JSONEachRow", "parquet": "Parquet", "arrow": "Arrow",
    "arrows": "ArrowStream", "native": "Native", "bin": "RowBinary",
}  # fmt: skip
_BRACES = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """Opens a stream of the wanted columns over some files, one after the other."""

    paths: tuple[str, ...]
    format: str
    header: tuple[tuple[str, Type], ...]
    columns: tuple[tuple[str, str], ...]
    settings: FormatSettings

    def __call__(self) -> pa.RecordBatchReader:
        blocks = self._blocks()
        first = next(blocks)
        return pa.RecordBatchReader.from_batches(first.schema, self._batches(first, blocks))

    def _batches(self, first: pa.Table, rest: Iterator[pa.Table]) -> Iterator[pa.RecordBatch]:
        yield from first.to_batches()
        for block in rest:
            yield from block.cast(first.schema).to_batches()

    def _blocks(self) -> Iterator[pa.Table]:
        yield self._empty()
        for path in self.paths:
            with Path(path).open("rb") as source:
                options = FormatOptions(settings=self.settings)
                for block in formats.read(self.format, source, list(self.header), options):
                    yield self._chosen(block.table, path)

    def _empty(self) -> pa.Table:
        types = dict((*self.header, *_VIRTUAL))
        items = [f"CAST(NULL AS {types[n].kernel}) AS {sql.quote_name(a)}" for n, a in self.columns]
        with kernel() as cursor:
            text = f"SELECT {', '.join(items) or '1 AS _none'} WHERE false"
            return cursor.sql(text).to_arrow_table()

    def _chosen(self, table: pa.Table, path: str) -> pa.Table:
        places = {name: i for i, (name, _) in enumerate(self.header)}
        arrays = [
            table.column(places[name]) if name in places else _virtual(name, path, table.num_rows)
            for name, _ in self.columns
        ]
        if not arrays:
            return pa.table({"_none": pa.nulls(table.num_rows, pa.int32())})
        return pa.table(arrays, names=[alias for _, alias in self.columns])


def _virtual(name: str, path: str, rows: int) -> pa.Array:
    if name == "_size":
        return pa.repeat(pa.scalar(Path(path).stat().st_size, pa.uint64()), rows)
    return pa.repeat(pa.scalar(path if name == "_path" else Path(path).name), rows)


@dataclass(frozen=True, slots=True)
class FileTable:
    """Files of one format and one structure."""

    name: str
    paths: tuple[str, ...]
    format: str
    header: tuple[tuple[str, Type], ...]
    settings: FormatSettings

    def columns(self) -> list[tuple[str, Type]]:
        """The columns of the structure."""
        return list(self.header)

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """Where a row comes from."""
        return list(_VIRTUAL)

    def scan(self, request: ScanRequest) -> ScanResult:
        """The files dealt out to the tasks, largest first."""
        count = max(1, min(request.tasks, len(self.paths)))
        shares: list[list[str]] = [[] for _ in range(count)]
        sizes = [0] * count
        for path in sorted(self.paths, key=lambda p: -Path(p).stat().st_size):
            least = sizes.index(min(sizes))
            shares[least].append(path)
            sizes[least] += Path(path).stat().st_size
        tasks = tuple(
            ScanTask("", 0, size, self._open(share, request))
            for share, size in zip(shares, sizes, strict=True)
        )
        return ScanResult(tasks, rows=sum(sizes) // 16 + 1)

    def _open(self, share: Sequence[str], request: ScanRequest) -> OpenFiles:
        return OpenFiles(tuple(share), self.format, self.header, request.columns, self.settings)


@table_function("file")
def file(call: TableCall) -> TableSource:
    """Files as a table: file('path'[, format[, structure[, compression]]]); *, ?, {a,b}, {1..9}."""
    if not 1 <= len(call.args) <= 4:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Table function file takes a path, and maybe a format, a structure and a compression.",
        )
    pattern = str(call.value(0))
    given = str(call.value(1)) if len(call.args) > 1 else "auto"
    name = file_format(pattern) if given == "auto" else formats.find(given).name
    settings = call.environment.context.settings
    chosen = settings if isinstance(settings, QuerySettings) else QuerySettings()
    options = format_settings(chosen, call.environment.context.zone)
    paths = matching(pattern)
    told = str(call.value(2)) if len(call.args) > 2 else "auto"
    if told == "auto":
        if not paths:
            raise Error(
                Code.CANNOT_EXTRACT_TABLE_STRUCTURE,
                f"The table structure cannot be extracted from a {name} format file: there are no"
                f" files with provided path {pattern}. You must specify structure manually",
            )
        with Path(paths[0]).open("rb") as source:
            header = tuple(formats.infer(name, source, FormatOptions(settings=options)))
    else:
        header = structure(told)
    if not paths and not any(c in pattern for c in "*?{"):
        raise Error(Code.FILE_DOESNT_EXIST, f"File {pattern} doesn't exist")
    return FileTable("file", tuple(paths), name, header, options)


def file_format(path: str) -> str:
    """The format that a file's name says."""
    extension = Path(path).suffix.lstrip(".").lower()
    if extension not in _EXTENSIONS:
        raise Error(
            Code.CANNOT_DETECT_FORMAT,
            f"The data format of {path} cannot be detected by its name. Name it explicitly.",
        )
    return _EXTENSIONS[extension]


def matching(pattern: str) -> list[str]:
    """The files that a pattern of ClickHouse means, in order."""
    found: dict[str, None] = {}
    for one in _alternatives(pattern):
        for path in sorted(glob.glob(one, recursive=True)):
            if Path(path).is_file():
                found[str(Path(path).resolve())] = None
    return list(found)


def _alternatives(pattern: str) -> list[str]:
    """The patterns with every choice in braces made."""
    pieces = _BRACES.split(pattern)
    choices = [[p] if i % 2 == 0 else _choices(p) for i, p in enumerate(pieces)]
    return ["".join(chosen) for chosen in product(*choices)]


def _choices(inside: str) -> list[str]:
    numbers = _RANGE.fullmatch(inside)
    if numbers is None:
        return inside.split(",")
    first, last = numbers.groups()
    width = len(first) if first.startswith("0") else 0
    return [str(n).zfill(width) for n in range(int(first), int(last) + 1)]


_APPENDABLE = (
    "TabSeparated",
    "CSV",
    "TSKV",
    "JSONEachRow",
    "JSONCompactEachRow",
    "Values",
    "RowBinary",
)


@dataclass(frozen=True, slots=True)
class FileSink:
    """Writes the rows of one task into a file: under another name first, so that readers never see
    half of it."""

    path: str
    format: str
    header: tuple[tuple[str, Type], ...]
    settings: FormatSettings
    append: bool

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        target = Path(self.path)
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".{target.name}.{info.task}.{info.attempt}.tmp")
        try:
            with temporary.open("wb") as out:
                if self.append and target.exists():
                    with target.open("rb") as before:
                        shutil.copyfileobj(before, out)
                blocks = (pa.Table.from_batches([batch]) for batch in rows)
                options = FormatOptions(settings=self.settings)
                formats.write(self.format, blocks, list(self.header), out, options)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        yield b""


def file_sink(
    call: ast.Function,
    values: Sequence[object],
    header: tuple[tuple[str, Type], ...],
    settings: QuerySettings,
    zone: str,
) -> FileSink:
    """What writes INSERT INTO FUNCTION file(path[, format[, structure]])."""
    path = str(values[0])
    if any(c in path for c in "*?{"):
        raise Error(
            Code.DATABASE_ACCESS_DENIED,
            "Table 'table_function.file' is in readonly mode because of globs in filepath",
        )
    given = str(values[1]) if len(values) > 1 else "auto"
    name = file_format(path) if given == "auto" else formats.find(given).name
    shown = structure(str(values[2])) if len(values) > 2 and values[2] != "auto" else header
    target = Path(path)
    exists = target.exists() and target.stat().st_size > 0
    append = exists and not settings.engine_file_truncate_on_insert
    if append and not name.startswith(_APPENDABLE):
        raise Error(
            Code.CANNOT_APPEND_TO_FILE,
            f"Cannot insert data in format {name} to file {path} because this format doesn't"
            " support appends. You can allow to truncate the file by the setting"
            " engine_file_truncate_on_insert",
        )
    return FileSink(str(target.resolve()), name, shown, format_settings(settings, zone), append)
