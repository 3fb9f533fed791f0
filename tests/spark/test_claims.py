"""What the documentation promises of parts, keys and concurrency, shown by rows and files read."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import sparktree

ROWS = 20_000
GRANULE = 100


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path_factory.mktemp("claims")) as engine:
        yield engine


@pytest.fixture(scope="module")
def keyed(db: sparktree.Engine) -> sparktree.Engine:
    """One table sorted by `a`, one by (a, b), one by (a, b, c); `a` and `b` have long ranges."""
    for name, key in (("short", "a"), ("pair", "(a, b)"), ("long", "(a, b, c)")):
        db.query(
            f"CREATE TABLE {name} (a UInt32, b UInt32, c UInt32, v UInt64) ENGINE = MergeTree"
            f" ORDER BY {key} SETTINGS index_granularity = {GRANULE}"
        )
        db.query(
            f"INSERT INTO {name} SELECT intDiv(number, 10000), intDiv(number, 5000),"
            f" sipHash64(number) % 50, number FROM numbers({ROWS})",
            settings={"max_insert_threads": 1},
        )
    return db


def files(db: sparktree.Engine, table: str) -> dict[str, tuple[int, int, int]]:
    """The files of the active parts: size, time of change and inode."""
    rows = db.query(f"SELECT path FROM system.parts WHERE table = '{table}' AND active").rows()
    found = {}
    for (folder,) in rows:
        for file in Path(folder).rglob("*"):
            status = file.stat()
            found[str(file)] = (status.st_size, status.st_mtime_ns, status.st_ino)
    return found


def read_rows(db: sparktree.Engine, query: str) -> int:
    return int(db.query(query).statistics["rows_read"])


def of_parts(db: sparktree.Engine, table: str, column: str) -> int:
    query = f"SELECT sum({column}) FROM system.parts WHERE table = '{table}' AND active"
    return int(db.query(query).rows()[0][0])


@pytest.mark.requirement("MT.Overview.Ingest")
def test_an_insert_touches_no_part_that_is_there(db: sparktree.Engine) -> None:
    db.query("CREATE TABLE ingest (a UInt32, s String) ENGINE = MergeTree ORDER BY a")
    db.query("SYSTEM STOP MERGES ingest")
    db.query("INSERT INTO ingest SELECT number, 'x' FROM numbers(1000)")
    before = files(db, "ingest")
    for number in range(3):
        db.query(f"INSERT INTO ingest VALUES ({number}, 'y')")
    after = files(db, "ingest")
    assert len(after) > len(before)
    assert {name: after[name] for name in before} == before


@pytest.mark.requirement("MT.Overview.PKInMemory")
@pytest.mark.requirement("MT.PK.LongKeyCost")
def test_the_index_is_as_large_as_its_granules_and_grows_with_the_key(
    keyed: sparktree.Engine,
) -> None:
    size = {t: of_parts(keyed, t, "primary_key_bytes_in_memory") for t in ("short", "pair", "long")}
    marks = ROWS // GRANULE
    assert 4 * marks <= size["short"] <= 2 * 4 * (marks + 1)
    assert size["short"] < size["pair"] < size["long"]


@pytest.mark.requirement("MT.Storage.CompactForSmall")
def test_a_small_insert_writes_fewer_files_if_it_is_compact(db: sparktree.Engine) -> None:
    columns = ", ".join(f"c{i} UInt8" for i in range(10))
    for name, least in (("narrow", 0), ("packed", 1000)):
        db.query(
            f"CREATE TABLE {name} (a UInt32, {columns}) ENGINE = MergeTree ORDER BY a"
            f" SETTINGS min_rows_for_wide_part = {least}, min_bytes_for_wide_part = {least}"
        )
        db.query(f"INSERT INTO {name} (a) VALUES (1)")
    assert len(files(db, "packed")) + 10 == len(files(db, "narrow"))


@pytest.mark.requirement("MT.Storage.IndexFile")
def test_a_part_without_its_index_file_is_noticed(db: sparktree.Engine) -> None:
    db.query("CREATE TABLE indexed (a UInt32) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO indexed SELECT number FROM numbers(100000)")
    (index,) = [Path(name) for name in files(db, "indexed") if "primary" in Path(name).name]
    index.unlink()
    with pytest.raises(sparktree.Error) as caught:
        db.query("SELECT count() FROM indexed WHERE a = 70000")
    assert index.name in str(caught.value)


@pytest.mark.requirement("MT.Storage.ColumnMarks")
@pytest.mark.requirement("MT.PK.ExtraRows")
def test_every_column_is_read_from_the_granules_of_a_range(keyed: sparktree.Engine) -> None:
    keyed.query(
        "CREATE TABLE wide (a UInt32, s String, n Nullable(Int64), arr Array(UInt32))"
        f" ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = {GRANULE}"
    )
    row = "number, toString(number), if(number % 3, number, NULL), range(number % 5)"
    keyed.query(f"INSERT INTO wide SELECT {row} FROM numbers({ROWS})")
    for column, expected in (("s", "toString(a)"), ("n", "if(a % 3, a, NULL)"), ("arr", "a % 5")):
        value = "length(arr)" if column == "arr" else column
        for first in (0, 99, 100, 7777, ROWS - 1):
            found = keyed.query(
                f"SELECT count(), countIf({value} IS NOT DISTINCT FROM {expected}) FROM wide"
                f" WHERE a BETWEEN {first} AND {first + 149}"
            )
            rows, right = found.rows()[0]
            assert rows == right == min(150, ROWS - first), (column, first)
            assert found.statistics["rows_read"] - rows <= 2 * GRANULE


@pytest.mark.requirement("MT.PK.IndexAlwaysBetter")
@pytest.mark.requirement("MT.IndexUse.NotSlower")
@pytest.mark.requirement("MT.PK.LongKeySelect")
def test_a_condition_never_makes_more_rows_be_read(keyed: sparktree.Engine) -> None:
    conditions = ("a = 1", "a >= 0", "b > 2", "c = 7", "a = 0 AND c < 10", "a != 1", "v > 5", "1")
    for table in ("short", "pair", "long"):
        for condition in conditions:
            assert read_rows(keyed, f"SELECT sum(v) FROM {table} WHERE {condition}") <= ROWS
    for condition in ("a = 1", "a >= 0", "a != 1"):  # more columns in the key change nothing here
        queries = [f"SELECT sum(v) FROM {t} WHERE {condition}" for t in ("short", "pair", "long")]
        assert len({read_rows(keyed, query) for query in queries}) == 1


@pytest.mark.requirement("MT.PK.ExtraColumnHelps")
def test_a_further_key_column_helps_where_the_first_ones_have_long_ranges(
    keyed: sparktree.Engine,
) -> None:
    assert read_rows(keyed, "SELECT sum(v) FROM pair WHERE c = 7") == ROWS
    assert read_rows(keyed, "SELECT sum(v) FROM long WHERE c = 7") <= ROWS / 5


@pytest.mark.requirement("MT.PK.Compression")
def test_sorted_rows_are_smaller(db: sparktree.Engine) -> None:
    for name, key in (("ordered", "(a, s)"), ("unordered", "tuple()")):
        db.query(f"CREATE TABLE {name} (a UInt32, s String) ENGINE = MergeTree ORDER BY {key}")
        db.query(
            f"INSERT INTO {name} SELECT sipHash64(number) % 1000, toString(a * 7)"
            " FROM (SELECT number, sipHash64(number) % 1000 AS a FROM numbers(50000))"
        )
    sizes = [of_parts(db, name, "data_compressed_bytes") for name in ("ordered", "unordered")]
    assert sizes[0] * 2 < sizes[1]


@pytest.mark.requirement("MT.Conc.ParallelRead")
def test_a_large_table_is_read_by_several_tasks(db: sparktree.Engine) -> None:
    db.query("CREATE TABLE large (a UInt64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO large SELECT number FROM numbers(1000000)")
    query = "SELECT sum(a), count() FROM large"
    plan = db.query(f"EXPLAIN PIPELINE {query}", settings={"max_threads": 2}).text()
    assert "in 2 shares" in plan
    results = {db.query(query, settings={"max_threads": n}).text() for n in (1, 2, 3)}
    assert results == {"499999500000\t1000000\n"}


class Slow(threading.Thread):
    """A query that takes its time."""

    def __init__(self, db: sparktree.Engine, query: str) -> None:
        super().__init__()
        self.db, self.query, self.result = db, query, ""
        self.start()

    def run(self) -> None:
        self.result = self.db.query(self.query).text()

    def wait_until_it_reads(self, table: str) -> None:
        """Until it holds the parts that it reads."""
        query = f"SELECT uuid FROM system.tables WHERE name = '{table}'"
        uuid = self.db.query(query).text().strip()
        catalog = Path(self.db.services.storage.folder) / "catalog.db"
        with closing(sqlite3.connect(f"file:{catalog}?mode=ro", uri=True)) as connection:
            held = 'SELECT count(*) FROM holds WHERE "table" = ?'
            while self.is_alive() and connection.execute(held, (uuid,)).fetchone() == (0,):
                pass


@pytest.mark.requirement("MT.Conc.Snapshot")
@pytest.mark.requirement("MT.Conc.NoLongLocks")
def test_a_query_reads_the_parts_of_its_start_while_others_change_the_table(
    db: sparktree.Engine,
) -> None:
    db.query("CREATE TABLE busy (a UInt64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO busy SELECT number FROM numbers(300)")
    slow = Slow(db, "SELECT sum(a + sleepEachRow(0.01)) FROM busy")
    slow.wait_until_it_reads("busy")
    db.query("INSERT INTO busy VALUES (1000000)")
    db.query("ALTER TABLE busy ADD COLUMN b UInt8")
    db.query("TRUNCATE TABLE busy")
    assert slow.is_alive()  # nobody waited for it
    slow.join()
    assert slow.result == "44850\n"
    assert db.query("SELECT count() FROM busy").text() == "0\n"


@pytest.mark.requirement("MT.Conc.InsertNoBlockRead")
def test_a_query_does_not_wait_for_an_insert(db: sparktree.Engine) -> None:
    db.query("CREATE TABLE fed (a UInt64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO fed VALUES (7)")
    slow = Slow(db, "INSERT INTO fed SELECT number + sleepEachRow(0.01) FROM numbers(300)")
    assert db.query("SELECT sum(a) FROM fed").text() == "7\n"
    assert slow.is_alive()
    slow.join()
    assert db.query("SELECT count() FROM fed").text() == "301\n"
