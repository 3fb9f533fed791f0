"""The order of joins: what is cheap by the sizes of the tables."""

from itertools import pairwise, permutations

import pytest

from sparktree.planner.optimizing.join_order import Equal, Search, Shape, Tables, invented


def tables_of(shape: Shape) -> list[int]:
    """The tables of an order, from left to right."""
    if isinstance(shape, int):
        return [shape]
    return [*tables_of(shape[0]), *tables_of(shape[1])]


def chain(*rows: float) -> Tables:
    """Each table has a key that the table before it names."""
    equal = [Equal({i: min(a, b), i + 1: b}) for i, (a, b) in enumerate(pairwise(rows))]
    return Tables(rows, rows, equal)


def test_every_table_is_joined_once() -> None:
    found = Search(chain(100, 10, 1000, 5, 70)).best(10)
    assert sorted(tables_of(found.shape)) == [0, 1, 2, 3, 4]


def test_the_smaller_side_is_at_the_right() -> None:
    assert Search(chain(10, 1000)).best(10).shape == (1, 0)
    assert Search(chain(1000, 10)).best(10).shape == (0, 1)


def test_tables_without_equal_values_meet_last() -> None:
    tables = Tables([10, 10, 1000], [10, 10, 1000], [Equal({0: 10, 2: 10})])
    assert Search(tables).best(10).shape in (((2, 0), 1), (1, (2, 0)))


def test_no_order_is_cheaper_than_the_one_that_is_found() -> None:
    tables = chain(5000, 300, 80000, 20, 900)
    search = Search(tables)
    found = search.best(10)
    for order in permutations(range(5)):
        shape: Shape = order[0]
        for table in order[1:]:
            shape = (shape, table)
        assert search.cost(shape)[0].cost >= found.cost


@pytest.mark.parametrize("most", [2, 10])
def test_a_few_rows_go_before_many(most: int) -> None:
    """Conditions leave a row of the small table: what it meets is joined before the others."""
    tables = Tables(
        [1_000_000, 100_000, 1, 500],
        [1_000_000, 100_000, 1000, 500],
        [Equal({0: 100_000, 1: 100_000}), Equal({1: 1000, 2: 1000}), Equal({0: 500, 3: 500})],
    )
    found = Search(tables).best(most)
    order = found.shape
    while not isinstance(order, int) and len(tables_of(order)) > 2:
        order = max(order, key=lambda one: len(tables_of(one)))
    assert sorted(tables_of(order)) == [1, 2]


def test_keys_of_several_columns_are_as_many_as_rows() -> None:
    equal = [Equal({0: 20_000, 1: 20_000}), Equal({0: 1000, 1: 1000})]
    tables = Tables([600_000, 80_000], [600_000, 80_000], equal)
    assert Search(tables).best(10).rows == pytest.approx(600_000)


def test_many_tables_are_ordered_step_by_step() -> None:
    found = Search(chain(*(10.0 * (i % 7 + 1) for i in range(40)))).best(10)
    assert sorted(tables_of(found.shape)) == list(range(40))


def test_invented_sizes_are_the_same_for_the_same_number() -> None:
    tables = chain(1, 2, 3, 4)
    assert invented(tables, 5) == invented(tables, 5) != invented(tables, 6)
