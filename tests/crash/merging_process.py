"""A second process on a folder that inserts and merges: `merging_process.py FOLDER SECONDS`."""

import sys
import time

import sparktree


def main() -> None:
    folder, seconds = sys.argv[1], float(sys.argv[2])
    inserts = 0
    with sparktree.connect(folder) as db:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            db.query("INSERT INTO t SELECT number, -number, 2 FROM numbers(100)")
            inserts += 1
            if inserts % 3 == 0:
                db.query("OPTIMIZE TABLE t FINAL")
    print(inserts)


if __name__ == "__main__":
    main()
