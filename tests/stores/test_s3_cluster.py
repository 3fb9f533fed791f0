"""s3Cluster on a cluster of two workers."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sparktree
from tests.spark.cluster import cluster
from tests.stores.servers import Bucket

SCRIPT = Path(__file__).with_name("cluster_query.py")


@pytest.mark.slow
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3Cluster")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3Cluster#1")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3Cluster#2")
def test_every_worker_takes_folders_for_the_same(
    engine: sparktree.Engine, bucket: Bucket, tmp_path: Path
) -> None:
    for number in range(8):
        bucket.put(f"t/date=2020-01-0{number}/n=a %25 b/f.csv", f"{number}\n" * 1000)
        bucket.put(f"t/date=2019-01-0{number}/n=c/f.csv", "unreadable\n")
    args = bucket.args("t/date=*/n=*/f.csv", "'CSV', 'x UInt8'")
    query = (
        "SELECT date, n, _path, count(), sum(x) FROM {} WHERE date >= '2020-01-01'"
        " GROUP BY ALL ORDER BY ALL"
    )
    local = engine.query(query.format(f"s3({args})")).text()
    assert local.count("\n") == 7 and "2020-01-03\ta % b\t" in local
    bucket.asked.clear()
    with cluster(tmp_path, workers=2) as master:
        asked = query.format(f"s3Cluster('default', {args})")
        done = subprocess.run(
            [sys.executable, str(SCRIPT), master, str(tmp_path / "there"), asked],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told == {"workers": 2, "answers": [local]}
    reads = [a for a in bucket.asked if a.method == "GET" and a.path.endswith(".csv")]
    counts = Counter(a.path for a in reads)
    assert len(counts) == 7 and set(counts.values()) == {1}
    assert not any("2019" in path for path in counts)
    assert len({a.client for a in reads}) >= 2
