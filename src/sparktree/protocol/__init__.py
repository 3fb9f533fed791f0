"""ClickHouse's native protocol, as servers and clients share it."""
