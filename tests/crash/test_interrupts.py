"""Ctrl-C just after a commit: what is committed stays, with its files."""

import threading

import pytest

import sparktree
from sparktree.catalog.records import Swapped

STATEMENTS = {
    "INSERT INTO t SELECT 1, 100 + number FROM numbers(5)": "15\t555",
    "UPDATE t SET v = 7 WHERE v = 3": "10\t49",
    "ALTER TABLE t REPLACE PARTITION 1 FROM s": "3\t18",
    "ALTER TABLE t DETACH PARTITION 1": "0\t0",
}


@pytest.fixture
def table(engine: sparktree.Engine) -> sparktree.Engine:
    for name in "ts":
        engine.query(
            f"CREATE TABLE {name} (p UInt8, v UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY p"
            " SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"
        )
    engine.query("SYSTEM STOP MERGES")
    engine.query("INSERT INTO t SELECT 1, number FROM numbers(10)")
    engine.query("INSERT INTO s SELECT 1, 5 + number FROM numbers(3)")
    return engine


def state(db: sparktree.Engine) -> str:
    return db.query("SELECT count(), sum(v) FROM t").text().strip()


@pytest.mark.parametrize("after", [True, False])
@pytest.mark.parametrize("statement", STATEMENTS)
def test_an_interrupt_at_the_commit(
    statement: str, after: bool, table: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = type(table.services.catalog.parts)
    swap, asked = parts.swap, threading.current_thread()

    def interrupted(*args: object, **options: object) -> Swapped:
        if threading.current_thread() is not asked:
            return swap(*args, **options)  # type: ignore[arg-type]
        if after:
            swap(*args, **options)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    before = state(table)
    with monkeypatch.context() as patch:
        patch.setattr(parts, "swap", interrupted)
        with pytest.raises(KeyboardInterrupt):
            table.query(statement)
    assert state(table) == (STATEMENTS[statement] if after else before)
    assert table.query("CHECK TABLE t SETTINGS check_query_single_value_result = 1").text() == "1\n"
