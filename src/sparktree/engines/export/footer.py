"""What an exported file says of the part that it came from, in its metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sparktree.catalog.records import Mutation, Part, Table
from sparktree.engines.definition.table import TableDefinition, key_text
from sparktree.parts.description import PartDescription
from sparktree.parts.jsonvalues import to_json
from sparktree.sql import format_query

PREFIX = "clickhouse."


def part_metadata(
    table: Table,
    definition: TableDefinition,
    part: Part,
    description: PartDescription,
    checksum: str,
    mutations: Sequence[Mutation],
) -> dict[str, str]:
    """Texts by name: where the rows come from, and what the part had besides its columns."""
    info = description.info
    found: Mapping[str, object] = {
        "database": table.database,
        "table": table.name,
        "table_uuid": table.uuid,
        "part": part.name,
        "partition_id": part.partition_id,
        "partition": part.partition,
        "part_type": part.part_type,
        "part_uuid": part.uuid,
        "part_data_version": info.data_version,
        "min_block_number": part.min_block,
        "max_block_number": part.max_block,
        "level": part.level,
        "mutation_version": part.mutation,
        "applied_mutations": [[one.id, one.command] for one in mutations],
        "metadata_version": description.metadata_version,
        "checksum": checksum,
        "checksums": {name: [file.size, file.hash] for name, file in description.files.items()},
        "codecs": _codecs(description),
        "serialization": {column.name: column.encoding for column in description.columns},
        "sorting_key": key_text([item.expression for item in definition.sorting_key]),
        "primary_key": key_text(definition.primary_key),
        "partition_key": definition.partition_text,
        "sampling_key": _sampling(definition),
        "skip_indexes": _declarations(description.indexes),
        "statistics": _declarations(description.statistics),
        "projections": _declarations(description.projections),
        "ttl": {
            rule: [to_json(bound.least), to_json(bound.greatest)]
            for rule, bound in description.ttl.items()
        },
    }
    return {
        PREFIX + name: value if isinstance(value, str) else json.dumps(value)
        for name, value in found.items()
    }


def _codecs(description: PartDescription) -> dict[str, str]:
    default = description.default_codec
    return {
        column.name: column.codec.removeprefix("CODEC(").removesuffix(")")
        if column.codec.startswith("CODEC(")
        else column.codec or default
        for column in description.columns
    }


def _declarations(declared: Mapping[str, object]) -> dict[str, str]:
    return {name: str(getattr(one, "declaration", "")) for name, one in declared.items()}


def _sampling(definition: TableDefinition) -> str:
    key = definition.sampling_key
    return "" if key is None else format_query(key, one_line=True)
