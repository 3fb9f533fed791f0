"""The event table: about a hundred columns, made row by row out of the row's number.

Every column is declared once: its ClickHouse type and the kernel expression that makes it. Rows
come in the order of the counter, as in a table that is sorted by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

ROWS_PER_FILE = 1_000_000
SORTING_KEY = "CounterID, EventDate, UserID, EventTime, WatchID"
FIRST_SECOND = 1_719_792_000  # 2024-07-01 00:00:00 UTC
SECONDS = 31 * 86_400


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `make` is kernel SQL over `i`, the row's number, and `n`, the number of rows."""

    name: str
    type: str
    make: str


MACROS = (
    # A hash of the row for each use, as a number from 0 to 2^62, and as a part of 1.
    "CREATE MACRO h(i, salt) AS (hash((i * 10000 + salt)::UBIGINT) >> 2)::BIGINT",
    "CREATE MACRO u(i, salt) AS h(i, salt) / 4611686018427387904.0",
    # Few values are frequent, many are rare.
    "CREATE MACRO rare(i, salt, count, power) AS floor(count * pow(u(i, salt), power))::BIGINT",
    "CREATE MACRO sometimes(i, salt, share, value) AS"
    " CASE WHEN u(i, salt + 5000) < share THEN value ELSE 0 END",
    "CREATE MACRO word(x) AS ['red','sofa','cheap','flights','weather','hotel','news','film',"
    "'online','recipe','car','phone','repair','map','bank','music','garden','shoes','school','lamp'"
    "][(x % 20 + 1)::INTEGER]",
)

MAIN = (
    Column("WatchID", "Int64", "h(i, 1)"),
    Column("CounterID", "Int32", "floor(10000 * pow((i + 0.5) / n, 3))::INTEGER"),
    Column(
        "EventTime",
        "DateTime",
        f"make_timestamp(({FIRST_SECOND} + h(i, 2) % {SECONDS}) * 1000000)",
    ),
    Column("EventDate", "Date", "EventTime::DATE"),
    Column("UserID", "Int64", "hash(rare(i, 3, n // 5 + 1, 2.0))::UBIGINT::HUGEINT % 9223372036854775807"),
    Column("RegionID", "Int32", "rare(i, 4, 5000, 4.0)"),
    Column("ClientIP", "Int32", "(hash(rare(i, 5, n // 4 + 1, 1.5)) >> 33)::INTEGER"),
    Column(
        "URL",
        "String",
        "'https://' || word(CounterID) || CounterID || '.example/' || word(rare(i, 6, 20, 2.0)) || '/'"
        " || word(h(i, 7)) || CASE WHEN u(i, 8) < 0.3 THEN '?page=' || rare(i, 9, 5000, 3.0) ELSE '' END",
    ),
    Column(
        "Referer",
        "String",
        "CASE WHEN u(i, 10) < 0.4 THEN '' WHEN u(i, 10) < 0.6 THEN 'https://search.example/?q='"
        " || word(h(i, 11)) ELSE 'https://' || word(rare(i, 12, 20, 2.0)) || rare(i, 13, 3000, 3.0)"
        " || '.example/' || word(h(i, 14)) || '.html' END",
    ),
    Column(
        "Title",
        "String",
        "word(h(i, 15)) || ' ' || word(h(i, 16)) || CASE WHEN u(i, 17) < 0.02 THEN ' - Sparkle'"
        " ELSE ' - ' || word(CounterID) END",
    ),
    Column(
        "SearchPhrase",
        "String",
        "CASE WHEN u(i, 18) < 0.87 THEN '' ELSE word(rare(i, 19, 20, 1.5)) || ' '"
        " || word(rare(i, 20, 20, 1.2)) || ' ' || rare(i, 21, 2000, 3.0) END",
    ),
    Column("SearchEngineID", "Int16", "CASE WHEN SearchPhrase = '' THEN 0 ELSE 1 + rare(i, 22, 30, 3.0) END"),
    Column("MobilePhone", "Int16", "sometimes(i, 23, 0.2, 1 + rare(i, 23, 80, 2.0))"),
    Column(
        "MobilePhoneModel",
        "String",
        "CASE WHEN MobilePhone = 0 THEN '' ELSE 'Model ' || MobilePhone || '-' || rare(i, 24, 9, 2.0) END",
    ),
    Column("OS", "Int16", "rare(i, 25, 90, 3.0)"),
    Column("UserAgent", "Int16", "rare(i, 26, 80, 3.0)"),
    Column("AdvEngineID", "Int16", "sometimes(i, 27, 0.006, 1 + rare(i, 27, 30, 2.0))"),
    Column("ResolutionWidth", "Int16", "320 + 16 * (h(i, 28) % 140)"),
    Column("ResolutionHeight", "Int16", "240 + 8 * (h(i, 29) % 170)"),
    Column("WindowClientWidth", "Int16", "ResolutionWidth - h(i, 30) % 64"),
    Column("WindowClientHeight", "Int16", "ResolutionHeight - h(i, 31) % 200"),
    Column("IsRefresh", "Int16", "(u(i, 32) < 0.12)::INTEGER"),
    Column("DontCountHits", "Int16", "(u(i, 33) < 0.03)::INTEGER"),
    Column("IsLink", "Int16", "(u(i, 34) < 0.05)::INTEGER"),
    Column("IsDownload", "Int16", "(u(i, 35) < 0.01)::INTEGER"),
    Column("TrafficSourceID", "Int16", "rare(i, 36, 11, 2.0) - 1"),
    Column("URLHash", "Int64", "(hash(URL) >> 2)::BIGINT"),
    Column("RefererHash", "Int64", "(hash(Referer) >> 2)::BIGINT"),
    Column("ClientTime", "DateTime", "EventTime + to_seconds(h(i, 37) % 7200 - 3600)"),
    Column("SendTiming", "Int32", "rare(i, 38, 30000, 4.0)"),
    Column("FetchTiming", "Int32", "rare(i, 39, 30000, 5.0)"),
    Column("Price", "Float64", "sometimes(i, 40, 0.03, rare(i, 40, 100000, 2.0) / 100.0)"),
    Column("BrowserLanguage", "String", "['en', 'de', 'fr', 'es', 'uk', 'tr'][rare(i, 41, 6, 2.0) + 1]"),
    Column("BrowserCountry", "String", "['US', 'DE', 'FR', 'ES', 'UA', 'TR'][rare(i, 42, 6, 2.0) + 1]"),
    Column("OpenstatService", "String", "CASE WHEN u(i, 43) < 0.98 THEN '' ELSE word(h(i, 43)) END"),
    Column("UTMSource", "String", "CASE WHEN u(i, 44) < 0.93 THEN '' ELSE word(h(i, 44)) END"),
    Column("UTMCampaign", "String", "CASE WHEN UTMSource = '' THEN '' ELSE 'c' || rare(i, 45, 900, 2.0) END"),
    Column("Params", "String", "CASE WHEN u(i, 46) < 0.9 THEN '' ELSE '{\"v\":' || h(i, 46) % 99 || '}' END"),
)  # fmt: skip


