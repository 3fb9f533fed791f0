"""Columns renamed and dropped by ALTER: how parts written before or after it are read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sparktree.catalog.records import Table
from sparktree.parts.description import PartColumn, PartDescription, PartIndex, PartProjection

_KEY = "column_changes"
_KEPT = 1000  # how many are remembered; parts are rewritten long before


@dataclass(frozen=True, slots=True)
class ColumnChange:
    """A column that got another name at a version of the metadata, or went (no new name)."""

    version: int
    name: str
    new_name: str | None = None


@lru_cache(maxsize=1024)
def _load(definition: str) -> tuple[ColumnChange, ...]:
    return tuple(ColumnChange(*item) for item in json.loads(definition).get(_KEY, ()))


def changes_of(record: Table) -> tuple[ColumnChange, ...]:
    """What happened to the table's columns, oldest first."""
    return _load(record.definition) if record.definition != "{}" else ()


def with_changes(record: Table, changes: Sequence[ColumnChange]) -> str:
    """The table's stored definition with more changes."""
    if not changes:
        return record.definition
    known = [*changes_of(record), *changes][-_KEPT:]
    items = [[c.version, c.name, c.new_name] for c in known]
    return json.dumps({**json.loads(record.definition), _KEY: items})


def without_changes(record: Table) -> str:
    """The table's stored definition as that of a table whose columns were never changed."""
    known = json.loads(record.definition)
    known.pop(_KEY, None)
    return json.dumps(known)


def adapted(
    part: PartDescription, changes: Iterable[ColumnChange], version: int
) -> PartDescription:
    """The part with its columns under the names that they have at a version of the metadata.

    A reader may be older than the part: it then sees renamed columns under their old names.
    """
    since = [c for c in changes if part.metadata_version < c.version <= version]
    later = [c for c in changes if version < c.version <= part.metadata_version]
    if not since and not later:
        return part
    columns = list(part.columns)
    for change in since:
        columns = _changed(columns, change.name, change.new_name)
    for change in reversed(later):
        if change.new_name is not None:
            columns = _changed(columns, change.new_name, change.name)
    names = {name for c in (*since, *later) for name in (c.name, c.new_name) if name is not None}
    return replace(
        part,
        columns=tuple(columns),
        projections=_untouched(part, names),
        statistics=_followed(part, columns),
    )


def _followed(part: PartDescription, columns: Iterable[PartColumn]) -> dict[str, PartIndex]:
    """The statistics of the columns that are left, under their names."""
    names = {column.stored: column.name for column in columns}
    held = {c.name: names[c.stored] for c in part.columns if c.stored in names}
    return {held[name]: found for name, found in part.statistics.items() if name in held}


def _untouched(part: PartDescription, names: set[str]) -> dict[str, PartProjection]:
    """The projections that surely read none of the columns."""
    word = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    found = part.projections.items()
    return {name: one for name, one in found if not word.search(one.declaration)}


def _changed(columns: list[PartColumn], name: str, new_name: str | None) -> list[PartColumn]:
    if new_name is None:
        return [c for c in columns if c.name != name]
    return [replace(c, name=new_name) if c.name == name else c for c in columns]
