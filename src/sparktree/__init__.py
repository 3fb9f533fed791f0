"""sparktree: ClickHouse's MergeTree tables for Spark users."""
