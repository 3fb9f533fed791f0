"""ClickHouse's other settings: accepted, kept and shown, without effect here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

from sparktree.errors import Code, Error
from sparktree.settings.declare import Declared
from sparktree.settings.unsupported import description

NO_EFFECT = "Accepted for compatibility with ClickHouse; it has no effect in sparktree."


_WITHOUT_EFFECT = "merge_tree_without_effect.tsv"


def _rows(file: str) -> list[list[str]]:
    """The fields of a file's lines, separated by tabs."""
    text = (files("sparktree.settings") / file).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(maxsize=4)
def _table(file: str) -> Mapping[str, Declared]:
    """The settings of a file of lines `name, type, default`, separated by tabs; a default may have
    the escapes of a tab and of a line's end."""
    rows = _rows(file)
    return {name: Declared(name, type_, _plain(text), NO_EFFECT) for name, type_, text in rows}


def _plain(text: str) -> str:
    return text.replace("\\t", "\t").replace("\\n", "\n")


def known_settings() -> Mapping[str, Declared]:
    """The query settings of ClickHouse; of those that are refused the descriptions say why."""
    return _query_settings()


@lru_cache(maxsize=1)
def _query_settings() -> Mapping[str, Declared]:
    table = _table("clickhouse_query_settings.tsv")
    return {
        name: replace(known, doc=description(name) or known.doc) for name, known in table.items()
    }


@lru_cache(maxsize=1)
def known_table_settings() -> Mapping[str, Declared]:
    """The MergeTree settings of ClickHouse, each with what its lack of an effect means."""
    docs = {}
    for name, verdict, reason in _rows(_WITHOUT_EFFECT):
        refused = f"Not supported, so that only its default is accepted: {reason}"
        docs[name] = refused if verdict == "refused" else f"{NO_EFFECT} {reason}"
    known = _table("clickhouse_merge_tree_settings.tsv")
    return {n: replace(found, doc=docs.get(n, found.doc)) for n, found in known.items()}


@lru_cache(maxsize=1)
def refused_table_settings() -> Mapping[str, str]:
    """Why MergeTree settings without an effect are refused, of those that are."""
    rows = _rows(_WITHOUT_EFFECT)
    return {name: reason for name, verdict, reason in rows if verdict == "refused"}


def unknown_setting(name: str) -> Error:
    """UNKNOWN_SETTING with ClickHouse's words and a hint."""
    close = get_close_matches(name, known_settings(), n=2, cutoff=0.8)
    hint = f": Maybe you meant [{', '.join(repr(c) for c in close)}]" if close else ""
    return Error(Code.UNKNOWN_SETTING, f"Unknown setting '{name}'{hint}")
