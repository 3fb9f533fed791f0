"""Drivers on several machines under a random load, some of them killed, compared with a model.

`python -m tests.unit.catalog.load --seconds 600 --catalog postgresql://...` runs it longer. A part
is a folder with a file of numbers, each inserted once; what became of them is told by the logs that
the drivers write before and after each commit.
"""

import argparse
import json
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from sparktree.catalog import Catalog, NewPart, Table, leases, new_uuid, owners
from sparktree.catalog.records import Lease, Part
from sparktree.engines.jobs import partition_keys
from sparktree.errors import Code, Error
from tests.unit.catalog.workers import Place, start

TABLES, PARTITIONS = 3, ("a", "b")
_SILENCE = 3.0  # until a driver elsewhere counts as dead; also what a lease lasts
# What somebody else was faster with, or what a driver that died left half done.
_LOST = (Code.ABORTED, Code.DEADLOCK_AVOIDED, Code.DUPLICATE_DATA_PART)


@dataclass
class Load:
    """One driver."""

    catalog: Catalog
    folder: Path
    log: Path
    random: random.Random
    numbers: Iterator[int]

    def insert(self, table: str) -> None:
        news = [NewPart(p) for p in PARTITIONS if self.random.random() < 0.7]
        parts = self.catalog.parts.allocate(table, news)
        rows = {part.uuid: [next(self.numbers) for _ in range(3)] for part in parts}
        self.note("insert", [n for some in rows.values() for n in some])
        self.commit(parts, [], rows)

    def merge(self, table: str) -> None:
        with self.catalog.snapshot(table) as snapshot:
            wanted = self.random.choice(PARTITIONS)
            parts = [p for p in snapshot.parts if p.partition_id == wanted][:4]
            if len(parts) < 2:
                return
            lease = partition_keys.claim(self.catalog.leases, parts, "merge")
            if lease is None:
                return
            try:
                first, last = parts[0], parts[-1]
                level = max(part.level for part in parts) + 1
                name = f"{wanted}_{first.min_block}_{last.max_block}_{level}"
                made = replace(
                    first, uuid="", name=name, max_block=last.max_block, level=level,
                    path=f"store/{table}/{name}",
                )  # fmt: skip
                (row,) = self.catalog.parts.prepare([made])
                rows = {row.uuid: [n for part in parts for n in self.read(part)]}
                self.note("merge", [])
                self.commit([row], parts, rows, lease)
            finally:
                self.catalog.leases.release(lease)

    def drop(self, table: str) -> None:
        place = table, self.random.choice(PARTITIONS)
        keys = [partition_keys.lock_key(place), partition_keys.stop_key(place)]
        with (
            self.catalog.leases.held(keys, "drop", timeout=5) as lease,
            self.catalog.snapshot(table) as snapshot,
        ):
            parts = [part for part in snapshot.parts if part.partition_id == place[1]][:2]
            gone = [n for part in parts for n in self.read(part)]
            self.note("drop", gone)
            self.catalog.parts.commit([], parts, guard=lease)
            self.note("done", [])

    def exchange(self, table: str) -> None:
        """Two names change places, whatever table was chosen."""
        first, second = self.random.sample(range(TABLES), 2)
        self.catalog.tables.exchange(("default", f"t{first}"), ("default", f"t{second}"))

    def look(self, table: str) -> None:
        with self.catalog.snapshot(table) as snapshot:
            time.sleep(0.02)
            found = Counter(n for part in snapshot.parts for n in self.read(part))
            assert not found or max(found.values()) == 1, f"{found.most_common(1)} is there twice"

    def clean(self, table: str) -> None:
        for part in self.catalog.recover():
            shutil.rmtree(self.folder / part.path, ignore_errors=True)
            self.catalog.parts.forget([part])
        gone = self.catalog.claim_removable(table, 0)
        for part in gone:
            shutil.rmtree(self.folder / part.path, ignore_errors=True)
        self.catalog.parts.forget(gone)

    def commit(
        self,
        parts: list[Part],
        instead: list[Part],
        rows: dict[str, list[int]],
        lease: Lease | None = None,
    ) -> None:
        """Files first, the commit then, as the engine does."""
        for part in parts:
            (self.folder / part.path).mkdir(parents=True)
            (self.folder / part.path / "rows").write_text(json.dumps(rows[part.uuid]))
        try:
            self.catalog.parts.commit(parts, instead, guard=lease)
        except Error:
            for part in self.catalog.parts.uncommitted(parts):
                shutil.rmtree(self.folder / part.path, ignore_errors=True)
                self.catalog.parts.abort([part])
            raise
        self.note("done", [])

    def read(self, part: Part) -> list[int]:
        found: list[int] = json.loads((self.folder / part.path / "rows").read_text())
        return found

    def note(self, what: str, rows: list[int]) -> None:
        with self.log.open("a") as log:
            log.write(json.dumps([what, rows]) + "\n")

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        work = [self.insert] * 4 + [self.merge] * 4 + [self.look] * 3 + [self.clean] * 2
        work += [self.drop, self.exchange]
        while time.monotonic() < end:
            table = self.catalog.tables.get("default", f"t{self.random.randrange(TABLES)}").uuid
            try:
                self.random.choice(work)(table)
            except Error as error:
                if error.code not in _LOST:
                    raise
                self.note("failed", [])


