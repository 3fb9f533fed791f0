"""Random operations on partitions from several threads, with the times at which each one ran."""

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import sparktree

GENERATIONS = [0, 1, 2]  # partition p of table g<n> has 10 * (n + 1) rows
REGISTERS = ["r0", "r1"]  # tables whose partitions are replaced and dropped as a whole
PILES = ["m0", "m1", "m2"]  # tables between which parts move; each part has 2 ** n rows
PARTITIONS = [1, 2]
TOKENS = 4  # parts in each partition of the piles
ALLOWED = {"ABORTED"}  # what OPTIMIZE may end with while an operation holds its partition


@dataclass(frozen=True)
class Event:
    """A write of a register (`rows` are those that it leaves), or a read of it."""

    kind: str
    table: str
    partition: int
    rows: int
    began: float
    ended: float


class Worker:
    """One thread's random operations."""

    def __init__(self, db: sparktree.Engine, seed: int, merging: bool) -> None:
        self.db = db
        self.session = db.session()
        self.random = random.Random(seed)
        self.merging = merging
        self.events: list[Event] = []

    def run(self, count: int) -> None:
        actions: list[Callable[[], None]] = [
            self.replace, self.replace, self.replace, self.drop, self.detach, self.copy,
            self.move, self.move, self.there_and_back, self.look, self.look,
        ]  # fmt: skip
        if self.merging:
            actions.append(self.optimize)
        for _ in range(count):
            self.random.choice(actions)()

    def _write(self, table: str, partition: int, rows: int, statement: str) -> None:
        began = time.monotonic()
        self.session.query(statement)
        self.events.append(Event("write", table, partition, rows, began, time.monotonic()))

    def replace(self) -> None:
        table, partition = self.random.choice(REGISTERS), self.random.choice(PARTITIONS)
        generation = self.random.choice(GENERATIONS)
        statement = f"ALTER TABLE {table} REPLACE PARTITION {partition} FROM g{generation}"
        self._write(table, partition, 10 * (generation + 1), statement)

    def drop(self) -> None:
        table, partition = self.random.choice(REGISTERS), self.random.choice(PARTITIONS)
        self._write(table, partition, 0, f"ALTER TABLE {table} DROP PARTITION {partition}")

    def detach(self) -> None:
        table, partition = self.random.choice(REGISTERS), self.random.choice(PARTITIONS)
        self._write(table, partition, 0, f"ALTER TABLE {table} DETACH PARTITION {partition}")

    def copy(self) -> None:
        """Table c has what a register had at some moment, as a whole."""
        table, partition = self.random.choice(REGISTERS), self.random.choice(PARTITIONS)
        try:
            self.session.query(f"ALTER TABLE c REPLACE PARTITION {partition} FROM {table}")
        except sparktree.Error as error:
            assert "has no parts" in str(error), error

    def move(self) -> None:
        source, target = self.random.sample(PILES, 2)
        partition = self.random.choice(PARTITIONS)
        self.session.query(f"ALTER TABLE {source} MOVE PARTITION {partition} TO TABLE {target}")

    def there_and_back(self) -> None:
        table, partition = self.random.choice(PILES), self.random.choice(PARTITIONS)
        self.session.query(f"ALTER TABLE {table} DETACH PARTITION {partition}")
        self.session.query(f"ALTER TABLE {table} ATTACH PARTITION {partition}")

    def optimize(self) -> None:
        try:
            self.session.query(f"OPTIMIZE TABLE {self.random.choice(REGISTERS)} FINAL")
        except sparktree.Error as error:
            assert error.name in ALLOWED, error

    def look(self) -> None:
        """All tables at one instant, by one question to the catalog."""
        began = time.monotonic()
        rows = rows_now(self.db)
        ended = time.monotonic()
        for table in REGISTERS:
            for partition in PARTITIONS:
                found = rows.get((table, partition), 0)
                self.events.append(Event("read", table, partition, found, began, ended))
        check_wholes(rows)


def rows_now(db: sparktree.Engine) -> dict[tuple[str, int], int]:
    """The rows of every partition at one instant."""
    names = {table.uuid: table.name for table in db.services.catalog.tables.all()}
    rows: dict[tuple[str, int], int] = {}
    for part in db.services.catalog.parts.all():
        key = names[part.table], int(part.partition_id)
        rows[key] = rows.get(key, 0) + part.rows
    return rows


def check_wholes(rows: dict[tuple[str, int], int]) -> None:
    """Copies are whole generations; no part of the piles is in two places."""
    for partition in PARTITIONS:
        assert rows.get(("c", partition), 0) in {0, *(10 * (n + 1) for n in GENERATIONS)}
        piles = [rows.get((table, partition), 0) for table in PILES]
        # Every part has a bit of its own: no bit twice, and none that was never there.
        assert sum(piles) < 2**TOKENS and sum(piles) == piles[0] | piles[1] | piles[2], piles


def work(folder: str, seed: int, threads: int, count: int, merging: bool, log: str) -> None:
    """What one process does; its events go to a file."""
    with sparktree.connect(folder) as db:
        db.query("SYSTEM STOP MERGES")
        if merging:
            db.query("SYSTEM START MERGES")
        Path(log).write_text(
            json.dumps([asdict(e) for e in events(db, seed, threads, count, merging)])
        )


def events(db: sparktree.Engine, seed: int, threads: int, count: int, merging: bool) -> list[Event]:
    """The events of all threads; a failure in one of them is raised here."""
    workers = [Worker(db, seed * 100 + number, merging) for number in range(threads)]
    failures: list[BaseException] = []

    def run(worker: Worker) -> None:
        try:
            worker.run(count)
        except BaseException as error:  # noqa: BLE001  # told to the thread that waits
            failures.append(error)

    running = [threading.Thread(target=run, args=(worker,)) for worker in workers]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if failures:
        raise failures[0]
    return [event for worker in workers for event in worker.events]


def wrong_reads(found: list[Event]) -> list[Event]:
    """Reads of a register that no order of the writes explains."""
    wrong = []
    for read in [event for event in found if event.kind == "read"]:
        writes = [
            e for e in found
            if e.kind == "write" and (e.table, e.partition) == (read.table, read.partition)
        ]  # fmt: skip
        sources = [w for w in writes if w.rows == read.rows and w.began < read.ended]
        if not any(_lasts(w, read, writes) for w in sources):
            wrong.append(read)
    return wrong


def _lasts(write: Event, read: Event, writes: list[Event]) -> bool:
    """Whether no other write lies wholly between the write and the read."""
    return not any(w.began > write.ended and w.ended < read.began for w in writes)
