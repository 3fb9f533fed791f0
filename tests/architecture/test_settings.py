"""A setting that is read is declared, one that is declared is read, and none is told of twice."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from sparktree.formats.options import FormatSettings
from sparktree.settings.declare import as_text, by_name, parse, settings_in
from sparktree.settings.inert_settings import known_settings, known_table_settings
from sparktree.settings.merge_tree import declared_settings as table_settings
from sparktree.settings.query import QuerySettings, declared_settings
from sparktree.settings.unsupported import UNSUPPORTED

SOURCE = Path(__file__).resolve().parents[2] / "src" / "sparktree"
FORMATS = by_name(FormatSettings)
# Fields of the formats' settings that are no settings of the formats' own.
PASSED_ON = {"zone", "named_tuple", "max_insert_block_size", "input_format_null_as_default"}


def _texts(tree: ast.AST) -> Iterator[str]:
    """Texts and names of attributes; of texts that are put together a pattern."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _patterns(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            pieces = [v.value if isinstance(v, ast.Constant) else None for v in node.values]
            known = "".join(str(piece) for piece in pieces if piece is not None)
            if re.fullmatch(r"[a-z_0-9]{8,}", known):
                yield "".join(r"\w+" if piece is None else str(piece) for piece in pieces)


@lru_cache(maxsize=1)
def _read() -> tuple[frozenset[str], frozenset[str]]:
    texts: set[str] = set()
    patterns: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        patterns |= set(_patterns(tree))
        if path.parent.name != "settings":  # where names stand because they are declared
            texts |= set(_texts(tree))
    return frozenset(texts), frozenset(patterns)


@pytest.mark.parametrize("settings", [QuerySettings, FormatSettings])
def test_a_declared_setting_is_read(settings: type) -> None:
    texts, patterns = _read()
    built = re.compile("|".join(sorted(patterns)))
    names = {one.name for one in settings_in(settings)}
    assert {n for n in names if n not in texts and not built.fullmatch(n)} == set()


def test_a_setting_that_is_read_is_declared() -> None:
    others = {n for n in known_settings() if n.count("_") >= 2}
    others -= declared_settings().keys() | FORMATS.keys()
    others -= known_table_settings().keys() | {n for n in others if n.startswith("background_")}
    assert others & _read()[0] == set()


def test_formats_have_clickhouses_settings_and_defaults() -> None:
    known = known_settings()
    assert {f for f in FormatSettings.__dataclass_fields__ if f not in FORMATS} == PASSED_ON
    defaults = {n: as_text(parse(known[n], known[n].default)) for n in FORMATS}
    assert {n: as_text(one.default) for n, one in FORMATS.items()} == defaults


def test_a_setting_is_declared_once() -> None:
    assert FORMATS.keys() & declared_settings().keys() == set()
    assert UNSUPPORTED.keys() & (FORMATS.keys() | declared_settings().keys()) == set()
    assert UNSUPPORTED.keys() - known_settings().keys() == set()


def test_each_setting_of_mergetree_has_an_effect_or_a_reason_for_none() -> None:
    verdicts = _verdicts()
    declared_here = {one.name for one in table_settings().values()}
    assert verdicts.keys() & declared_here == set()
    assert verdicts.keys() | declared_here == known_table_settings().keys()
    assert set(verdicts.values()) == {"refused", "meaningless"}


def test_a_setting_of_mergetree_that_is_declared_is_read() -> None:
    texts, _ = _read()
    assert {one.name for one in table_settings().values()} - texts == set()


def _verdicts() -> dict[str, str]:
    """What becomes of the settings without an effect when they are set."""
    file = SOURCE / "settings" / "merge_tree_without_effect.tsv"
    lines = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    verdicts = {name: verdict for name, verdict, _ in (line.split("\t") for line in lines)}
    assert len(verdicts) == len(lines)
    return verdicts
