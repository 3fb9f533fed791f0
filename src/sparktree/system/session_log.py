"""system.session_log: who logged in, who could not, and who left."""

from __future__ import annotations

from sparktree.system.columns import Column
from sparktree.system.logs import TIMES, LoggedRow, log_rows, logged
from sparktree.system.table import SystemTable, system_table

_NOBODY = "00000000-0000-0000-0000-000000000000"
_INTERFACES = (
    "Enum8('TCP' = 1, 'HTTP' = 2, 'gRPC' = 3, 'MySQL' = 4, 'PostgreSQL' = 5, 'Local' = 6,"
    " 'TCP_Interserver' = 7, 'Prometheus' = 8)"
)
_DEFAULTS: dict[str, object] = {
    "hostname": "",
    "auth_id": _NOBODY,
    "session_id": "",
    "user": None,
    "auth_type": None,
    "profiles": [],
    "roles": [],
    "settings": [],
    "client_address": "::",
    "client_port": 0,
    "interface": "Local",
    "client_hostname": "",
    "client_name": "",
    "failure_reason": "",
}
_TYPES = {
    "hostname": "LowCardinality(String)",
    "type": "Enum8('LoginFailure' = 0, 'LoginSuccess' = 1, 'Logout' = 2)",
    "auth_id": "UUID",
    "session_id": "String",
    "event_date": "Date",
    "event_time": "DateTime",
    "event_time_microseconds": "DateTime64(6)",
    "user": "Nullable(String)",
    "auth_type": "LowCardinality(Nullable(String))",
    "profiles": "Array(LowCardinality(String))",
    "roles": "Array(LowCardinality(String))",
    "settings": "Array(Tuple(LowCardinality(String), LowCardinality(String)))",
    "client_address": "IPv6",
    "client_port": "UInt16",
    "interface": _INTERFACES,
    "client_hostname": "String",
    "client_name": "String",
    "failure_reason": "String",
}

system_table(
    SystemTable[LoggedRow](
        "session_log",
        "Logins, those that failed too, and ends of sessions.",
        log_rows("session_log"),
        {
            "type": "type",
            **TIMES,
            **{name: logged(name, default) for name, default in _DEFAULTS.items()},
        },
        own_columns=tuple(Column(name, type_) for name, type_ in _TYPES.items()),
    )
)
