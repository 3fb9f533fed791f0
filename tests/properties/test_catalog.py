"""Whatever happens to a table's parts, no reader loses a file and no part is lost or doubled."""

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from sparktree.catalog import Catalog, NewPart, Part, PartState, Snapshot, Table, new_uuid
from sparktree.catalog.hints import closest


@dataclass
class Model:
    """What must be: rows by part name, files by part name, readers with what they saw."""

    active: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    readers: list[tuple[Snapshot, set[str]]] = field(default_factory=list)


class CatalogMachine(RuleBasedStateMachine):
    """Two processes insert, merge, read, clean up and die on one table."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.catalogs = [Catalog.open(None, self.folder, heartbeat=600) for _ in range(2)]
        table = Table(new_uuid(), "default", "t", "MergeTree", "CREATE TABLE t ...")
        self.table = self.catalogs[0].tables.create(table).uuid
        self.model = Model()

    who = st.integers(0, 1)

    @rule(who=who, count=st.integers(1, 3))
    def insert(self, who: int, count: int) -> None:
        parts = self.catalogs[who].parts.allocate(self.table, [NewPart("all")] * count)
        self.model.files.update(part.name for part in parts)
        self.catalogs[who].parts.commit(parts)
        self.model.active.update(part.name for part in parts)

    @rule(who=who)
    def abort(self, who: int) -> None:
        self.catalogs[who].parts.abort(
            self.catalogs[who].parts.allocate(self.table, [NewPart("all")])
        )

    @precondition(lambda self: len(self.model.active) > 1)
    @rule(who=who)
    def merge(self, who: int) -> None:
        catalog = self.catalogs[who]
        sources = catalog.parts.all(self.table)[:2]
        target = catalog.parts.prepare([_merged(sources)])
        self.model.files.add(target[0].name)
        catalog.parts.commit(target, sources)
        self.model.active -= {part.name for part in sources}
        self.model.active.add(target[0].name)

    @rule(who=who)
    def read(self, who: int) -> None:
        snapshot = self.catalogs[who].snapshot(self.table)
        self.model.readers.append((snapshot, set(self.model.active)))

    @precondition(lambda self: self.model.readers)
    @rule(data=st.data())
    def stop_reading(self, data: st.DataObject) -> None:
        index = data.draw(st.integers(0, len(self.model.readers) - 1))
        self.model.readers.pop(index)[0].release()

    @rule(who=who)
    def clean_up(self, who: int) -> None:
        parts = self.catalogs[who].claim_removable(self.table, 0)
        self.model.files -= {part.name for part in parts}
        self.catalogs[who].parts.forget(parts)

    @rule(who=who)
    def die_in_an_insert(self, who: int) -> None:
        """Closing leaves what is prepared but not committed, as a killed process does."""
        self.catalogs[who].parts.allocate(self.table, [NewPart("all")])
        if any(not reader.released for reader, _ in self.model.readers):
            return
        self.catalogs[who].close()
        self.catalogs[who] = Catalog.open(None, self.folder, heartbeat=600)
        self.catalogs[who].parts.forget(self.catalogs[who].recover())
        assert self.catalogs[who].parts.all(self.table, [PartState.DELETING]) == []

    @invariant()
    def the_active_parts_are_right(self) -> None:
        for catalog in self.catalogs:
            names = [part.name for part in catalog.parts.all(self.table)]
            assert len(names) == len(set(names))
            assert set(names) == self.model.active

    @invariant()
    def readers_keep_their_files(self) -> None:
        for snapshot, seen in self.model.readers:
            assert {part.name for part in snapshot.parts} == seen
            assert seen <= self.model.files

    def teardown(self) -> None:
        for snapshot, _ in self.model.readers:
            snapshot.release()
        self.clean_up(0)
        self.clean_up(1)
        self.clean_up(0)
        assert self.model.files == self.model.active
        for catalog in self.catalogs:
            catalog.close()
        shutil.rmtree(self.folder)


def _merged(sources: list[Part]) -> Part:
    first, last = sources[0], sources[-1]
    level = max(part.level for part in sources) + 1
    name = f"all_{first.min_block}_{last.max_block}_{level}"
    return Part(
        table=first.table,
        name=name,
        partition_id="all",
        min_block=first.min_block,
        max_block=last.max_block,
        level=level,
        path=f"store/{first.table}/{name}",
    )


TestCatalog = CatalogMachine.TestCase
TestCatalog.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)


def test_a_name_is_its_own_best_hint() -> None:
    names = ["orders", "order", "ordersx"]
    assert [closest(name, names) for name in names] == names
