"""Versions: ours, and the ClickHouse whose behaviour we follow."""

VERSION = "0.1.0"
CLICKHOUSE_VERSION = "26.9.1.1"
CLICKHOUSE_REVISION = 54_515
