"""EXPLAIN indexes = 1: what each index of each table leaves to read, as ClickHouse shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sparktree.planner.expr import Column
from sparktree.planner.scan_reports import Considered, IndexUse, PartsRead
from sparktree.sql.statements.other import Explain

_ALIASES = {"indexes": ("indexes", "indices")}


def enabled(statement: Explain, name: str, default: bool = False) -> bool:
    """Whether a setting of EXPLAIN is on."""
    names = _ALIASES.get(name, (name,))
    values = [setting.value for setting in statement.settings if setting.name in names]
    return bool(int(str(values[-1]))) if values else default


def considered_lines(projections: Sequence[Considered]) -> Iterator[str]:
    """The projections that would do, and why one was chosen."""
    for name, values in map(_considered, projections):
        yield f"Name: {name}"
        yield from (f"  {key.removeprefix('Selected ')}: {value}" for key, value in values.items())


def _considered(one: Considered) -> tuple[str, dict[str, Any]]:
    """A projection that would do, as EXPLAIN shows it."""
    read = one.read
    found: dict[str, Any] = {"Description": one.text}
    for use in read.indexes:
        if use.kind == "PrimaryKey":
            found["Condition"] = use.text
            if use.search is not None:
                found["Search Algorithm"] = use.search
    found |= {
        "Selected Parts": read.parts,
        "Selected Marks": read.marks,
        "Selected Ranges": read.ranges,
        "Selected Rows": read.rows,
        "Filtered Parts": one.parts_ruled_out,
    }
    return read.name, found


def index_lines(read: PartsRead) -> Iterator[str]:
    """What each index leaves to read."""
    if read.indexes:
        yield "Indexes:"
        for use in read.indexes:
            yield from (f"  {line}" for line in _use_lines(use))
        yield f"  Ranges: {read.ranges}"


def _use_lines(use: IndexUse) -> Iterator[str]:
    yield use.kind
    if use.name is not None:
        yield f"  Name: {use.name}"
        yield f"  Description: {use.description}"
    elif use.keys:
        yield "  Keys:"
        yield from (f"    {key}" for key in use.keys)
    if use.text is not None:
        yield f"  Condition: {use.text}"
    yield f"  Parts: {use.after[0]}/{use.before[0]}"
    yield f"  Granules: {use.after[1]}/{use.before[1]}"
    if use.search is not None:
        yield f"  Search Algorithm: {use.search}"


def merge_tree_json(
    statement: Explain,
    read: PartsRead,
    columns: Sequence[Column],
    projections: Sequence[Considered],
) -> dict[str, Any]:
    """What JSON tells of a reading, and of the projections that were considered before it."""
    found: dict[str, Any] = {}
    if enabled(statement, "header"):
        found["Header"] = [{"Name": c.name, "Type": str(c.type)} for c in columns]
    if enabled(statement, "indexes") and read.indexes:
        found["Indexes"] = [_use_json(use) for use in read.indexes]
    if enabled(statement, "projections") and projections:
        shown = map(_considered, projections)
        found["Projections"] = [{"Name": name, **values} for name, values in shown]
    return found


def _use_json(use: IndexUse) -> dict[str, Any]:
    found: dict[str, Any] = {"Type": use.kind}
    if use.name is not None:
        found["Name"] = use.name
        found["Description"] = use.description
    elif use.keys:
        found["Keys"] = use.keys
    if use.text is not None:
        found["Condition"] = use.text
    if use.search is not None:
        found["Search Algorithm"] = use.search
    found |= {
        "Initial Parts": use.before[0],
        "Selected Parts": use.after[0],
        "Initial Granules": use.before[1],
        "Selected Granules": use.after[1],
    }
    return found
