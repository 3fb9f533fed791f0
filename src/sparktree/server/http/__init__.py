"""ClickHouse's HTTP interface."""
