"""The stops of the demo, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One stop of the tour: what it shows, and the statement that shows it."""

    title: str
    text: str
    sql: str
    tells_reading: bool = False
    """Whether the rows that were read are the point of it."""
    format: str = "PrettyCompact"


_ONE_SITE = """SELECT page, count()
FROM visits
WHERE site = 42 AND toYYYYMM(time) = 202503
GROUP BY page"""

STEPS = (
    Step(
        "A table",
        "Rows are kept sorted by (site, time) inside one set of parts for each month. "
        "This is metadata alone: Spark has not started yet.",
        """
CREATE TABLE visits
(
    time     DateTime('UTC'),
    site     UInt32,
    page     LowCardinality(String),
    duration Float64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (site, time)""",
    ),
    Step(
        "{rows:,} rows",
        "Spark tasks make the rows, split them by month, sort them and write the parts; "
        "one catalog transaction makes them all visible. The first job also starts Spark.",
        """
INSERT INTO visits
SELECT
    toDateTime('2025-01-01 00:00:00', 'UTC') + number * 31 % (365 * 86400),
    number * 7919 % 1000,
    concat('/page/', toString(number % 97)),
    number % 3000 / 10
FROM numbers({rows})""",
    ),
    Step(
        "Parts",
        "Each part is a folder of Parquet that any engine can read. Its name says the "
        "partition, the blocks that went into it and how often it was merged.",
        """
SELECT partition, name, part_type, rows, marks, formatReadableSize(bytes_on_disk) AS size
FROM system.parts
WHERE active AND database = currentDatabase() AND table = 'visits'
ORDER BY name""",
    ),
    Step(
        "All rows",
        "Every granule is read: each Spark task aggregates its share, "
        "and the partial results meet in one last task.",
        """
SELECT
    toYYYYMM(time) AS month,
    count() AS visits,
    uniqExact(site) AS sites,
    round(avg(duration), 2) AS seconds
FROM visits
GROUP BY month
ORDER BY month""",
        tells_reading=True,
    ),
    Step(
        "One month",
        "The partitions that cannot hold such a time are not opened.",
        """
SELECT page, count() AS visits
FROM visits
WHERE time >= '2025-03-01 00:00:00' AND time < '2025-04-01 00:00:00'
GROUP BY page
ORDER BY visits DESC, page
LIMIT 5""",
        tells_reading=True,
    ),
    Step(
        "One site",
        "The rows of a site lie together: the primary index leaves a granule or two in each part.",
        """
SELECT count() AS visits, min(time) AS first, max(time) AS last, round(sum(duration)) AS seconds
FROM visits
WHERE site = 42""",
        tells_reading=True,
    ),
    Step(
        "One site in one month",
        "Both at once.",
        """
SELECT time, page, duration
FROM visits
WHERE site = 42 AND toYYYYMM(time) = 202503
ORDER BY duration DESC, time
LIMIT 3""",
        tells_reading=True,
    ),
    Step(
        "What the indexes leave",
        "EXPLAIN indexes = 1 shows the parts and granules that each index leaves.",
        f"EXPLAIN indexes = 1 {_ONE_SITE}",
        format="TabSeparatedRaw",
    ),
    Step(
        "What Spark runs",
        "EXPLAIN PIPELINE shows the stages, their tasks, and the kernel SQL of each.",
        f"EXPLAIN PIPELINE {_ONE_SITE}",
        format="TabSeparatedRaw",
    ),
)
