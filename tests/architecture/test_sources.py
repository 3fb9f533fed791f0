"""Tables as queries see them do not change, and no other room asks of which kind they are."""

import ast
from pathlib import Path

from benchmarks.structure import Tree

TREE = Tree(Path(__file__).parents[2])


def test_tables_are_frozen() -> None:
    decorators = {
        name: [ast.unparse(by) for by in node.decorator_list]
        for (_, name), node in TREE.table_classes.items()
    }
    assert len(decorators) > 8
    assert [name for name, by in decorators.items() if "frozen=True" not in "".join(by)] == []


def test_no_other_room_asks_of_which_kind_a_table_is() -> None:
    assert TREE.asked_kinds() == []
