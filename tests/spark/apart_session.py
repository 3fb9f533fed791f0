"""A driver on a cluster: `apart_session.py FOLDER CONFIG`; asked and answering in JSON."""

import json
import sys

import sparktree
from sparktree.errors import Error


def main(folder: str, config: str) -> None:
    """Answer until nothing more is asked."""
    with sparktree.connect(folder, config=config) as engine:
        for line in sys.stdin:
            sql, settings = json.loads(line)
            try:
                answer = engine.query(sql, settings).text()
            except Error as error:
                answer = str(error)
            print(json.dumps({"answer": answer}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
