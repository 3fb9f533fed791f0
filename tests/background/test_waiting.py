"""A statement that waits for others says for whom, and ends when its time is over."""

import pytest

import sparktree
from sparktree.catalog.records import Lease
from sparktree.engines.jobs.partition_keys import lock_key, part_key


@pytest.fixture
def held(engine: sparktree.Engine) -> Lease:
    """A part and its partition that another operation does not give back."""
    engine.query(
        "CREATE TABLE t (a UInt8, v UInt8) ENGINE = MergeTree ORDER BY a SETTINGS"
        " enable_block_number_column = 1, enable_block_offset_column = 1"
    )
    engine.query("INSERT INTO t VALUES (1, 2)")
    (part,) = engine.services.catalog.parts.all()
    keys = [part_key(part), lock_key((part.table, "all")), f"updates/{part.table}"]
    return engine.services.catalog.leases.acquire(keys, "REPLACE PARTITION", timeout=1)


@pytest.mark.parametrize(
    "statement",
    [
        "OPTIMIZE TABLE t FINAL",
        "ALTER TABLE t DETACH PARTITION ID 'all'",
        "ALTER TABLE t UPDATE v = 3 IN PARTITION ID 'all' WHERE 1",
        "UPDATE t SET v = 3 WHERE 1",
    ],
)
def test_waiting_for_a_lock(engine: sparktree.Engine, held: Lease, statement: str) -> None:
    with pytest.raises(sparktree.Error) as failure:
        engine.query(statement, {"lock_acquire_timeout": 0.2})
    assert failure.value.name == "DEADLOCK_AVOIDED"
    assert failure.value.message.endswith("It waited for: REPLACE PARTITION.")
    with pytest.raises(sparktree.Error) as failure:
        engine.query(statement, {"max_execution_time": 0.2})
    assert failure.value.name == "TIMEOUT_EXCEEDED"
    engine.services.catalog.leases.release(held)
    engine.query(statement, {"lock_acquire_timeout": 30})


def test_waiting_for_a_mutation(engine: sparktree.Engine, held: Lease) -> None:
    with pytest.raises(sparktree.Error) as failure:
        engine.query(
            "ALTER TABLE t UPDATE v = 3 WHERE 1", {"max_execution_time": 0.2, "mutations_sync": 1}
        )
    assert failure.value.name == "TIMEOUT_EXCEEDED"
    assert "It waited for mutation 'mutation_2.txt'." in failure.value.message
    assert "Parts of the table are held by: REPLACE PARTITION" in failure.value.message
    engine.services.catalog.leases.release(held)
    engine.query("ALTER TABLE t DELETE WHERE v = 4", {"mutations_sync": 1})
    assert engine.query("SELECT v FROM t").text() == "3\n"
