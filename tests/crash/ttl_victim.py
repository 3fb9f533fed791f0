"""A process whose clock is ahead, so that it merges for the TTL when it opens: `... FOLDER`."""

import sys

import sparktree


def main() -> None:
    db = sparktree.connect(sys.argv[1])
    table = db.services.catalog.tables.get("default", "t").uuid
    assert db.services.background.wait_idle(table, 60)


if __name__ == "__main__":
    main()
