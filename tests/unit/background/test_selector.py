"""The choice of merges: alike parts first, old and many parts more readily, within the limits."""

from sparktree.background.selector import Candidate, Limits, max_bytes, select

MIB = 1 << 20
LIMITS = Limits(max_bytes=150 << 30)


def parts(*sizes: int, age: float = 0.0) -> list[Candidate]:
    return [Candidate(size, age) for size in sizes]


def test_few_new_parts_are_left_alone() -> None:
    assert select([parts(*[100] * 4)], LIMITS) is None


def test_many_small_parts_are_merged_at_once() -> None:
    assert select([parts(*[100] * 6)], LIMITS) == (0, 0, 6)


def test_a_large_part_does_not_take_part() -> None:
    assert select([parts(10_000 * MIB, *[MIB] * 8)], LIMITS) == (0, 1, 9)


def test_old_parts_are_merged_more_readily() -> None:
    three = parts(100, 100, 100, age=3000)
    assert select([three], LIMITS) == (0, 0, 3)
    assert select([parts(100, 100, 100, age=5)], LIMITS) is None


def test_no_merge_is_larger_than_allowed() -> None:
    found = select([parts(*[10 * MIB] * 20)], Limits(max_bytes=80 * MIB))
    assert found is not None
    assert found[2] - found[1] <= 8


def test_no_merge_has_more_parts_than_allowed() -> None:
    found = select([parts(*[100] * 50)], Limits(max_bytes=1 << 40, max_parts=10))
    assert found is not None
    assert found[2] - found[1] == 10


def test_the_best_of_several_partitions() -> None:
    assert select([parts(*[100 * MIB] * 6), parts(*[100] * 6)], LIMITS) == (1, 0, 6)


def test_parts_of_a_certain_age_are_merged_in_any_case() -> None:
    both = parts(1000 * MIB, 100, age=20)
    assert select([both], LIMITS) is None
    assert select([both], Limits(max_bytes=1 << 40, force_age=10)) == (0, 0, 2)


def test_an_asked_for_merge_takes_any_two() -> None:
    assert select([parts(1000 * MIB, 100)], Limits(max_bytes=1 << 40, eager=True)) == (0, 0, 2)
    assert select([parts(100)], Limits(max_bytes=1 << 40, eager=True)) is None
    assert select([], LIMITS) is None


def test_a_busy_pool_leaves_small_merges() -> None:
    assert max_bytes(16, 16, MIB, 1 << 37, 8) == 1 << 37
    assert max_bytes(0, 16, MIB, 1 << 37, 8) == MIB
    assert MIB < max_bytes(4, 16, MIB, 1 << 37, 8) < 1 << 37