def drive(place: Place, number: int, ahead: float, seconds: float) -> None:
    """A driver on a machine of its own, with a clock of its own."""
    true = time.time
    time.time = lambda: true() + ahead
    owners._process_namespace = lambda: f"machine {number}"
    owners.SILENCE_SECONDS = leases.LEASE_SECONDS = _SILENCE
    log = place.folder / "logs" / str(number)
    with Catalog.open(place.url, place.folder, heartbeat=0.3) as catalog:
        seeded, numbers = random.Random(number), iter(range(number * 1_000_000, 10**12))
        try:
            Load(catalog, place.folder, log, seeded, numbers).run(seconds)
        except FileNotFoundError as error:
            # Whoever was taken for dead, being slow, has lost its hold on what it reads.
            if any(owner.id == catalog.owner for owner in catalog.owners.all()):
                raise AssertionError(f"what a driver held was deleted: {error}") from error


@dataclass
class Model:
    """What must be there, and what may be, by the logs."""

    there: set[int] = field(default_factory=set)
    perhaps: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    commits: int = 0

    def read(self, log: Path) -> None:
        begun: tuple[str, list[int]] | None = None
        for line in [*log.read_text().splitlines(), '["end", []]']:
            what, rows = json.loads(line)
            if begun is not None and what == "done":
                self.commits += 1
                self._change(*begun, sure=True)
            elif begun is not None and what == "end":
                self._change(*begun, sure=False)
            # A commit that failed with an Error changed nothing.
            begun = (what, rows) if what in ("insert", "merge", "drop") else None

    def _change(self, what: str, rows: list[int], *, sure: bool) -> None:
        if what == "insert":
            (self.there if sure else self.perhaps).update(rows)
        elif what == "drop" and sure:
            self.gone |= set(rows)
        elif what == "drop":
            self.perhaps |= set(rows)


def run(place: Place, drivers: int, seconds: float, seed: int) -> tuple[int, int]:
    """So many drivers at a time; how many commits and kills there were. Fails if a row is lost."""
    chance = random.Random(seed)
    (place.folder / "logs").mkdir()
    with Catalog.open(place.url, place.folder) as catalog:
        for number in range(TABLES):
            catalog.tables.create(Table(new_uuid(), "default", f"t{number}", "MergeTree", "CREATE"))
    end, kills, started = time.monotonic() + seconds, 0, 0
    running: list[ForkServerProcess] = []
    while time.monotonic() < end:
        while len(running) < drivers:
            started += 1
            left = max(end - time.monotonic(), 0.1)
            ahead = chance.choice((-3600.0, 0.0, 0.0, 3600.0))
            running.append(start(drive, place, started, ahead, left))
        time.sleep(min(chance.uniform(1.0, 4.0), max(end - time.monotonic(), 0.0)))
        victim = running.pop(chance.randrange(len(running)))
        if time.monotonic() < end:
            victim.kill()
            kills += 1
        victim.join(60)
        assert victim.exitcode in (0, -9), f"a driver failed: {victim.exitcode}"
    for one in running:
        one.join(60)
        assert one.exitcode == 0, f"a driver failed: {one.exitcode}"
    return _compare(place), kills


def _compare(place: Place) -> int:
    model = Model()
    for log in (place.folder / "logs").iterdir():
        model.read(log)
    owners.SILENCE_SECONDS, before = _SILENCE, owners.SILENCE_SECONDS
    time.sleep(_SILENCE + 0.5)  # until the killed ones count as dead
    try:
        with Catalog.open(place.url, place.folder) as catalog:
            mine = Load(catalog, place.folder, Path(os.devnull), random.Random(), iter(()))
            uuids = [table.uuid for table in catalog.tables.all()]
            for uuid in uuids:
                mine.clean(uuid)
            active = [part for uuid in uuids for part in catalog.parts.all(uuid)]
            found = Counter(n for part in active for n in mine.read(part))
            assert not found or max(found.values()) == 1
            assert model.there - model.gone - model.perhaps <= set(found)
            assert set(found) <= (model.there | model.perhaps) - (model.gone - model.perhaps)
            folders = {
                f"store/{one.parent.name}/{one.name}" for one in place.folder.glob("store/*/*")
            }
            assert {part.path for part in active} == folders
            assert catalog.leases.all() == [] and len(catalog.owners.all()) == 1
    finally:
        owners.SILENCE_SECONDS = before
    return model.commits


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=600)
    asked.add_argument("--drivers", type=int, default=3)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--catalog", required=True)
    given = asked.parse_args()
    place_ = Place(given.catalog, Path(tempfile.mkdtemp(prefix="sparktree-load-")))
    commits, killed = run(place_, given.drivers, given.seconds, given.seed)
    print(f"{commits} commits by {given.drivers} drivers at a time, {killed} of them killed")
