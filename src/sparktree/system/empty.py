"""System tables whose subject does not exist yet: they have ClickHouse's columns and no rows."""

from sparktree.system.table import SystemTable, system_table

_TABLES = {
    "collations": "The collations of ORDER BY ... COLLATE.",
    "database_replicas": "Replicas of replicated databases.",
    "dictionaries": "Dictionaries.",
    "distribution_queue": "Blocks on their way to other servers.",
    "dns_cache": "Addresses of hosts that were looked up.",
    "licenses": "Licenses of libraries that are built in.",
    "part_moves_between_shards": "Moves of parts between shards.",
    "replicated_fetches": "Parts that are being fetched from other replicas.",
    "replication_queue": "Tasks of replicated tables.",
    "schema_inference_cache": "Structures of files that were found out before.",
    "view_refreshes": "Refreshable materialized views.",
    "warnings": "What the server warns of.",
}

for _name, _doc in _TABLES.items():
    system_table(SystemTable(_name, _doc))
