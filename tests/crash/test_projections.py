"""Projections after crashes, with damaged files, and while others work on their parts."""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.faults import VARIABLE, held

VICTIM = Path(__file__).with_name("projection_victim.py")
CREATE = (
    "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree PARTITION BY a % 2 ORDER BY a SETTINGS"
    " index_granularity = 4"
)
PROJECTIONS = (
    "ALTER TABLE t ADD PROJECTION p (SELECT a, v ORDER BY v),"
    " ADD PROJECTION q (SELECT v % 3, sum(a), count() GROUP BY v % 3)"
)
INSERT = "INSERT INTO t SELECT number, (number * 7) % 100 FROM numbers(100)"
NORMAL = "SELECT a, v FROM t WHERE v = 42 ORDER BY a"
GROUPED = "SELECT v % 3 AS r, sum(a), count() FROM t GROUP BY r ORDER BY r"
FORCED = " SETTINGS force_optimize_projection = 1"


def kill_at(folder: Path, point: str, statement: str) -> None:
    root = VICTIM.parents[2]
    paths = os.pathsep.join([str(root / "src"), str(root)])
    done = subprocess.run(
        [sys.executable, str(VICTIM), str(folder), statement],
        env={**os.environ, "PYTHONPATH": paths, VARIABLE: point},
        capture_output=True,
        timeout=180,
    )
    assert done.returncode == -9, done.stderr.decode()[-2000:]


def leftovers(folder: Path) -> list[str]:
    return [p.name for p in folder.glob("store/*/*") if p.name.startswith("tmp")]


def answers(db: sparktree.Engine, suffix: str = "") -> list[str]:
    return [db.query(query + suffix).text() for query in (NORMAL, GROUPED)]


@pytest.mark.slow
@pytest.mark.requirement("MT.Proj.Maintenance")
def test_materialize_goes_on_after_a_crash(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        for statement in (CREATE, INSERT, PROJECTIONS):
            db.query(statement)
        before = answers(db)
    commands = "MATERIALIZE PROJECTION p, MATERIALIZE PROJECTION q"
    kill_at(tmp_path, "projections_after_build", f"ALTER TABLE t {commands}")
    with sparktree.connect(tmp_path) as db:
        assert answers(db) == before
        deadline = time.monotonic() + 60
        while db.query("SELECT count() FROM system.mutations WHERE NOT is_done").text() != "0\n":
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert answers(db, FORCED) == before
        shown = db.query("SELECT DISTINCT projections FROM system.parts WHERE active").text()
        assert shown == "['p','q']\n"
        assert not leftovers(tmp_path)


@pytest.mark.slow
@pytest.mark.requirement("MT.Proj.Merge")
def test_a_merge_that_dies_loses_nothing(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        for statement in (CREATE, PROJECTIONS, "SYSTEM STOP MERGES t", INSERT, INSERT):
            db.query(statement)
        before = answers(db)
    kill_at(tmp_path, "merge_after_projections", "OPTIMIZE TABLE t FINAL")
    with sparktree.connect(tmp_path) as db:
        assert answers(db, FORCED) == before
        assert not leftovers(tmp_path)
        db.query("OPTIMIZE TABLE t FINAL")
        assert answers(db, FORCED) == before


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("projections") / "data"
    with sparktree.connect(folder) as db:
        for statement in (CREATE, PROJECTIONS, INSERT):
            db.query(statement)
    return folder


def files(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.glob(f"store/*/0_*/{pattern}"))
    assert found
    return found


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 4
    file.write_bytes(bytes(content))


@pytest.mark.requirement("MT.Proj.Checksum")
@pytest.mark.parametrize("pattern", ("p.proj/v.parquet", "q.proj/sum%28a%29.parquet"))
def test_damaged_rows_of_a_projection_are_noticed(
    whole: Path, tmp_path: Path, pattern: str
) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "data"))
    (file,) = files(folder, pattern)
    flip(file)
    with sparktree.connect(folder) as db:
        query = NORMAL if pattern.startswith("p") else GROUPED
        with pytest.raises(sparktree.Error) as caught:
            db.query(query + FORCED)
        assert caught.value.name == "CHECKSUM_DOESNT_MATCH"
        assert str(file) in str(caught.value)
        assert db.query(query + " SETTINGS optimize_use_projections = 0").text()
        broken = db.query(
            "SELECT name, exception_code FROM system.projection_parts WHERE is_broken"
        ).text()
        assert broken == f"{pattern[0]}\t40\n"
        # A merge that cannot read it builds it of the rows.
        db.query(INSERT)
        db.query("OPTIMIZE TABLE t FINAL")
        assert (
            db.query(query + FORCED).text()
            == db.query(query + " SETTINGS optimize_use_projections = 0").text()
        )


@pytest.mark.requirement("MT.Proj.Checksum")
def test_a_damaged_index_of_a_projection_is_not_used(whole: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "data"))
    with sparktree.connect(whole) as db:
        expected = answers(db)
    for file in files(folder, "*.proj/primary.arrow"):
        flip(file)
    filtered = "SELECT v % 3, sum(a) FROM t WHERE v % 3 = 1 GROUP BY v % 3"
    with sparktree.connect(folder) as db:
        assert answers(db) == expected
        assert (
            db.query(filtered).text()
            == db.query(filtered + " SETTINGS optimize_use_projections = 0").text()
        )


@pytest.mark.requirement("MT.Proj.Checksum")
def test_a_lost_projection_gives_no_wrong_answer(whole: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "data"))
    with sparktree.connect(whole) as db:
        expected = answers(db)
    for file in files(folder, "*.proj"):
        shutil.rmtree(file)
    with sparktree.connect(folder) as db:
        for query in (NORMAL, GROUPED):
            with pytest.raises(sparktree.Error) as caught:
                db.query(query)
            assert ".proj/" in str(caught.value)
        plain = [db.query(q + " SETTINGS optimize_use_projections = 0").text()
                 for q in (NORMAL, GROUPED)]  # fmt: skip
        assert plain == expected
        for name in ("p", "q"):
            for word in ("CLEAR", "MATERIALIZE"):
                db.query(f"ALTER TABLE t {word} PROJECTION {name} SETTINGS mutations_sync = 2")
        assert answers(db, FORCED) == expected


@pytest.mark.requirement("MT.Proj.OnTheFly")
def test_queries_while_a_projection_is_materialized(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        for statement in (CREATE, INSERT, PROJECTIONS):
            db.query(statement)
        before = answers(db)
        with held("projections_after_build") as hold:
            worker = threading.Thread(
                target=db.query,
                args=("ALTER TABLE t MATERIALIZE PROJECTION q SETTINGS mutations_sync = 2",),
            )
            worker.start()
            assert hold.reached.wait(60)
            assert answers(db) == before
            db.query("INSERT INTO t VALUES (1000, 42)")
            during = answers(db)
            hold.released.set()
            worker.join(60)
        assert not worker.is_alive()
        assert answers(db) == during
        assert db.query(GROUPED + FORCED).text() == during[1]
