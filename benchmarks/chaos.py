"""Many clients of one server at once, who insert, merge, mutate, delete, move partitions and read.

`python -m benchmarks.chaos [--seconds N] [--clients N] [--seed S]`

Every read has to be consistent: batches are there whole, what was acknowledged is there, what was
deleted is gone, a partition is in one place or the other. The log tells what was done and what was
wrong; the exit code is 1 if anything was.
"""

import argparse
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable

from benchmarks.common import folder
from benchmarks.server import Client, memory, server

BATCH = 96  # rows of an INSERT; in each partition half of them are the others with another sign
BUCKETS = 4  # partitions of the table that is inserted into
PIECE = BATCH // BUCKETS  # rows of a batch over all partitions in one of them
_FEW = 50  # batches that are left where they are
HELD = 500  # rows of each partition that moves
MOVING = 6  # partitions that move
# Who comes second to a part or a partition is told so, and may come again.
_AGAIN = {
    236: "ABORTED", 384: "PART_IS_TEMPORARILY_LOCKED", 517: "CANNOT_ASSIGN_ALTER",
    388: "CANNOT_ASSIGN_OPTIMIZE", 341: "UNFINISHED", 252: "TOO_MANY_PARTS",
}  # fmt: skip
_NOTHING = "has no parts in partition"  # REPLACE PARTITION takes none for nothing
_LEDGER = (
    "CREATE TABLE ledger (bucket UInt8, client UInt16, seq UInt32, n Int64, v Int64)"
    " ENGINE = MergeTree PARTITION BY bucket ORDER BY (client, seq)"
)
_MOVED = (
    "CREATE TABLE {} (p UInt8, gen UInt32, v Int64) ENGINE = MergeTree PARTITION BY p ORDER BY v"
)

Batch = tuple[int, int]  # the client that inserted it, and which of its batches it is


