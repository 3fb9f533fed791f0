"""One of several processes on a folder: `writer.py FOLDER NUMBER`; prints what it saw."""

import sys

import sparktree


def main() -> None:
    folder, number = sys.argv[1], int(sys.argv[2])
    with sparktree.connect(folder) as db:
        for step in range(4):
            db.query(f"INSERT INTO t SELECT {number * 100 + step}, number FROM numbers(50)")
            rows = db.query("SELECT count(), countIf(b > 49) FROM t").rows()[0]
            print(*rows)


if __name__ == "__main__":
    main()
