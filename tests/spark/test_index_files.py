"""What indexes leave is told to the user; damaged index files never change a result."""

import logging
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.skip_indexes import definition


def _table(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (k UInt32, s String, INDEX b s TYPE bloom_filter(0.001)) ENGINE ="
        " MergeTree ORDER BY k SETTINGS index_granularity = 10"
    )
    engine.query("INSERT INTO t SELECT number, toString(number) FROM numbers(200)")


def _index_file(folder: Path) -> Path:
    (found,) = folder.glob("store/*/all_1_1_0/skp_idx_b.idx")
    return found


@pytest.mark.parametrize("damage", ["flip", "truncate", "remove"])
def test_a_damaged_skip_index_is_not_used(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    with sparktree.connect(tmp_path) as engine:
        _table(engine)
        file = _index_file(tmp_path)
        content = bytearray(file.read_bytes())
        if damage == "flip":
            content[len(content) // 2] ^= 0xFF
        file.chmod(0o644)
        if damage == "remove":
            file.unlink()
        else:
            file.write_bytes(content[: len(content) // 2] if damage == "truncate" else content)
        with caplog.at_level(logging.WARNING, "sparktree.indexes"):
            found = engine.query("SELECT k FROM t WHERE s = '77'")
        assert found.rows() == [(77,)]
        assert "Index b of part all_1_1_0 is not used" in caplog.text


@pytest.mark.requirement("MT.SkipType.Token")
@pytest.mark.parametrize("renewal", ["ALTER TABLE t MATERIALIZE INDEX w", "OPTIMIZE TABLE t FINAL"])
def test_an_index_file_of_the_form_before_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renewal: str
) -> None:
    query = "SELECT k FROM t WHERE hasToken(s, 'word77')"
    with sparktree.connect(tmp_path) as engine:
        with monkeypatch.context() as before:
            before.setattr(definition, "_FORMS", {})
            engine.query(
                "CREATE TABLE t (k UInt32, s String, INDEX w s TYPE tokenbf_v1(256, 3, 0)"
                " GRANULARITY 1) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 10"
            )
            engine.query("INSERT INTO t SELECT number, concat('a word', number) FROM numbers(200)")
        found = engine.query(query)
        assert (found.rows(), found.statistics["marks_read"]) == ([(77,)], 20)
        engine.query(renewal)
        found = engine.query(query)
        assert found.rows() == [(77,)]
        assert found.statistics["marks_read"] < 20


def test_what_was_selected_is_logged(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        _table(engine)
        found = engine.query("SELECT k FROM t WHERE k IN (5, 77)")
        assert found.rows() == [(5,), (77,)]
        assert (found.statistics["parts_read"], found.statistics["marks_read"]) == (1, 2)
        assert found.statistics["rows_read"] == 20
        logged = engine.query(
            "SELECT read_rows, ProfileEvents['SelectedParts'], ProfileEvents['SelectedMarks'],"
            " ProfileEvents['SelectedMarksTotal'], ProfileEvents['SelectedRanges'] FROM"
            " system.query_log WHERE type = 'QueryFinish' AND query LIKE 'SELECT k FROM t%'"
        )
        assert logged.rows() == [(20, 1, 2, 20, 2)]


def test_an_index_outlives_the_type_of_its_column_only_as_a_file(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        _table(engine)
        engine.query("ALTER TABLE t MODIFY COLUMN s LowCardinality(String)")
        assert engine.query("SELECT k FROM t WHERE s = '77'").rows() == [(77,)]