class Books:
    """What clients know to be true of the ledger."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._there: set[Batch] = set()  # acknowledged, and nobody has begun to delete them
        self._going: set[Batch] = set()  # which somebody has begun to delete, part by part
        self._gone: set[Batch] = set()  # deleted, and that was acknowledged
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.ends = 0.0

    def inserted(self, batch: Batch) -> None:
        with self._lock:
            self._there.add(batch)

    def take(self) -> Batch | None:
        """A batch that is going to be deleted."""
        with self._lock:
            if len(self._there) < _FEW:
                return None
            batch = self._there.pop()
            self._going.add(batch)
            return batch

    def deleted(self, batch: Batch) -> None:
        with self._lock:
            self._gone.add(batch)

    def known(self) -> tuple[set[Batch], set[Batch]]:
        """What is there, and what is gone."""
        with self._lock:
            return set(self._there), set(self._gone)

    def is_going(self, batch: Batch) -> bool:
        """Whether it may be there in parts."""
        with self._lock:
            return batch in self._going

    def count(self, what: str) -> None:
        with self._lock:
            self.done[what] += 1

    def complain(self, what: str) -> None:
        with self._lock:
            self.wrong.append(what)
        print(f"WRONG {what}", flush=True)

    def goes_on(self) -> bool:
        return time.monotonic() < self.ends


class Worker:
    """One client, which does one thing until the time is over."""

    def __init__(self, port: int, number: int, books: Books, seed: int) -> None:
        self.port, self.number, self.books = port, number, books
        self.random = random.Random(seed * 1000 + number)
        self._client = Client(port)

    def run(self, step: Callable[["Worker"], None]) -> None:
        while self.books.goes_on():
            try:
                step(self)
            except Exception as error:  # noqa: BLE001  # one client's failure is told, others go on
                self.books.complain(f"client {self.number} ({step.__name__}): {error!r}")
                self._client = Client(self.port)

    def ask(self, statement: str) -> list[list[str]] | None:
        """The rows of a statement; None if it has to be tried again."""
        status, code, data = self._client.answer(statement, fields="&async_insert=0")
        text = data.decode()
        if status == 200:
            return [line.split("\t") for line in text.splitlines()]
        if _NOTHING in text:
            return []
        if code not in _AGAIN:
            raise AssertionError(f"{statement[:200]}: {text[:500]}")
        self.books.count(f"told to come again ({_AGAIN[code]})")
        time.sleep(0.05)
        return None


def insert(worker: Worker) -> None:
    """A batch into one bucket, or over all of them."""
    seq = worker.random.randrange(1 << 31)
    everywhere = worker.random.random() < 0.2
    bucket = f"number % {BUCKETS}" if everywhere else str(worker.random.randrange(BUCKETS))
    rows = f"SELECT {bucket}, {worker.number}, {seq}, 0, if(intDiv(number, {BUCKETS}) % 2, 1, -1)"
    rows += f" * (intDiv(number, {2 * BUCKETS}) + 1) FROM numbers({BATCH})"
    if worker.ask(f"INSERT INTO ledger {rows}") is not None:
        worker.books.inserted((worker.number, seq))
        worker.books.count("inserts")


def mutate(worker: Worker) -> None:
    """Every row of a batch gets the same new values."""
    part = worker.random.randrange(8)
    change = worker.random.choice(["v = -v", "v = v * 1", "n = n + 1"])
    sync = worker.random.randrange(2)
    statement = f"ALTER TABLE ledger UPDATE {change} WHERE seq % 8 = {part}"
    if worker.ask(f"{statement} SETTINGS mutations_sync = {sync}") is not None:
        worker.books.count("mutations")
    time.sleep(worker.random.random())


def merge(worker: Worker) -> None:
    """What OPTIMIZE finds to merge in a bucket."""
    if (
        worker.ask(f"OPTIMIZE TABLE ledger PARTITION {worker.random.randrange(BUCKETS)}")
        is not None
    ):
        worker.books.count("OPTIMIZE")
    time.sleep(worker.random.random())


def delete(worker: Worker) -> None:
    """A whole batch goes; its rows are nowhere afterwards."""
    batch = worker.books.take()
    if batch is None:
        time.sleep(0.2)
        return
    where = f"client = {batch[0]} AND seq = {batch[1]}"
    heavy = f"ALTER TABLE ledger DELETE WHERE {where} SETTINGS mutations_sync = 1"
    light = f"DELETE FROM ledger WHERE {where}"
    statement = worker.random.choice([heavy, light])
    while worker.ask(statement) is None:
        pass
    worker.books.deleted(batch)
    worker.books.count("deletes")


def read(worker: Worker) -> None:
    """Batches are whole; what was there before the read and is not deleted is there."""
    there, gone = worker.books.known()
    found = worker.ask("SELECT client, seq, count(), sum(v) FROM ledger GROUP BY client, seq")
    if found is None:
        return
    still, _ = worker.books.known()
    seen = set()
    for client, seq, count, total in found:
        batch = int(client), int(seq)
        seen.add(batch)
        whole = int(count) == BATCH or worker.books.is_going(batch)
        if not whole or int(count) % PIECE or int(total):
            worker.books.complain(f"batch {client}/{seq}: {count} rows with the sum {total}")
    for batch in (there & still) - seen:
        worker.books.complain(f"batch {batch} is lost")
    for batch in gone & seen:
        worker.books.complain(f"batch {batch} came back")
    worker.books.count("reads of all batches")


def look(worker: Worker) -> None:
    """Sums over everything, and over a bucket."""
    where = worker.random.choice(["", "WHERE v > -1000", "PREWHERE client >= 0"])
    found = worker.ask(f"SELECT sum(v), count() % {PIECE} FROM ledger {where}")
    if found is not None:
        if found != [["0", "0"]]:
            worker.books.complain(f"sum and rest of all rows: {found}")
        worker.books.count("reads of sums")


def move(worker: Worker) -> None:
    """A partition goes from one table to the other, away and back, or is replaced."""
    p = worker.random.randrange(MOVING)
    source, target = worker.random.sample(["left", "right"], 2)
    step = worker.random.choice(
        [
            [f"ALTER TABLE {source} MOVE PARTITION {p} TO TABLE {target}"],
            [f"ALTER TABLE {source} DETACH PARTITION {p}",
             f"ALTER TABLE {source} ATTACH PARTITION {p}"],
            [f"OPTIMIZE TABLE {source} PARTITION {p} FINAL"],
            [f"ALTER TABLE copies REPLACE PARTITION {p} FROM {source}"],
            [f"ALTER TABLE {source} UPDATE gen = gen + 1 WHERE p = {p} SETTINGS mutations_sync=1"],
        ]
    )  # fmt: skip
    for statement in step:
        while worker.ask(statement) is None and worker.books.goes_on():
            pass
    worker.books.count("operations on partitions")


def look_at_partitions(worker: Worker) -> None:
    """A partition is in a table whole or not at all."""
    name = worker.random.choice(["left", "right", "copies"])
    found = worker.ask(f"SELECT p, count(), uniqExact(gen), sum(v) FROM {name} GROUP BY p")
    for p, count, _, total in found or ():
        if int(count) % HELD or int(total):
            worker.books.complain(f"partition {p} of {name}: {count} rows with the sum {total}")
    worker.books.count("reads of partitions")


STEPS: tuple[Callable[[Worker], None], ...] = (
    insert, insert, read, move, insert, mutate, look, delete, look_at_partitions, insert, merge,
    move,
)  # fmt: skip


def prepare(client: Client) -> None:
    """The tables, and the partitions that move."""
    client.ask(_LEDGER)
    for name in ("left", "right", "copies"):
        client.ask(_MOVED.format(name))
    rows = f"SELECT number % {MOVING}, 0, if(intDiv(number, {MOVING}) % 2, 1, -1) * "
    rows += f"intDiv(number, {2 * MOVING}) FROM numbers({HELD * MOVING})"
    client.ask(f"INSERT INTO left {rows}")


def check_end(client: Client, books: Books) -> None:
    """What is left when all clients are gone."""
    there, gone = books.known()
    client.ask("OPTIMIZE TABLE ledger FINAL")
    text = client.ask("SELECT DISTINCT client, seq FROM ledger").decode()
    seen = {(int(a), int(b)) for a, b in (line.split("\t") for line in text.splitlines())}
    for what, batches in (("lost", there - seen), ("back", gone & seen)):
        for batch in batches:
            books.complain(f"in the end batch {batch} is {what}")
    for name in ("left", "right"):  # a client may have ended between DETACH and ATTACH
        for p in range(MOVING):
            client.ask(f"ALTER TABLE {name} ATTACH PARTITION {p}")
    count = client.ask("SELECT count() FROM (SELECT v FROM left UNION ALL SELECT v FROM right)")
    if int(count) != HELD * MOVING:
        books.complain(f"in the end {int(count)} rows of {HELD * MOVING} are in both tables")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--clients", type=int, default=24)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    books = Books()
    with folder() as place, server(str(place)) as served:
        port = served.http
        prepare(Client(port))
        books.ends = time.monotonic() + chosen.seconds
        workers = [Worker(port, number, books, chosen.seed) for number in range(chosen.clients)]
        threads = [
            threading.Thread(target=worker.run, args=(STEPS[worker.number % len(STEPS)],))
            for worker in workers
        ]
        for thread in threads:
            thread.start()
        while books.goes_on():
            time.sleep(min(30.0, max(0.1, books.ends - time.monotonic())))
            told = ", ".join(f"{what} {count}" for what, count in sorted(books.done.items()))
            print(f"{time.strftime('%T')} memory {memory(served.pid):.0f} MiB; {told}", flush=True)
        for thread in threads:
            thread.join()
        check_end(Client(port), books)
    print(f"{len(books.wrong)} wrong", flush=True)
    return 1 if books.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
