"""Mutated parts get their names and come in the place of those they were made of, at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from sparktree.catalog.records import Lease, Part
from sparktree.engines.services import Services
from sparktree.engines.writing import Written, finished_part
from sparktree.parts.description import PartDescription
from sparktree.parts.name import parse


def commit_mutated(
    services: Services,
    parts: Sequence[Part],
    made: Sequence[PartDescription],
    number: int,
    guard: Lease,
) -> list[Part]:
    """Swap the parts; ABORTED, and nothing changed, if one of them is gone meanwhile."""
    catalog, disks = services.catalog, services.disks
    record = catalog.tables.find_uuid(parts[0].table)
    assert record is not None
    rows = catalog.parts.prepare([_mutated(part, number) for part in parts])
    try:
        now = time.time()
        finished = [
            finished_part(Written(record, row.disk, part), row, disks[row.disk], now)
            for row, part in zip(rows, made, strict=True)
        ]
        return catalog.parts.commit(finished, parts, guard=guard)
    except BaseException:
        for row in rows:
            disks[row.disk].remove(row.path)
        catalog.parts.abort(rows)
        raise


def _mutated(part: Part, number: int) -> Part:
    name = str(replace(parse(part.name), mutation=number))
    return replace(
        part,
        name=name,
        mutation=number,
        path=f"store/{part.table}/{name}",
        uuid="",
        removed=None,
        removed_version=None,
    )
