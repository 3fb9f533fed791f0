import pytest

from sparktree.errors import Error
from sparktree.parts.name import MAX_LEVEL, PartInfo, covering, merged, parse, try_parse


@pytest.mark.parametrize(
    ("text", "info"),
    [
        ("all_1_1_0", PartInfo("all", 1, 1)),
        ("202401_3_9_2", PartInfo("202401", 3, 9, 2)),
        ("-5-1_1_1_0_7", PartInfo("-5-1", 1, 1, 0, 7)),
        ("all_0_0_999999999", PartInfo("all", 0, 0, MAX_LEVEL)),
    ],
)
def test_a_name_says_what_the_part_holds(text: str, info: PartInfo) -> None:
    assert parse(text) == info
    assert str(info) == text


@pytest.mark.parametrize(
    "text",
    ["", "all", "all_1_1", "_1_1_0", "all_2_1_0", "all_1_1_0_", "all_1_1_0_1_1", "tmp_all_1_1_0"],
)
def test_other_names_are_not_parts(text: str) -> None:
    assert try_parse(text) is None
    with pytest.raises(Error, match=r"Code: 233\. DB::Exception: Unexpected part name: "):
        parse(text)


def test_the_level_of_old_servers_covers_all() -> None:
    assert parse("all_0_5_4294967295") == PartInfo("all", 0, 5, MAX_LEVEL)


def test_containment_follows_level_and_mutation() -> None:
    assert parse("all_0_5_3").contains(parse("all_0_4_2"))
    assert parse("all_0_4_2_9").contains(parse("all_0_4_2"))
    assert not parse("all_0_5_2").contains(parse("all_0_4_2"))
    assert not parse("all_0_5_3").contains(parse("all_0_4_2_9"))
    assert not parse("all_0_5_3").contains(parse("other_0_4_2"))


def test_a_merge_spans_all_blocks_and_is_one_level_higher() -> None:
    parts = [parse("p_7_7_0_8"), parse("p_1_4_2"), parse("p_5_6_1")]
    assert str(merged(parts)) == "p_1_7_3_8"
    with pytest.raises(Error, match="one partition"):
        merged([parse("p_1_1_0"), parse("q_2_2_0")])


def test_covering_drops_what_was_merged() -> None:
    names = ["p_1_1_0", "p_2_2_0", "p_1_2_1", "p_1_2_1_5", "p_3_3_0", "q_1_1_0"]
    assert [str(part) for part in covering(map(parse, names))] == [
        "p_1_2_1_5",
        "p_3_3_0",
        "q_1_1_0",
    ]
