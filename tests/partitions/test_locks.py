"""What waits for a running REPLACE PARTITION, what it stops, and what is refused meanwhile."""

import itertools
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.faults import held
from tests.partitions.running import PATIENCE, error_of, eventually, start

HELD = "partition_before_commit"
_NUMBERS = itertools.count()
NEW = [1, 2, 3, 4, 5]
OLD = [10, 20, 30]


@dataclass
class Tables:
    """A database of its own with tables s (NEW in partition 1), o (90) and d (OLD)."""

    db: sparktree.Engine
    name: str

    def run(self, statement: str) -> str:
        return start(self.db, statement, self.name).result(PATIENCE)

    def start(self, statement: str) -> "Future[str]":
        return start(self.db, statement, self.name)

    def values(self, table: str, partition: int = 1, column: str = "v") -> list[int]:
        text = self.run(f"SELECT {column} FROM {table} WHERE p = {partition} ORDER BY ALL")
        return [int(line) for line in text.split()]

    def locks(self) -> list[tuple[str, str, int]]:
        found = self.db.query(
            "SELECT operation, table, is_granted FROM system.partition_locks"
            f" WHERE database = '{self.name}' ORDER BY ticket, table"
        )
        return [(str(a), str(b), int(c)) for a, b, c in found.rows()]

    def pending(self) -> int:
        """Mutations that are not done."""
        mutations = self.db.services.catalog.mutations
        uuid = self.db.services.catalog.tables.get(self.name, "d").uuid
        return len(mutations.all(uuid, is_done=False))

    def waits(self, operation: str) -> bool:
        return any(o == operation and not granted for o, _, granted in self.locks())


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path_factory.mktemp("locks") / "data") as engine:
        yield engine


@pytest.fixture
def tables(db: sparktree.Engine) -> Iterator[Tables]:
    made = Tables(db, f"locks_{next(_NUMBERS)}")
    db.query(f"CREATE DATABASE {made.name}")
    for name in ("s", "o", "d"):
        made.run(
            f"CREATE TABLE {name} (p UInt8, k UInt64, v UInt64, w UInt8 DEFAULT 7,"
            " INDEX ix v TYPE minmax) ENGINE = MergeTree PARTITION BY p ORDER BY k"
        )
    made.run(f"INSERT INTO s (p, k, v) SELECT 1, v, v FROM (SELECT arrayJoin({NEW}) AS v)")
    made.run("INSERT INTO o (p, k, v) VALUES (1, 90, 90)")
    old = ", ".join(f"(1, {v}, {v}, 1)" for v in OLD)
    made.run(f"INSERT INTO d (p, k, v, w) VALUES {old}, (2, 2, 2, 1)")
    yield made
    db.query(f"DROP DATABASE {made.name} SYNC")


def index_files(tables: Tables) -> int:
    uuid = tables.db.services.catalog.tables.get(tables.name, "d").uuid
    active = tables.db.services.catalog.parts.all(uuid)
    folder = Path(tables.db.services.storage.folder)
    return sum(
        len(list((folder / p.path).glob("skp_idx*"))) for p in active if p.partition_id == "1"
    )


def frozen(tables: Tables) -> set[str]:
    uuid = tables.db.services.catalog.tables.get(tables.name, "d").uuid
    found = Path(tables.db.services.storage.folder).glob(f"shadow/{tables.name}/store/*/{uuid}/*")
    return {path.name for path in found}


def parts(tables: Tables, table: str = "d") -> set[str]:
    uuid = tables.db.services.catalog.tables.get(tables.name, table).uuid
    found = tables.db.services.catalog.parts.all(uuid)
    return {part.name for part in found if part.partition_id == "1"}


