"""The shapes that plans take: queries over two tables, and what EXPLAIN PIPELINE says of each."""

from dataclasses import dataclass

TABLES = [
    "CREATE TABLE events (id UInt32, user UInt32, url String, price Decimal(9, 2), at DateTime)"
    " ENGINE = MergeTree PARTITION BY user % 2 ORDER BY (user, id) SETTINGS index_granularity = 64",
    "CREATE TABLE users (user UInt32, name String, age Nullable(UInt8))"
    " ENGINE = MergeTree ORDER BY user SETTINGS index_granularity = 16",
    "INSERT INTO events SELECT number, number * 7 % 90, concat('/', toString(number % 13)),"
    " number % 500 / 4, toDateTime('2024-01-01 00:00:00') + number * 60 FROM numbers(1500)",
    "INSERT INTO events SELECT number + 1500, number % 100, '/last', 1, 0 FROM numbers(300)",
    "INSERT INTO users SELECT number, concat('u', toString(number)),"
    " if(number % 5 = 0, NULL, number % 60) FROM numbers(80)",
]
# Small tables as large ones are read: a share for every task, what they exchange goes on in tasks,
# and both sides of a join are exchanged.
SPREAD = {
    "merge_tree_min_rows_for_concurrent_read": 1,
    "max_threads": 3,
    "group_by_two_level_threshold": 1,
    "group_by_two_level_threshold_bytes": 1,
}
EXCHANGED = {**SPREAD, "parallel_hash_join_threshold": 0}


@dataclass(frozen=True)
class Shape:
    """A query whose rows come in one order; lines of EXPLAIN PIPELINE that only its shape has."""

    name: str
    query: str
    plan: tuple[str, ...]
    exchanged: bool = False  # whether joins must not send a side whole

    @property
    def settings(self) -> dict[str, object]:
        """What forces the query over several tasks."""
        return dict(EXCHANGED if self.exchanged else SPREAD)

    @property
    def finished_here(self) -> dict[str, object]:
        """The same, but for rows that the driver takes from there, as they are few."""
        return {**self.settings, "group_by_two_level_threshold_bytes": 0}


