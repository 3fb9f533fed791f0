"""The catalog alone, as parts become many: CPU time and statements of what every query and commit
asks of it. `python -m benchmarks.catalog [--parts 100 1000 4000] [--catalog postgresql://...]`
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sqlalchemy import event

from sparktree.catalog import Catalog, NewPart, Table, new_uuid
from sparktree.catalog.records import Part, Swap

_TIMES = 5
_META = '{"columns": "' + "x" * 3000 + '"}'  # about as long as those of a table of 20 columns


def fill(catalog: Catalog, count: int) -> Table:
    """A table of so many parts, one in each partition."""
    create = "CREATE TABLE t (a Int32) ENGINE = MergeTree ORDER BY a"
    table = catalog.tables.create(Table(new_uuid(), "default", f"t{count}", "MergeTree", create))
    news = [NewPart(str(number), partition=str(number)) for number in range(count)]
    parts = catalog.parts.allocate(table.uuid, news)
    catalog.parts.commit([replace(part, meta=_META, rows=20) for part in parts])
    return table


def insert(catalog: Catalog, table: Table) -> list[Part]:
    """One part more."""
    parts = catalog.parts.allocate(table.uuid, [NewPart("0", partition="0")])
    return catalog.parts.commit([replace(part, meta=_META) for part in parts])


class Meter:
    """What an action costs: the least CPU time of some, its elapsed time, its statements."""

    def __init__(self, catalog: Catalog) -> None:
        self.statements = 0
        event.listen(catalog._store.engine, "before_cursor_execute", self._count)

    def _count(self, *_: object) -> None:
        self.statements += 1

    def line(self, name: str, action: Callable[[], object]) -> str:
        found = []
        for _ in range(_TIMES):
            before, cpu, began = self.statements, time.process_time(), time.perf_counter()
            action()
            elapsed = time.perf_counter() - began
            found.append((time.process_time() - cpu, elapsed, self.statements - before))
        cpu, elapsed, statements = min(found)
        return f"{name:<40} {cpu * 1000:9.1f} ms CPU {elapsed * 1000:9.1f} ms {statements:5}"


def measure(catalog: Catalog, count: int) -> None:
    """All figures for a table of so many parts."""
    table = fill(catalog, count)
    meter = Meter(catalog)
    print(f"== {count} parts in {count} partitions: CPU and elapsed time, statements")
    catalog.snapshot(table.uuid).release()
    print(meter.line("snapshot, nothing changed", lambda: catalog.snapshot(table.uuid).release()))
    print(meter.line("insert of one part", lambda: insert(catalog, table)))

    def changed() -> None:
        insert(catalog, table)
        catalog.snapshot(table.uuid).release()

    print(meter.line("the same and a snapshot", changed))
    numbers = iter(range(1, count))

    def drop() -> None:
        catalog.parts.swap(Swap(drop=((table.uuid, str(next(numbers))),)))

    print(meter.line("drop of a partition", drop))

    def merge() -> None:
        some = [part for part in catalog.snapshot(table.uuid).parts if part.partition_id == "0"]
        name = f"0_{some[0].min_block}_{some[-1].max_block}_{some[-1].level + 9}"
        made = replace(
            some[0], uuid="", name=name, max_block=some[-1].max_block, level=some[-1].level + 9
        )
        (row,) = catalog.parts.prepare([made])
        catalog.parts.commit([replace(row, meta=_META)], some)
        insert(catalog, table)

    print(meter.line("a merge, and an insert", merge))
    print(meter.line("all descriptions (system.parts)", lambda: catalog.parts.all(table.uuid)))
    print(meter.line("partitions and their sizes", lambda: catalog.parts.counts(table.uuid)))
    print(meter.line("tables with parts to merge", catalog.parts.crowded_tables))
    print(meter.line("the first of outdated parts", catalog.parts.first_removals))
    print(meter.line("cleanup", lambda: catalog.claim_removable(table.uuid, 1000)))


def main() -> None:
    """Measure."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--parts", type=int, nargs="+", default=[100, 1000, 4000, 20000])
    asked.add_argument("--catalog", default=None)
    given = asked.parse_args()
    for count in given.parts:
        with (
            tempfile.TemporaryDirectory() as folder,
            Catalog.open(given.catalog, Path(folder), heartbeat=600) as catalog,
        ):
            measure(catalog, count)


if __name__ == "__main__":
    main()
