"""Writing a file in a task: INSERT INTO FUNCTION file()."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from sparktree import formats
from sparktree.engines.objects.source import file_format
from sparktree.engines.table_functions import structure
from sparktree.errors import Code, Error
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import FormatOptions, FormatSettings
from sparktree.settings.query import QuerySettings
from sparktree.spark.stages import TaskInfo
from sparktree.sql import ast
from sparktree.types import Type

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
