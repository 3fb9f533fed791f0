"""Parts: allotted, committed, outdated, removed."""

from dataclasses import replace

import pytest

from sparktree.catalog import Catalog, NewPart, Part, PartState, Table
from sparktree.errors import Error
from tests.unit.catalog.conftest import Clock, OpenCatalog, make_table


def insert(catalog: Catalog, table: Table, *partition_ids: str) -> list[Part]:
    news = [NewPart(partition_id) for partition_id in partition_ids or ("all",)]
    return catalog.parts.commit(catalog.parts.allocate(table.uuid, news))


def names(parts: list[Part] | tuple[Part, ...]) -> list[str]:
    return [part.name for part in parts]


def merged(parts: list[Part], level: int = 1) -> Part:
    first, last = parts[0], parts[-1]
    name = f"{first.partition_id}_{first.min_block}_{last.max_block}_{level}"
    return Part(
        table=first.table,
        name=name,
        partition_id=first.partition_id,
        min_block=first.min_block,
        max_block=last.max_block,
        level=level,
        path=f"store/{first.table}/{name}",
    )


def test_block_numbers_are_one_counter_for_all_partitions(catalog: Catalog, table: Table) -> None:
    insert(catalog, table, "1", "2")
    insert(catalog, table, "1", "2")
    insert(catalog, table, "2")
    found = names(catalog.parts.all(table.uuid))
    assert found == ["1_1_1_0", "1_3_3_0", "2_2_2_0", "2_4_4_0", "2_5_5_0"]


def test_outlines_of_a_table_and_of_a_partition(catalog: Catalog, table: Table) -> None:
    insert(catalog, table, "1", "2")
    insert(catalog, table, "2")
    catalog.parts.allocate(table.uuid, [NewPart("2")])
    found = catalog.parts.outline(table.uuid)
    assert names(found) == ["1_1_1_0", "2_2_2_0", "2_3_3_0", "2_4_4_0"]
    assert [part.state for part in found][-1] == PartState.PRE_ACTIVE
    assert catalog.parts.outline(table.uuid, "2") == found[1:]
    assert catalog.parts.outline(table.uuid, "3") == []


def test_a_part_is_seen_only_after_its_commit(catalog: Catalog, table: Table) -> None:
    parts = catalog.parts.allocate(table.uuid, [NewPart("all", partition="tuple()")])
    assert catalog.parts.all(table.uuid) == []
    assert catalog.parts.all(table.uuid, [PartState.PRE_ACTIVE]) == parts
    written = replace(parts[0], rows=7, bytes_on_disk=90, meta='{"rows": 7}', part_type="Wide")
    active = catalog.parts.commit([written])
    assert catalog.parts.all(table.uuid) == active
    assert (active[0].rows, active[0].state, active[0].owner) == (7, PartState.ACTIVE, None)
    assert catalog.parts.get(table.uuid, "all_1_1_0") == active[0]


def test_an_aborted_insert_leaves_nothing_but_a_gap_in_the_numbers(
    catalog: Catalog, table: Table
) -> None:
    catalog.parts.abort(catalog.parts.allocate(table.uuid, [NewPart("all")]))
    assert catalog.parts.known_folders(table.uuid) == set()
    assert names(insert(catalog, table)) == ["all_2_2_0"]


def test_a_merge_swaps_at_one_instant(catalog: Catalog, table: Table, clock: Clock) -> None:
    sources = [*insert(catalog, table), *insert(catalog, table)]
    target = catalog.parts.prepare([merged(sources)])
    clock.now += 5
    catalog.parts.commit(target, sources)
    assert names(catalog.parts.all(table.uuid)) == ["all_1_2_1"]
    outdated = catalog.parts.all(table.uuid, [PartState.OUTDATED])
    assert names(outdated) == ["all_1_1_0", "all_2_2_0"]
    assert {part.removed for part in outdated} == {clock.now}


