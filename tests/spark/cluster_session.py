"""A process whose engine runs on a cluster: `cluster_session.py MASTER FOLDER`, answers as JSON."""

import json
import sys
from pathlib import Path

from pyspark import SparkContext

import sparktree
from tests.spark.shapes import SHAPES, TABLES


def main(master: str, folder: str) -> None:
    """Make the tables there and ask every query, forced over several tasks."""
    config = Path(folder).with_suffix(".xml")
    chosen = {"spark.master": master, "spark.executor.memory": "512m", "spark.cores.max": "2"}
    items = "".join(f"<{name}>{value}</{name}>" for name, value in chosen.items())
    config.write_text(f"<clickhouse><spark>{items}</spark></clickhouse>")
    with sparktree.connect(folder, config=str(config)) as engine:
        for statement in TABLES:
            engine.query(statement)
        answers = {s.name: engine.query(s.query, s.settings).text() for s in SHAPES}
        here = {s.name: engine.query(s.query, s.finished_here).text() for s in SHAPES}
        # The driver counts among those who hold blocks.
        workers = SparkContext.getOrCreate()._jsc.sc().getExecutorMemoryStatus().size() - 1
        print(json.dumps({"workers": workers, "answers": answers, "finished_here": here}))


if __name__ == "__main__":
    main(*sys.argv[1:])
