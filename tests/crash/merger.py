"""A process that merges, or cleans up, and may die on its way: `merger.py FOLDER [cleanup]`."""

import sys

import sparktree


def main() -> None:
    db = sparktree.connect(sys.argv[1])
    if sys.argv[2:] == ["insert"]:
        db.query("INSERT INTO t SELECT number, number % 2, 1 FROM numbers(10)")
        return
    db.query("OPTIMIZE TABLE t FINAL")
    if sys.argv[2:] == ["cleanup"]:
        db.services.background.wake(db.services.catalog.tables.get("default", "t").uuid)
        db.services.background.wait_idle(db.services.catalog.tables.get("default", "t").uuid, 30)


if __name__ == "__main__":
    main()
