"""An INSERT that may write only small files: `full_disk.py FOLDER`; prints the error's name."""

import resource
import sys

import sparktree


def main() -> None:
    with sparktree.connect(sys.argv[1]) as db:
        db.services.spark.warm_up()
        query = "INSERT INTO t SELECT number, cityHash64(number) FROM numbers(1000000)"
        try:
            db.query(query)
        except sparktree.Error as error:
            print(error.name)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    main()
