"""Where an INSERT puts a file whose name is given: a new place, an old one, or behind its rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sparktree.engines.objects.arguments import FILE, URL
from sparktree.engines.objects.source import Source
from sparktree.errors import Code, Error
from sparktree.formats.format import find
from sparktree.settings.query import QuerySettings


@dataclass(frozen=True, slots=True)
class WriteTarget:
    """What is written, and whether it goes behind what is there."""

    source: Source
    appends: bool = False


def truncates(source: Source, settings: QuerySettings) -> bool:
    """Whether a file that is there gives way."""
    if source.form == URL.name:
        return False
    form = "engine_file" if source.form == FILE.name else source.form
    return settings.is_on(f"{form}_truncate_on_insert")


def write_target(source: Source, settings: QuerySettings) -> WriteTarget:
    """The place of a new file, of one that may be replaced, or of one that grows."""
    if source.form == URL.name:  # whatever is there is the server's business
        return WriteTarget(source)
    taken = {one.key: one.size for one in source.store.list(source.key)}
    if source.key not in taken or truncates(source, settings):
        return WriteTarget(source)
    is_file = source.form == FILE.name
    if is_file and find(source.format).appendable:
        return WriteTarget(_without_header(source) if taken[source.key] else source, appends=True)
    many = "engine_file_allow_create_multiple_files" if is_file else (
        f"{source.form}_create_new_file_on_insert")  # fmt: skip
    if settings.is_on(many):
        return WriteTarget(replace(source, key=_next_key(source, set(taken))))
    shown = source.store.display_path(source.key)
    if is_file:
        raise Error(
            Code.CANNOT_APPEND_TO_FILE,
            f"File {shown} already exists and data cannot be appended to this file as the"
            f" {source.format} format doesn't support appends. You can enable truncate on insertion"
            " with the `engine_file_truncate_on_insert` setting, or you can configure to create a"
            f" new file on each insert by enabling the setting `{many}`.",
        )
    raise Error(
        Code.BAD_ARGUMENTS,
        f"Object {shown} already exists. If you want to overwrite it, enable setting"
        f" {source.form}_truncate_on_insert, if you want to create a new file on each insert,"
        f" enable setting {many}",
    )


def _without_header(source: Source) -> Source:
    """The names are in the file already."""
    return replace(source, format=find(source.format).headless or source.format)


def _next_key(source: Source, taken: set[str]) -> str:
    folder, slash, name = source.key.rpartition("/")
    stem, dot, ending = name.partition(".")
    known = taken | {one.key for one in source.store.list(f"{folder}{slash}{stem}.")}
    number = 1
    while (key := f"{folder}{slash}{stem}.{number}{dot}{ending}") in known:
        number += 1
    return key