# Each second statement, what its lock is called, and what must be true when both are done.
WAITING = {
    "Detach": ("ALTER TABLE d DETACH PARTITION 1", "DETACH PARTITION"),
    "Drop": ("ALTER TABLE d DROP PARTITION 1", "DROP PARTITION"),
    "Attach": ("ALTER TABLE d ATTACH PARTITION 1", "ATTACH PARTITION"),
    "AttachFrom": ("ALTER TABLE d ATTACH PARTITION 1 FROM o", "ATTACH PARTITION FROM"),
    "Replace": ("ALTER TABLE d REPLACE PARTITION 1 FROM o", "REPLACE PARTITION"),
    "Replace#1": ("ALTER TABLE o REPLACE PARTITION 1 FROM d", "REPLACE PARTITION"),
    "MoveToTable": ("ALTER TABLE d MOVE PARTITION 1 TO TABLE o", "MOVE PARTITION TO TABLE"),
    "ClearColumnInPartition": ("ALTER TABLE d CLEAR COLUMN w IN PARTITION 1", "mutation"),
    "Freeze": ("ALTER TABLE d FREEZE PARTITION 1 WITH NAME '{name}'", "FREEZE PARTITION"),
    "Unfreeze": ("ALTER TABLE d UNFREEZE PARTITION 1 WITH NAME '{name}'", "UNFREEZE PARTITION"),
    "ClearIndex": ("ALTER TABLE d CLEAR INDEX ix IN PARTITION 1", "mutation"),
    "Move": ("ALTER TABLE d MOVE PARTITION 1 TO DISK 'default'", "MOVE PARTITION"),
    "UpdateInPartition": ("ALTER TABLE d UPDATE v = v + 1000 IN PARTITION 1 WHERE 1", "mutation"),
    "DeleteInPartition": ("ALTER TABLE d DELETE IN PARTITION 1 WHERE v > 2", "mutation"),
}


def check(kind: str, tables: Tables) -> None:
    """What must be true when both statements are done."""
    expected = {
        "Attach": [*NEW, 99],
        "AttachFrom": [*NEW, 90],
        "Replace": [90],
        "UpdateInPartition": [v + 1000 for v in NEW],
        "DeleteInPartition": [1, 2],
        "Detach": [],
        "Drop": [],
        "MoveToTable": [],
    }
    assert tables.values("d") == expected.get(kind, NEW)
    if kind == "Detach":
        tables.run("ALTER TABLE d ATTACH PARTITION 1")
        assert tables.values("d") == NEW
    elif kind == "Replace#1":
        assert tables.values("o") == NEW
    elif kind == "MoveToTable":
        assert tables.values("o") == [*NEW, 90]
    elif kind == "ClearColumnInPartition":
        assert set(tables.values("d", column="w")) == {7}
        assert tables.values("d", 2, "w") == [1]
    elif kind == "Freeze":
        assert frozen(tables) == parts(tables)
    elif kind == "Unfreeze":
        assert frozen(tables) == set()
    elif kind == "ClearIndex":
        assert index_files(tables) == 0


