"""ClickHouse's stateless tests: x.sql and x.reference, run statement by statement."""
