"""The columns and the format of files that are told by the files themselves."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from sparktree import formats
from sparktree.disks.compression import decompressed
from sparktree.engines.objects.arguments import FILE
from sparktree.engines.objects.parquet import opened
from sparktree.engines.objects.source import Source
from sparktree.errors import Code, Error
from sparktree.formats.arrow_forms import Target
from sparktree.formats.arrow_types import file_columns
from sparktree.formats.detecting import HEAD, detected
from sparktree.formats.options import FormatOptions, FormatSettings
from sparktree.stores.store import ListedFile
from sparktree.stores.walking import Walk, no_files
from sparktree.types import STRING, Bool, Float, Integer, String, Type, make_nullable
from sparktree.types.numeric import FLOAT64
from sparktree.types.supertype import least_supertype

Columns = tuple[tuple[str, Type], ...]
_FILES = 16  # files that are looked into at the same time


def with_format(source: Source, found: ListedFile | None, settings: FormatSettings) -> Source:
    """The source with its format, which a file tells where the name does not."""
    if source.format:
        return source
    if found is None:
        raise _absent(
            source,
            "The data format cannot be detected by the contents of the files, because there are no"
            " files with provided path. You can specify the format manually",
        )
    with source.store.open(found) as raw:
        head = decompressed(raw, source.method(found.key)).read(HEAD)
    format_ = detected(head, FormatOptions(settings=settings))
    if format_ is None:
        raise source.undetected()
    return replace(source, format=format_)


def _absent(source: Source, message: str) -> Error:
    """The error of a path without files; one that names a single file here has its own."""
    if source.form != FILE.name or not source.pattern.is_literal:
        return Error(Code.CANNOT_EXTRACT_TABLE_STRUCTURE, message)
    shown = source.store.display_path(source.key)
    return Error(
        Code.CANNOT_STAT,
        f"Cannot stat file {shown}: errno: 2, strerror: No such file or directory: {message}",
    )


def inferred(source: Source, found: ListedFile | None, settings: FormatSettings) -> Columns:
    """The columns of a file, or of all files together."""
    if found is None:
        raise _absent(
            source,
            f"The table structure cannot be extracted from a {source.format} format file."
            f" {no_files(source.store, source.pattern).message}"
            " You can specify the structure manually",
        )
    if settings.schema_inference_mode != "union":
        return _columns_of(source, found, settings)
    if not formats.find(source.format).named:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"UNION schema inference mode is not supported for format {source.format}, because it"
            " doesn't support reading subset of columns",
        )
    files = [one for one in Walk(source.store, source.pattern).files() if one.size]
    with ThreadPoolExecutor(_FILES) as pool:
        headers = list(pool.map(lambda one: _columns_of(source, one, settings), files))
    return _united(source, files, headers)


def _columns_of(source: Source, found: ListedFile, settings: FormatSettings) -> Columns:
    if source.is_parquet(found.key):
        schema = opened(source.store.arrow(found)).schema_arrow
        return tuple(file_columns(schema, Target.PARQUET, settings))
    with source.store.open(found) as raw:
        stream = decompressed(raw, source.method(found.key))
        return tuple(formats.infer(source.format, stream, FormatOptions(settings=settings)))


def _united(source: Source, files: Sequence[ListedFile], headers: Sequence[Columns]) -> Columns:
    """All columns, each of a type that the values of all files fit."""
    known: dict[str, Type] = {}
    for file, header in zip(files, headers, strict=True):
        for name, type_ in header:
            before = known.get(name, type_)
            met = _common(before, type_, guessed=not formats.find(source.format).typed)
            if met is None:
                shown = source.store.display_path(file.at)
                raise Error(
                    Code.TYPE_MISMATCH,
                    f"Automatically inferred type {type_} for column '{name}' in file {shown}"
                    f" differs from type inferred from previous files: {before}:"
                    f" (in file/uri {shown})",
                )
            known[name] = met
    return tuple(known.items())


def _common(one: Type, other: Type, *, guessed: bool) -> Type | None:
    try:
        return least_supertype([one, other])
    except Error:
        pass
    inner = (one.inner, other.inner)
    if not guessed or not all(isinstance(t, Integer | Float | Bool | String) for t in inner):
        return None
    met = STRING if any(isinstance(t, String) for t in inner) else FLOAT64
    return make_nullable(met) if one.nullable or other.nullable else met
