"""The queries: ClickHouse SQL, and Spark's own words where they differ. Every order is total."""

from dataclasses import dataclass

JULY = "CounterID = 62 AND EventDate >= '2024-07-01' AND EventDate <= '2024-07-31'"


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked; `spark` is None where the same text means the same."""

    about: str
    text: str
    spark: str | None = None

    def for_spark(self) -> str:
        """The text for Spark SQL."""
        return self.spark or self.text


def top(what: str, rest: str, keys: str, limit: int = 10) -> str:
    """The most frequent keys."""
    return (
        f"SELECT {what}, count(*) AS c FROM events {rest} GROUP BY {keys}"
        f" ORDER BY c DESC, {keys} LIMIT {limit}"
    )


def dashboard(key: str, more: str, limit: str = "10") -> str:
    """Page views of one counter."""
    return (
        f"SELECT {key}, count(*) AS c FROM events WHERE {JULY} AND {more}"
        f" GROUP BY {key} ORDER BY c DESC, {key} LIMIT {limit}"
    )


SUMS = ", ".join(f"sum(ResolutionWidth + {n})" for n in range(60))

QUERIES = (
    Query("count", "SELECT count(*) FROM events"),
    Query("count with a rare filter", "SELECT count(*) FROM events WHERE AdvEngineID <> 0"),
    Query(
        "three aggregates",
        "SELECT sum(AdvEngineID), count(*), round(avg(ResolutionWidth), 6) FROM events",
    ),
    Query("average of a wide number", "SELECT round(avg(UserID) / 1e9, 3) FROM events"),
    Query("distinct users", "SELECT count(DISTINCT UserID) FROM events"),
    Query("distinct phrases", "SELECT count(DISTINCT SearchPhrase) FROM events"),
    Query("least and greatest date", "SELECT min(EventDate), max(EventDate) FROM events"),
    Query("small groups behind a filter", top("AdvEngineID", "WHERE AdvEngineID <> 0", "AdvEngineID", 40)),
    Query(
        "distinct users of regions",
        "SELECT RegionID, count(DISTINCT UserID) AS u FROM events GROUP BY RegionID"
        " ORDER BY u DESC, RegionID LIMIT 10",
    ),
    Query(
        "several aggregates of regions",
        "SELECT RegionID, sum(AdvEngineID), count(*) AS c, round(avg(ResolutionWidth), 6),"
        " count(DISTINCT UserID) FROM events GROUP BY RegionID ORDER BY c DESC, RegionID LIMIT 10",
    ),
    Query(
        "distinct users of phone models",
        "SELECT MobilePhoneModel, count(DISTINCT UserID) AS u FROM events"
        " WHERE MobilePhoneModel <> '' GROUP BY MobilePhoneModel"
        " ORDER BY u DESC, MobilePhoneModel LIMIT 10",
    ),
    Query(
        "distinct users of phones and models",
        "SELECT MobilePhone, MobilePhoneModel, count(DISTINCT UserID) AS u FROM events"
        " WHERE MobilePhoneModel <> '' GROUP BY MobilePhone, MobilePhoneModel"
        " ORDER BY u DESC, MobilePhone, MobilePhoneModel LIMIT 10",
    ),
    Query("frequent phrases", top("SearchPhrase", "WHERE SearchPhrase <> ''", "SearchPhrase")),
    Query(
        "distinct users of phrases",
        "SELECT SearchPhrase, count(DISTINCT UserID) AS u FROM events WHERE SearchPhrase <> ''"
        " GROUP BY SearchPhrase ORDER BY u DESC, SearchPhrase LIMIT 10",
    ),
    Query(
        "frequent engines and phrases",
        top("SearchEngineID, SearchPhrase", "WHERE SearchPhrase <> ''", "SearchEngineID, SearchPhrase"),
    ),
    Query("frequent users", top("UserID", "", "UserID")),
    Query("frequent users and phrases", top("UserID, SearchPhrase", "", "UserID, SearchPhrase")),
    Query(
        "users and phrases in no order",
        "SELECT count(*), sum(c) FROM (SELECT UserID, SearchPhrase, count(*) AS c FROM events"
        " GROUP BY UserID, SearchPhrase) AS g",
    ),
    Query(
        "users, minutes and phrases",
        "SELECT UserID, toMinute(EventTime) AS m, SearchPhrase, count(*) AS c FROM events"
        " GROUP BY UserID, m, SearchPhrase ORDER BY c DESC, UserID, m, SearchPhrase LIMIT 10",
        "SELECT UserID, minute(EventTime) AS m, SearchPhrase, count(*) AS c FROM events"
        " GROUP BY UserID, m, SearchPhrase ORDER BY c DESC, UserID, m, SearchPhrase LIMIT 10",
    ),
    Query("one user", "SELECT count(*) FROM events WHERE UserID = 1054239584364655"),
    Query("LIKE", "SELECT count(*) FROM events WHERE URL LIKE '%garden%'"),
    Query(
        "LIKE, then phrases",
        "SELECT SearchPhrase, min(URL), count(*) AS c FROM events"
        " WHERE URL LIKE '%garden%' AND SearchPhrase <> '' GROUP BY SearchPhrase"
        " ORDER BY c DESC, SearchPhrase LIMIT 10",
    ),
    Query(
        "LIKE and NOT LIKE, then phrases",
        "SELECT SearchPhrase, min(URL), min(Title), count(*) AS c, count(DISTINCT UserID)"
        " FROM events WHERE Title LIKE '%Sparkle%' AND URL NOT LIKE '%.example/sofa%'"
        " AND SearchPhrase <> '' GROUP BY SearchPhrase ORDER BY c DESC, SearchPhrase LIMIT 10",
    ),
    Query(
        "all columns of few rows",
        "SELECT * FROM events WHERE URL LIKE '%lamp/lamp?page=1%' ORDER BY EventTime, WatchID LIMIT 10",
    ),
    Query(
        "phrases by time",
        "SELECT SearchPhrase FROM events WHERE SearchPhrase <> ''"
        " ORDER BY EventTime, WatchID LIMIT 10",
    ),
    Query(
        "phrases by text",
        "SELECT SearchPhrase FROM events WHERE SearchPhrase <> '' ORDER BY SearchPhrase LIMIT 10",
    ),
    Query(
        "phrases by time and text",
        "SELECT SearchPhrase FROM events WHERE SearchPhrase <> ''"
        " ORDER BY EventTime, SearchPhrase LIMIT 10",
    ),
    Query(
        "length of addresses of counters",
        "SELECT CounterID, round(avg(length(URL)), 6) AS l, count(*) AS c FROM events"
        " WHERE URL <> '' GROUP BY CounterID HAVING count(*) > 100"
        " ORDER BY l DESC, CounterID LIMIT 25",
    ),
    Query(
        "regular expression over referers",
        "SELECT replaceRegexpOne(Referer, '^https?://(?:www\\\\.)?([^/]+)/.*$', '\\\\1') AS k,"
        " round(avg(length(Referer)), 6) AS l, count(*) AS c, min(Referer) FROM events"
        " WHERE Referer <> '' GROUP BY k HAVING count(*) > 100 ORDER BY l DESC, k LIMIT 25",
        "SELECT regexp_replace(Referer, '^https?://(?:www\\\\.)?([^/]+)/.*$', '$1') AS k,"
        " round(avg(length(Referer)), 6) AS l, count(*) AS c, min(Referer) FROM events"
        " WHERE Referer <> '' GROUP BY k HAVING count(*) > 100 ORDER BY l DESC, k LIMIT 25",
    ),
    Query("sixty sums", f"SELECT {SUMS} FROM events"),
    Query(
        "engines and addresses",
        "SELECT SearchEngineID, ClientIP, count(*) AS c, sum(IsRefresh),"
        " round(avg(ResolutionWidth), 6) FROM events WHERE SearchPhrase <> ''"
        " GROUP BY SearchEngineID, ClientIP ORDER BY c DESC, SearchEngineID, ClientIP LIMIT 10",
    ),
    Query(
        "almost every row its own group",
        "SELECT WatchID, ClientIP, count(*) AS c, sum(IsRefresh), round(avg(ResolutionWidth), 6)"
        " FROM events GROUP BY WatchID, ClientIP ORDER BY c DESC, WatchID, ClientIP LIMIT 10",
    ),
    Query("frequent addresses", top("URL", "", "URL")),
    Query("a constant and addresses", "SELECT 1 AS one, URL, count(*) AS c FROM events GROUP BY one, URL ORDER BY c DESC, URL LIMIT 10"),
    Query(
        "expressions of a key",
        "SELECT ClientIP, ClientIP - 1 AS a, ClientIP - 2 AS b, ClientIP - 3 AS d, count(*) AS c"
        " FROM events GROUP BY ClientIP, a, b, d ORDER BY c DESC, ClientIP LIMIT 10",
    ),
    Query("dashboard: addresses", dashboard("URL", "DontCountHits = 0 AND IsRefresh = 0 AND URL <> ''")),
    Query("dashboard: titles", dashboard("Title", "DontCountHits = 0 AND IsRefresh = 0 AND Title <> ''")),
    Query(
        "dashboard: links, page 3",
        dashboard("URL", "IsRefresh = 0 AND IsLink <> 0 AND IsDownload = 0", "10 OFFSET 20"),
    ),
    Query(
        "dashboard: sources",
        "SELECT TrafficSourceID, SearchEngineID, AdvEngineID, CASE WHEN SearchEngineID = 0"
        " AND AdvEngineID = 0 THEN Referer ELSE '' END AS s, URL AS d, count(*) AS c FROM events"
        f" WHERE {JULY} AND IsRefresh = 0 GROUP BY TrafficSourceID, SearchEngineID, AdvEngineID, s, d"
        " ORDER BY c DESC, TrafficSourceID, SearchEngineID, AdvEngineID, s, d LIMIT 10 OFFSET 10",
    ),
    Query(
        "dashboard: days of a referer",
        "SELECT URLHash, EventDate, count(*) AS c FROM events"
        f" WHERE {JULY} AND IsRefresh = 0 AND TrafficSourceID IN (-1, 6)"
        " GROUP BY URLHash, EventDate ORDER BY c DESC, URLHash, EventDate LIMIT 10",
    ),
    Query(
        "dashboard: window sizes",
        "SELECT WindowClientWidth, WindowClientHeight, count(*) AS c FROM events"
        f" WHERE {JULY} AND IsRefresh = 0 AND DontCountHits = 0"
        " GROUP BY WindowClientWidth, WindowClientHeight"
        " ORDER BY c DESC, WindowClientWidth, WindowClientHeight LIMIT 10 OFFSET 10",
    ),
    Query(
        "dashboard: minutes",
        "SELECT toStartOfMinute(EventTime) AS m, count(*) AS c FROM events WHERE CounterID = 62"
        " AND EventDate >= '2024-07-14' AND EventDate <= '2024-07-15' AND IsRefresh = 0"
        " AND DontCountHits = 0 GROUP BY m ORDER BY m LIMIT 10 OFFSET 20",
        "SELECT date_trunc('minute', EventTime) AS m, count(*) AS c FROM events WHERE CounterID = 62"
        " AND EventDate >= '2024-07-14' AND EventDate <= '2024-07-15' AND IsRefresh = 0"
        " AND DontCountHits = 0 GROUP BY m ORDER BY m LIMIT 10 OFFSET 20",
    ),
    Query(
        "money of days and countries",
        "SELECT EventDate, BrowserCountry, round(sum(Price), 2), count(*) FROM events"
        " WHERE Price > 0 GROUP BY EventDate, BrowserCountry ORDER BY EventDate, BrowserCountry",
    ),
)  # fmt: skip
