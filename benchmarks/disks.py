"""Tables on S3, through a cache, encrypted, and moved, against ClickHouse's own s3 disk and `cp`.

`python -m benchmarks.disks [--rows N] [--runs N] [--parts reading,moving,...]`. Every comparison
is made in one run; both ask the same S3 server (rclone), each through a proxy that counts requests
and bytes. Counts are those of the first run and of a later one, seconds those of the best run.
"""

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import DECLARATION, arguments, best, folder, table, timed
from tests.oracle import Oracle
from tests.storage.object_storages import s3
from tests.storage.storages import connected, local, policy, section, volume
from tests.stores.servers import Bucket, proxied, served

CREATE = f"CREATE TABLE {{}} ({DECLARATION}) ENGINE = MergeTree ORDER BY id SETTINGS {{}}"
ROWS = (
    "SELECT number, number * 7919 % 5000, concat('user_', toString(number * 104729 % 200000)),"
    " number * 1299709 % 2000000, number * 15485863 % 1000003 / 7, number % 8640000"
    " FROM numbers({})"
)
QUERIES = {
    "scan of two columns": "SELECT sum(u), avg(v) FROM {}",
    "scan of a string": "SELECT max(s) FROM {}",
    "point query": "SELECT s, u FROM {} WHERE id = {from} + 7",
    "range of 1 %": "SELECT sum(u) FROM {} WHERE id BETWEEN {from} AND {to}",
}
KEY = "<key>1234567812345678</key>"
Ask = Callable[[str], Any]
Cells = list[tuple[object, ...]]