def test_of_two_merges_of_a_part_the_second_is_aborted_whole(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table
) -> None:
    one, two, three = (insert(catalog, table)[0] for _ in range(3))
    first = catalog.parts.prepare([merged([one, two])])
    other = open_catalog()
    second = other.parts.prepare([merged([two, three])])
    catalog.parts.commit(first, [one, two])
    with pytest.raises(Error, match="ABORTED"):
        other.parts.commit(second, [two, three])
    assert names(catalog.parts.all(table.uuid)) == ["all_1_2_1", "all_3_3_0"]
    other.parts.abort(second)
    assert len(catalog.parts.known_folders(table.uuid)) == 4


def test_a_part_name_is_taken_once(catalog: Catalog, table: Table) -> None:
    sources = [*insert(catalog, table), *insert(catalog, table)]
    catalog.parts.prepare([merged(sources)])
    with pytest.raises(Error, match="DUPLICATE_DATA_PART"):
        catalog.parts.prepare([merged(sources)])


def test_nothing_is_committed_into_a_dropped_table(catalog: Catalog, table: Table) -> None:
    parts = catalog.parts.allocate(table.uuid, [NewPart("all")])
    catalog.tables.drop("default", "t")
    with pytest.raises(Error) as refused:
        catalog.parts.commit(parts)
    assert refused.value.message == "Table default.t does not exist."
    with pytest.raises(Error, match="UNKNOWN_TABLE"):
        catalog.parts.allocate(table.uuid, [NewPart("all")])


def test_a_commit_needs_rows_that_this_owner_prepared(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table
) -> None:
    parts = catalog.parts.allocate(table.uuid, [NewPart("all")])
    with pytest.raises(Error, match="ABORTED"):
        open_catalog().parts.commit(parts)
    catalog.parts.commit(parts)
    with pytest.raises(Error, match="ABORTED"):
        catalog.parts.commit(parts)


def test_a_commit_over_two_tables_is_all_or_nothing(catalog: Catalog, table: Table) -> None:
    other = make_table(catalog, "other")
    old = insert(catalog, other)
    moved = insert(catalog, table)
    new = catalog.parts.allocate(other.uuid, [NewPart("all")])
    catalog.parts.commit((), old)
    with pytest.raises(Error, match="ABORTED"):
        catalog.parts.commit(new, [*moved, *old])
    assert catalog.parts.all(table.uuid) == moved
    catalog.parts.commit(new, moved)
    assert catalog.parts.all(table.uuid) == []
    assert names(catalog.parts.all(other.uuid)) == ["all_2_2_0"]


def test_outdated_parts_are_claimed_once_after_their_lifetime(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table, clock: Clock
) -> None:
    parts = insert(catalog, table)
    catalog.parts.commit((), parts)
    other = open_catalog(clock=clock)
    assert catalog.claim_removable(table.uuid, 480) == []
    clock.now += 480
    claimed = catalog.claim_removable(table.uuid, 480)
    assert names(claimed) == ["all_1_1_0"]
    assert other.claim_removable(table.uuid, 480) == []
    other.parts.forget(claimed)
    assert len(catalog.parts.known_folders(table.uuid)) == 1
    catalog.parts.unclaim(claimed)
    assert names(other.claim_removable(table.uuid, 480)) == ["all_1_1_0"]
    other.parts.forget(claimed)
    assert catalog.parts.known_folders(table.uuid) == set()


def test_thousands_of_parts_are_committed_at_once(catalog: Catalog, table: Table) -> None:
    parts = insert(catalog, table, *["all"] * 6_000)
    catalog.parts.commit((), parts)
    assert catalog.parts.all(table.uuid) == []


def test_a_missing_part_is_named(catalog: Catalog, table: Table) -> None:
    with pytest.raises(Error) as refused:
        catalog.parts.get(table.uuid, "all_9_9_0")
    assert refused.value.message == "No part all_9_9_0 in committed state."
