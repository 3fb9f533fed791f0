"""The nearest vectors by a graph of neighbours: as good as looking at all rows, and never wrong."""

import logging
import sys
from pathlib import Path

import pytest

import sparktree

VECTOR = "arrayMap(i -> (cityHash64({}, i) % 2000 - 1000) / 1000., range(16))"
ROWS = 4000


def create(
    engine: sparktree.Engine, parameters: str = "'L2Distance', 16", rows: int = ROWS
) -> None:
    engine.query(
        "CREATE TABLE t (id UInt32, v Array(Float32), INDEX near v TYPE"
        f" vector_similarity('hnsw', {parameters})) ENGINE = MergeTree ORDER BY id"
        " SETTINGS index_granularity = 64"
    )
    engine.query(f"INSERT INTO t SELECT number, {VECTOR.format('number')} FROM numbers({rows})")


def nearest(
    engine: sparktree.Engine, seed: int, *, index: bool = True, distance: str = "L2Distance"
) -> sparktree.Result:
    return engine.query(
        f"WITH (SELECT {VECTOR.format(seed)}) AS r SELECT id, {distance}(v, r) AS d FROM t"
        f" ORDER BY d LIMIT 10 SETTINGS query_plan_try_use_vector_search = {int(index)}"
    )


@pytest.mark.requirement("MT.SkipType.ANN")
def test_what_the_graph_tells_is_nearly_what_a_scan_finds(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        create(engine)
        found = 0
        for seed in range(ROWS, ROWS + 10):
            near = nearest(engine, seed)
            exact = nearest(engine, seed, index=False)
            assert near.statistics["rows_read"] == 10 and exact.statistics["rows_read"] == ROWS
            found += len(set(near.rows()) & set(exact.rows()))  # with their exact distances
        assert found >= 95, found


@pytest.mark.parametrize("quantization", ["f64", "f32", "f16", "bf16", "i8", "b1"])
@pytest.mark.requirement("MT.SkipType.ANN")
def test_every_quantization_finds_a_vector_by_itself(tmp_path: Path, quantization: str) -> None:
    with sparktree.connect(tmp_path) as engine:
        create(engine, f"'cosineDistance', 16, '{quantization}', 16, 64", rows=300)
        (first, *_) = nearest(engine, 77, distance="cosineDistance").rows()
        assert first[0] == 77 and abs(first[1]) < 1e-6


@pytest.mark.parametrize("damage", ["flip", "truncate", "remove"])
@pytest.mark.requirement("MT.SkipType.ANN")
def test_a_damaged_graph_is_not_used(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    with sparktree.connect(tmp_path) as engine:
        create(engine, rows=300)
        (file,) = tmp_path.glob("store/*/all_1_1_0/skp_idx_near.idx")
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 0xFF
        if damage == "remove":
            file.unlink()
        else:
            file.write_bytes(content[: len(content) // 2] if damage == "truncate" else content)
        with caplog.at_level(logging.WARNING, "sparktree.indexes"):
            near = nearest(engine, 77).rows()
        assert near == nearest(engine, 77, index=False).rows()
        assert "Index near of part all_1_1_0 is not used" in caplog.text


@pytest.mark.requirement("MT.SkipType.ANN")
def test_deleted_and_updated_rows(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        create(engine, rows=300)
        gone = [row[0] for row in nearest(engine, 77).rows()[:4]]
        engine.query(f"DELETE FROM t WHERE id IN {tuple(gone)}")
        masked = nearest(engine, 77)
        near = masked.rows()
        assert len(near) == 10 and near == nearest(engine, 77, index=False).rows()
        assert masked.statistics["rows_read"] == 14  # as many more as are gone
        engine.query("OPTIMIZE TABLE t FINAL")
        again = nearest(engine, 77)
        assert again.rows() == near and again.statistics["rows_read"] == 10
        engine.query(
            "ALTER TABLE t MODIFY SETTING enable_block_number_column = 1,"
            " enable_block_offset_column = 1"
        )
        engine.query("OPTIMIZE TABLE t FINAL")
        engine.query(f"UPDATE t SET v = {VECTOR.format(77)} WHERE id = 5")
        assert nearest(engine, 77).rows()[0][0] == 5


@pytest.mark.requirement("MT.SkipType.ANN")
def test_without_the_library_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "usearch.index", None)
    with sparktree.connect(tmp_path) as engine:
        with pytest.raises(sparktree.Error, match=r"pip install 'sparktree\[vector\]'") as caught:
            create(engine)
        assert caught.value.name == "SUPPORT_IS_DISABLED"
        assert engine.query("EXISTS TABLE t").rows() == [(0,)]
        monkeypatch.undo()
        create(engine, rows=100)
        monkeypatch.setitem(sys.modules, "usearch.index", None)
        assert engine.query("SELECT count() FROM t WHERE id > 4").rows() == [(95,)]
        assert len(nearest(engine, 77, index=False).rows()) == 10
        with pytest.raises(sparktree.Error, match=r"pip install 'sparktree\[vector\]'"):
            nearest(engine, 77)