@pytest.mark.slow
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Detach"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Drop"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Attach"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.AttachFrom"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Replace"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Replace#1"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.MoveToTable"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.ClearColumnInPartition"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Freeze"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Unfreeze"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.ClearIndex"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Move"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.UpdateInPartition"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.DeleteInPartition"
)
@pytest.mark.parametrize("kind", list(WAITING))
def test_other_operations_wait_for_replace(kind: str, tables: Tables) -> None:
    if kind == "Attach":
        tables.run("ALTER TABLE d DETACH PARTITION 1")
        tables.run("INSERT INTO d (p, k, v) VALUES (1, 99, 99)")
        tables.run("ALTER TABLE d DETACH PARTITION 1")
        names = tables.run(
            "SELECT name FROM system.detached_parts WHERE database = currentDatabase()"
            " ORDER BY min_block_number"
        ).split()
        assert len(names) == 2
        tables.run(
            f"ALTER TABLE d DROP DETACHED PART '{names[0]}' SETTINGS allow_drop_detached = 1"
        )
    if kind == "Unfreeze":
        tables.run(f"ALTER TABLE d FREEZE PARTITION 1 WITH NAME '{tables.name}'")
    statement, operation = WAITING[kind]
    with held(HELD) as hold:
        first = tables.start("ALTER TABLE d REPLACE PARTITION 1 FROM s")
        assert hold.reached.wait(PATIENCE)
        second = tables.start(statement.format(name=tables.name))
        eventually(lambda: tables.waits(operation))
        assert not first.done() and not second.done()
        if kind != "Attach":
            assert tables.values("d") == OLD
        hold.released.set()
        first.result(PATIENCE)
        if kind == "Move":
            assert error_of(second) == "UNKNOWN_DISK"
        else:
            second.result(PATIENCE)
    check(kind, tables)
    assert tables.locks() == []


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Merges")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Mutations")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#32")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Fetch"
)
def test_what_a_held_replace_refuses_and_what_goes_on(tables: Tables) -> None:
    tables.run("INSERT INTO d (p, k, v) VALUES (1, 40, 40)")
    with held(HELD) as hold:
        replace = tables.start("ALTER TABLE d REPLACE PARTITION 1 FROM s")
        assert hold.reached.wait(PATIENCE)
        assert tables.locks() == [
            ("REPLACE PARTITION", "d", 1),
            ("REPLACE PARTITION", "s", 1),
        ]
        for statement in (
            "OPTIMIZE TABLE d PARTITION 1",
            "OPTIMIZE TABLE d PARTITION 1 FINAL",
            "OPTIMIZE TABLE d FINAL",
            "ALTER TABLE d UPDATE v = 0 WHERE 1",
            "ALTER TABLE d DELETE WHERE 1",
            "DELETE FROM d WHERE 1",
            "ALTER TABLE d MATERIALIZE COLUMN w",
            "ALTER TABLE d DROP COLUMN w",
            "ALTER TABLE d MODIFY COLUMN w UInt16",
            "ALTER TABLE d RENAME COLUMN w TO x",
        ):
            assert error_of(tables.start(statement)) == "ABORTED", statement
        fetch = tables.start("ALTER TABLE d FETCH PARTITION 1 FROM '/x'")
        assert error_of(fetch) == "NOT_IMPLEMENTED"
        assert tables.run("SELECT * FROM system.mutations WHERE database = currentDatabase()") == ""
        # Readers see the old partition; an insert is not held up; other partitions are free.
        assert tables.values("d") == [*OLD, 40]
        tables.run("INSERT INTO d (p, k, v) VALUES (1, 50, 50), (2, 3, 3)")
        assert tables.values("d") == [*OLD, 40, 50]
        tables.run("OPTIMIZE TABLE d PARTITION 2 FINAL")
        tables.run("ALTER TABLE d REPLACE PARTITION 2 FROM d")
        tables.run("ALTER TABLE d DETACH PARTITION 2")
        tables.run("ALTER TABLE d DROP PARTITION 7")
        assert not replace.done()
        hold.released.set()
        replace.result(PATIENCE)
    # The row that came before the swap is gone with the old partition.
    assert tables.values("d") == NEW
    tables.run("OPTIMIZE TABLE d PARTITION 1 FINAL")
    tables.run("ALTER TABLE d UPDATE v = v + 1 WHERE 1")
    assert tables.values("d") == [v + 1 for v in NEW]


