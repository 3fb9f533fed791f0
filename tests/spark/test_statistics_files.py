"""The file with the statistics of a part: of earlier versions, damaged, made of others."""

import logging
import tarfile
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.definition.table import load_definition
from sparktree.engines.merging import job
from sparktree.engines.merging.carried_statistics import carried_by
from sparktree.engines.reading.stored_parts import StoredParts
from sparktree.engines.statistics.declaration import statistics_layouts

PACKED = "statistics.packed"
KEPT = Path(__file__).with_name("kept") / "statistics_by_column.tar.gz"
# What the kept part was made of: a version that wrote a file for each column and segment.
TABLE = """CREATE TABLE t (k UInt32, digest UInt32 STATISTICS(tdigest, minmax),
    uniq String STATISTICS(uniq, countmin), plain Nullable(Float64)) ENGINE = MergeTree ORDER BY k
    SETTINGS index_granularity = 128, min_bytes_for_wide_part = 0"""


def _session(engine: sparktree.Engine) -> sparktree.Session:
    session = engine.session()
    session.query("SET allow_experimental_statistics = 1, mutations_sync = 2")
    session.query("SET materialize_statistics_on_insert = 1")
    return session


def _told(session: sparktree.Session, what: str = "toFloat64(estimates.max)") -> dict[str, object]:
    query = f"SELECT column, {what} FROM system.parts_columns WHERE table = 't' AND active"
    return dict(session.query(query).rows())


def _files(session: sparktree.Session) -> list[str]:
    query = "SELECT path FROM system.parts WHERE table = 't' AND active"
    folders = [Path(row[0]) for row in session.query(query).rows()]
    return sorted(f.name for folder in folders for f in folder.glob("statistics*"))


def _intact(session: sparktree.Session) -> bool:
    query = "CHECK TABLE t SETTINGS check_query_single_value_result = 1"
    return session.query(query).rows() == [(1,)]


@pytest.mark.requirement("MT.Stat.StoredPerPart")
def test_files_of_single_columns_are_read_and_become_one(engine: sparktree.Engine) -> None:
    session = _session(engine)
    session.query(TABLE)
    uuid = engine.services.catalog.tables.get("default", "t").uuid
    with tarfile.open(KEPT) as archive:
        folder = Path(engine.services.storage.folder) / "store" / uuid / "detached"
        archive.extractall(folder, filter="data")
    session.query("ALTER TABLE t ATTACH PARTITION ALL")
    assert len(_files(session)) == 8
    expected = {"k": 1999, "digest": 1999, "uniq": None, "plain": 999}
    assert _told(session) == expected
    assert _told(session, "estimates.null_count")["plain"] == 500
    different = _told(session, "estimates.cardinality")
    assert different["uniq"] == pytest.approx(100, rel=0.05)
    # What stays of the files is told by one.
    session.query("ALTER TABLE t RENAME COLUMN plain TO renamed")
    session.query("ALTER TABLE t UPDATE digest = 5000 WHERE k = 0")
    assert _files(session) == [PACKED]
    changed = {"k": 1999, "digest": 5000, "uniq": None, "renamed": 999}
    assert _told(session) == changed
    assert _told(session, "estimates.cardinality")["uniq"] == different["uniq"]
    assert session.query("SELECT count() FROM t WHERE renamed IS NULL").rows() == [(500,)]
    session.query("ALTER TABLE t DROP COLUMN digest")
    assert _told(session) == {"k": 1999, "uniq": None, "renamed": 999}
    session.query("INSERT INTO t VALUES (9000, '100', 5)")
    session.query("OPTIMIZE TABLE t FINAL")
    assert _files(session) == [PACKED]
    assert _told(session) == {"k": 9000, "uniq": None, "renamed": 999}
    assert _intact(session)


@pytest.mark.requirement("MT.Stat.StoredPerPart")
def test_damaged_statistics_stop_nobody(
    engine: sparktree.Engine, caplog: pytest.LogCaptureFixture
) -> None:
    session = _session(engine)
    session.query(TABLE)

    def damaged(rows: int) -> None:
        session.query(f"INSERT INTO t SELECT number, number, 'x', number FROM numbers({rows})")
        query = "SELECT path FROM system.parts WHERE table = 't' AND active"
        for row in session.query(query).rows():
            file = Path(row[0]) / PACKED
            data = bytearray(file.read_bytes())
            data[len(data) // 2] ^= 0xFF
            file.unlink()
            file.write_bytes(bytes(data))

    damaged(100)
    assert not _intact(session)
    with caplog.at_level(logging.WARNING, "sparktree.statistics"):
        session.query("ALTER TABLE t CLEAR STATISTICS digest")
    assert "a file is damaged" in caplog.text
    assert _files(session) == []
    assert _intact(session)
    session.query("ALTER TABLE t MATERIALIZE STATISTICS ALL")
    damaged(200)
    session.query("OPTIMIZE TABLE t FINAL")
    assert _told(session)["digest"] == 199
    assert session.query("SELECT count(), sum(digest) FROM t").rows() == [(300, 4950 + 19900)]
    assert _intact(session)


@pytest.mark.requirement("MT.Stat.StoredPerPart")
def test_merges_know_what_their_sources_knew(
    engine: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exactly what counting the rows would tell, also where tasks write several segments."""
    for name, rows in (("_TASK_ROWS", 500), ("_LEAST_RANGE", 200), ("_RANGE_ROWS", 200)):
        monkeypatch.setattr(job, name, rows)
    session = _session(engine)
    session.query(TABLE)
    session.query("SYSTEM STOP MERGES t")
    fill = "SELECT number * 3 + {0}, number + {0} * 500, toString(number % 300 + {0}), number"
    for shift, counted in ((0, 1), (1, 0), (2, 1)):
        asked = f"SETTINGS materialize_statistics_on_insert = {counted}"
        session.query(f"INSERT INTO t {asked} {fill.format(shift)} FROM numbers(700)")
    catalog, disks = engine.services.catalog, engine.services.disks
    record = catalog.tables.get("default", "t")
    wanted = statistics_layouts(load_definition(record.create_query), automatic=True)
    stored = StoredParts(record, disks)
    parts = [stored.ready(part) for part in catalog.parts.all() if part.rows]
    parts.sort(key=lambda part: part.record.name)
    assert carried_by(parts, wanted).untold == (1,)
    session.query("SYSTEM START MERGES t")
    session.query("OPTIMIZE TABLE t FINAL")
    kinds = "(estimates.cardinality, estimates.min, estimates.max, estimates.default_count)"
    found = _told(session, f"({kinds}, statistics)")
    assert session.query("SELECT uniqExact(k), max(digest) FROM t").rows() == [(2100, 1699)]
    session.query("ALTER TABLE t CLEAR STATISTICS ALL")
    session.query("ALTER TABLE t MATERIALIZE STATISTICS ALL")
    assert _told(session, f"({kinds}, statistics)") == found
