"""A process that mutates a table and dies where its environment says: `... FOLDER [STATEMENT]`."""

import sys

import sparktree


def main() -> None:
    db = sparktree.connect(sys.argv[1])
    db.query(sys.argv[2] if sys.argv[2:] else "ALTER TABLE t UPDATE v = v + 1 WHERE a % 2 = 0")
    db.services.background.wait_idle(db.services.catalog.tables.get("default", "t").uuid, 120)


if __name__ == "__main__":
    main()
