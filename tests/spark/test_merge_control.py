"""Merges in sight and under control: system.merges, SYSTEM STOP MERGES, part_log, cleanup."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.merging.job import MergeJob
from sparktree.parts.description import PartDescription

SHOWN = (
    "SELECT table, num_parts, source_part_names, result_part_name, is_mutation"
    " FROM system.merges WHERE table = 't'"
)


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Merges begin and go on only when the gate is open."""
    opened = threading.Event()
    run = MergeJob.run

    def wait(self: MergeJob) -> PartDescription | None:
        opened.wait(60)
        return run(self)

    monkeypatch.setattr(MergeJob, "run", wait)
    yield opened
    opened.set()


@pytest.fixture
def table(engine: sparktree.Engine) -> sparktree.Engine:
    engine.query(
        "CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS old_parts_lifetime = 0"
    )
    engine.query("SYSTEM STOP MERGES t")
    for number in range(7):
        engine.query(f"INSERT INTO t VALUES ({number})")
    return engine


def active(engine: sparktree.Engine) -> list[str]:
    return [part.name for part in engine.services.catalog.parts.all()]


@pytest.mark.slow
@pytest.mark.requirement("MT.Storage.BackgroundMerge")
def test_small_parts_are_merged_without_being_asked(
    table: sparktree.Engine, tmp_path: Path
) -> None:
    assert len(active(table)) == 7
    table.query("SYSTEM START MERGES t")
    until(lambda: active(table) == ["all_1_7_1"])
    assert table.query("SELECT count(), sum(a) FROM t").text() == "7\t21\n"
    merged = table.query(
        "SELECT part_name, length(merged_from), rows FROM system.part_log"
        " WHERE event_type = 'MergeParts' AND table = 't'"
    )
    assert merged.text() == "all_1_7_1\t7\t7\n"
    until(lambda: {p.name for p in tmp_path.glob("data/store/*/all_*")} == {"all_1_7_1"})


@pytest.mark.slow
def test_stop_merges_ends_what_runs(table: sparktree.Engine, gate: threading.Event) -> None:
    table.query("SYSTEM START MERGES t")
    until(lambda: table.query(SHOWN).text() != "")
    names = "['all_1_1_0','all_2_2_0','all_3_3_0','all_4_4_0','all_5_5_0','all_6_6_0','all_7_7_0']"
    assert table.query(SHOWN).text() == f"t\t7\t{names}\tall_1_7_1\t0\n"
    stop = threading.Thread(target=lambda: table.query("SYSTEM STOP MERGES t"))
    stop.start()
    until(
        lambda: table.services.jobs.blockers.stopped(
            "MERGES", table.services.catalog.tables.get("default", "t").uuid
        )
    )
    gate.set()
    stop.join(60)
    assert table.query(SHOWN).text() == ""
    assert len(active(table)) == 7
    assert table.services.catalog.leases.all() == []
    assert table.query("SELECT count(), sum(a) FROM t").text() == "7\t21\n"


@pytest.mark.slow
def test_a_dropped_table_is_left_alone(table: sparktree.Engine, gate: threading.Event) -> None:
    table.query("SYSTEM START MERGES t")
    until(lambda: table.query(SHOWN).text() != "")
    drop = threading.Thread(target=lambda: table.query("DROP TABLE t SYNC"))
    drop.start()
    time.sleep(0.3)
    gate.set()
    drop.join(60)
    assert table.query("SELECT count() FROM system.merges WHERE table = 't'").text() == "0\n"
    assert table.query("SELECT count() FROM system.parts WHERE table = 't'").text() == "0\n"


@pytest.mark.slow
def test_a_reader_keeps_the_parts_that_it_began_with(
    table: sparktree.Engine, tmp_path: Path
) -> None:
    uuid = table.services.catalog.tables.get("default", "t").uuid
    with table.services.catalog.snapshot(uuid) as snapshot:
        table.query("SYSTEM START MERGES t")
        until(lambda: active(table) == ["all_1_7_1"])
        table.services.background.wake(uuid)
        time.sleep(1)
        assert len(snapshot.parts) > 1
        for part in snapshot.parts:
            assert (tmp_path / "data" / part.path).is_dir()
