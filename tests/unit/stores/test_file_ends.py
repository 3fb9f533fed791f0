"""The ends of objects that are kept."""

from sparktree.stores.file_ends import FileEnds


def test_what_is_behind_the_known_beginning_is_found() -> None:
    ends = FileEnds()
    ends.keep(("d", "a"), 100, b"0123456789")
    assert ends.find(("d", "a"), 102, 3) == b"234"
    assert ends.find(("d", "a"), 108, 9) == b"89"
    assert ends.find(("d", "a"), 99, 3) is None
    assert ends.find(("e", "a"), 102, 3) is None


def test_what_was_not_asked_for_goes_first() -> None:
    ends = FileEnds(25)
    for name in "abc":
        ends.keep(("d", name), 0, name.encode() * 10)
        ends.find(("d", "a"), 0, 1)
    assert ends.find(("d", "b"), 0, 1) is None
    assert ends.find(("d", "a"), 0, 1) == b"a"
    assert ends.find(("d", "c"), 0, 1) == b"c"


def test_a_longer_end_comes_in_the_place_of_a_shorter_one() -> None:
    ends = FileEnds(25)
    for begin in (15, 10, 0):
        ends.keep(("d", "a"), begin, b"0123456789abcdefghij"[begin:])
    ends.keep(("d", "b"), 0, b"01234")
    assert ends.find(("d", "a"), 0, 2) == b"01"
    ends.keep(("d", "c"), 0, bytes(1 << 20))
    assert ends.find(("d", "c"), 0, 2) is None
