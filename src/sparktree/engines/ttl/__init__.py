"""TTL: what becomes of values, rows and parts when their time has come."""
