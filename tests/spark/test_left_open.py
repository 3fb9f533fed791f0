"""A process that ends without closing its engine ends quietly."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sparktree
engine = sparktree.connect({folder!r})
engine.query("CREATE TABLE t (a UInt8, v UInt8) ENGINE = MergeTree PARTITION BY a ORDER BY a")
engine.query("INSERT INTO t VALUES (1, 2)")
engine.query(
    "CREATE TABLE d (a UInt8, v UInt8) PARTITION BY a"
    " ENGINE = File(Parquet, {lake!r}, partition_strategy = 'hive')"
)
engine.query(
    "ALTER TABLE t EXPORT PART '1_1_1_0' TO TABLE d",
    settings={{"allow_experimental_export_merge_tree_part": 1}},
)
state = "SELECT status FROM system.exports"
while (status := engine.query(state).text().strip()) in ("Pending", "Running"):
    pass
assert status == "Completed", status
print(engine.query("SELECT sum(a) FROM t").text())
"""


def test_an_engine_that_is_left_open_leaves_nothing_behind(tmp_path: Path) -> None:
    script = SCRIPT.format(folder=str(tmp_path / "data"), lake=str(tmp_path / "lake"))
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 0
    assert ended.stdout.strip() == "1"
    assert "leaked" not in ended.stderr
    assert "Traceback" not in ended.stderr
