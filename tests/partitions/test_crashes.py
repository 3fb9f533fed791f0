"""kill -9 at every step of every operation: all of it happened, or nothing."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from tests.partitions.crashing import run
from tests.partitions.states import State, state, state_of

BEFORE = ("after_allocate", "after_link", "after_prepare", "after_copy", "before_commit")
AFTER = ("after_commit", "after_delete")
OPERATIONS = {
    "replace": ["ALTER TABLE d REPLACE PARTITION 1 FROM s"],
    "attach_from": ["ALTER TABLE d ATTACH PARTITION 1 FROM s"],
    "move": ["ALTER TABLE s MOVE PARTITION 1 TO TABLE d"],
    "drop": ["ALTER TABLE s DROP PARTITION 1"],
    "detach": ["ALTER TABLE s DETACH PARTITION 1"],
    "attach": ["ALTER TABLE a ATTACH PARTITION 1"],
    "drop_detached": ["ALTER TABLE a DROP DETACHED PARTITION 1 SETTINGS allow_drop_detached = 1"],
    "freeze": ["ALTER TABLE s FREEZE WITH NAME 'b'"],
    "unfreeze": ["ALTER TABLE a UNFREEZE WITH NAME 'a'"],
    "several": ["ALTER TABLE d REPLACE PARTITION 1 FROM s, DROP PARTITION 2, ATTACH PARTITION 3"],
}
# The points that an operation passes on its way.
CLONES, COPIES, DELETES = BEFORE[:2], BEFORE[2:4], AFTER[1:]
POINTS = {
    "replace": CLONES,
    "attach_from": CLONES,
    "move": CLONES,
    "drop": (),
    "detach": COPIES,
    "attach": (*CLONES, *DELETES),
    "drop_detached": DELETES,
    "freeze": COPIES,
    "unfreeze": DELETES,
    "several": (*CLONES, *DELETES),
}
CASES = [
    (name, point)
    for name, points in POINTS.items()
    for point in (*points, "before_commit", "after_commit")
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables s, d and a (whose partition 1 is detached, and that has a backup)."""
    folder = tmp_path_factory.mktemp("made") / "data"
    with sparktree.connect(folder) as db:
        for name in "sda":
            db.query(
                f"CREATE TABLE {name} (p UInt8, v UInt64) ENGINE = MergeTree PARTITION BY p"
                " ORDER BY v SETTINGS old_parts_lifetime = 0"
            )
        db.query("SYSTEM STOP MERGES")
        db.query("INSERT INTO s SELECT 1 + number % 2, number FROM numbers(40)")
        db.query("INSERT INTO s SELECT 1, number FROM numbers(5)")
        db.query("INSERT INTO d SELECT 1 + number % 3, number FROM numbers(9)")
        db.query("ALTER TABLE d DETACH PARTITION 3")
        db.query("INSERT INTO a SELECT 1, number FROM numbers(7)")
        db.query("INSERT INTO a SELECT 1, number FROM numbers(7)")
        db.query("ALTER TABLE a FREEZE WITH NAME 'a'")
        db.query("ALTER TABLE a DETACH PARTITION 1")
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "data"))


@pytest.fixture(scope="module")
def outcomes(made: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, State]:
    """The states before and after every operation that nobody disturbs."""
    found = {"": state(made)}
    for name, statements in OPERATIONS.items():
        copy = shutil.copytree(made, tmp_path_factory.mktemp(name) / "data")
        assert run(copy, statements) == 0
        found[name] = state(copy)
    return found


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#32")
@pytest.mark.parametrize(("name", "point"), CASES)
def test_an_operation_happened_or_did_not(
    name: str, point: str, folder: Path, outcomes: dict[str, State]
) -> None:
    assert run(folder, OPERATIONS[name], f"partition_{point}") == -9
    assert state(folder) == outcomes[name if point in AFTER else ""]
    # After a crash the same operation can be done again, or the next one.
    expected = outcomes[name]
    if point in BEFORE:
        assert run(folder, OPERATIONS[name]) == 0
        assert state(folder) == expected


@pytest.mark.slow
def test_each_outcome_differs_from_the_start(outcomes: dict[str, State]) -> None:
    start = outcomes[""]
    assert all(outcomes[name] != start for name in OPERATIONS)
    assert start.rows[("s", "1")] == 25 and start.rows[("d", "1")] == 3
    assert outcomes["replace"].rows[("d", "1")] == 25
    assert outcomes["attach_from"].rows[("d", "1")] == 28
    assert outcomes["move"].rows == {("s", "2"): 20, ("d", "1"): 28, ("d", "2"): 3}
    assert outcomes["detach"].detached[("s", "1")] == 2
    assert (
        outcomes["attach"].rows[("a", "1")] == 14 and ("a", "1") not in outcomes["attach"].detached
    )
    assert outcomes["drop_detached"].detached == {("d", "3"): 1}
    assert len(outcomes["freeze"].frozen) == len(start.frozen) + 3
    assert outcomes["unfreeze"].frozen == frozenset()
    assert outcomes["several"].rows == {
        ("s", "1"): 25, ("s", "2"): 20, ("d", "1"): 25, ("d", "3"): 3,
    }  # fmt: skip


@pytest.mark.slow
def test_a_killed_holder_releases_its_locks_while_others_wait(folder: Path) -> None:
    """The lock of a process that died is free for a process that had waited since before."""
    with sparktree.connect(folder) as db:
        assert run(folder, OPERATIONS["replace"], "partition_before_commit") == -9
        locks = db.query("SELECT operation, is_granted, is_own_process FROM system.partition_locks")
        assert locks.rows() == [("REPLACE PARTITION", 1, 0)] * 2
        db.query("ALTER TABLE d DROP PARTITION 1")
        assert db.query("SELECT count() FROM system.partition_locks").text() == "0\n"
        assert ("d", "1") not in state_of(db).rows


def _points(module: Path) -> Iterator[str]:
    for line in module.read_text().splitlines():
        if 'reach("partition_' in line:
            yield line.split('"')[1].removeprefix("partition_")


def test_every_fault_point_has_its_cases() -> None:
    package = Path(sparktree.__file__).parent / "engines" / "partitions"
    points = {point for module in package.glob("*.py") for point in _points(module)}
    assert points == {point for _, point in CASES}
