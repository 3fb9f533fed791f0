"""Hive's metastore: which tables and partitions there are, and where their files lie."""
