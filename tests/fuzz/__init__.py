"""Random expressions and queries, compared with real ClickHouse."""