_SHARES = "in 3 shares"
_HASH = "rows go to 3 tasks by hash of"
_ONE = "rows go to one task"
_ROWS = "if almost every row is a group: SELECT"
SHAPES = [
    Shape(
        "a global aggregate, finished in the driver",
        "SELECT count(), sum(price), avg(id), max(at) FROM events WHERE user > 3",
        (_SHARES, "rows go to the driver", "Driver:"),
    ),
    Shape(
        "partial and final aggregates by a hash of the keys",
        "SELECT user, url, count(), sum(price), avg(id) FROM events GROUP BY user, url"
        " ORDER BY user, url",
        (_SHARES, _HASH),
    ),
    Shape(
        "an aggregate that does not split",
        "SELECT user % 10 AS k, arraySort(groupArray(id)), count(DISTINCT url), median(id)"
        " FROM events GROUP BY k ORDER BY k",
        (_SHARES, _HASH),
    ),
    Shape(
        "totals of groups and subtotals",
        "SELECT user % 3 AS a, url, count() FROM events GROUP BY a, url WITH ROLLUP"
        " ORDER BY a, url, count()",
        (_SHARES, "GROUPING SETS"),
    ),
    Shape(
        "groups of single rows, which tasks exchange as they are",
        "SELECT id, url, count(), sum(price), avg(user), min(at), maxIf(user, id % 2 = 0),"
        " countIf(id % 3 = 0) FROM events GROUP BY id, url ORDER BY id, url",
        (_SHARES, _HASH, _ROWS),
    ),
    Shape(
        "different values of single rows",
        "SELECT user % 10 AS k, uniqExact(id) FROM events GROUP BY k ORDER BY k",
        (_SHARES, _HASH, _ROWS),
    ),
    Shape(
        "distinct rows that all differ",
        "SELECT DISTINCT id, price FROM events ORDER BY id, price",
        (_SHARES, _HASH, _ROWS),
    ),
    Shape("distinct rows", "SELECT DISTINCT url FROM events ORDER BY url", (_SHARES, _HASH)),
    Shape(
        "the first rows of an order",
        "SELECT id, url FROM events ORDER BY price DESC, id LIMIT 7 OFFSET 2",
        (_SHARES, "LIMIT 9", "rows go to the driver"),
    ),
    Shape(
        "a full sort",
        "SELECT id, url, price FROM events WHERE id % 3 = 0 ORDER BY url, price, id DESC",
        (_SHARES, _ONE),
    ),
    Shape(
        "a join whose small side goes to every task",
        "SELECT e.id, u.name FROM events AS e INNER JOIN users AS u ON e.user = u.user"
        " WHERE u.age > 30 ORDER BY e.id",
        (_SHARES, "all rows of stage"),
    ),
    Shape(
        "a join of two large tables",
        "SELECT e.id, u.name, u.age FROM events AS e LEFT JOIN users AS u ON e.user = u.user"
        " ORDER BY e.id",
        (_SHARES, _HASH, "bucket of stage 0", "bucket of stage 1"),
        exchanged=True,
    ),
    Shape(
        "a full join and a group over it",
        "SELECT u.age, count(), sum(e.price) FROM events AS e FULL JOIN users AS u"
        " ON e.user = u.user GROUP BY u.age ORDER BY u.age",
        (_SHARES, _HASH),
        exchanged=True,
    ),
    Shape(
        "rows without a partner",
        "SELECT user, name FROM users LEFT ANTI JOIN events ON users.user = events.user + 10"
        " ORDER BY user",
        (_HASH,),
        exchanged=True,
    ),
    Shape(
        "windows by a hash of the partition",
        "SELECT id, row_number() OVER (PARTITION BY user ORDER BY at, id) AS n,"
        " sum(price) OVER (PARTITION BY user ORDER BY at, id) FROM events ORDER BY id",
        (_SHARES, _HASH),
    ),
    Shape(
        "a window over everything",
        "SELECT id, rank() OVER (ORDER BY price) FROM events ORDER BY id",
        (_SHARES, _ONE),
    ),
    Shape(
        "all rows of several tables",
        "SELECT * FROM (SELECT user FROM events UNION ALL SELECT user FROM users) ORDER BY user",
        (_SHARES, "UNION ALL"),
    ),
    Shape(
        "different rows of several tables",
        "SELECT * FROM (SELECT user FROM events UNION DISTINCT SELECT user FROM users)"
        " ORDER BY user",
        (_SHARES, _HASH),
    ),
    Shape(
        "rows of one table and not of another",
        "SELECT * FROM (SELECT user FROM events EXCEPT SELECT user FROM users) ORDER BY user",
        (_SHARES, "EXCEPT"),
    ),
    Shape(
        "a set of IN from a subquery",
        "SELECT count(), min(id) FROM events"
        " WHERE user IN (SELECT user FROM users WHERE age IS NULL)",
        (_SHARES,),
    ),
    Shape(
        "a scalar subquery",
        "SELECT id FROM events WHERE price > (SELECT avg(price) * 1.9 FROM events) ORDER BY id",
        (_SHARES,),
    ),
    Shape(
        "a subquery with a group inside a join",
        "SELECT u.name, g.n FROM users AS u INNER JOIN"
        " (SELECT user, count() AS n FROM events GROUP BY user) AS g ON u.user = g.user"
        " ORDER BY u.name",
        (_SHARES, _HASH),
        exchanged=True,
    ),
    Shape(
        "the first rows of every group",
        "SELECT user, id FROM events ORDER BY user, id DESC LIMIT 2 BY user",
        (_SHARES,),
    ),
    Shape(
        "arrays spread into rows",
        "SELECT user, n FROM events ARRAY JOIN [1, id % 5] AS n WHERE id < 40 ORDER BY id, n",
        (_SHARES,),
    ),
]