# How work on partition 1 of d begins, where it is held, and what is true of d afterwards.
STOPPED = {
    "Insert": ("", "merge_before_write"),
    "Attach": ("attach", "merge_before_write"),
    "Optimize": ("OPTIMIZE TABLE d PARTITION 1 FINAL", "merge_after_write"),
    "Delete": ("DELETE FROM d WHERE v < 1000", "mutation_after_write"),
    "Alter.Add": (
        "ALTER TABLE d ADD COLUMN n UInt8 DEFAULT 3, MATERIALIZE COLUMN n",
        "mutation_before_write",
    ),
    "Alter.Drop": ("ALTER TABLE d DROP COLUMN w", "mutation_before_write"),
    "Alter.Clear": ("ALTER TABLE d CLEAR COLUMN w IN PARTITION 1", "mutation_before_write"),
    "Alter.Modify": ("ALTER TABLE d MODIFY COLUMN w UInt16", "mutation_after_write"),
    "Alter.ModifyRemove": (
        "ALTER TABLE d MODIFY COLUMN w REMOVE DEFAULT, UPDATE w = 0 WHERE 1",
        "mutation_before_write",
    ),
    "Alter.Materialize": ("ALTER TABLE d MATERIALIZE COLUMN w", "mutation_before_write"),
}
# The same ALTER of the source, so that the structures stay equal.
SAME = {
    "Alter.Add": "ALTER TABLE s ADD COLUMN n UInt8 DEFAULT 3",
    "Alter.Drop": "ALTER TABLE s DROP COLUMN w",
    "Alter.Modify": "ALTER TABLE s MODIFY COLUMN w UInt16",
    "Alter.ModifyRemove": "ALTER TABLE s MODIFY COLUMN w REMOVE DEFAULT",
}


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Insert")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Attach")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Optimize")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Delete")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Alter.Add")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Alter.Drop")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Alter.Clear"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Alter.Modify"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Alter.ModifyRemove"
)
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Alter.Materialize"
)
@pytest.mark.parametrize("kind", list(STOPPED))
def test_running_work_is_stopped_and_waited_for(kind: str, tables: Tables) -> None:
    statement, point = STOPPED[kind]
    if kind in SAME:
        tables.run(SAME[kind])
    if kind == "Attach":
        tables.run("SYSTEM STOP MERGES d")
    with held(point) as hold:
        if kind in ("Insert", "Attach"):
            for number in range(7):
                tables.run(f"INSERT INTO d (p, k, v) VALUES (1, {number}, {number})")
        if kind == "Attach":
            tables.run("DETACH TABLE d")
            tables.run("ATTACH TABLE d")
            tables.run("SYSTEM START MERGES d")
        running = tables.start(statement) if " " in statement else None
        assert hold.reached.wait(PATIENCE)
        replace = tables.start("ALTER TABLE d REPLACE PARTITION 1 FROM s")
        eventually(lambda: ("REPLACE PARTITION", "d", 1) in tables.locks())
        assert not replace.done()
        # Another partition is not touched by the work: its operation does not wait.
        if kind in ("Insert", "Attach", "Optimize"):
            tables.run("ALTER TABLE d REPLACE PARTITION 2 FROM d")
        hold.released.set()
        replace.result(PATIENCE)
    if kind == "Optimize":
        assert running is not None and error_of(running) == "ABORTED"
    elif running is not None:
        running.result(PATIENCE)
    assert tables.values("d") == NEW
    if kind == "Alter.Add":
        assert tables.values("d", column="n") == [3] * len(NEW)
    elif kind == "Alter.Drop":
        assert "w" not in tables.run("SELECT * FROM d LIMIT 1 FORMAT TSVWithNames").split()
    else:
        assert tables.values("d", column="w") == [7] * len(NEW)
    assert tables.pending() == 0
    tables.run("SYSTEM FLUSH LOGS")
    event = "MergeParts" if kind in ("Insert", "Attach", "Optimize") else "MutatePart"
    logged = tables.run(
        "SELECT count() > 0 FROM system.part_log"
        " WHERE database = currentDatabase() AND table = 'd'"
        f" AND event_type = '{event}' AND error LIKE '%ABORTED%' AND partition_id = '1'"
    )
    assert logged == "1\n"


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent#1")
def test_replace_of_another_partition_completes_at_once(tables: Tables) -> None:
    tables.run("INSERT INTO d (p, k, v) VALUES (1, 40, 40)")
    tables.run("INSERT INTO s (p, k, v) VALUES (2, 77, 77)")
    with held("merge_before_write") as hold:
        merge = tables.start("OPTIMIZE TABLE d PARTITION 1 FINAL")
        assert hold.reached.wait(PATIENCE)
        tables.run("ALTER TABLE d REPLACE PARTITION ID '2' FROM s")
        assert not merge.done()
        hold.released.set()
        merge.result(PATIENCE)
    assert tables.values("d", 2) == [77] and tables.values("d") == [*OLD, 40]
    assert len(parts(tables)) == 1


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Detach")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#25")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#26")
@pytest.mark.parametrize(
    "statement", ["DETACH TABLE d", "DROP TABLE d", "DETACH TABLE d PERMANENTLY"]
)
def test_a_table_that_goes_meanwhile(statement: str, tables: Tables) -> None:
    with held(HELD) as hold:
        replace = tables.start("ALTER TABLE d REPLACE PARTITION 1 FROM s")
        assert hold.reached.wait(PATIENCE)
        tables.run(statement)
        hold.released.set()
        assert error_of(replace) == "UNKNOWN_TABLE"
    assert tables.locks() == []
    if statement.startswith("DETACH"):
        tables.run("ATTACH TABLE d")
        assert tables.values("d") == OLD


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#31")
def test_an_alter_meanwhile_is_seen(tables: Tables) -> None:
    with held(HELD) as hold:
        replace = tables.start("ALTER TABLE d REPLACE PARTITION 1 FROM s")
        assert hold.reached.wait(PATIENCE)
        tables.run("ALTER TABLE d ADD COLUMN n UInt8")
        hold.released.set()
        assert error_of(replace) == "INCOMPATIBLE_COLUMNS"
    assert tables.values("d") == OLD


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#27")
def test_a_waiting_statement_can_be_killed(tables: Tables) -> None:
    with held(HELD) as hold:
        first = tables.start("ALTER TABLE d REPLACE PARTITION 1 FROM s")
        assert hold.reached.wait(PATIENCE)
        second = tables.start("ALTER TABLE d DROP PARTITION 1")
        eventually(lambda: tables.waits("DROP PARTITION"))
        tables.run("KILL QUERY WHERE query LIKE 'ALTER TABLE d DROP%' SYNC")
        assert error_of(second) == "QUERY_WAS_CANCELLED"
        assert tables.run("KILL QUERY WHERE user = 'nobody' SYNC") == ""
        third = tables.start("ALTER TABLE d DROP PARTITION 1 SETTINGS lock_acquire_timeout = 1")
        assert error_of(third) == "DEADLOCK_AVOIDED"
        hold.released.set()
        first.result(PATIENCE)
    assert tables.values("d") == NEW


