"""The file of a skip index: an Arrow table, and a few words about it in its schema."""

import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

_KEY = b"sparktree"


def index_content(table: pa.Table, about: Mapping[str, Any]) -> bytes:
    """The bytes of an index file."""
    marked = table.replace_schema_metadata({_KEY: json.dumps(about).encode()})
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_file(sink, marked.schema, options=options) as writer:
        writer.write_table(marked.combine_chunks())
    content: bytes = sink.getvalue().to_pybytes()
    return content


def index_table(content: bytes) -> tuple[pa.Table, dict[str, Any]]:
    """The table of an index file and what is said about it."""
    table = pa.ipc.open_file(content).read_all()
    return table, json.loads((table.schema.metadata or {})[_KEY])
