"""A process that runs a statement and dies where its environment says: `... FOLDER STATEMENT`."""

import sys

import sparktree


def main() -> None:
    db = sparktree.connect(sys.argv[1])
    db.query(sys.argv[2])


if __name__ == "__main__":
    main()
