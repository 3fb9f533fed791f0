"""A merge that several tasks write, each some key ranges, gives one sorted part."""

import json

import pytest

import sparktree
from sparktree.engines.merging import job

ORDERED = (
    "SELECT countIf((s, k) < (ps, pk)) FROM (SELECT s, k,"
    " lagInFrame(s) OVER (ORDER BY _part_offset) AS ps,"
    " lagInFrame(k) OVER (ORDER BY _part_offset) AS pk FROM t)"
)


@pytest.mark.slow
@pytest.mark.parametrize("wide", [True, False], ids=["Wide", "Compact"])
def test_segments_are_one_part(
    wide: bool, engine: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "_TASK_ROWS", 5_000)
    monkeypatch.setattr(job, "_LEAST_RANGE", 2_000)
    monkeypatch.setattr(job, "_RANGE_ROWS", 2_000)
    engine.query(
        "CREATE TABLE t (s String, k UInt64, v UInt32, a Array(String))"
        " ENGINE = ReplacingMergeTree(v) PARTITION BY k % 1 ORDER BY (s, k)"
        " SETTINGS index_granularity = 256, max_bytes_to_merge_at_max_space_in_pool = 1,"
        f" min_bytes_for_wide_part = {0 if wide else 1 << 40}"
    )
    for number in range(3):
        # Text that is not UTF-8 in one of the parts.
        text = "unhex('FF')" if number == 1 else "''"
        engine.query(
            f"INSERT INTO t SELECT concat(toString(number % 97), if(number % 50 = 0, {text}, '')),"
            f" number % 6000, {number}, [toString(number)] FROM numbers(8000)"
        )
    question = "SELECT count(), sum(k), sum(v), sum(cityHash64(s, k, v, a)) FROM t"
    expected = engine.query(f"{question} FINAL").text()
    engine.query("OPTIMIZE TABLE t FINAL")
    assert engine.query(question).text() == expected
    assert engine.query(ORDERED).text() == "0\n"
    (part,) = [p for p in engine.services.catalog.parts.all() if p.rows]
    assert len(json.loads(part.meta)["segments"]) > 1
    assert engine.query("SELECT count() > 1 FROM t WHERE s = '11'").text() == "1\n"
    engine.query("OPTIMIZE TABLE t FINAL")
    assert engine.query(question).text() == expected
