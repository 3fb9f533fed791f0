"""System tables whose subject does not exist yet: they have ClickHouse's columns and no rows."""

from sparktree.system.table import SystemTable, system_table

_TABLES = {
    "asynchronous_inserts": "INSERTs that wait to be written together.",
    "backups": "Backups and restores.",
    "collations": "The collations of ORDER BY ... COLLATE.",
    "current_roles": "The roles of the session.",
    "database_replicas": "Replicas of replicated databases.",
    "dictionaries": "Dictionaries.",
    "distribution_queue": "Blocks on their way to other servers.",
    "dns_cache": "Addresses of hosts that were looked up.",
    "enabled_roles": "The roles of the session and those that they include.",
    "grants": "Rights of users and roles.",
    "licenses": "Licenses of libraries that are built in.",
    "macros": "The macros of the configuration.",
    "moves": "Moves of parts between disks that run now.",
    "part_moves_between_shards": "Moves of parts between shards.",
    "privileges": "The rights that can be granted.",
    "quota_limits": "Limits of quotas.",
    "quota_usage": "What the user has used of its quota.",
    "quotas": "Quotas.",
    "quotas_usage": "What all users have used of their quotas.",
    "replicas": "Replicated tables.",
    "replicated_fetches": "Parts that are being fetched from other replicas.",
    "replication_queue": "Tasks of replicated tables.",
    "role_grants": "Roles that were granted.",
    "roles": "Roles.",
    "row_policies": "Row policies.",
    "schema_inference_cache": "Structures of files that were found out before.",
    "settings_profile_elements": "Settings of profiles.",
    "settings_profiles": "Settings profiles.",
    "user_directories": "Where users are kept.",
    "users": "Users.",
    "view_refreshes": "Refreshable materialized views.",
    "warnings": "What the server warns of.",
}

for _name, _doc in _TABLES.items():
    system_table(SystemTable(_name, _doc))