def _small() -> Iterator[Column]:
    """The many columns of such tables that hold small numbers, mostly zero."""
    kinds = {
        "Flag": ("Int16", "sometimes(i, {s}, 0.1, 1)", 28),
        "Code": ("Int16", "rare(i, {s}, 300, 5.0)", 16),
        "Timing": ("Int32", "sometimes(i, {s}, 0.3, rare(i, {s}, 60000, 4.0))", 10),
        "Identity": ("Int64", "sometimes(i, {s}, 0.05, h(i, {s}))", 6),
        "Label": ("String", "CASE WHEN u(i, {s}) < 0.95 THEN '' ELSE word(h(i, {s})) END", 5),
    }
    salt = 100
    for kind, (type_, make, count) in kinds.items():
        for number in range(1, count + 1):
            salt += 1
            yield Column(f"{kind}{number:02}", type_, make.format(s=salt))


COLUMNS = (*MAIN, *_small())
DECLARATION = ", ".join(f"{column.name} {column.type}" for column in COLUMNS)
_KERNEL = {
    "Int16": "SMALLINT",
    "Int32": "INTEGER",
    "Int64": "BIGINT",
    "Float64": "DOUBLE",
    "String": "VARCHAR",
    "DateTime": "TIMESTAMP",
    "Date": "DATE",
}


def generate(folder: Path, rows: int) -> list[Path]:
    """Parquet files with the rows, sorted by the key inside each."""
    kernel = duckdb.connect()
    for macro in MACROS:
        kernel.execute(macro)
    files = []
    for first in range(0, rows, ROWS_PER_FILE):
        file = folder / f"events_{first // ROWS_PER_FILE:04}.parquet"
        query = _rows(first, min(first + ROWS_PER_FILE, rows), rows)
        kernel.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet, COMPRESSION snappy)")
        files.append(file)
    return files


def _rows(first: int, end: int, rows: int) -> str:
    items = ", ".join(f"({c.make})::{_KERNEL[c.type]} AS {c.name}" for c in COLUMNS)
    source = f"SELECT range AS i, {rows} AS n FROM range({first}, {end})"
    names = ", ".join(column.name for column in COLUMNS)
    return f"SELECT {names} FROM (SELECT {items} FROM ({source})) ORDER BY {SORTING_KEY}"
