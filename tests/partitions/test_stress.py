"""Threads of two processes change partitions of several tables; every read must be explained."""

import json
import os
import random
import time
from pathlib import Path

import pytest

import sparktree
from tests.partitions.crashing import FORKS
from tests.partitions.states import state
from tests.partitions.stress import (
    GENERATIONS,
    PARTITIONS,
    PILES,
    REGISTERS,
    TOKENS,
    Event,
    events,
    rows_now,
    work,
    wrong_reads,
)


def make(db: sparktree.Engine) -> None:
    """Generations, registers, a table for copies, and the piles with all parts in the first."""
    names = [*(f"g{n}" for n in GENERATIONS), *REGISTERS, "c", *PILES]
    for name in names:
        db.query(
            f"CREATE TABLE {name} (p UInt8, k UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k"
            " SETTINGS old_parts_lifetime = 0"
        )
    db.query("SYSTEM STOP MERGES")
    rows = "SELECT arrayJoin([1, 2]), number FROM numbers({})"
    for generation in GENERATIONS:
        db.query(f"INSERT INTO g{generation} {rows.format(10 * (generation + 1))}")
    for token in range(TOKENS):
        db.query(f"INSERT INTO {PILES[0]} {rows.format(2**token)}")


@pytest.mark.slow
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions"
)
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#32")
def test_random_operations_from_two_processes(tmp_path: Path) -> None:
    seed = int(os.environ.get("SEED", random.randrange(1_000_000)))
    print(f"SEED={seed}")
    folder, log = tmp_path / "data", tmp_path / "events.json"
    with sparktree.connect(folder) as db:
        make(db)
        start = [
            Event("write", table, partition, 0, 0.0, time.monotonic())
            for table in REGISTERS
            for partition in PARTITIONS
        ]
        db.query("SYSTEM START MERGES")
        other = FORKS.Process(target=work, args=(str(folder), seed, 3, 40, False, str(log)))
        other.start()
        found = start + events(db, seed + 1, 3, 40, True)
        other.join(300)
        assert other.exitcode == 0
        found += [Event(**event) for event in json.loads(log.read_text())]
        final = rows_now(db)
        now = time.monotonic()
        found += [
            Event("read", table, partition, final.get((table, partition), 0), now, now)
            for table in REGISTERS
            for partition in PARTITIONS
        ]
        assert wrong_reads(found) == []
        for table in PILES:
            db.query(f"ALTER TABLE {table} ATTACH PARTITION ALL")
        rows = rows_now(db)
        for partition in PARTITIONS:
            piles = [rows.get((table, partition), 0) for table in PILES]
            assert sum(piles) == 2**TOKENS - 1
        assert db.query("SELECT count() FROM system.partition_locks").text() == "0\n"
    state(folder)


def test_the_check_finds_wrong_histories() -> None:
    """A read that sees what was overwritten before it began, or what nobody wrote."""
    first = Event("write", "r0", 1, 10, 0.0, 1.0)
    second = Event("write", "r0", 1, 20, 2.0, 3.0)
    stale = Event("read", "r0", 1, 10, 4.0, 5.0)
    unknown = Event("read", "r0", 1, 30, 4.0, 5.0)
    early = Event("read", "r0", 1, 20, 0.5, 1.5)
    either = Event("read", "r0", 1, 10, 2.5, 2.6)
    assert wrong_reads([first, second, stale, unknown, early, either]) == [stale, unknown, early]
