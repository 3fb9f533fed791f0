"""A process whose engine runs on a cluster: `cluster_query.py MASTER FOLDER QUERY...`, prints the
results and how many workers there were as JSON."""

import json
import sys
from pathlib import Path

from pyspark import SparkContext

import sparktree


def main(master: str, folder: str, *queries: str) -> None:
    """Ask every query."""
    config = Path(folder).with_suffix(".xml")
    chosen = {"spark.master": master, "spark.executor.memory": "512m", "spark.cores.max": "2"}
    items = "".join(f"<{name}>{value}</{name}>" for name, value in chosen.items())
    config.write_text(f"<clickhouse><spark>{items}</spark></clickhouse>")
    with sparktree.connect(folder, config=str(config)) as engine:
        answers = [engine.query(query).text() for query in queries]
        # The driver counts among those who hold blocks.
        workers = SparkContext.getOrCreate()._jsc.sc().getExecutorMemoryStatus().size() - 1
        print(json.dumps({"workers": workers, "answers": answers}))


if __name__ == "__main__":
    main(*sys.argv[1:])
