"""A flipped bit of a part's file is noticed by whatever reads it, wherever it is."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree

_MIB = 1 << 20
_COMPACT = "ENGINE = MergeTree ORDER BY a SETTINGS min_bytes_for_wide_part = 100000000"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path_factory.mktemp("flips")) as engine:
        yield engine


def flip(file: Path, position: int) -> None:
    with file.open("r+b") as stream:
        stream.seek(position)
        byte = stream.read(1)[0]
        stream.seek(position)
        stream.write(bytes([byte ^ (1 << position % 8)]))


def file_of(db: sparktree.Engine, table: str, name: str) -> Path:
    uuid = db.query(f"SELECT uuid FROM system.tables WHERE name = '{table}'").rows()[0][0]
    return next(Path(db.services.storage.folder).glob(f"store/{uuid}/all_*/{name}"))


def assert_noticed(db: sparktree.Engine, query: str, file: Path) -> None:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    assert caught.value.name == "CHECKSUM_DOESNT_MATCH", caught.value
    assert str(file) in str(caught.value) and file.parent.name in str(caught.value)


@pytest.fixture(scope="module")
def small(db: sparktree.Engine) -> sparktree.Engine:
    db.query(f"CREATE TABLE small (a UInt64, s String) {_COMPACT}")
    db.query("INSERT INTO small SELECT number, toString(number * 7) FROM numbers(3000)")
    return db


def test_every_kind_of_byte_of_a_data_file(small: sparktree.Engine) -> None:
    file = file_of(small, "small", "data.parquet")
    size = file.stat().st_size
    expected = small.query("SELECT sum(a), max(s) FROM small").text()
    edges = [0, 4, 5, size - 1, size - 5, size - 8, size - 9, size - 200]
    for position in [*edges, *random.Random(7).sample(range(size), 12)]:
        flip(file, position)
        assert_noticed(small, "SELECT sum(a), max(s) FROM small", file)
        flip(file, position)
    assert small.query("SELECT sum(a), max(s) FROM small").text() == expected


def test_the_primary_index(small: sparktree.Engine) -> None:
    small.query("CREATE TABLE indexed (a UInt64) ENGINE = MergeTree ORDER BY a")
    small.query("INSERT INTO indexed SELECT number FROM numbers(100000)")
    file = file_of(small, "indexed", "primary.arrow")
    flip(file, file.stat().st_size // 2)
    assert_noticed(small, "SELECT count() FROM indexed WHERE a > 70000 AND a < 70010", file)


def test_columns_that_are_computed_are_checked_too(db: sparktree.Engine) -> None:
    db.query(f"CREATE TABLE aliased (a UInt64, b UInt64 ALIAS a * 2) {_COMPACT}")
    db.query("INSERT INTO aliased SELECT number FROM numbers(1000)")
    file = file_of(db, "aliased", "data.parquet")
    flip(file, file.stat().st_size // 3)
    assert_noticed(db, "SELECT sum(b) FROM aliased", file)


@pytest.fixture(scope="module")
def large(db: sparktree.Engine) -> sparktree.Engine:
    """A column of several MiB that hardly compresses, in a file of its own."""
    db.query(
        "CREATE TABLE large (a UInt64, r UInt64) ENGINE = MergeTree ORDER BY a"
        " SETTINGS min_bytes_for_wide_part = 0"
    )
    rows = "SELECT number, sipHash64(number) FROM numbers(1000000)"
    db.query(f"INSERT INTO large {rows}", settings={"max_insert_threads": 1})
    return db


def test_a_query_of_few_rows_checks_what_it_reads(large: sparktree.Engine) -> None:
    file = file_of(large, "large", "r.parquet")
    assert file.stat().st_size > 6 * _MIB
    near, far = "SELECT r FROM large WHERE a = 10", "SELECT r FROM large WHERE a = 990000"
    expected = large.query(near).text(), large.query(far).text()
    flip(file, 100)
    assert_noticed(large, near, file)
    assert_noticed(large, "SELECT sum(r) FROM large", file)
    assert large.query(far).text() == expected[1]
    flip(file, 100)
    flip(file, file.stat().st_size - 30)
    assert_noticed(large, near, file)
    flip(file, file.stat().st_size - 30)
    assert large.query(near).text() == expected[0]


def test_the_check_can_be_switched_off(large: sparktree.Engine) -> None:
    file = file_of(large, "large", "r.parquet")
    right = large.query("SELECT sum(r) FROM large").text()
    flip(file, 3 * _MIB)
    found = large.query("SELECT sum(r) FROM large", settings={"checksum_on_read": 0}).text()
    assert found != right
    assert_noticed(large, "SELECT sum(r) FROM large", file)
    flip(file, 3 * _MIB)


def test_merges_and_final_notice_it_too(db: sparktree.Engine) -> None:
    db.query(
        "CREATE TABLE twice (k UInt64, v UInt64, w String) ENGINE = ReplacingMergeTree ORDER BY k"
        " SETTINGS min_bytes_for_wide_part = 0"
    )
    db.query("SYSTEM STOP MERGES twice")
    for _ in range(2):
        db.query("INSERT INTO twice SELECT number, number, 'x' FROM numbers(1000)")
    file = file_of(db, "twice", "v.parquet")
    flip(file, file.stat().st_size // 2)
    assert_noticed(db, "SELECT sum(v) FROM twice FINAL", file)
    assert db.query("SELECT count() FROM twice FINAL WHERE w = 'x'").text() == "1000\n"
    db.query("SYSTEM START MERGES twice")
    assert_noticed(db, "OPTIMIZE TABLE twice FINAL", file)
    flip(file, file.stat().st_size // 2)
    db.query("OPTIMIZE TABLE twice FINAL")
    assert db.query("SELECT count(), sum(v) FROM twice").text() == "1000\t499500\n"


def test_mutations_notice_it_too(db: sparktree.Engine) -> None:
    db.query("CREATE TABLE once (k UInt64, v UInt64) ENGINE = MergeTree ORDER BY k")
    db.query("INSERT INTO once SELECT number, number FROM numbers(1000)")
    file = file_of(db, "once", "v.parquet")
    flip(file, file.stat().st_size // 2)
    with pytest.raises(sparktree.Error, match=r"CHECKSUM_DOESNT_MATCH|Checksum") as caught:
        db.query("ALTER TABLE once UPDATE v = v + 1 WHERE v > 5")
    assert caught.value.name == "UNFINISHED" and str(file) in str(caught.value)
    flip(file, file.stat().st_size // 2)
    db.query("KILL MUTATION WHERE table = 'once'")
    assert db.query("SELECT count() FROM once WHERE v >= k").text() == "1000\n"
