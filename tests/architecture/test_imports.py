"""Modules and folders import one another in one direction, imports for types alone counted."""

from pathlib import Path

from benchmarks.structure import Tree, knots, longest_chain

TREE = Tree(Path(__file__).parents[2])


def test_no_modules_know_one_another_in_a_circle() -> None:
    assert knots(TREE.imports) == []


def test_no_folders_know_one_another_in_a_circle() -> None:
    assert knots(TREE.between_folders) == []


def test_knots_and_chains_are_found() -> None:
    graph = {"a": "b", "b": "cd", "c": "b", "d": "e", "e": "", "f": "e"}
    circle = {name: frozenset(others) for name, others in graph.items()}
    assert knots(circle) == [["b", "c"]]
    assert longest_chain(circle) == 4  # a, b with c, d, e