@dataclass
class Bench:
    """The engine, ClickHouse, and a bucket of each."""

    rows: int
    runs: int
    path: Path
    db: sparktree.Engine
    oracle: Oracle
    ours: Bucket
    theirs: Bucket

    def fill(self, ask: Ask, name: str, settings: str) -> None:
        """A table of one part."""
        ask(CREATE.format(name, settings))
        ask(f"INSERT INTO {name} {ROWS.format(self.rows)}")
        ask(f"OPTIMIZE TABLE {name} FINAL")
        ask(f"SYSTEM STOP MERGES {name}")

    def query(self, text: str, name: str) -> str:
        """A query over a table."""
        return text.format(
            name, **{"from": self.rows // 2, "to": self.rows // 2 + self.rows // 100}
        )


def counted(bucket: Bucket, action: Callable[[], Any]) -> tuple[int, float]:
    """The requests that an action makes, and the megabytes that are answered."""
    bucket.asked.clear()
    before = bucket.answered
    action()
    return len(bucket.asked), (bucket.answered - before) / 1e6


def reading(bench: Bench) -> None:
    """Queries over S3 against those over a local disk, and ClickHouse's."""
    bench.fill(bench.db.query, "near", "disk = 'd1'")
    bench.fill(bench.db.query, "far", "disk = 'obj'")
    bench.fill(bench.oracle.query, "near", "min_bytes_for_wide_part = 0")
    bench.fill(bench.oracle.query, "far", "disk = 'obj', min_bytes_for_wide_part = 0")
    counts: Cells = []
    seconds: Cells = []
    for title, text in QUERIES.items():
        far = bench.query(text, "far")
        mine, theirs = (lambda q=far: bench.db.query(q)), (lambda q=far: bench.oracle.query(q))
        counts += [
            (f"{title}, {run}", *counted(bench.ours, mine), *counted(bench.theirs, theirs))
            for run in ("first", "again")
        ]
        near = bench.query(text, "near")
        seconds.append(
            (
                title,
                best(lambda q=near: bench.db.query(q), bench.runs),
                best(mine, bench.runs),
                best(lambda q=near: bench.oracle.query(q), bench.runs),
                best(theirs, bench.runs),
            )
        )
    header = ("query", "requests", "MB", "ClickHouse: requests", "MB")
    table(f"What {bench.rows:,} rows on S3 are read by", header, counts)
    header = ("query", "local, s", "S3, s", "ClickHouse: local, s", "S3, s")
    table(f"Their time, the best of {bench.runs} runs", header, seconds)


def cache(bench: Bench) -> None:
    """A warm cache over S3, and an encrypted disk, against a local disk."""
    bench.fill(bench.db.query, "plain", "disk = 'd1'")
    bench.fill(bench.db.query, "cached", "disk = 'cached'")
    bench.fill(bench.db.query, "secret", "disk = 'enc'")
    rows: Cells = []
    for title, text in QUERIES.items():
        taken = []
        for name in ("plain", "cached", "secret"):
            query = bench.query(text, name)
            bench.db.query(query)
            bench.ours.asked.clear()
            taken.append(best(lambda q=query: bench.db.query(q), bench.runs))
            if name == "cached":
                asked = len(bench.ours.asked)
        plain, cached, secret = taken
        rows.append((title, plain, cached, cached / plain, asked, secret, secret / plain))
    header = ("query", "local, s", "cache, s", "of local", "requests", "encrypted, s", "of local")
    table(f"A warm cache and an encrypted disk, the best of {bench.runs} runs", header, rows)


def moving(bench: Bench) -> None:
    """MOVE PARTITION to another disk and to S3 against `cp` and `rclone copy`."""
    bench.fill(bench.db.query, "moved", "storage_policy = 'tiers'")
    size = bench.db.query(
        "SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'moved' AND active"
    )
    megabytes = int(size.text()) / 1e6
    uuid = bench.db.query("SELECT uuid FROM system.tables WHERE name = 'moved'").text().strip()
    store = bench.path / "d1" / "store" / uuid

    def copied(target: Path) -> None:
        shutil.rmtree(target, ignore_errors=True)
        subprocess.run(["cp", "-r", str(store), str(target)], check=True)
        files = [str(file) for file in target.rglob("*") if file.is_file()]
        subprocess.run(["sync", *files], check=True)

    plain = best(lambda: copied(bench.path / "copy"), bench.runs)
    to: dict[str, list[float]] = {"d2": [], "obj": []}
    for _ in range(bench.runs):
        for disk, taken in to.items():
            move = f"ALTER TABLE moved MOVE PARTITION tuple() TO DISK '{disk}'"
            taken.append(timed(lambda q=move: bench.db.query(q)))
            bench.db.query("ALTER TABLE moved MOVE PARTITION tuple() TO DISK 'd1'")
    move = "ALTER TABLE moved MOVE PARTITION tuple() TO DISK 'obj'"
    uploads, _ = counted(bench.ours, lambda: bench.db.query(move))
    rows: Cells = [
        ("cp -r and sync", plain, 1.0, ""),
        ("MOVE to a local disk", min(to["d2"]), min(to["d2"]) / plain, ""),
        ("MOVE to S3", min(to["obj"]), min(to["obj"]) / plain, uploads),
    ]
    table(f"{megabytes:,.0f} MB moved", ("what", "s", "of cp", "requests"), rows)


def replacing(bench: Bench) -> None:
    """REPLACE PARTITION on S3 of a small and a large partition: no byte is copied."""
    rows: Cells = []
    for count in (bench.rows // 100, bench.rows // 10, bench.rows):
        for name in ("source", "destination"):
            bench.db.query(CREATE.format(name, "disk = 'obj'"))
            bench.db.query(f"SYSTEM STOP MERGES {name}")
        bench.db.query(f"INSERT INTO source {ROWS.format(count)}")
        replace = "ALTER TABLE destination REPLACE PARTITION tuple() FROM source"
        bench.ours.asked.clear()
        taken = timed(lambda q=replace: bench.db.query(q))
        made = Counter(one.method for one in bench.ours.asked)
        sent = sum(one.size for one in bench.ours.asked)
        taken = min(taken, best(lambda q=replace: bench.db.query(q), bench.runs))
        parts = bench.db.query(
            "SELECT count(), sum(bytes_on_disk) FROM system.parts WHERE table = 'source' AND active"
        )
        number, size = map(int, parts.text().split())
        shown = ", ".join(f"{method} {n}" for method, n in sorted(made.items()))
        rows.append((size / 1e6, number, taken, shown, sent / 1e6))
        for name in ("source", "destination"):
            bench.db.query(f"DROP TABLE {name} SYNC")
    table("REPLACE PARTITION on S3", ("MB", "parts", "s", "requests", "MB sent"), rows)


def inserting(bench: Bench) -> None:
    """What an INSERT asks S3 for, by the form of the part."""
    forms = {
        "small part, compact": ("min_bytes_for_wide_part = 1000000000", 1000),
        "small part, wide": ("min_bytes_for_wide_part = 0", 1000),
        "large part, wide": ("min_bytes_for_wide_part = 0", min(bench.rows, 1_000_000)),
    }
    rows: Cells = []
    for title, (settings, count) in forms.items():
        told: list[object] = [title]
        for ask, bucket in ((bench.db.query, bench.ours), (bench.oracle.query, bench.theirs)):
            ask(CREATE.format("inserted", f"disk = 'obj', {settings}"))
            ask("INSERT INTO inserted SELECT 1, 1, '', 1, 1, 1")
            insert = f"INSERT INTO inserted {ROWS.format(count)}"
            counted(bucket, lambda q=insert, ask=ask: ask(q))
            made = Counter(one.method for one in bucket.asked)
            told += [made["PUT"] + made["POST"], sum(made.values()) - made["PUT"] - made["POST"]]
            ask("DROP TABLE inserted SYNC")
        rows.append(tuple(told))
    header = ("INSERT of six columns", "PUT, POST", "others", "ClickHouse: PUT, POST", "others")
    table("Requests for a part on S3", header, rows)


PARTS = {
    "reading": reading, "cache": cache, "moving": moving, "replacing": replacing,
    "inserting": inserting,
}  # fmt: skip


def run() -> None:
    """Every part in turn."""
    options = arguments(5_000_000, parts=",".join(PARTS))
    with (
        folder() as path,
        served(path / "s3") as port,
        proxied(port, path / "s3", "ours") as ours,
        proxied(port, path / "s3", "theirs") as theirs,
    ):
        config = path / "oracle.xml"
        config.write_text(f"<clickhouse>{section({'obj': s3(theirs)})}</clickhouse>")
        disks = local(path, "d1", "d2") | {
            "obj": s3(ours),
            "cached": f"<type>cache</type><disk>obj</disk><path>{path}/cache/</path>"
            "<max_size>20Gi</max_size>",
            "enc": f"<type>encrypted</type><disk>d2</disk><path>e/</path>{KEY}",
        }
        tiers = policy("tiers", volume("hot", "d1"), volume("cold", "d2", "obj"))
        with connected(path, disks, tiers) as db, Oracle(config) as oracle:
            bench = Bench(options.rows, options.runs, path, db, oracle, ours, theirs)
            for name in options.parts.split(","):
                PARTS[name](bench)


if __name__ == "__main__":
    run()
