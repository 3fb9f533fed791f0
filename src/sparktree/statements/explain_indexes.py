"""EXPLAIN indexes = 1: what each index of each table leaves to read, as ClickHouse shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sparktree.engines.merge_tree import MergeTreeTable
from sparktree.engines.projections.choosing import Considered, ProjectionRead
from sparktree.engines.pruning import Pruned
from sparktree.engines.pruning_report import IndexUse
from sparktree.planner.nodes import Query, Scan
from sparktree.sql.statements.other import Explain
from sparktree.statements.limits import scans

Tables = list[tuple[Scan, MergeTreeTable, Pruned]]


def enabled(statement: Explain, name: str, default: bool = False) -> bool:
    """Whether a setting of EXPLAIN is on."""
    values = [setting.value for setting in statement.settings if setting.name == name]
    return bool(int(str(values[-1]))) if values else default


def index_lines(statement: Explain, query: Query) -> list[str]:
    """The tables of a planned query with their indexes: lines, or one JSON text."""
    tables = _tables(query)
    described = enabled(statement, "description", default=True)
    if enabled(statement, "json"):
        content = [{"Plan": _table_json(*t, statement, described)} for t in tables]
        content += [
            {"Plan": {"Node Type": "ReadFromMergeTree", "Description": read.name}}
            for _, read in _projected(query)
        ]
        return [json.dumps(content, indent=2, ensure_ascii=False)]
    lines = ["Output: " + ", ".join(c.name for c in query.columns)]
    for _, table, pruned in tables:
        lines += ["", f"ReadFromMergeTree{f' ({table.name})' if described else ''}"]
        lines += [f"   {line}" for line in _table_lines(table, pruned, statement)]
        if enabled(statement, "projections") and table.considered:
            lines += ["   Projections:", *(f"     {line}" for line in _considered_lines(table))]
    for table, read in _projected(query):
        lines += ["", f"ReadFromMergeTree{f' ({read.name})' if described else ''}"]
        lines += [f"   {line}" for line in _table_lines(table, read.pruned, statement)]
    return lines


def _tables(query: Query) -> Tables:
    found: Tables = []
    for scan in scans(query.root):
        source = scan.source
        if not isinstance(source, MergeTreeTable) or source.pruned is None:
            continue
        if source.projected is None or source.pruned.scans:
            found.append((scan, source, source.pruned))
    return found


def _projected(query: Query) -> Iterator[tuple[MergeTreeTable, ProjectionRead]]:
    """The projections that are read instead of tables, or beside them."""
    for scan in scans(query.root):
        source = scan.source
        if isinstance(source, MergeTreeTable) and source.projected is not None:
            yield source, source.projected


def _considered_lines(table: MergeTreeTable) -> Iterator[str]:
    for name, values in map(_considered, table.considered):
        yield f"Name: {name}"
        yield from (f"  {key.removeprefix('Selected ')}: {value}" for key, value in values.items())


def _considered(one: Considered) -> tuple[str, dict[str, Any]]:
    """A projection that would do, as EXPLAIN shows it."""
    pruned = one.candidate.pruned
    found: dict[str, Any] = {"Description": one.text}
    for use in pruned.report.uses:
        if use.kind == "PrimaryKey":
            found["Condition"] = use.text
            if use.search is not None:
                found["Search Algorithm"] = use.search
    found |= {
        "Selected Parts": pruned.report.parts,
        "Selected Marks": pruned.granules_left,
        "Selected Ranges": pruned.report.ranges,
        "Selected Rows": pruned.rows,
        "Filtered Parts": 0,
    }
    return one.candidate.projection.name, found


def _table_lines(table: MergeTreeTable, pruned: Pruned, statement: Explain) -> Iterator[str]:
    report = pruned.report
    order = table.in_order if table.projected is None else None
    yield f"Read type: {order.read_type if order is not None else 'Default'}"
    yield f"Parts: {report.parts} | Granules: {report.granules}"
    yield "Output: " + ", ".join(table.shown)
    if not report.uses or not enabled(statement, "indexes"):
        return
    yield "Indexes:"
    for use in report.uses:
        yield from (f"  {line}" for line in _use_lines(use))
    yield f"  Ranges: {report.ranges}"


def _use_lines(use: IndexUse) -> Iterator[str]:
    yield use.kind
    if use.index is not None:
        yield f"  Name: {use.index.name}"
        yield f"  Description: {use.index.type} GRANULARITY {use.index.granularity}"
    if use.index is None and use.keys:
        yield "  Keys:"
        yield from (f"    {key}" for key in use.keys)
    if use.text is not None:
        yield f"  Condition: {use.text}"
    yield f"  Parts: {use.after[0]}/{use.before[0]}"
    yield f"  Granules: {use.after[1]}/{use.before[1]}"
    if use.search is not None:
        yield f"  Search Algorithm: {use.search}"


def _table_json(
    scan: Scan, table: MergeTreeTable, pruned: Pruned, statement: Explain, described: bool
) -> dict[str, Any]:
    found: dict[str, Any] = {"Node Type": "ReadFromMergeTree"}
    if described:
        found["Description"] = table.name
    if enabled(statement, "header"):
        found["Header"] = [{"Name": c.name, "Type": str(c.type)} for c in scan.columns]
    if enabled(statement, "indexes") and pruned.report.uses:
        found["Indexes"] = [_use_json(use) for use in pruned.report.uses]
    if enabled(statement, "projections") and table.considered:
        shown = map(_considered, table.considered)
        found["Projections"] = [{"Name": name, **values} for name, values in shown]
    return found


def _use_json(use: IndexUse) -> dict[str, Any]:
    found: dict[str, Any] = {"Type": use.kind}
    if use.index is not None:
        found["Name"] = use.index.name
        found["Description"] = f"{use.index.type} GRANULARITY {use.index.granularity}"
    if use.index is None and use.keys:
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
