"""Writes docs/reference/: what the engine's own system tables say, as pages to read.

With --check nothing is written; the exit code says whether the pages are current.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sparktree
from sparktree.errors import Code
from sparktree.sql import ast
from sparktree.sql.statements import access, alter, create, insert, other, partitions, views
from sparktree.sql.statements.alter import AlterCommand
from sparktree.sql.statements.base import Statement
from sparktree.statements.alter_table import ALTERS
from sparktree.statements.handlers import HANDLERS

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"


@dataclass(frozen=True)
class Page:
    """One page: a table of what a query returns, or of rows that declarations give."""

    file: str
    title: str
    columns: tuple[str, ...]
    source: str | Callable[[], Iterable[tuple[Any, ...]]]
    about: str = ""
    counts: str = ""  # a query whose one row stands in the places of `about`


def _functions(condition: str) -> str:
    return (
        "SELECT concat('`', name, '`'), categories, if(alias_to = '', description,"
        " concat('The same as `', alias_to, '`.')), if(examples = '', '',"
        " concat('`', examples, '`')) FROM system.functions"
        f" WHERE {condition} AND origin = 'System' ORDER BY name"
    )


def _settings(table: str) -> str:
    return (
        "SELECT concat('`', name, '`'), type, if(default LIKE 'auto%', 'auto', default),"
        f" description FROM system.{table} WHERE description NOT LIKE 'Accepted for%' ORDER BY name"
    )


_EFFECT = (
    "multiIf(description LIKE 'Accepted for%', 'none', description LIKE 'Not supported%',"
    " 'refused', 'yes')"
)
_TABLE_SETTINGS = (
    f"SELECT concat('`', name, '`'), {_EFFECT} AS effect, type, default, description"
    " FROM system.merge_tree_settings"
    " ORDER BY indexOf(['yes', 'refused', 'none'], effect), name"
)
_EFFECTS = (
    f"SELECT countIf({_EFFECT} = 'yes'), countIf({_EFFECT} = 'refused'),"
    f" countIf({_EFFECT} = 'none'), count() FROM system.merge_tree_settings"
)
_ABOUT_TABLE_SETTINGS = (
    "Of {3} names {0} have an effect. {1} are refused when they are set to anything but their"
    " default, because their missing effect could lose, hide or mislead. {2} are accepted and shown"
    " and rightly mean nothing here; the description says why. The same in SQL: `system."
    "merge_tree_settings` has the descriptions, which begin with `Not supported` or `Accepted for`."
)


_OTHERS = "ClickHouse's other settings are accepted and shown; they have no effect."


def statements() -> Iterator[tuple[str, str]]:
    """Every statement and every command of ALTER TABLE, and whether it is built."""
    yield "SELECT", "yes"
    for module in (create, views, insert, alter, partitions, other, access):
        for kind in vars(module).values():
            if not isinstance(kind, type) or kind.__module__ != module.__name__:
                continue
            if issubclass(kind, Statement | ast.Query):
                yield _sentence(kind), "yes" if kind in HANDLERS else "not yet"
            elif issubclass(kind, AlterCommand) and kind is not AlterCommand:
                yield f"ALTER TABLE: {_sentence(kind)}", "yes" if kind in ALTERS else "not yet"


def _sentence(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0].split(";")[0].rstrip(".")


PAGES = (
    Page(
        "functions.md",
        "Functions",
        ("Name", "Family", "Description", "Example"),
        _functions("is_aggregate = 0"),
    ),
    Page(
        "aggregate_functions.md",
        "Aggregate functions",
        ("Name", "Family", "Description", "Example"),
        _functions("is_aggregate = 1"),
    ),
    Page(
        "combinators.md",
        "Combinators of aggregate functions",
        ("Suffix", "Description"),
        "SELECT concat('`-', name, '`'), description"
        " FROM system.aggregate_function_combinators ORDER BY name",
    ),
    Page(
        "table_functions.md",
        "Table functions",
        ("Name", "Description"),
        "SELECT concat('`', name, '`'), description FROM system.table_functions ORDER BY name",
    ),
    Page(
        "settings.md",
        "Settings",
        ("Name", "Type", "Default", "Description"),
        _settings("settings"),
        _OTHERS,
    ),
    Page(
        "merge_tree_settings.md",
        "MergeTree settings",
        ("Name", "Effect", "Type", "Default", "Description"),
        _TABLE_SETTINGS,
        _ABOUT_TABLE_SETTINGS,
        _EFFECTS,
    ),
    Page(
        "formats.md",
        "Formats",
        ("Name", "Input", "Output", "Description"),
        "SELECT concat('`', name, '`'), if(is_input, 'yes', ''), if(is_output, 'yes', ''),"
        " description FROM system.formats ORDER BY name",
    ),
    Page(
        "data_types.md",
        "Data types",
        ("Name", "The same as"),
        "SELECT concat('`', name, '`'), if(alias_to = '', '', concat('`', alias_to, '`'))"
        " FROM system.data_type_families ORDER BY name",
    ),
    Page(
        "engines.md",
        "Table engines",
        ("Name", "Description"),
        "SELECT concat('`', name, '`'), description FROM system.table_engines ORDER BY name",
    ),
    Page(
        "system_tables.md",
        "System tables",
        ("Table", "What it shows", "Columns"),
        "SELECT concat('`', t.database, '.', t.name, '`'), any(t.comment),"
        " arrayStringConcat(arrayMap(c -> concat('`', c.2, '`'),"
        " arraySort(c -> c.1, groupArray((c.position, c.name)))), ', ')"
        " FROM system.tables AS t JOIN system.columns AS c"
        " ON t.database = c.database AND t.name = c.table"
        " WHERE t.database IN ('system', 'information_schema')"
        " GROUP BY t.database, t.name ORDER BY t.database DESC, t.name",
    ),
    Page("statements.md", "Statements", ("Statement", "Built"), statements),
    Page(
        "error_codes.md",
        "Error codes",
        ("Code", "Name"),
        lambda: ((code.value, f"`{code.name}`") for code in Code),
    ),
)


def page_text(page: Page, rows: list[tuple[Any, ...]], counts: tuple[Any, ...] = ()) -> str:
    """A page in Markdown."""
    about = page.about.format(*counts)
    lines = [
        f"# {page.title}",
        "",
        "Made by `make docs` from the engine itself.",
        "",
        *([about, ""] if about else []),
        "| " + " | ".join(page.columns) + " |",
        "|" + " --- |" * len(page.columns),
        *("| " + " | ".join(cell(value) for value in row) + " |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


def cell(value: object) -> str:
    return " ".join(str(value).split()).replace("|", "\\|")


def pages() -> Iterator[tuple[Path, str]]:
    with sparktree.connect(None) as engine:
        for page in PAGES:
            found = (
                engine.query(page.source).rows()
                if isinstance(page.source, str)
                else list(page.source())
            )
            counts = engine.query(page.counts).rows()[0] if page.counts else ()
            yield FOLDER / page.file, page_text(page, found, counts)


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale = []
    for path, text in pages():
        if check and (not path.exists() or path.read_text() != text):
            stale.append(path.name)
        elif not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if stale:
        sys.stderr.write(f"Not current: {', '.join(stale)}. Run make docs.\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
