"""Results in notebooks: tables of HTML, and the cell magic."""

from pathlib import Path
from typing import Any

import pytest

import sparktree
from sparktree.errors import Error
from sparktree.formats.html import MOST_CHARACTERS, MOST_COLUMNS, MOST_ROWS
from sparktree.notebook import Magic


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with sparktree.connect(tmp_path_factory.mktemp("data")) as engine:
        yield engine


def html(db: sparktree.Engine, text: str) -> str:
    found = db.query(text)._repr_html_()
    assert found is not None
    return found


def test_names_and_values_are_escaped(db: sparktree.Engine) -> None:
    found = html(db, "SELECT '<b>&' AS `<script>`, NULL AS n, ['</td>'] AS l")
    assert "&lt;b&gt;&amp;</td>" in found and "<script>" not in found and "<b>" not in found
    assert "&lt;script&gt;<br><small>String</small>" in found
    assert "<i>NULL</i>" in found and "&lt;/td&gt;" in found
    assert found.endswith("<small>1 row</small>")


def test_what_is_shown_is_bounded(db: sparktree.Engine) -> None:
    found = html(db, "SELECT number, repeat('x', 100000) AS s FROM numbers(1000)")
    assert found.count("<tr>") == MOST_ROWS + 1
    assert "1000 rows, the first 100 are shown" in found
    assert len(found) < MOST_ROWS * (MOST_CHARACTERS + 200)
    wide = html(db, f"SELECT {', '.join(f'{i} AS c{i}' for i in range(150))}")
    assert wide.count("<th ") == MOST_COLUMNS and "150 columns, the first 100" in wide
    assert "0 rows" in html(db, "SELECT 1 AS x WHERE 0")


def test_nothing_is_shown_where_there_are_no_columns(db: sparktree.Engine) -> None:
    assert db.query("SET max_threads = 1")._repr_html_() is None


class Shell:
    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {}


def test_the_magic_without_a_notebook(tmp_path: Path) -> None:
    shell = Shell()
    magic = Magic(shell)
    with pytest.raises(Error, match="No data folder is open"):
        magic.cell("", "SELECT 1")
    with pytest.raises(Error, match="Usage"):
        magic.line("--wrong")
    magic.line(str(tmp_path))
    assert magic.cell("", "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a;") is None
    found = magic.cell("kept", "SELECT 1 AS a; SELECT 2 AS b")
    assert found is not None and found.columns == ["b"] and shell.user_ns["kept"] is found
    with pytest.raises(Error, match="name of a variable"):
        magic.cell("a b", "SELECT 1")
    with pytest.raises(Error, match="UNKNOWN_TABLE"):
        magic.cell("", "SELECT * FROM nothing")
    with pytest.raises(Error, match="AUTHENTICATION_FAILED"):
        magic.line(f"{tmp_path} --user nobody --password x")
    again = magic.cell("", "SELECT count() FROM t SETTINGS max_threads = 1")
    assert again is not None and again.text() == "0\n"  # the folder from before is still open
    magic.close()


def test_the_magic_in_ipython(tmp_path: Path) -> None:
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.start_ipython() or testing.get_ipython()
    shell.run_line_magic("load_ext", "sparktree")
    shell.run_line_magic("sparktree", str(tmp_path))
    found = shell.run_cell_magic("sparktree", "kept", "SELECT 41 + 1 AS answer")
    assert "42</td>" in found._repr_html_() and shell.user_ns["kept"] is found