@pytest.mark.slow
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Replace#1"
)
def test_tables_replaced_from_each_other_do_not_block_each_other(tables: Tables) -> None:
    both = ["ALTER TABLE d REPLACE PARTITION 1 FROM s", "ALTER TABLE s REPLACE PARTITION 1 FROM d"]
    running = [tables.start(statement) for statement in both * 10]
    for one in running:
        one.result(PATIENCE)
    assert tables.values("d") == tables.values("s")
    assert tables.values("d") in (OLD, NEW)


@pytest.mark.slow
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Concurrent.Manipulating.Partitions.Replace"
)
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#32")
def test_many_replaces_leave_one_source_and_readers_see_whole_partitions(tables: Tables) -> None:
    names = [f"s{number}" for number in range(4)]
    for number, name in enumerate(names):
        tables.run(f"CREATE TABLE {name} AS d")
        rows = ", ".join(f"(1, {row}, {number})" for row in range(10 * (number + 1)))
        tables.run(f"INSERT INTO {name} (p, k, v) VALUES {rows}")
    tables.run("ALTER TABLE d REPLACE PARTITION 1 FROM s0")
    replaces = [tables.start(f"ALTER TABLE d REPLACE PARTITION 1 FROM {n}") for n in names * 25]
    seen = [
        tables.run("SELECT count(), uniqExact(v), any(v) FROM d WHERE p = 1").split()
        for _ in range(8)
    ]
    for one in replaces:
        one.result(PATIENCE)
    seen.append(tables.run("SELECT count(), uniqExact(v), any(v) FROM d WHERE p = 1").split())
    assert all(u == "1" and int(count) == 10 * (int(v) + 1) for count, u, v in seen), seen
