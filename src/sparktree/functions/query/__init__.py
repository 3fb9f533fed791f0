"""What a query can ask about itself, and about queries and parts."""

from sparktree.functions.query import (
    block_sizes,
    introspection,
    part_names,
    partition_names,
    query_shapes,
    query_texts,
    server_facts,
    session_facts,
)

__all__ = [
    "block_sizes",
    "introspection",
    "part_names",
    "partition_names",
    "query_shapes",
    "query_texts",
    "server_facts",
    "session_facts",
]
